import { contentStems, nameStems } from "../../../text/Words.ts"
import { numbers } from "../../check/Numbers.ts"
import { tokens } from "../../check/Tokens.ts"
import { quoted } from "../../document/Markdown.ts"
import { type Facet, facetsOf } from "../../evidence/Facets.ts"
import { standingFacetsOf } from "../../evidence/Open.ts"
import type { Evidence } from "../../evidence/Evidence.ts"
import { namesOf, type Piece } from "../../evidence/Piece.ts"
import type { Turn } from "../../evidence/Turns.ts"
import type { Section } from "../../Outline.ts"
import { say, type Statement } from "../Writer.ts"
import { type OtherSides, saysOtherwise } from "./OtherSides.ts"
import { needsFigure, needsMatter, pointsAway } from "./OutOfContext.ts"

type Sentence = Piece["sentences"][number]

/** Whether a sentence of a piece says itself, on that day, what its section is about. */
const fits = (text: string, piece: Piece, { facets }: Section, asOf: string | undefined): boolean => {
  // The service's own facts are one sentence each, of one kind.
  if (piece.kind !== "signal") return true
  const own = standingFacetsOf(text, piece, asOf)
  return (
    facets.some((facet) => own.has(facet)) ||
    (facets.includes("competition") && namesOf(piece).some((name) => text.includes(name)))
  )
}

/** Sentences with figures say more than others. */
const measures = ({ text }: Sentence): number => Number(numbers(text).length > 0)

const bothOf = (text: string): ReadonlySet<string> => new Set([...contentStems(text), ...numbers(text)])

/** How many words of the headline a sentence has: with more of them it is easier to understand without the headline. */
const alike = ({ text }: Sentence, { title }: Piece): number => bothOf(text).intersection(bothOf(title)).size

/** Words that refer to somebody named before. */
const namesNobody = /\b(?:the (?:company|firm|group|maker|operator)|it (?:said|says|added))\b/i

/** Whether a sentence names the market, or a company that is known to be of it. */
const namesMarket = ({ text }: Sentence, piece: Piece, niche: ReadonlySet<string>): boolean =>
  namesOf(piece).some((name) => text.includes(name)) ||
  (!namesNobody.test(text) && !new Set(contentStems(text)).isDisjointFrom(niche))

/** Whether it names somebody, or something, of the headline. */
const namesHeadline = ({ text }: Sentence, { title }: Piece): boolean =>
  !new Set(nameStems(text)).isDisjointFrom(new Set(contentStems(title)))

/** Whether a sentence reports an event, a change or figures, and not only how things are. */
const isNews = ({ text }: Sentence): boolean =>
  facetsOf(text).size > 1 || numbers(text).length > 1 || tokens(text).some(({ is }) => is === "movement")

/** Whether a text quotes the headline of a piece. */
export const quotes = (text: string, { headline }: Piece): boolean =>
  headline !== null && text.includes(quoted(headline))

