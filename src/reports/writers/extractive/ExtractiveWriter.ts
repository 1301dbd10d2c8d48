import { Effect, Layer } from "effect"
import type { ReportRequest } from "../../../domain/Report.ts"
import { allocate } from "./Allocation.ts"
import type { Evidence } from "../../evidence/Evidence.ts"
import { countOnly, readFirst, sourcesFirst, verdicts } from "../../check/Formulas.ts"
import { facetsOf, leaningOf } from "../../check/Lexicon.ts"
import { quoted } from "../../document/Markdown.ts"
import { outlineOf, type Section } from "../../Outline.ts"
import type { Piece } from "../../evidence/Piece.ts"
import { type Sides, sidesOf } from "../../evidence/Sides.ts"
import { numbers } from "../../check/Numbers.ts"
import { contentStems } from "../../../text/Words.ts"
import { type Draft, type Paragraph, ReportWriter, type Statement } from "../Writer.ts"

/** How many sources the summary quotes: one for each section of the longest outline. */
const summarised = 8

/** How many sources of a side the recommendation points to. */
const pointed = 3

const say = (text: string, citations: ReadonlyArray<number> = []): Statement => ({ lead: null, text, citations })
const prose = (...statements: ReadonlyArray<Statement>): Paragraph => ({ form: "prose", statements })
const list = (statements: ReadonlyArray<Statement>): Paragraph => ({ form: "list", statements })
const numbersOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<number> => pieces.map(({ n }) => n)

type Sentence = Piece["sentences"][number]

/** Whether a sentence says itself what its section is about. */
const fits = (text: string, { facets }: Section): boolean => {
  const own = facetsOf(text)
  return facets.some((facet) => facet !== "news" && own.has(facet))
}

/** Whether a sentence says the opposite of what its section is for. */
const opposes = (text: string, { facets }: Section): boolean => {
  const leaning = leaningOf(text)
  const sides = facets.filter((facet) => facet === "favourable" || facet === "adverse")
  return leaning !== null && sides.length === 1 && !sides.includes(leaning)
}

/** The sentence that has most of the headline's words and numbers: without the headline it is understood best. */
const likest = (piece: Piece, sentences: ReadonlyArray<Sentence>): Sentence | undefined => {
  const said = (text: string) => new Set([...contentStems(text), ...numbers(text)])
  const title = said(piece.title)
  const alike = ({ text }: Sentence) => said(text).intersection(title).size
  return sentences.toSorted((one, other) => alike(other) - alike(one))[0]
}

/** Hands out the sentences of pieces, each once in the whole report. */
const makeTeller = () => {
  const told = new Set<string>()

  const untold = (sentences: ReadonlyArray<Sentence>): ReadonlyArray<Sentence> =>
    sentences.filter(({ text }) => !told.has(text))

  const said = (
    { attribution, n }: Piece,
    headline: Sentence | undefined,
    sentence: Sentence | undefined
  ): Statement => {
    for (const one of [headline, sentence]) if (one !== undefined) told.add(one.text)
    const words = sentence === undefined ? [] : [sentence.verbatim ? quoted(sentence.text) : sentence.text]
    const text = [...words, ...(attribution === null ? [] : [`– ${attribution}`])].join(" ")
    return { lead: headline === undefined ? null : quoted(headline.text), text, citations: [n] }
  }

  /** What a piece adds to its headline, if possible what the section is about; undefined when all is told. */
  const added = ({ sentences }: Piece, section: Section): Sentence | undefined => {
    const more = untold(sentences.slice(1)).filter(({ text }) => !opposes(text, section))
    return more.find(({ text }) => fits(text, section)) ?? more[0]
  }

  return {
    /** The one sentence that is best understood without its headline, which is left to the section. */
    point: (piece: Piece) => {
      const sentence = likest(piece, untold(piece.sentences.slice(1)))
      return sentence === undefined ? [] : [said(piece, undefined, sentence)]
    },
    /** The headline and one sentence more. */
    item: (piece: Piece, section: Section) => {
      const [first] = untold(piece.sentences.slice(0, 1))
      if (piece.headline === null) return first === undefined ? [] : [said(piece, undefined, first)]
      const more = added(piece, section)
      return first === undefined && more === undefined ? [] : [said(piece, first, more)]
    }
  }
}
type Teller = ReturnType<typeof makeTeller>

/** From each section the best piece that has more to say than its headline. */
const highlights = (
  outline: ReadonlyArray<Section>,
  allocated: ReadonlyMap<string, ReadonlyArray<Piece>>
): ReadonlyArray<Piece> =>
  outline
    .flatMap(({ slug }) => allocated.get(slug)?.find(({ sentences }) => sentences.length > 1) ?? [])
    .slice(0, summarised)

const summary = (used: ReadonlyArray<Piece>, shown: ReadonlyArray<Piece>, teller: Teller): ReadonlyArray<Paragraph> => {
  if (used.length === 0) return []
  return shown.length === 0
    ? [prose(say(sourcesFirst, numbersOf(used.slice(0, summarised))))]
    : [list(shown.flatMap(teller.point))]
}

/** What the two sides come to. */
const verdictOf = ({ found, weight }: Sides): (typeof verdicts)[keyof typeof verdicts] =>
  found.adverse.length === 0
    ? verdicts.onlyFor
    : found.favourable.length === 0
      ? verdicts.onlyAgainst
      : weight.favourable > weight.adverse
        ? verdicts.moreFor
        : weight.favourable === weight.adverse
          ? verdicts.even
          : verdicts.moreAgainst

/**
 * A decision brief's last word: what the two sides weigh, how to act on that, and what to read first. None without
 * enough of it.
 */
const recommendation = (
  sides: Sides,
  reasons: ReadonlyArray<Piece>,
  doubts: ReadonlyArray<Piece>
): ReadonlyArray<Paragraph> => {
  if (!sides.decide) return []
  const { step, verdict } = verdictOf(sides)
  const first = (text: string, side: ReadonlyArray<Piece>) =>
    side.length === 0 ? [] : [say(text, numbersOf(side.slice(0, pointed)))]
  return [
    prose(say(verdict), say(countOnly), say(step)),
    list([...first(readFirst.reasons, reasons), ...first(readFirst.doubts, doubts)])
  ]
}

const draftOf = (request: ReportRequest, { pieces }: Evidence): Draft => {
  const outline = outlineOf(request.report_type)
  const allocated = allocate(outline, pieces)
  const of = (slug: string): ReadonlyArray<Piece> => allocated.get(slug) ?? []
  const teller = makeTeller()
  const used = outline.flatMap(({ slug }) => of(slug))
  const executive_summary = summary(used, highlights(outline, allocated), teller)
  const sections = outline.map((section) => {
    const { slug, opening } = section
    if (slug === "recommendation") {
      const doubts = [...of("evidence_against"), ...of("risks")]
      return { slug, paragraphs: recommendation(sidesOf(request, pieces), of("evidence_for"), doubts) }
    }
    const items = of(slug).flatMap((piece) => teller.item(piece, section))
    return {
      slug,
      paragraphs: items.length === 0 ? [] : [...(opening === "" ? [] : [prose(say(opening))]), list(items)]
    }
  })
  return { executive_summary, sections, writer: "extractive", tokens: { input: 0, output: 0 } }
}

/** Quotes and cites, without a model: the same evidence gives the same report, byte for byte. */
export const layer: Layer.Layer<ReportWriter> = Layer.succeed(ReportWriter, {
  name: "extractive",
  write: (request, evidence) => Effect.sync(() => draftOf(request, evidence))
})
