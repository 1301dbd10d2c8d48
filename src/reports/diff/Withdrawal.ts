import { bare, isStopWord, stem, wordMatches } from "../../text/Words.ts"
import { namesOf } from "../check/Clauses.ts"
import { isNegation } from "../check/ClaimWords.ts"
import { plainText } from "../check/Numbers.ts"

/*
 * A plan, and that it was given up: "plans a plant in Porto", "abandons the plant in Porto". Both cannot be so, though
 * the two words are no opposites by themselves.
 */

const stems = (text: string): ReadonlySet<string> => new Set(text.split(" ").map(stem))

const planning = stems(
  "plan plans planned planning propose proposes proposed intend intends intended pledge pledges pledged will to"
)
const givingUp = stems(
  "abandon abandons abandoned abandoning scrap scraps scrapped scrapping shelve shelves shelved shelving ditch ditches ditched ditching cancel cancels cancelled canceled cancelling withdraw withdraws withdrew withdrawn withdrawing"
)
/** Where nothing was given up yet: may abandon, threatens to scrap, denies that it was shelved. */
const unsure = stems(
  "may might could would consider considers considered considering threaten threatens threatened deny denies denied mull mulls refuse refuses refused if whether"
)
const passive = new Set(["is", "are", "was", "were", "been", "be", "being"])

/** So many words before the one that gives up tell whether it was. */
const reach = 4

interface Word {
  readonly text: string
  readonly stem: string
}

/** Who does something, and to what. */
interface Deed {
  readonly kind: "plan" | "end"
  readonly doers: ReadonlySet<string>
  readonly object: ReadonlySet<string>
}

const contentOf = (words: ReadonlyArray<Word>): ReadonlySet<string> =>
  new Set(
    words.flatMap(({ stem, text }) =>
      isStopWord(text.toLowerCase()) || /^\d/.test(text) || planning.has(stem) || givingUp.has(stem) ? [] : [stem]
    )
  )

const isOf =
  (words: ReadonlySet<string>) =>
  ({ stem, text }: Word): boolean =>
    words.has(stem) || words.has(text.toLowerCase())

/** The plan that a statement tells of, or its end; null where it tells of neither, or is not sure of it. */
export const deedOf = (text: string): Deed | null => {
  const words = [...wordMatches(plainText(text))].map(([word]): Word => ({ text: word, stem: stem(bare(word)) }))
  const ended = words.findIndex(isOf(givingUp))
  const at = ended >= 0 ? ended : words.findIndex(isOf(planning))
  if (at < 0) return null
  const before = words.slice(Math.max(0, at - reach), at)
  if (before.some((word) => isNegation(word.stem) || isOf(unsure)(word))) return null
  const [ahead, behind] = [contentOf(words.slice(0, at)), contentOf(words.slice(at + 1))]
  const names = new Set(namesOf(text))
  const isTurned = behind.size === 0 || passive.has(words[at - 1]?.text.toLowerCase() ?? "")
  return {
    kind: ended >= 0 ? "end" : "plan",
    doers: isTurned ? new Set() : ahead.intersection(names),
    object: isTurned ? ahead : behind
  }
}

/** Whether one tells of a plan and the other of its end. */
export const isGivenUp = (one: Deed | null, other: Deed | null, oneStory: boolean): boolean => {
  if (one === null || other === null || one.kind === other.kind) return false
  const shared = one.object.intersection(other.object)
  const fewer = Math.min(one.object.size, other.object.size)
  if (shared.size === 0 || 2 * shared.size < fewer) return false
  const areNamed = one.doers.size > 0 && other.doers.size > 0
  if (areNamed && one.doers.isDisjointFrom(other.doers)) return false
  return shared.size >= 2 || (oneStory && areNamed)
}
