import { Struct } from "effect"
import type {
  Conflict,
  ReportQuality,
  ReportRequest,
  ReportResult,
  ReportSection,
  ReportSource
} from "../domain/Report.ts"
import { citedIn, measuring } from "./check/Check.ts"
import { exhibitsOf } from "./dossier/Dossier.ts"
import type { ReportVerdict } from "../domain/Verdict.ts"
import { citationsOf, markdown, verdictsOf } from "./writers/Compose.ts"
import { type Contradiction, contradictionsIn, haveOfSame, readingClaims } from "./evidence/Conflicts.ts"
import { coverageOf } from "./evidence/Coverage.ts"
import type { Evidence } from "./evidence/Evidence.ts"
import {
  ageOf,
  briefAnswers,
  contextTold,
  littleEvidence,
  restsOn,
  several,
  sourcesFirst,
  tooLittleNews,
  undecided,
  withoutModel,
  withoutWritingModel
} from "./check/Formulas.ts"
import { admitting } from "./check/AdmittedDraft.ts"
import { escape, quoted } from "./document/Markdown.ts"
import { emptySections, pointed, withoutContent } from "./EmptySections.ts"
import { outlineOf, type Section } from "./Outline.ts"
import { hashOf } from "./check/Hash.ts"
import { numbered } from "./check/PerSource.ts"
import { sentencesOf } from "./check/Sentences.ts"
import { hashOfExhibits } from "./check/Exhibits.ts"
import { addTokens } from "./model/Tokens.ts"
import { without, withFurther } from "./evidence/Market.ts"
import { readingTimes } from "./evidence/Open.ts"
import { carriers, type Piece } from "./evidence/Piece.ts"
import { readingDeeds } from "./evidence/Turns.ts"
import { mayDecide } from "./evidence/Independence.ts"
import { atOnce } from "../storage/database/Batch.ts"
import { type Draft, type Paragraph, say } from "./writers/Writer.ts"

const sourceOf = ({ quote, ...piece }: Piece): ReportSource => ({
  ...Struct.pick(piece, ["n", "kind", "title", "url", "publisher", "published_at"]),
  published_at_estimated: piece.published_at_estimated ?? false,
  quote,
  ...(piece.relevance !== undefined && { relevance: piece.relevance }),
  ...(piece.reasons !== undefined && { reasons: piece.reasons }),
  hash: hashOf(quote)
})

/** How much of the caller's context a brief repeats. */
const contextShown = 600

/** What was asked, in the caller's own words: a block quote, which the check takes as theirs. */
const question = ({ niche, context }: ReportRequest): string => {
  const shown = [niche, ...(context ?? "").split("\n")].map((line) => escape(line.slice(0, contextShown)))
  return shown
    .filter((line) => line !== "")
    .slice(0, 6)
    .map((line) => `> ${line}`)
    .join("\n>\n")
}

/** What stands in the place of a recommendation that would rest on too little; nothing where nothing was found. */
const hesitation = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Paragraph> => {
  const first = pieces.slice(0, pointed).map(({ n }) => n)
  if (first.length === 0) return []
  return [
    { form: "prose", statements: [say(undecided.verdict), say(undecided.step)] },
    { form: "list", statements: [say(sourcesFirst, first)] }
  ]
}

/** What a brief's summary begins with, where its writer has not answered. */
const answerOf = (
  { niche, report_type }: ReportRequest,
  pieces: ReadonlyArray<Piece>,
  { executive_summary, judge }: Draft,
  isOpen: boolean
): ReadonlyArray<string> => {
  const answers = briefAnswers(niche)
  const [first] = executive_summary.flatMap(({ statements }) => statements)
  if (report_type !== "decision_brief" || pieces.length === 0) return []
  if (first !== undefined && Object.values(answers).includes(first.text)) return []
  return [isOpen ? answers.tooLittle : judge === undefined ? answers.unweighed : answers.none]
}

const renumber = (paragraphs: ReadonlyArray<Paragraph>, to: ReadonlyMap<number, number>): ReadonlyArray<Paragraph> =>
  paragraphs.map(({ form, statements }) => ({
    form,
    statements: statements.map(({ lead, text, citations, verdict }) => ({
      lead,
      text,
      citations: citations.map((n) => to.get(n)!).sort((one, other) => one - other),
      ...(verdict !== undefined && {
        verdict: {
          ...verdict,
          facts: verdict.facts.map((fact) => ({
            ...fact,
            spans: fact.spans.flatMap((span) => (to.has(span.n) ? [{ ...span, n: to.get(span.n)! }] : []))
          }))
        }
      })
    }))
  }))

