import type { ReportSource } from "../../domain/Report.ts"
import { type Clause, clausesOf, namesOf } from "./Clauses.ts"
import { isMisbound } from "./Binding.ts"
import type { Derivation } from "./Calculation.ts"
import { contradicts, denies } from "./Contradiction.ts"
import { standsFor } from "./Derived.ts"
import { reporting } from "./ClaimWords.ts"
import { impliedBy } from "./ImpliedNumbers.ts"
import { readable } from "./InEnglish.ts"
import { spansMissing, spanWordsIn } from "./Lasting.ts"
import { multiplesMissing, worded } from "./Multiples.ts"
import { deniesSome } from "./NoneOf.ts"
import { countsNothing, isCount, isGrounded, isPeriod, isYear, kindOf, numbers, quantities } from "./Numbers.ts"
import { inferringFrom } from "./Inferred.ts"
import { unitsOf, rateOf } from "./Rates.ts"
import { isRounded } from "./Rounding.ts"
import { hasWords, misquotes } from "./Quotations.ts"
import { type Passage, running, type Stored, storedOf, union } from "./SourceText.ts"
import { strayMissing, straysIn } from "./Strays.ts"
import { hasYear, isMistimed, isTold } from "./Times.ts"
import { type Token, tokens } from "./Tokens.ts"
import { isOnOtherDay } from "./Weekdays.ts"

/**
 * How much of what a sentence says one passage of what it cites must have, 0 to 1; the rest is room to paraphrase.
 * Chosen on one half of the planted faults (bench/quality/check.ts), where it catches most at no more than 5 % of false
 * alarms.
 */
export const covered = 0.8

/**
 * Why a sentence is not supported: it cites nothing; it cites what is not there, what was published after the report,
 * or what is no longer stored as it was; a number, a name or a quotation is not in what it cites, or a figure is, and
 * belongs to something else there; too many other words are not; what it cites says the opposite; what it puts
 * together stands in different places; or a judge says that what it cites does not support it.
 */
export type Fault =
  | "uncited"
  | "unresolved"
  | "future"
  | "altered"
  | "number"
  | "figure"
  | "name"
  | "quotation"
  | "words"
  | "direction"
  | "negation"
  | "merged"
  | "unsupported"

type Readings = ReadonlyArray<string>

/** Whether a number is known in one of its meanings. */
const isKnown = (readings: Readings, known: ReadonlySet<string>): boolean =>
  readings.some((reading) => isGrounded(reading, known))

/** What numbers that stand together can mean: one that counts nothing may share the unit of another beside it. */
const sharingUnits = (
  all: ReadonlyArray<{ readonly readings: Readings; readonly isFree: boolean }>
): ReadonlyArray<Readings> => {
  const kinds = new Set(all.map(({ readings: [reading] }) => kindOf(reading!)))
  const units = [...kinds].filter((kind) => kind !== "number" && !isPeriod(kind))
  return all.map(({ isFree, readings }) =>
    !isFree || isYear(readings[0]!)
      ? readings
      : readings.flatMap((reading) => [
          reading,
          ...(reading.startsWith("number:") ? units.map((unit) => reading.replace("number", unit)) : [])
        ])
  )
}

/** Of a text with more figures than anybody reads, the further ones are not worked out. */
const mostInferred = 16

/**
 * A sentence's numbers that its sources don't have. `derived` are numbers that were computed from theirs
 * (Calculation.ts); the sentence may round them.
 */
export const ungrounded = (
  text: string,
  sources: ReadonlyArray<ReportSource>,
  derived: ReadonlyArray<Derivation> = []
): ReadonlyArray<string> => {
  if (sources.some((source) => hasWords(source, text))) return []
  const known = union(sources.flatMap((source) => [storedOf(source).numbers, impliedBy(source)]))
  const measures = union(sources.map(unitsOf))
  const plain = readable(text)
  const found = quantities(plain)
  const isInferred = inferringFrom(sources, plain)
  const missing = sharingUnits(found.map((each) => ({ readings: each.readings, isFree: countsNothing(plain, each) })))
    .filter((readings, index) => {
      const quantity = { ...found[index]!, readings }
      const isDerived = derived.some((one) => standsFor(plain, quantity, one, sources))
      if (isYear(readings[0]!)) {
        const calendar = readings[0]!.replace("number", "calendar")
        const isWorkedOut = isCount(plain, quantity)
          ? isDerived
          : derived.some((one) => one.readings.includes(calendar))
        return !isWorkedOut && !sources.some((source) => hasYear(plain, quantity, source))
      }
      const rate = rateOf(plain, quantity)
      const isStated = rate === null || measures.has(rate)
      return (
        !(isStated && (isKnown(readings, known) || isRounded(plain, quantity, known))) &&
        !isDerived &&
        !(index < mostInferred && (isInferred(quantity) || isTold(plain, quantity, sources)))
      )
    })
    .map(([reading]) => reading!)
  return [
    ...missing,
    ...multiplesMissing(plain, sources),
    ...spansMissing(plain, sources),
    ...strayMissing(text, sources)
  ]
}

/** How many figures a text has, in digits and in words. */
export const figuresIn = (text: string): number =>
  numbers(text).length + worded(readable(text)).length + spanWordsIn(readable(text)).length + straysIn(text).length

const quotation = /“([^”]*)”/g

/** Words of a passage that stand for those of a clause. */
const has = (token: Token, { moves, numbers, source, stems }: Passage): boolean =>
  token.is === "number"
    ? isKnown(token.readings, numbers) || isKnown(token.readings, impliedBy(source))
    : token.is === "movement"
      ? // The direction is only compared with the passage that is found.
        stems.has(token.stem) || moves
      : token.is === "negation" || stems.has(token.stem) || reporting.has(token.stem)

