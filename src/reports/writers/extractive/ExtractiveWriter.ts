import { Layer } from "effect"
import { inSteps } from "../../../storage/database/Batch.ts"
import { contentStems, nameStems } from "../../../text/Words.ts"
import type { ReportRequest } from "../../../domain/Report.ts"
import { pointerTo, readFirst, sourcesFirst, unweighed } from "../../check/Formulas.ts"
import { numbers } from "../../check/Numbers.ts"
import { tokens } from "../../check/Tokens.ts"
import { quoted } from "../../document/Markdown.ts"
import { exhibitsOf, toldOf } from "../../dossier/Dossier.ts"
import { readingClaims } from "../../evidence/Conflicts.ts"
import type { Evidence } from "../../evidence/Evidence.ts"
import { type Facet, facetsOf } from "../../evidence/Facets.ts"
import { mayDecide } from "../../evidence/Independence.ts"
import { carriers, contextWords, namesOf, type Piece } from "../../evidence/Piece.ts"
import { paused } from "../../evidence/Steps.ts"
import { readingDeeds, type Turn, turnsIn } from "../../evidence/Turns.ts"
import { leading, outlineOf, type Section } from "../../Outline.ts"
import { type Draft, type Paragraph, ReportWriter, type Statement } from "../Writer.ts"
import { allocate } from "./Allocation.ts"
import { needsFigure, needsMatter, pointsAway } from "./OutOfContext.ts"

/**
 * How many sources the summary quotes; up to how many those are added that answer none of its questions; and up to how
 * many those that tell less: a summary of one sentence is better than none.
 */
const summarised = { most: 8, filled: 5, least: 3 }

/** A summary tells what has become of so many plans at most. */
const mostTurns = 3

/** How many sources a brief points to. */
const pointed = 3

const say = (text: string, citations: ReadonlyArray<number> = []): Statement => ({ lead: null, text, citations })
const prose = (...statements: ReadonlyArray<Statement>): Paragraph => ({ form: "prose", statements })
const list = (statements: ReadonlyArray<Statement>): Paragraph => ({ form: "list", statements })
const numbersOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<number> => pieces.map(({ n }) => n)

type Sentence = Piece["sentences"][number]

/** Whether a sentence of a piece says itself what its section is about. */
const fits = (text: string, piece: Piece, { facets }: Section): boolean => {
  // The service's own facts are one sentence each, of one kind.
  if (piece.kind !== "signal") return true
  const own = facetsOf(text)
  return (
    facets.some((facet) => own.has(facet)) ||
    (facets.includes("competition") && namesOf(piece).some((name) => text.includes(name)))
  )
}

/** Sentences with figures say more than others. */
const measures = ({ text }: Sentence): number => Number(numbers(text).length > 0)

const bothOf = (text: string): ReadonlySet<string> => new Set([...contentStems(text), ...numbers(text)])

/** How much of the headline a sentence has: with more of it, it is understood better without. */
const alike = ({ text }: Sentence, { title }: Piece): number => bothOf(text).intersection(bothOf(title)).size

/** Words for whoever was named before. */
const namesNobody = /\b(?:the (?:company|firm|group|maker|operator)|it (?:said|says|added))\b/i

/** Whether a sentence names the market, or a company that is known to be of it. */
const namesMarket = ({ text }: Sentence, piece: Piece, niche: ReadonlySet<string>): boolean =>
  namesOf(piece).some((name) => text.includes(name)) ||
  (!namesNobody.test(text) && !new Set(contentStems(text)).isDisjointFrom(niche))

/** Whether it names somebody, or something, of the headline. */
const namesHeadline = ({ text }: Sentence, { title }: Piece): boolean =>
  !new Set(nameStems(text)).isDisjointFrom(new Set(contentStems(title)))

/** Whether a sentence tells an event, a change or figures, and not only how things are. */
const isNews = ({ text }: Sentence): boolean =>
  facetsOf(text).size > 1 || numbers(text).length > 1 || tokens(text).some(({ is }) => is === "movement")

const quotes = (text: string, { headline }: Piece): boolean => headline !== null && text.includes(quoted(headline))