/** The sentences that tell of sources that contradict each other, and these sources by the report's numbers. */
const conflictsIn = (
  paragraphs: ReadonlyArray<Paragraph>,
  numbers: ReadonlyMap<number, number>
): ReadonlyArray<Conflict> =>
  paragraphs
    .flatMap(({ statements }) => statements)
    .flatMap(({ citations, conflict, text }) =>
      conflict === true && citations.length > 1
        ? [{ sentence: text, sources: citations.map((n) => numbers.get(n)!).sort((one, other) => one - other) }]
        : []
    )

/** What sources say against each other, each side in the words of its source: no sentence may tell of that. */
const unsaidConflicts = (
  found: ReadonlyArray<Contradiction>,
  numbers: ReadonlyMap<number, number>
): ReadonlyArray<Conflict> =>
  found.map(({ pieces, sentences }) => {
    const sides = pieces
      .map(({ n }, side) => ({ sentence: quoted(sentences[side]!), sources: [numbers.get(n)!] }))
      .toSorted((one, other) => one.sources[0]! - other.sources[0]!)
    return {
      sentence: sides[0]!.sentence,
      sources: sides.flatMap(({ sources }) => sources).sort((one, other) => one - other),
      sides
    }
  })

/** What a reader should know where as much was left out of what a model has written as was published, or more. */
const leftOut = (dropped: number, published: number): ReadonlyArray<string> =>
  dropped > 0 && dropped >= published
    ? [
        `Of ${several(dropped + published, "sentence")} that were written for this report, ${dropped} did not pass the check and were left out.`
      ]
    : []

/**
 * The report as it is stored: the draft's sentences that pass the check, sources numbered in the order in which a
 * reader meets them, and the report's measurement of itself. Sections without evidence say so and are listed as gaps.
 */