/** How much numbers count beside words: what is measured matters more than how it is told. */
const weightOf = (token: Token): number => (token.is === "number" ? 2 : token.is === "negation" ? 0 : 1)

/**
 * The share of a clause that a passage has; 0 as soon as that is less than enough, since most passages are about
 * something else.
 */
const coverage = (clause: ReadonlyArray<Token>, passage: Passage, enough: number): number => {
  const all = clause.reduce((sum, token) => sum + weightOf(token), 0)
  let found = all
  for (const token of clause) {
    if (!has(token, passage)) found -= weightOf(token)
    if (found / all < enough) return 0
  }
  return all === 0 ? 1 : found / all
}

/** So many words in a row that no source has add a claim; two may be a paraphrase. */
const ownWords = 3

/** Whether a text adds a claim of its own to what its sources say. */
const addsOwn = (said: ReadonlyArray<Token>, known: ReadonlySet<string>): boolean => {
  let row = 0
  return said.some((token) => {
    const own = token.is === "word" && !known.has(token.stem) && !reporting.has(token.stem)
    row = own ? row + 1 : 0
    return row >= ownWords
  })
}

/** A clause's tokens, its numbers with all that they can mean beside each other. */
const understood = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const meant = sharingUnits(
    tokens.flatMap((token) => (token.is === "number" ? [{ readings: token.readings, isFree: true }] : []))
  ).values()
  return tokens.map((token) => (token.is === "number" ? { ...token, readings: meant.next().value! } : token))
}

/** Looks for one claim in one place of what is cited. */
const clauseFault = (
  { inherited, names, tokens: written }: Clause,
  sources: ReadonlyArray<Stored>,
  enough: number
): Fault | null => {
  const naming = sources.filter(
    ({ stems }) =>
      names.every((name) => stems.has(name)) && (inherited.length === 0 || inherited.some((name) => stems.has(name)))
  )
  if (naming.length === 0) return "merged"
  const tokens = understood(written)
  const missing = (passage: Passage) => tokens.filter((token) => !has(token, passage))
  const near = (among: ReadonlyArray<Stored>, said: ReadonlyArray<Token>) =>
    among
      .flatMap(({ passages }) => passages)
      .map((passage) => ({ passage, share: coverage(said, passage, enough) }))
      .filter(({ share }) => share >= enough)
  // A name in one sentence is "it" in the next, so a name may be anywhere in the source.
  const rest = tokens.filter((token) => token.is !== "word" || !names.includes(token.stem))
  const alike = near(naming, rest)
  // Said by a source that speaks of somebody else.
  if (alike.length === 0) return naming.length < sources.length && near(sources, rest).length > 0 ? "merged" : "words"
  const whole = alike.filter(({ passage }) => missing(passage).every((token) => token.is !== "number"))
  if (whole.length === 0) return "merged"
  const { passage } = whole.reduce((best, one) => (one.share > best.share ? one : best))
  if (contradicts(tokens, passage)) return "direction"
  return denies(
    tokens,
    passage,
    naming.flatMap(({ lines }) => lines)
  )
    ? "negation"
    : null
}

/**
 * What can be said for certain against a text: a number or a quotation that none of these sources has, and a number
 * that was not derived from theirs either; or a figure that they have for something else.
 */
export const exactFaultOf = (
  text: string,
  sources: ReadonlyArray<ReportSource>,
  derived: ReadonlyArray<Derivation> = []
): "number" | "quotation" | "figure" | null => {
  if (ungrounded(text, sources, derived).length > 0 || isMistimed(text, sources)) return "number"
  if (!sources.some((source) => hasWords(source, text)) && (isOnOtherDay(text, sources) || deniesSome(text, sources)))
    return "number"
  return misquotes(text, sources) ? "quotation" : isMisbound(text, sources) ? "figure" : null
}

/**
 * What keeps these sources from supporting that text, or null when they do. Every number, name and quotation must be
 * among their words. Then the text must be found in one passage of one source, whole or clause by clause: nearly all
 * its words and all its numbers, with the same direction and without being denied there.
 */
export const faultOf = (text: string, sources: ReadonlyArray<ReportSource>, enough: number = covered): Fault | null => {
  const exact = exactFaultOf(text, sources)
  if (exact === "number") return exact
  const stored = sources.map(storedOf)
  const known = union(stored.map(({ stems }) => stems))
  if (namesOf(text).some((name) => !known.has(name))) return "name"
  if (exact === "quotation") return exact
  // Words that stand in the source exactly are supported.
  if (stored.some((source) => source.running.includes(running(text)))) return null
  return passageFault(text, stored, known, enough) ?? exact
}

/** What keeps passages of these sources from saying a text. */
const passageFault = (
  text: string,
  stored: ReadonlyArray<Stored>,
  known: ReadonlySet<string>,
  enough: number
): Fault | null => {
  const said = text.replace(quotation, " ; ")
  if (addsOwn(tokens(said), known)) return "words"
  const whole = clauseFault({ tokens: tokens(said), names: namesOf(said), inherited: [] }, stored, enough)
  // Clauses are looked for in each source separately: one source may deny what another says.
  if (whole === null || (stored.length === 1 && (whole === "direction" || whole === "negation"))) return whole
  const clauses = clausesOf(said)
  if (clauses.length === 1) return whole
  return clauses.map((clause) => clauseFault(clause, stored, enough)).find((fault) => fault !== null) ?? null
}