/** Hands out the sentences of pieces, each once in the whole report; `quoting` are texts that may quote some. */
const makeTeller = (quoting: ReadonlyArray<string>, pieces: ReadonlyArray<Piece>, niche: ReadonlySet<string>) => {
  const told = new Set(
    pieces.flatMap((piece) => (quoting.some((text) => quotes(text, piece)) ? [piece.headline!] : []))
  )

  const untold = (sentences: ReadonlyArray<Sentence>): ReadonlyArray<Sentence> =>
    sentences.filter(({ text }) => !told.has(text))

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

  /** A sentence, behind the one before it where that names what it is about; nothing where it is not understood. */
  const understood = (
    sentence: Sentence,
    { quote, sentences }: Piece,
    headline: Sentence | undefined
  ): ReadonlyArray<Sentence> => {
    if (needsFigure(sentence.text)) return headline !== undefined && measures(headline) > 0 ? [sentence] : []
    if (!needsMatter(sentence.text)) return [sentence]
    const before = sentences[sentences.indexOf(sentence) - 1]
    if (before === undefined || told.has(before.text)) return []
    return quote.includes(`${before.text} ${sentence.text}`) ? [before, sentence] : []
  }

  return {
    /**
     * The sentence that says best what is looked for and is understood without its headline, which is left to the
     * section; none that the section cannot do without.
     */
    point: (piece: Piece, section: Section, facet: Facet, isLast: boolean) => {
      const isFitting = ({ text }: Sentence) => fits(text, piece, section)
      const isSpare = (sentence: Sentence) =>
        piece.sentences.some((other) => other !== sentence && !told.has(other.text) && isFitting(other))
      const isSought = ({ text }: Sentence) => Number(fits(text, piece, { ...section, facets: [facet] }))
      const tells = (sentence: Sentence) =>
        (isNews(sentence) && namesMarket(sentence, piece, niche)) ||
        (isLast && (namesHeadline(sentence, piece) || namesMarket(sentence, piece, niche)))
      const standsAlone = ({ text }: Sentence) => !pointsAway(text, niche) && !needsMatter(text)
      const alone = untold(piece.sentences.slice(1))
        .filter((sentence) => isSpare(sentence) && standsAlone(sentence) && tells(sentence))
        .toSorted((one, other) => isSought(other) - isSought(one) || alike(other, piece) - alike(one, piece))
      // A headline is understood alone, but its section needs it more.
      const [sentence] = isLast ? [...alone, ...untold(piece.sentences.slice(0, 1)).filter(isSpare)] : alone
      return sentence === undefined ? [] : [said(piece, undefined, sentence)]
    },
    /** How things stand, and what was before. */
    turn: ({ before, now, sentences: [own, its] }: Turn<Piece>) => {
      const [sentence] = untold(now.sentences.filter(({ text }) => text === own))
      const was = `${quoted(its)} – ${before.attribution}`
      return sentence === undefined
        ? [say(`Before ${quoted(own)}: ${was}`, [now.n, before.n])]
        : [said(now, undefined, sentence), say(`Before that: ${was}`, [before.n])]
    },
    /** The headline and one sentence more, of which one says what the section is about; nothing if none does. */
    item: (piece: Piece, section: Section) => {
      const isFitting = ({ text }: Sentence) => fits(text, piece, section)
      const [title] = piece.sentences.slice(0, 1)
      const [first] = untold(piece.sentences.slice(0, 1))
      if (piece.headline === null) return first === undefined ? [] : [said(piece, undefined, first)]
      const rest = untold(piece.sentences.slice(1))
        .filter((sentence) => understood(sentence, piece, first).length > 0)
        .toSorted((one, other) => measures(other) - measures(one))
      const more = rest.find(isFitting) ?? (title !== undefined && isFitting(title) ? rest[0] : undefined)
      const isShown = more !== undefined || (first !== undefined && isFitting(first))
      return isShown ? [said(piece, first, ...(more === undefined ? [] : understood(more, piece, first)))] : []
    }
  }
}
type Teller = ReturnType<typeof makeTeller>

/** What tells most, first: what fits the context, what many carried, then what happened, then figures. */
const highlights = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const happened = ({ headline, title }: Piece) => Number(facetsOf(headline ?? title).has("development"))
  const measured = ({ sentences }: Piece) => Number(sentences.slice(1).some(({ text }) => numbers(text).length > 0))
  return pieces
    .filter(({ headline, sentences }) => headline !== null && sentences.length > 1)
    .toSorted(
      (one, other) =>
        contextWords(other) - contextWords(one) ||
        carriers(other) - carriers(one) ||
        happened(other) - happened(one) ||
        measured(other) - measured(one) ||
        one.n - other.n
    )
}

/**
 * What has become of plans; then what answers a report's questions, of each kind in turns; if that is little, the rest.
 */
function* points(
  facets: ReadonlyArray<Facet>,
  used: ReadonlyMap<Piece, Section>,
  turns: ReadonlyArray<Turn<Piece>>,
  teller: Teller
): Generator<void, ReadonlyArray<Statement>> {
  const shown = turns.filter(({ now }) => used.has(now)).slice(0, mostTurns)
  const told = new Set(shown.map(({ now }) => now))
  const found = shown.flatMap(teller.turn)
  function* add(round: ReadonlyArray<Facet>, most: number, isLast = false) {
    const left = new Set(highlights([...used.keys()].filter((piece) => !told.has(piece))))
    const next = (facet: Facet): ReadonlyArray<Statement> => {
      for (const piece of left) {
        if (!piece.facets.has(facet)) continue
        left.delete(piece)
        const point = teller.point(piece, used.get(piece)!, facet, isLast)
        if (point.length === 0) continue
        told.add(piece)
        return point
      }
      return []
    }
    for (let before = -1; before < found.length;) {
      before = found.length
      yield* paused(round, (facet) => {
        if (found.length < most) found.push(...next(facet))
      })
      yield
    }
  }
  yield* add(facets, summarised.most)
  yield* add(["news"], summarised.filled)
  yield* add(["news"], summarised.least, true)
  return found
}

