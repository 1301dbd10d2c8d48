import { bare, isStopWord, stem, stems, wordMatches } from "../../text/Words.ts"
import { isNegation, reporting, withoutPortugueseNo } from "../check/ClaimWords.ts"
import { namesOf } from "../check/Clauses.ts"
import { weekdays } from "../check/Periods.ts"
import { eitherWay } from "./EitherWay.ts"
import { perPiece } from "./PerPiece.ts"
import type { Telling } from "./StatedFigures.ts"
import { isTitled, plain } from "./TellingWords.ts"

/*
 * What one piece says about two names and another denies: "Voltmarsh is in talks to acquire Kerbwell", and "Kerbwell
 * says it is not in talks with Voltmarsh". Only a plain statement and a plain denial contradict each other. Both may be
 * true if the denial is limited ("not before May") or about the past, or if the statement is uncertain or about others,
 * too.
 */

interface Word {
  readonly text: string
  readonly stem: string
  /** Whether another part of the sentence begins with it. */
  readonly begins: boolean
}

/** A name in a sentence, known by its first word. */
interface Name {
  readonly key: string
  readonly from: number
  readonly end: number
  /** Whether it is somebody else: "Kerbwell's lenders" and "Kerbwell shareholders" are not Kerbwell. */
  readonly isOther: boolean
}

/** What is said, or denied, about one name and another. */
interface Claim {
  readonly sentence: string
  readonly subject: string
  readonly others: ReadonlySet<string>
  readonly content: ReadonlySet<string>
}

/** A plain statement about two names. */
interface Statement extends Claim {
  /** What is said about the first name. */
  readonly behind: ReadonlyArray<Word>
}

/** Words that begin a part of a sentence which limits the part before it. */
const limiting = new Set("after before when as if unless".split(" "))

/** Words that begin another part of a sentence. */
const joints = limiting.union(new Set("while but although though which who because and according".split(" ")))

/** Words that say when something was reported, and are not names. */
const weekday = new RegExp(String.raw` on (?:${weekdays.join("|")})\b`, "g")

/** "Denies", "dismisses reports of", "the report that … is untrue". */
const denying = /^(?:deny|denies|denied|denying)$/
const rejecting = /^(?:rejects?|rejected|dismiss(?:es|ed)?)$/
const reports = /^(?:reports?|rumou?rs?|claims?|speculation|suggestions?|stor(?:y|ies)|accounts?)$/
const untrue = /^(?:untrue|false|unfounded|baseless|inaccurate|incorrect|wrong)$/

/** Who speaks for a company. */
const spokesman = stems("spokesman spokesperson spokeswoman chief executive boss company firm")

/** With one of these words, statement and denial may both be true. */
const limits = stems(
  "before until till yet since this next last month quarter year week today tomorrow only further any longer anymore " +
    "may might could would should whether if unless"
)
const former = new Set("has have had was were did".split(" "))

/** Words that add nothing to what is denied: "nor with anyone else", "it is not true that". */
const idle = stems("anyone anybody else true case correct says said")

/** In these, both sides take part equally, so the order of the names does not matter. */
const mutual = stems("talk talks discussion discussions negotiation negotiations merger merge merging alliance")

/** How many words may precede such a thing: "in advanced talks". */
const mostAdjectives = 2

const wordsOf = (text: string): ReadonlyArray<Word> =>
  Array.from(wordMatches(text), ({ 0: word, index = 0 }): Word => {
    const isCut = /[,;:()–—]["”’]?\s?["“‘]?$/.test(text.slice(Math.max(0, index - 3), index))
    return { text: word, stem: stem(bare(word)), begins: isCut || joints.has(word.toLowerCase()) }
  })

const isIdle = ({ stem, text }: Word): boolean =>
  isStopWord(text.toLowerCase()) || idle.has(stem) || reporting.has(stem) || reports.test(text.toLowerCase())

