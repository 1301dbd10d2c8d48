import { sidesOf } from "../check/ClaimWords.ts"
import { contradictEachOther } from "../check/Contradiction.ts"
import { type Token, tokens } from "../check/Tokens.ts"

/** So many words, and this share of the shorter one's, tell that two sentences are about the same thing. */
const enough = { words: 2, share: 0.5 }

/** What a sentence is about: its words without those that say which way it went. */
const subjectOf = (all: ReadonlyArray<Token>): ReadonlySet<string> =>
  new Set(all.flatMap((token) => (token.is === "word" && sidesOf(token.stem) === null ? [token.stem] : [])))

/** Whether two sentences or headlines about the same thing tell the opposite: approved and rejected, rose and fell. */
export const areContrary = (one: string, other: string): boolean => {
  const [own, others] = [tokens(one), tokens(other)]
  const [subject, theirs] = [subjectOf(own), subjectOf(others)]
  const shared = subject.intersection(theirs).size
  return (
    shared >= enough.words &&
    shared >= enough.share * Math.min(subject.size, theirs.size) &&
    contradictEachOther(own, others)
  )
}