export function* rendering(request: ReportRequest, gathered: Evidence, written: Draft): Generator<void, ReportResult> {
  // Evidence about something else is left out, wherever a report would show it.
  const evidence = without(withFurther(gathered, written.further), new Set((written.off_topic ?? []).map(({ n }) => n)))
  const pieces = evidence.pieces.map(sourceOf)
  yield* readingDeeds(evidence.pieces)
  yield* readingClaims(evidence.pieces)
  yield* readingTimes(evidence.pieces)
  const shown = exhibitsOf(request.report_type, evidence)
  const grounds = { niche: request.niche, asOf: evidence.asOf, exhibits: shown }
  const { draft, dropped } = yield* admitting(written, { ...grounds, sources: pieces })
  const outline = outlineOf(request.report_type)
  const drafted = new Map(draft.sections.map(({ slug, paragraphs }) => [slug, paragraphs]))
  // Points that no model has weighed recommend nothing.
  const isOpen =
    request.report_type === "decision_brief" && draft.judge === undefined && !mayDecide(request, evidence.pieces)
  const withheld = isOpen ? (drafted.get("recommendation") ?? []) : []
  if (isOpen) drafted.set("recommendation", hesitation(evidence.pieces))

  const told = citationsOf([...draft.executive_summary, ...outline.flatMap(({ slug }) => drafted.get(slug) ?? [])])
  const cited = new Set([...told, ...shown.flatMap(({ rows }) => rows.flatMap(({ citations }) => citations))])
  // What is cited with one side of a contradiction shows the other, too.
  const contradicted = contradictionsIn(evidence.pieces).filter(({ pieces }) => pieces.some(({ n }) => cited.has(n)))
  const order = [...cited.union(new Set(contradicted.flatMap(({ pieces }) => pieces.map(({ n }) => n))))]
  const numbers = new Map(order.map((n, index) => [n, index + 1]))
  const sources = order.map((n, index) =>
    numbered(
      pieces.find((piece) => piece.n === n)!,
      index + 1
    )
  )

  const renumbered = new Map(outline.map(({ slug }) => [slug, renumber(drafted.get(slug) ?? [], numbers)] as const))
  const sections = outline.map((section): readonly [Section, ReportSection] => {
    const own = renumbered.get(section.slug)!
    const instead = () => renumber([withoutContent(section, evidence.pieces, new Set(told))], numbers)
    const paragraphs = markdown(own) === "" ? instead() : own
    const asked = section.slug === "the_question" ? [question(request)] : []
    const content = [...asked, markdown(paragraphs)].join("\n\n")
    return [
      section,
      { title: section.title, content, citations: [...citationsOf(paragraphs)].sort((one, other) => one - other) }
    ]
  })
  const summarised = renumber(draft.executive_summary, numbers)
  const verdicts = verdictsOf([...summarised, ...[...renumbered.values()].flat()])
  const summary = markdown(summarised)
  const age = ageOf(sources, evidence.asOf)
  const further = evidence.widened === undefined || sources.length === 0 ? [] : [tooLittleNews(evidence.widened)]
  const said = (sentences: ReadonlyArray<string>) => sentences.map(escape).join(" ")
  const isChosen = evidence.pieces.some(({ reasons = [] }) => reasons.some(({ kind }) => kind === "model"))
  const plain =
    draft.writer !== "extractive" || sources.length === 0
      ? []
      : [
          isChosen ? withoutWritingModel : withoutModel,
          ...((request.context ?? "").trim() === "" ? [] : [contextTold(sources)])
        ]
  const contents = [summary, ...sections.map(([, { content }]) => content)]
  const cites = citedIn(request.niche, contents.flatMap(sentencesOf), sources)
  const little = littleEvidence(request.niche, cites, sources)
  const rests = [restsOn(request.niche, sources), ...further, ...age, ...plain]
  const answer = answerOf(request, evidence.pieces, draft, isOpen)
  // What a model has written answers first.
  const parts =
    draft.judge === undefined
      ? [said([...little, ...answer, ...rests]), summary]
      : [said([...little, ...answer]), summary, said(rests)]
  const executive_summary = parts.filter((part) => part !== "").join("\n\n")
  const published = [...draft.executive_summary, ...[...drafted.values()].flat()]
  const saidSo = conflictsIn(published, numbers)
  const known = new Set(saidSo.flatMap(({ sources }) => sources))
  const unsaid = unsaidConflicts(contradicted, numbers)
  const unnamed = unsaid.filter(({ sources }) => sources.some((n) => !known.has(n)))
  const conflicts = [...saidSo, ...unnamed]
  const empty = sections.filter(([, { citations }]) => citations.length === 0)
  const measured = yield* measuring({
    contents: [executive_summary, ...sections.map(([, { content }]) => content)],
    sources,
    verdicts,
    trial: draft.judge?.trial ?? null,
    contradicted: new Set(conflicts.flatMap(({ sources }) => sources)),
    // What several publishers carry was compared when it became one piece.
    compared:
      conflicts.length > 0 ||
      evidence.pieces.some((piece) => told.includes(piece.n) && carriers(piece) > 1) ||
      haveOfSame(evidence.pieces.filter(({ n }) => told.includes(n))),
    ...grounds
  })
  const { confidence, ...quality } = measured
  const left = (written.dropped ?? 0) + dropped + withheld.flatMap(({ statements }) => statements).length
  const gathering = evidence.calls ?? []
  const coverage = coverageOf(evidence, sources, new Set(order))
  const exhibits = shown.map((exhibit) => ({
    ...exhibit,
    rows: exhibit.rows.map(({ cells, citations }) => ({ cells, citations: citations.map((n) => numbers.get(n)!) }))
  }))
  return {
    executive_summary,
    confidence,
    sections: {
      ...Object.fromEntries(sections.map(([{ slug }, section]) => [slug, section])),
      sources,
      gaps: [
        ...(draft.gaps ?? []),
        ...leftOut((written.dropped ?? 0) + dropped, measured.factual_sentences ?? 0),
        ...little,
        ...further,
        ...age,
        ...emptySections(
          empty.map(([section]) => section),
          evidence.pieces
        ),
        ...evidence.gaps
      ],
      ...(verdicts.size > 0 && {
        verdicts: [...verdicts].map(([sentence, { facts }]) => ({
          sentence,
          facts: facts.map(({ calculation, fact, spans }) => ({
            fact,
            spans,
            ...(calculation !== undefined && calculation !== "" && { calculation })
          }))
        })) satisfies ReadonlyArray<ReportVerdict>
      }),
      exhibits,
      quality: {
        writer: draft.writer,
        ...(draft.judge !== undefined && {
          judge: draft.judge.name,
          judge_trial: draft.judge.trial,
          judged_sentences: verdicts.size
        }),
        ...quality,
        ...coverage,
        ...(conflicts.length > 0 && { conflicts }),
        ...((draft.calls !== undefined || gathering.length > 0) && { calls: [...gathering, ...(draft.calls ?? [])] }),
        ...(draft.off_topic !== undefined && { off_topic: draft.off_topic.map(({ title, url }) => ({ title, url })) }),
        ...(evidence.asOf !== undefined && { as_of: evidence.asOf }),
        exhibits_hash: hashOfExhibits(exhibits),
        dropped_sentences: left,
        tokens: { ...gathering.map(({ tokens }) => tokens).reduce(addTokens, draft.tokens) }
      } satisfies ReportQuality
    }
  }
}

/** The same at once. */
export const render = (request: ReportRequest, gathered: Evidence, written: Draft): ReportResult =>
  atOnce(rendering(request, gathered, written))