const summary = (
  used: ReadonlyMap<Piece, Section>,
  counted: ReadonlyArray<Statement>,
  shown: ReadonlyArray<Statement>
): ReadonlyArray<Paragraph> =>
  used.size === 0
    ? []
    : [
        prose(...counted),
        shown.length === 0
          ? prose(say(sourcesFirst, numbersOf([...used.keys()].slice(0, summarised.most))))
          : list(shown)
      ]

/** In the place of a recommendation: nothing was weighed, and what to read first. */
const recommendation = (news: ReadonlyArray<Piece>, risks: ReadonlyArray<Piece>): ReadonlyArray<Paragraph> => {
  const carried = news.toSorted((one, other) => carriers(other) - carriers(one) || one.n - other.n).slice(0, pointed)
  const first = (lead: string, pieces: ReadonlyArray<Piece>) =>
    pieces.slice(0, pointed).map(({ headline, n, title }) => say(pointerTo(lead, headline ?? title), [n]))
  return [
    prose(say(unweighed.verdict), say(unweighed.step)),
    list([
      ...first(readFirst.carried, carried),
      ...first(
        readFirst.risks,
        risks.filter((piece) => !carried.includes(piece))
      )
    ])
  ]
}

/** What a section quotes; any news only where nothing else fits, if that is how it is described. */
const itemsOf = (pieces: ReadonlyArray<Piece>, section: Section, teller: Teller): ReadonlyArray<Statement> => {
  const particular = section.facets.filter((facet) => facet !== "news")
  const isLeftForAny = particular.length > 0 && section.facets.at(-1) === "news"
  const items = (of: Section) => pieces.flatMap((piece) => teller.item(piece, of))
  const fitting = isLeftForAny ? items({ ...section, facets: particular }) : []
  return fitting.length > 0 ? fitting : items(section)
}

function* draftOf(request: ReportRequest, evidence: Evidence): Generator<void, Draft> {
  const { pieces } = evidence
  const outline = outlineOf(request.report_type)
  yield* readingDeeds(pieces)
  yield* readingClaims(pieces)
  const exhibits = exhibitsOf(request.report_type, evidence)
  yield
  const leads = leading[request.report_type]
  // A piece that has only a headline says it in its section.
  const terse = pieces.filter(({ sentences }) => sentences.length === 1)
  const told = exhibits
    .flatMap((exhibit) => {
      const { id, section } = exhibit
      return toldOf(exhibit).map((one) => ({
        ...one,
        section,
        // What leads in another kind of report stands in its section here.
        first: one.first && (section === null || leads.exhibits.includes(id))
      }))
    })
    .filter(({ text }) => !terse.some((piece) => quotes(text, piece)))
  const counted = (of: typeof told) => of.map(({ citations, text }) => say(text, citations))
  const turns = turnsIn(pieces)
  const overtaken = new Set(turns.map(({ before }) => before))
  // A plan that was given up stands only beside its end.
  const standing = pieces.filter((piece) => !overtaken.has(piece))
  const allocated = allocate(outline, standing)
  yield
  const of = (slug: string): ReadonlyArray<Piece> => allocated.get(slug) ?? []
  const teller = makeTeller(
    told.map(({ text }) => text),
    pieces,
    new Set(contentStems(request.niche))
  )
  const used = new Map(outline.flatMap((section) => of(section.slug).map((piece) => [piece, section] as const)))
  const executive_summary = summary(
    used,
    counted(told.filter(({ first }) => first)),
    yield* points(leads.facets, used, turns, teller)
  )
  const sections = yield* paused(outline, (section) => {
    const { opening, slug } = section
    if (slug === "recommendation") {
      const news = [...used.keys()].filter(({ kind }) => kind === "signal")
      const risks = [...of("evidence_against"), ...of("risks")]
      return { slug, paragraphs: mayDecide(request, pieces) ? recommendation(news, risks) : [] }
    }
    const items = itemsOf(of(slug), section, teller)
    const begins = counted(told.filter(({ first, section }) => !first && section === slug))
    const says = opening === "" || items.length === 0 ? begins : [say(opening), ...begins]
    return {
      slug,
      paragraphs: [...(says.length === 0 ? [] : [prose(...says)]), ...(items.length === 0 ? [] : [list(items)])]
    }
  })
  return { executive_summary, sections, writer: "extractive", tokens: { input: 0, output: 0 } }
}

/** Counts, quotes and cites, without a model: the same evidence gives the same report, byte for byte. */
export const layer: Layer.Layer<ReportWriter> = Layer.succeed(ReportWriter, {
  name: "extractive",
  write: (request, evidence) => inSteps(draftOf(request, evidence))
})
