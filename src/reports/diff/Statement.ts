import { plainText, quantities } from "../check/Numbers.ts"
import { contradictEachOther } from "../check/Contradiction.ts"
import { sidesOf } from "../check/ClaimWords.ts"
import { lettersOf } from "../check/Quotations.ts"
import { type Token, tokens } from "../check/Tokens.ts"
import { changedLevels, type Level, levelsIn } from "./Levels.ts"
import { isDated } from "./When.ts"
import { deedOf, isGivenUp } from "./Withdrawal.ts"
import type { ChangedFigure } from "../../domain/ReportDiff.ts"
import { bare, likeness, stem, wordMatches, words } from "../../text/Words.ts"

/*
 * How two statements stand to each other. It is decided for precision: what is not clearly the same, the same with
 * other figures or the opposite is another statement.
 */

/** Statements that share so much of their words, and all figures, are the same. */
const same = 0.9

/** Statements of one story with other figures share so much of their other words. */
const alike = 0.85

/** Fewer words say too little to tell what they are about. */
const least = 3

interface Figure {
  readonly reading: string
  readonly text: string
}

/** A statement, ready to be compared. */
export interface Statement {
  /** Its letters and digits. */
  readonly letters: string
  readonly words: number
  /** What it says beside its figures. */
  readonly stems: ReadonlySet<string>
  /** The same, in order. */
  readonly order: ReadonlyArray<string>
  /** Whether it is so, was so, will or may be so. */
  readonly moods: ReadonlySet<string>
  /** The same without what tells a direction: it says what the statement is about. */
  readonly subject: ReadonlySet<string>
  /** Words that may be names: what is written with a capital letter. */
  readonly names: ReadonlySet<string>
  readonly figures: ReadonlyArray<Figure>
  readonly tokens: ReadonlyArray<Token>
  /** The prices and other levels that it tells. */
  readonly levels: ReadonlyArray<Level>
  /** The plan that it tells of, or its end. */
  readonly deed: ReturnType<typeof deedOf>
}

const stemOf = (token: Token): string | null =>
  token.is === "number" ? null : token.is === "negation" ? "not" : token.stem

/** Words that carry no meaning of their own, but tell a plan from what was done. */
const moods = new Set("will would shall should can could may might must has have had was were to".split(" "))

export const statementOf = (text: string): Statement => {
  const plain = plainText(text)
  const read = tokens(text)
  const letters = lettersOf(text)
  const order = read.flatMap((token) => stemOf(token) ?? [])
  return {
    letters,
    words: letters.trim().split(" ").length,
    stems: new Set(order),
    order,
    moods: new Set(words(text).filter((word) => moods.has(word))),
    subject: new Set(
      read.flatMap((token) => (token.is === "word" && sidesOf(token.stem) === null ? [token.stem] : []))
    ),
    names: new Set([...wordMatches(plain)].flatMap(([word]) => (/^\p{Lu}/u.test(word) ? [stem(bare(word))] : []))),
    figures: quantities(plain).map(({ end, readings, start }) => ({
      reading: readings[0]!,
      text: plain.slice(start, end).trim()
    })),
    tokens: read,
    levels: levelsIn(plain),
    deed: deedOf(text)
  }
}

/** Whether no name stands in one of these alone: what speaks of somebody else says something else. */
const namesAgree = (one: Statement, other: Statement, of: "stems" | "subject"): boolean =>
  [...one[of].symmetricDifference(other[of])].every((word) => !one.names.has(word) && !other.names.has(word))

/** Whether the words that both share stand in the same order: only the order tells who does what to whom. */
const isInOrder = (one: Statement, other: Statement, of: "stems" | "subject"): boolean => {
  const [own, others] = [one, other].map(({ order }) =>
    order.filter((word) => one[of].has(word) && other[of].has(word))
  )
  return own!.join(" ") === others!.join(" ")
}

const readings = (figures: ReadonlyArray<Figure>): ReadonlySet<string> => new Set(figures.map(({ reading }) => reading))

