import { sidesOf } from "../check/ClaimWords.ts"
import { contradictEachOther } from "../check/Contradiction.ts"
import { type Token, tokens } from "../check/Tokens.ts"
import { isStopWord } from "../../search/Languages.ts"
import { bare, stem, wordMatches } from "../../text/Words.ts"

/** So many words, and this share of the shorter one's, tell that two sentences are about the same thing. */
const enough = { words: 2, share: 0.5 }

/** What a sentence is about: its words without those that say which way it went. */
const subjectOf = (all: ReadonlyArray<Token>): ReadonlySet<string> =>
  new Set(all.flatMap((token) => (token.is === "word" && sidesOf(token.stem) === null ? [token.stem] : [])))

interface Word {
  readonly text: string
  readonly stem: string
}

const wordsOf = (text: string): ReadonlyArray<Word> =>
  [...wordMatches(text)].map(([word]) => ({ text: word, stem: stem(bare(word)) }))

/** A name stands at most so many words from its verb. */
const reach = 3

/** What two do together has no sides to exchange. */
const mutual = /^(?:meet|met|join|merg|partner|team|marr|sign|agree|play)/i

const namesAmong = (words: ReadonlyArray<Word>): ReadonlySet<string> =>
  new Set(words.flatMap(({ stem, text }) => (/^\p{Lu}/u.test(text) ? [stem] : [])))

/** Who does it and to whom, by the verb: the names before it and behind it, turned round before "by". */
const rolesIn = (text: string) => {
  const all = wordsOf(text)
  return new Map(
    all.flatMap(({ stem, text }, at) => {
      if (isStopWord(text.toLowerCase(), "en") || mutual.test(text)) return []
      const before = namesAmong(all.slice(Math.max(0, at - reach), at))
      const behind = namesAmong(all.slice(at + 1, at + 1 + reach))
      const isPassive = all[at + 1]?.text.toLowerCase() === "by"
      return [[stem, isPassive ? { by: behind, to: before } : { by: before, to: behind }] as const]
    })
  )
}

/** Whether two around one verb have changed places: A sues B, B sues A. */
const areExchanged = (one: string, other: string): boolean => {
  const theirs = rolesIn(other)
  return [...rolesIn(one)].some(([verb, own]) => {
    const its = theirs.get(verb)
    if (its === undefined) return false
    const [doers, objects] = [own.by.difference(own.to), own.to.difference(own.by)]
    return (
      !doers.isDisjointFrom(its.to.difference(its.by)) &&
      !objects.isDisjointFrom(its.by.difference(its.to)) &&
      doers.isDisjointFrom(its.by) &&
      objects.isDisjointFrom(its.to)
    )
  })
}

/** What courts and offices deny is a request: that is what has happened. */
const denial =
  /(?<!\b(?:court|judge|jury|panel|tribunal|regulator|agency|ministry|office) )\b(?:denies|denied|dementiert)\b/i

/** Whether one denies what the other says. */
const isDenied = (one: string, other: string): boolean => denial.test(one) !== denial.test(other)

/**
 * Whether two sentences or headlines about the same thing tell the opposite: approved and rejected, rose and fell, who
 * did it and to whom it was done, said and denied.
 */
export const areContrary = (one: string, other: string): boolean => {
  const [own, others] = [tokens(one), tokens(other)]
  const [subject, theirs] = [subjectOf(own), subjectOf(others)]
  const shared = subject.intersection(theirs).size
  return (
    shared >= enough.words &&
    shared >= enough.share * Math.min(subject.size, theirs.size) &&
    (contradictEachOther(own, others) || areExchanged(one, other) || isDenied(one, other))
  )
}