/** Hands out the sentences of pieces, each once in the whole report; `quoting` are texts that may quote some. */
export const makeTeller = (
  { asOf, pieces }: Evidence,
  quoting: ReadonlyArray<string>,
  niche: ReadonlySet<string>,
  sides: OtherSides
) => {
  const told = new Set(
    pieces.flatMap((piece) => (quoting.some((text) => quotes(text, piece)) ? [piece.headline!] : []))
  )
  /** Statements, followed by what others say against their quotations. */
  const withOtherSides = (statements: ReadonlyArray<Statement>, isRunning = false): ReadonlyArray<Statement> => {
    const missing = sides.missingIn(statements)
    for (const { text } of missing) told.add(text)
    return [...statements, ...missing.map((side) => saysOtherwise(side, isRunning))]
  }

  /**
   * Sentences that were not used yet. If their other side was used, they are left out, because it cannot follow again.
   */
  const untold = (piece: Piece, sentences: ReadonlyArray<Sentence>): ReadonlyArray<Sentence> =>
    sentences.filter(({ text }) => {
      const others = sides.of(piece, text)
      return !told.has(text) && (others.length === 0 || others.some((other) => !told.has(other.text)))
    })

  /**
   * The sentences that a piece may be quoted with first: where another denies what it says, only that, because the
   * denial follows it.
   */
  const opening = (piece: Piece, sentences: ReadonlyArray<Sentence>): ReadonlyArray<Sentence> => {
    const denied = untold(piece, piece.sentences).filter(({ text }) => sides.isDenied(piece, text))
    return denied.length === 0 ? sentences : sentences.filter((sentence) => denied.includes(sentence))
  }

  const said = (
    { attribution, n }: Piece,
    headline: Sentence | undefined,
    ...sentences: ReadonlyArray<Sentence>
  ): Statement => {
    for (const one of [headline, ...sentences]) if (one !== undefined) told.add(one.text)
    const own = sentences.map(({ text }) => text).join(" ")
    const words = own === "" ? [] : [sentences.every(({ verbatim }) => verbatim) ? quoted(own) : own]
    const text = [...words, ...(attribution === null ? [] : [`– ${attribution}`])].join(" ")
    return { lead: headline === undefined ? null : quoted(headline.text), text, citations: [n] }
  }

  const standsAlone = ({ text }: Sentence) => !pointsAway(text, niche) && !needsMatter(text)

  /** A sentence, after the one that names what it is about if it needs that; empty if it cannot be understood. */
  const understood = (
    sentence: Sentence,
    { quote, sentences }: Piece,
    headline: Sentence | undefined
  ): ReadonlyArray<Sentence> => {
    if (needsFigure(sentence.text)) return headline !== undefined && measures(headline) > 0 ? [sentence] : []
    if (!needsMatter(sentence.text)) return headline !== undefined || standsAlone(sentence) ? [sentence] : []
    const before = sentences[sentences.indexOf(sentence) - 1]
    if (before === undefined || told.has(before.text)) return []
    return quote.includes(`${before.text} ${sentence.text}`) ? [before, sentence] : []
  }

  return {
    withOtherSides,
    /**
     * The sentence that fits the facet best and is understood without its headline, which is left to the section. A
     * sentence that the section needs is not taken.
     */
    point: (piece: Piece, section: Section, facet: Facet, isLast: boolean) => {
      const isFitting = ({ text }: Sentence) => fits(text, piece, section, asOf)
      const isSpare = (sentence: Sentence) =>
        piece.sentences.some((other) => other !== sentence && !told.has(other.text) && isFitting(other))
      const isSought = ({ text }: Sentence) => Number(fits(text, piece, { ...section, facets: [facet] }, asOf))
      const tells = (sentence: Sentence) =>
        (isNews(sentence) && namesMarket(sentence, piece, niche)) ||
        (isLast && (namesHeadline(sentence, piece) || namesMarket(sentence, piece, niche)))
      const alone = opening(piece, untold(piece, piece.sentences.slice(1)))
        .filter((sentence) => isSpare(sentence) && standsAlone(sentence) && tells(sentence))
        .toSorted((one, other) => isSought(other) - isSought(one) || alike(other, piece) - alike(one, piece))
      // A headline is always understood alone, but its section needs it more, so it comes last.
      const [sentence] = isLast
        ? [...alone, ...opening(piece, untold(piece, piece.sentences.slice(0, 1))).filter(isSpare)]
        : alone
      return sentence === undefined ? [] : withOtherSides([said(piece, undefined, sentence)])
    },
    /** How things are now, and what was before. */
    turn: ({ before, now, sentences: [own, its] }: Turn<Piece>) => {
      const [sentence] = untold(
        now,
        now.sentences.filter(({ text }) => text === own)
      )
      const was = `${quoted(its)} – ${before.attribution}`
      return withOtherSides(
        sentence === undefined
          ? [say(`Before ${quoted(own)}: ${was}`, [now.n, before.n])]
          : [said(now, undefined, sentence), say(`Before that: ${was}`, [before.n])]
      )
    },
    /**
     * The headline and one more sentence. One of them must be about the section's subject; else nothing is returned.
     */
    item: (piece: Piece, section: Section) => {
      const isFitting = ({ text }: Sentence) => fits(text, piece, section, asOf)
      const [title] = piece.sentences.slice(0, 1)
      const [first] = untold(piece, piece.sentences.slice(0, 1))
      if (piece.headline === null) return first === undefined ? [] : [said(piece, undefined, first)]
      const rest = untold(piece, piece.sentences.slice(1))
        .filter((sentence) => understood(sentence, piece, first).length > 0)
        .toSorted((one, other) => measures(other) - measures(one))
      const found = rest.find(isFitting) ?? (title !== undefined && isFitting(title) ? rest[0] : undefined)
      if (found === undefined && (first === undefined || !isFitting(first))) return []
      const isLed = first !== undefined && opening(piece, [first]).length > 0
      const quotable = isLed ? rest : opening(piece, rest)
      const more = quotable.find((sentence) => sentence === found) ?? quotable[0]
      if (more === undefined && !isLed) return []
      const shown = more === undefined ? [] : understood(more, piece, first)
      return withOtherSides([said(piece, first, ...shown)])
    }
  }
}
export type Teller = ReturnType<typeof makeTeller>