const sequence = (figures: ReadonlyArray<Figure>): string => figures.map(({ reading }) => reading).join(" ")

const isEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && one.isSubsetOf(other)

/** The times that it is for. */
const periods = ({ figures }: Statement): ReadonlySet<string> =>
  readings(figures.filter(({ reading }) => isDated(reading)))

/** The figures that differ: by their places if both have as many, else those that only one of the two has. */
const changedFigures = (before: Statement, after: Statement): ReadonlyArray<ChangedFigure> => {
  if (before.figures.length === after.figures.length)
    return before.figures.flatMap(({ reading, text }, n) => {
      const now = after.figures[n]!
      return reading === now.reading ? [] : [{ of: null, before: text, after: now.text }]
    })
  const [earlier, later] = [readings(before.figures), readings(after.figures)]
  const lost = before.figures.filter(({ reading }) => !later.has(reading))
  const found = after.figures.filter(({ reading }) => !earlier.has(reading))
  return [
    ...lost.map(({ text }) => ({ of: null, before: text, after: null })),
    ...found.map(({ text }) => ({ of: null, before: null, after: text }))
  ]
}

export interface Relation {
  readonly is: "same" | "changed" | "contradicted"
  readonly likeness: number
  /** What differs where it is changed. */
  readonly figures: ReadonlyArray<ChangedFigure>
}

const stands = (is: "same" | "contradicted", likeness: number): Relation => ({ is, likeness, figures: [] })

/** How two statements stand to each other by nearly all of their words. */
const byWords = (one: Statement, other: Statement, oneStory: boolean, mayChange: boolean): Relation | null => {
  if (Math.min(one.stems.size, other.stems.size) < least) return null
  const share = likeness(one.stems, other.stems)
  const about = likeness(one.subject, other.subject)
  if (share < alike && about < same) return null
  if (!isEqual(one.moods, other.moods)) return null
  const agree = sequence(one.figures) === sequence(other.figures)
  if (contradictEachOther(one.tokens, other.tokens)) {
    const isOpposite =
      about >= same &&
      Math.min(one.subject.size, other.subject.size) >= 2 &&
      namesAgree(one, other, "subject") &&
      isInOrder(one, other, "subject") &&
      isEqual(periods(one), periods(other)) &&
      // Of one period, or with a figure in common, both cannot be so.
      (agree || oneStory || !readings(one.figures).isDisjointFrom(readings(other.figures)))
    return isOpposite ? stands("contradicted", about) : null
  }
  if (!namesAgree(one, other, "stems") || !isInOrder(one, other, "stems")) return null
  if (agree) return share >= same ? stands("same", share) : null
  const isChanged = oneStory && mayChange && share >= alike && one.figures.length > 0 && other.figures.length > 0
  return isChanged ? { is: "changed", likeness: share, figures: changedFigures(one, other) } : null
}

/**
 * How two statements stand to each other; null where each says something of its own. `oneStory`: both rest on the same
 * thing or the same story. `mayChange`: what one rests on is of another day, or the same source.
 */
export const relationOf = (
  one: Statement,
  other: Statement,
  oneStory: boolean,
  mayChange: boolean
): Relation | null => {
  if (one.letters === other.letters && one.letters.trim() !== "") return stands("same", 1)
  const share = likeness(one.stems, other.stems)
  if (isGivenUp(one.deed, other.deed, oneStory)) return stands("contradicted", share)
  const found = byWords(one, other, oneStory, mayChange)
  if ((found !== null && found.is !== "changed") || !mayChange) return found
  const { changed, haveOtherTimes } = changedLevels(one.levels, other.levels, isEqual(periods(one), periods(other)))
  if (changed.length === 0) return haveOtherTimes ? null : found
  if (found !== null && !haveOtherTimes) return found
  return {
    is: "changed",
    likeness: share,
    figures: changed.map(([before, after]) => ({ of: null, before: before.text, after: after.text }))
  }
}
