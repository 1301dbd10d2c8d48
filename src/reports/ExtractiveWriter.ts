import { Effect, Layer } from "effect"
import type { ReportRequest } from "../domain/Report.ts"
import { allocate } from "./Allocation.ts"
import type { Evidence } from "./Evidence.ts"
import { countOnly, pointsFirst, readFirst, sourcesFirst, summaryOpening, verdicts } from "./Formulas.ts"
import { facetsOf } from "./Lexicon.ts"
import { quoted } from "./Markdown.ts"
import { outlineOf, type Section } from "./Outline.ts"
import type { Piece } from "./Piece.ts"
import { type Draft, type Paragraph, ReportWriter, type Statement } from "./Writer.ts"

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

/** Hands out the sentences of pieces, each once in the whole report. */
const makeTeller = () => {
  const told = new Set<string>()

  const tell = (piece: Piece, sentences: ReadonlyArray<Sentence | undefined>): ReadonlyArray<Statement> => {
    const left = sentences.filter((sentence) => sentence !== undefined && !told.has(sentence.text)) as Array<Sentence>
    if (left.length === 0) return []
    for (const { text } of left) told.add(text)
    const text = left.map(({ text, verbatim }) => (verbatim ? quoted(text) : text)).join(" – ")
    return [{ lead: piece.lead, text, citations: [piece.n] }]
  }

  /** What a piece adds to its headline, if possible what the section is about; undefined when all is told. */
  const added = (piece: Piece, section: Section): Sentence | undefined => {
    const more = piece.sentences.slice(1).filter(({ text }) => !told.has(text))
    return more.find(({ text }) => fits(text, section)) ?? more[0]
  }

  return {
    /** The one sentence that says most beyond the headline. */
    point: (piece: Piece, section: Section) => tell(piece, [added(piece, section)]),
    /** The headline and one sentence more. */
    item: (piece: Piece, section: Section) => tell(piece, [piece.sentences[0], added(piece, section)])
  }
}
type Teller = ReturnType<typeof makeTeller>

/** From each section the best piece that has more to say than its headline, which is left to the section. */
const highlights = (
  outline: ReadonlyArray<Section>,
  allocated: ReadonlyMap<string, ReadonlyArray<Piece>>
): ReadonlyArray<readonly [Piece, Section]> =>
  outline
    .flatMap((section) => {
      const best = allocated.get(section.slug)?.find(({ sentences }) => sentences.length > 1)
      return best === undefined ? [] : [[best, section] as const]
    })
    .slice(0, summarised)

const summary = (
  { niche }: ReportRequest,
  used: ReadonlyArray<Piece>,
  shown: ReadonlyArray<readonly [Piece, Section]>,
  teller: Teller
): ReadonlyArray<Paragraph> => {
  if (used.length === 0) return []
  const first = shown.length > 0 ? say(pointsFirst) : say(sourcesFirst, numbersOf(used.slice(0, summarised)))
  return [
    prose(say(summaryOpening(niche)), first),
    list(shown.flatMap(([piece, section]) => teller.point(piece, section)))
  ]
}

/** What the numbers of pieces for and against come to. */
const verdictOf = (reasons: number, doubts: number): (typeof verdicts)[keyof typeof verdicts] =>
  doubts === 0
    ? verdicts.onlyFor
    : reasons === 0
      ? verdicts.onlyAgainst
      : reasons > doubts
        ? verdicts.moreFor
        : reasons === doubts
          ? verdicts.even
          : verdicts.moreAgainst

/** A decision brief's last word: what the two sides weigh, how to act on that, and what to read first. */
const recommendation = (
  pieces: ReadonlyArray<Piece>,
  reasons: ReadonlyArray<Piece>,
  doubts: ReadonlyArray<Piece>
): ReadonlyArray<Paragraph> => {
  if (reasons.length + doubts.length === 0) return []
  const leaning = (facet: "favourable" | "adverse") => pieces.filter((piece) => piece.facets.has(facet)).length
  const { step, verdict } = verdictOf(leaning("favourable"), leaning("adverse"))
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
  const executive_summary = summary(request, used, highlights(outline, allocated), teller)
  const sections = outline.map((section) => {
    const { slug, opening } = section
    if (slug === "recommendation") {
      const doubts = [...of("evidence_against"), ...of("risks")]
      return { slug, paragraphs: recommendation(pieces, of("evidence_for"), doubts) }
    }
    const items = of(slug).flatMap((piece) => teller.item(piece, section))
    return { slug, paragraphs: items.length === 0 ? [] : [prose(say(opening)), list(items)] }
  })
  return { executive_summary, sections, writer: "extractive", tokens: { input: 0, output: 0 } }
}

/** Quotes and cites, without a model: the same evidence gives the same report, byte for byte. */
export const layer: Layer.Layer<ReportWriter> = Layer.succeed(ReportWriter, {
  name: "extractive",
  write: (request, evidence) => Effect.sync(() => draftOf(request, evidence))
})
