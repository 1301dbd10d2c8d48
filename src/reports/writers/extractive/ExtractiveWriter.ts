import { Layer } from "effect"
import { inSteps } from "../../../storage/database/Batch.ts"
import { contentStems } from "../../../text/Words.ts"
import type { ReportRequest } from "../../../domain/Report.ts"
import { noneListed, pointerTo, readFirst, sourcesFirst, unweighed } from "../../check/Formulas.ts"
import { numbers } from "../../check/Numbers.ts"
import { exhibitsOf, toldOf } from "../../dossier/Dossier.ts"
import { readingClaims } from "../../evidence/Conflicts.ts"
import type { Evidence } from "../../evidence/Evidence.ts"
import { type Facet, facetsOf } from "../../evidence/Facets.ts"
import { mayDecide } from "../../evidence/Independence.ts"
import { readingTimes } from "../../evidence/Open.ts"
import { carriers, contextWords, type Piece } from "../../evidence/Piece.ts"
import { paused } from "../../evidence/Steps.ts"
import { readingDeeds, type Turn, turnsIn } from "../../evidence/Turns.ts"
import { leading, outlineOf, type Section } from "../../Outline.ts"
import { type Draft, type Paragraph, ReportWriter, say, type Statement } from "../Writer.ts"
import { allocate } from "./Allocation.ts"
import { otherSidesIn } from "./OtherSides.ts"
import { type Profile, profilesOf } from "./Profiles.ts"
import { makeTeller, quotes, type Teller } from "./Teller.ts"

/**
 * How many sources the summary quotes; up to how many those are added that answer none of its questions; and up to how
 * many those that tell less: a summary of one sentence is better than none.
 */
const summarised = { most: 8, filled: 5, least: 3 }

/** How many turns of plans a summary reports at most. */
const mostTurns = 3

/** How many sources a brief points to. */
const pointed = 3

const prose = (...statements: ReadonlyArray<Statement>): Paragraph => ({ form: "prose", statements })
const list = (statements: ReadonlyArray<Statement>): Paragraph => ({ form: "list", statements })
const numbersOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<number> => pieces.map(({ n }) => n)

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

/** The section that describes each competitor separately. */
const profiled = "competitor_profiles"

/** News of a competitor belongs in its profile, whatever it reports. */
const withNews = (section: Section): Section => ({ ...section, facets: [...section.facets, "competition", "news"] })

/** Each competitor with its news, in sentences that name it if there are any. */
const profileItems = (profiles: ReadonlyArray<Profile>, section: Section, teller: Teller): ReadonlyArray<Statement> =>
  profiles.flatMap(({ listed, news }) =>
    [...(listed === null ? [] : [listed]), ...news].flatMap((piece) => itemsOf([piece], withNews(section), teller))
  )

function* draftOf(request: ReportRequest, evidence: Evidence): Generator<void, Draft> {
  const { pieces } = evidence
  const outline = outlineOf(request.report_type)
  yield* readingDeeds(pieces)
  yield* readingClaims(pieces)
  yield* readingTimes(pieces)
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
  const turns = turnsIn(pieces)
  const overtaken = new Set(turns.map(({ before }) => before))
  // A plan that was given up stands only beside its end.
  const standing = pieces.filter((piece) => !overtaken.has(piece))
  const profiles = outline.some(({ slug }) => slug === profiled) ? profilesOf({ ...evidence, pieces: standing }) : []
  const ofProfiles = new Set(profiles.flatMap(({ news }) => news))
  const allocated = allocate(
    outline,
    standing.filter((piece) => !ofProfiles.has(piece))
  )
  yield
  const of = (slug: string): ReadonlyArray<Piece> => allocated.get(slug) ?? []
  const teller = makeTeller(
    evidence,
    told.map(({ text }) => text),
    new Set(contentStems(request.niche)),
    yield* otherSidesIn(pieces)
  )
  const counted = (of: typeof told) =>
    teller.withOtherSides(
      of.map(({ citations, text }) => say(text, citations)),
      true
    )
  const used = new Map(
    outline.flatMap((section) => [
      ...of(section.slug).map((piece) => [piece, section] as const),
      ...(section.slug === profiled ? [...ofProfiles].map((piece) => [piece, withNews(section)] as const) : [])
    ])
  )
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
    const items = slug === profiled ? profileItems(profiles, section, teller) : itemsOf(of(slug), section, teller)
    const begins = counted(told.filter(({ first, section }) => !first && section === slug))
    const isOfOthers = slug === profiled && profiles.every(({ listed }) => listed === null)
    const opened = isOfOthers ? noneListed : opening
    const says = opened === "" || items.length === 0 ? begins : [say(opened), ...begins]
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