/** The names in order. */
const namesIn = (words: ReadonlyArray<Word>, known: ReadonlySet<string>): ReadonlyArray<Name> => {
  const isName = (word: Word | undefined): boolean =>
    word !== undefined && /^\p{Lu}/u.test(word.text) && known.has(word.stem)
  return words.flatMap((word, from): ReadonlyArray<Name> => {
    if (!isName(word) || (isName(words[from - 1]) && !word.begins)) return []
    const behind = words.findIndex((next, at) => at > from && (!isName(next) || next.begins))
    const end = behind < 0 ? words.length : behind
    const next = words[end]
    const isFollowed =
      next !== undefined && !next.begins && !isIdle(next) && !spokesman.has(next.stem) && !/ed$|s$/.test(next.text)
    const isOwner = /['’]s?$/.test(words[end - 1]!.text)
    return [{ key: word.stem, from, end, isOther: isOwner || isFollowed }]
  })
}

const contentOf = (words: ReadonlyArray<Word>, known: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(words.flatMap((word) => (isIdle(word) || known.has(word.stem) ? [] : [word.stem])))

const endOf = (words: ReadonlyArray<Word>, from: number): number => {
  const next = words.findIndex(({ begins }, at) => begins && at > from)
  return next < 0 ? words.length : next
}

/** The place of a denial in a sentence, and the first and last word of what it denies. */
const deniedAt = (
  words: ReadonlyArray<Word>
): { readonly at: number; readonly from: number; readonly to: number } | null => {
  const lower = words.map(({ text }) => text.toLowerCase())
  const isUntrue = lower.findIndex((word) => untrue.test(word))
  const report = lower.findIndex((word) => reports.test(word))
  if (isUntrue > report && report >= 0) return { at: report, from: report + 1, to: isUntrue }
  const at = words.findIndex(
    (word, at) =>
      isNegation(word.stem, words[at + 1]?.stem) ||
      denying.test(lower[at]!) ||
      (rejecting.test(lower[at]!) && lower.slice(at + 1, at + 5).some((next) => reports.test(next)))
  )
  return at < 0 ? null : { at, from: at + 1, to: endOf(words, at) }
}

/** What a sentence plainly denies; null if it denies nothing, or only with a limit. */
const denialIn = (sentence: string, words: ReadonlyArray<Word>, known: ReadonlySet<string>): Claim | null => {
  const found = deniedAt(words)
  if (found === null) return null
  const { at, from, to } = found
  const names = namesIn(words, known)
  const subject = names.findLast(({ end }) => end <= at)
  const objects = names.filter((name) => name.from >= from && name.end <= to)
  if (subject === undefined || subject.isOther || objects.length === 0 || objects.some(({ isOther }) => isOther))
    return null
  // In "Kerbwell's lenders do not", it is not Kerbwell that denies it.
  const between = words.slice(subject.end, at)
  if (!between.every((word) => isIdle(word) || spokesman.has(word.stem))) return null
  // In "Kerbwell reports", "reports" is a verb.
  if (between.length === 0 && reports.test(words[at]!.text.toLowerCase())) return null
  const [verb] = between.slice(-1)
  const isReported = between.some(({ stem }) => reporting.has(stem))
  const isFormer =
    former.has(verb?.text.toLowerCase() ?? "") || /^(?:has|had|was|were|did)n['’]t$/.test(words[at]!.text)
  // "Has no plans" is about the present, and so is "said it was not".
  if (isFormer && words[at]!.text.toLowerCase() !== "no" && !(isReported && verb!.text.startsWith("w"))) return null
  const denied = words.slice(from, to)
  if (limiting.has(words[to]?.text.toLowerCase() ?? "")) return null
  if (denied.some(({ stem, text }) => limits.has(stem) || /\d/.test(text) || isNegation(stem))) return null
  // Of several names each must be denied: "with Voltmarsh or Amperly".
  const areApart = objects.slice(1).every(({ from }) => words[from - 1]!.text.toLowerCase() === "or")
  const content = contentOf(denied, known)
  if (!areApart || content.size === 0) return null
  return { sentence, subject: subject.key, others: new Set(objects.map(({ key }) => key)), content }
}

/** What a sentence plainly says about two names; null if it is about others, too, uncertain, or a question. */
const statementIn = (sentence: string, all: ReadonlyArray<Word>, known: ReadonlySet<string>): Statement | null => {
  const words = all.slice(0, endOf(all, 0))
  const [subject, other, ...more] = namesIn(words, known)
  if (subject === undefined || other === undefined || more.length > 0 || subject.from > 0) return null
  if (subject.key === other.key || other.isOther || /['’]s?$/.test(words[subject.end - 1]!.text)) return null
  const isUnsure = words.some(
    ({ stem, text }) =>
      isNegation(stem) || limits.has(stem) || former.has(text.toLowerCase()) || denying.test(text.toLowerCase())
  )
  return isUnsure || /\?["”’]?$/.test(sentence)
    ? null
    : {
        sentence,
        subject: subject.key,
        others: new Set([other.key]),
        content: contentOf(words, known),
        behind: words.slice(subject.end)
      }
}

/** Whether a statement says directly what is denied: "is in advanced talks", and not "ended talks". */
const saysFirst = ({ behind }: Statement, content: ReadonlySet<string>): boolean => {
  const at = behind.findIndex(({ stem }) => content.has(stem))
  const before = behind.slice(0, Math.max(0, at))
  const last = before.findLastIndex(({ text }) => isStopWord(text.toLowerCase()))
  const isPlain = before.slice(0, last + 1).every(({ text }) => isStopWord(text.toLowerCase()))
  const adjectives = before.length - 1 - last
  return at >= 0 && isPlain && adjectives <= (before[last]?.text.toLowerCase() === "in" ? mostAdjectives : 0)
}

const isDenied = (denial: Claim, said: Statement): boolean => {
  const [other] = said.others
  const areInOrder = denial.subject === said.subject && denial.others.has(other!)
  const areTurned = denial.subject === other && denial.others.has(said.subject)
  return (
    (areInOrder || (areTurned && denial.content.isSubsetOf(mutual))) &&
    denial.content.isSubsetOf(said.content) &&
    saysFirst(said, denial.content)
  )
}

interface Claims {
  readonly denials: ReadonlyArray<Claim>
  readonly statements: ReadonlyArray<Statement>
}

/** What a piece of news says and denies of two names. */
export const claimsOf = perPiece(({ sentences }: Telling): Claims => {
  const all = sentences
    .filter(({ text, verbatim }) => verbatim && !isTitled(text))
    .map(({ text }) => {
      const plainly = withoutPortugueseNo(plain(text.replace(weekday, "")))
      return { text, words: wordsOf(plainly), names: new Set(namesOf(plainly)) }
    })
  return {
    denials: all.flatMap(({ names, text, words }) => denialIn(text, words, names) ?? []),
    statements: all.flatMap(({ names, text, words }) => statementIn(text, words, names) ?? [])
  }
})

/** The sentences in which one of two pieces denies what the other says; null if neither does. */
export const deniedBetween = eitherWay((one: Telling, other: Telling) => {
  const { statements } = claimsOf(other)
  for (const denial of claimsOf(one).denials) {
    const said = statements.find((statement) => isDenied(denial, statement))
    if (said !== undefined) return [denial.sentence, said.sentence]
  }
  return null
})
