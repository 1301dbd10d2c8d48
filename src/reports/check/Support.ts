import type { ReportSource } from "../../domain/Report.ts"
import { type Clause, clausesOf, namesOf } from "./Clauses.ts"
import { contradicts, denies } from "./Contradiction.ts"
import { reporting } from "./Lexicon.ts"
import { isGrounded, plainText, quantities } from "./Numbers.ts"
import type { Sentence } from "./Sentences.ts"
import { type Passage, running, type Stored, storedOf } from "./Stored.ts"
import { type Token, tokens } from "./Tokens.ts"

/**
 * How much of what a sentence says one passage of what it cites must have, 0 to 1; the rest is room to paraphrase.
 * Chosen on one half of the planted faults (bench/quality/check.ts), where it catches most at no more than 5 % of false
 * alarms.
 */
export const covered = 0.8

/**
 * Why a sentence is not supported: it cites nothing; it cites what is not there, what was published after the report,
 * or what is no longer stored as it was; a number, a name or a quotation is not in what it cites; too many other words
 * are not; what it cites says the opposite; or what it puts together stands in different places.
 */
export type Fault =
  | "uncited"
  | "unresolved"
  | "future"
  | "altered"
  | "number"
  | "name"
  | "quotation"
  | "words"
  | "direction"
  | "negation"
  | "merged"

const union = <A>(sets: ReadonlyArray<ReadonlySet<A>>): ReadonlySet<A> => new Set(sets.flatMap((set) => [...set]))

type Readings = ReadonlyArray<string>

/** Whether a number is known in one of its meanings. */
const isKnown = (readings: Readings, known: ReadonlySet<string>): boolean =>
  readings.some((reading) => isGrounded(reading, known))

/** What numbers that stand together can mean: one without a unit may share that of another beside it. */
const sharingUnits = (all: ReadonlyArray<Readings>): ReadonlyArray<Readings> => {
  const kinds = new Set(all.map(([reading]) => reading!.split(":")[0]!))
  const units = [...kinds].filter((kind) => !/^(?:number|date|day|month|quarter|share)$/.test(kind))
  if (units.length === 0) return all
  return all.map((readings) =>
    readings.flatMap((reading) => [
      reading,
      ...(reading.startsWith("number:") ? units.map((unit) => reading.replace("number", unit)) : [])
    ])
  )
}

/** A sentence's numbers that its sources don't have. */
export const ungrounded = (text: string, sources: ReadonlyArray<ReportSource>): ReadonlyArray<string> => {
  const known = union(sources.map((source) => storedOf(source).numbers))
  const all = sharingUnits(quantities(plainText(text)).map(({ readings }) => readings))
  return all.filter((readings) => !isKnown(readings, known)).map(([reading]) => reading!)
}

const quotation = /“([^”]*)”/g

/** Words of a passage that stand for those of a clause. */
const has = (token: Token, { moves, numbers, stems }: Passage): boolean =>
  token.is === "number"
    ? isKnown(token.readings, numbers)
    : token.is === "movement"
      ? // Whether it goes the same way is asked of the passage that is found.
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

/**
 * So many words in a row that no source has say something of their own; two may be a way to put what the source says.
 */
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
  const meant = sharingUnits(tokens.flatMap((token) => (token.is === "number" ? [token.readings] : []))).values()
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
  // What has a name in one sentence is "it" in the next, so a name may stand anywhere in the source.
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
 * What keeps these sources from supporting that text, or null when they do. Every number, name and quotation must be
 * among their words. Then the text must be found in one passage of one source, whole or clause by clause: nearly all
 * its words and all its numbers, with the same direction and without being denied there.
 */
export const faultOf = (text: string, sources: ReadonlyArray<ReportSource>, enough: number = covered): Fault | null => {
  if (ungrounded(text, sources).length > 0) return "number"
  const stored = sources.map(storedOf)
  const known = union(stored.map(({ stems }) => stems))
  if (namesOf(text).some((name) => !known.has(name))) return "name"
  const isStored = (words: string) => stored.some((source) => source.running.includes(running(words)))
  if ([...text.matchAll(quotation)].some(([, words]) => !isStored(words!))) return "quotation"
  // What stands there word for word needs no interpretation.
  if (isStored(text)) return null
  const said = text.replace(quotation, " ; ")
  if (addsOwn(tokens(said), known)) return "words"
  const whole = clauseFault({ tokens: tokens(said), names: namesOf(said), inherited: [] }, stored, enough)
  // Of several sources the clauses are looked for apart: one may deny what another says.
  if (whole === null || (sources.length === 1 && (whole === "direction" || whole === "negation"))) return whole
  const clauses = clausesOf(said)
  if (clauses.length === 1) return whole
  return clauses.map((clause) => clauseFault(clause, stored, enough)).find((fault) => fault !== null) ?? null
}

/** The same for a sentence with its markers, among all sources of a report. */
export const sentenceFault = (sentence: Sentence, sources: ReadonlyMap<number, ReportSource>): Fault | null => {
  if (sentence.citations.length === 0) return "uncited"
  const cited = sentence.citations.map((n) => sources.get(n))
  return cited.every((source) => source !== undefined) ? faultOf(sentence.text, cited) : "unresolved"
}
