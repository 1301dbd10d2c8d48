import { bare, isStopWord, stem, stems, wordMatches } from "../../text/Words.ts"
import { namesOf } from "../check/Clauses.ts"
import { isNegation, withoutPortugueseNo } from "../check/ClaimWords.ts"
import { plainText } from "../check/Numbers.ts"

/*
 * A plan, and that it was given up: "plans a plant in Porto", "abandons the plant in Porto". Both cannot be so, though
 * the two words are no opposites by themselves.
 */

const planning = stems(
  "plan plans planned planning propose proposes proposed intend intends intended pledge pledges pledged will"
)
const givingUp = stems(
  "abandon abandons abandoned abandoning scrap scraps scrapped scrapping shelve shelves shelved shelving ditch ditches ditched ditching cancel cancels cancelled canceled cancelling withdraw withdraws withdrew withdrawn withdrawing"
)
/** Where nothing was given up yet: may abandon, threatens to scrap, denies that it was shelved. */
const unsure = stems(
  "may might could would consider considers considered considering threaten threatens threatened deny denies denied mull mulls refuse refuses refused if whether"
)
const passive = new Set(["is", "are", "was", "were", "been", "be", "being"])
/** A `to` after one of these begins what is planned. */
const heading = stems(
  "set due about ready aim aims aiming want wants wanted hope hopes hoped hoping " +
    "expect expects expected agree agrees agreed decide decides decided " +
    "promise promises promised vow vows vowed prepare prepares prepared"
)
/** Who gives these up gives up what they are for. */
const undertakings = stems(
  "deal project projects scheme schemes programme programmes " +
    "program programs idea ideas proposal proposals work works construction " +
    "constructing building build launch launches opening opens effort efforts"
)

/** So many words before the one that gives up tell whether it was. */
const reach = 4

/** Prepositions: what follows them says what something is of or for. */
const prepositions = new Set("of for to in on at by with from into onto over under near about through".split(" "))

/** Words that begin another part of the sentence, which is about something else. */
const joints = new Set(["after", "before", "while", "when", "because", "as", "and", "but"])

interface Word {
  readonly text: string
  readonly stem: string
}

/** Who does something, and to what. */
interface Deed {
  readonly kind: "plan" | "end"
  readonly doers: ReadonlySet<string>
  readonly object: ReadonlySet<string>
  /** The object's own words: the plant in "plant for batteries". */
  readonly head: ReadonlySet<string>
}

/** What words say in addition to something being planned or given up. */
const thingsIn = (words: ReadonlyArray<Word>): ReadonlySet<string> =>
  new Set(
    words.flatMap(({ stem, text }) =>
      isStopWord(text.toLowerCase()) || /^\d/.test(text) || planning.has(stem) || givingUp.has(stem) ? [] : [stem]
    )
  )

const isOf =
  (words: ReadonlySet<string>) =>
  ({ stem, text }: Word): boolean =>
    words.has(stem) || words.has(text.toLowerCase())

/** The things in the first part, divided by prepositions, that names more than the plan itself. */
const headOf = (words: ReadonlyArray<Word>): ReadonlySet<string> => {
  const cuts = words.flatMap(({ text }, at) => (prepositions.has(text.toLowerCase()) ? [at] : []))
  const parts = [-1, ...cuts].map((cut, n) => words.slice(cut + 1, cuts[n]))
  return parts.map((part) => thingsIn(part).difference(undertakings)).find(({ size }) => size > 0) ?? new Set()
}

/** A word that may be a verb, or says where something is. */
const mayBeVerb = ({ text }: Word): boolean =>
  /^\p{Ll}+(?:s|ed|ing)$/u.test(text) || prepositions.has(text.toLowerCase())

/** "Acme to open a plant", "is to open", "aims to open": not what goes to somebody or somewhere. */
const isToDo = (words: ReadonlyArray<Word>, at: number): boolean => {
  const [before, behind] = [words[at - 1], words[at + 1]?.text ?? ""]
  if (words[at]!.text.toLowerCase() !== "to" || before === undefined) return false
  if (!/^\p{Ll}/u.test(behind) || isStopWord(behind)) return false
  if (isOf(passive)(before) || isOf(heading)(before)) return true
  return /^\p{Lu}/u.test(before.text) && !words.slice(0, at).some(mayBeVerb)
}

/** The plan that a statement tells of, or its end; null where it tells of neither, or is not sure of it. */
export const deedOf = (text: string): Deed | null => {
  const plain = withoutPortugueseNo(plainText(text))
  const matches = [...wordMatches(plain)]
  const words = matches.map(([text]): Word => ({ text, stem: stem(bare(text)) }))
  const ended = words.findIndex(isOf(givingUp))
  const at = ended >= 0 ? ended : words.findIndex((word, at) => isOf(planning)(word) || isToDo(words, at))
  if (at < 0) return null
  const before = words.slice(Math.max(0, at - reach), at)
  if (before.some((word) => isNegation(word.stem) || isOf(unsure)(word))) return null
  // Where another part of the sentence begins.
  const next = matches.findIndex(
    ({ 0: text, index = 0 }, n) =>
      n > at + 1 && (/[,;:]\s?$/.test(plain.slice(Math.max(0, index - 2), index)) || joints.has(text.toLowerCase()))
  )
  const [front, back] = [words.slice(0, at), words.slice(at + 1, next < 0 ? undefined : next)]
  const [ahead, behind] = [thingsIn(front), thingsIn(back)]
  const names = new Set(namesOf(text))
  const isPassive = passive.has(words[at - 1]?.text.toLowerCase() ?? "") && words[at]!.text.toLowerCase() !== "to"
  const isTurned = behind.size === 0 || isPassive
  return {
    kind: ended >= 0 ? "end" : "plan",
    doers: isTurned ? new Set() : ahead.intersection(names),
    object: isTurned ? ahead : behind,
    head: headOf(isTurned ? front : back)
  }
}

/** Whether one reports a plan and the other the end of that same plan, and not of somebody else's. */
export const isGivenUp = (one: Deed | null, other: Deed | null, oneStory: boolean): boolean => {
  if (one === null || other === null || one.kind === other.kind) return false
  const [plan, end] = one.kind === "plan" ? [one, other] : [other, one]
  if (end.head.isDisjointFrom(plan.object)) return false
  const shared = plan.object.intersection(end.object)
  const fewer = Math.min(plan.object.size, end.object.size)
  if (shared.size === 0 || 2 * shared.size < fewer) return false
  const areNamed = plan.doers.size > 0 && end.doers.size > 0
  if (areNamed && plan.doers.isDisjointFrom(end.doers)) return false
  return shared.size >= 2 || (oneStory && areNamed)
}
