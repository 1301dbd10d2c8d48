import { inSteps } from "../../../storage/database/Batch.ts"
import { Clock, Effect } from "effect"
import type { ReportRequest } from "../../../domain/Report.ts"
import { ModelFailed } from "../../../outbound/ModelFailed.ts"
import { decisions, several } from "../../check/Formulas.ts"
import { admitting } from "../../check/AdmittedDraft.ts"
import { contradictions, readingClaims } from "../../evidence/Conflicts.ts"
import type { Evidence } from "../../evidence/Evidence.ts"
import type { Judge } from "../../judge/Judge.ts"
import { CurrentLedger, late, type Ledger, otherForm, usedUp } from "../../model/Calls.ts"
import { outlineOf } from "../../Outline.ts"
import { citationsOf } from "../Compose.ts"
import type { Draft, Paragraph, Statement } from "../Writer.ts"
import { limits } from "./Answer.ts"
import { materialOf } from "./Material.ts"
import { planQuestion } from "./prompts/Plan.ts"
import { recommendationQuestion } from "./prompts/Recommendation.ts"
import { sectionTask } from "./prompts/Section.ts"
import { summaryTask } from "./prompts/Summary.ts"
import { compose, type Desk } from "./steps/Composition.ts"
import { furtherFor, type PlannedSection, planOf } from "./steps/Plan.ts"
import { citationsOfPoints, pointsOf } from "./steps/Points.ts"
import { type Recommendation, recommendationOf } from "./steps/Recommendation.ts"

/**
 * By when a step must have ended, as a part of the time that the report may take. What it keeps is left to the next.
 */
const until = { topic: 0.15, plan: 0.35, sections: 0.8, summary: 1 }

/** Sources that a section is shown because they contradict its own. */
const mostOfOtherSide = 3

const unborne = "the evidence supports nothing that it wrote"

/** Sections that are written at the same time. */
const concurrency = 4

/** What of the evidence a judge is asked about: what was found by its words. The rest is what the account watches. */
const foundByWords = new Set(["signal", "social_trend", "trending_keyword"])

/** Why there is nothing of the model in a section that it was to write, or that its plan does not have. */
const whyMissing = (written: WrittenSection | undefined): string =>
  written === undefined
    ? "its plan leaves them out"
    : written.failure !== null
      ? written.failure.reason
      : written.dropped > 0
        ? unborne
        : "it had nothing to say there"

/** What a model has made of the evidence: nothing in it is quoted by another writer. */
export interface Written {
  readonly draft: Omit<Draft, "tokens">
  /** Sections of which nothing that it wrote is left, each with the reason. */
  readonly missing: ReadonlyMap<string, string>
  /** Whether it failed to write a summary, or nothing of that holds. */
  readonly isUnsummarised: boolean
  /** The numbers of what is about something else. */
  readonly offTopic: ReadonlySet<number>
}

interface Writer {
  readonly name: string
  readonly ask: Desk["ask"]
  readonly judge: Judge["Service"]
  readonly ledger: Ledger
}

/** What was written of one section. */
interface WrittenSection {
  readonly planned: PlannedSection
  readonly paragraphs: ReadonlyArray<Paragraph>
  readonly dropped: number
  readonly unjudged: number
  readonly failure: ModelFailed | null
}

/**
 * The steps of a report: what is off topic goes, a plan, a search for more that answers its questions, each section
 * from its own evidence, for a brief what its points weigh, and last the summary from what holds. A step that fails
 * takes nothing with it but its own part, save the plan, without which nothing can be written.
 */
export const writeReport = Effect.fnUntraced(function* (
  { ask, judge, ledger, name }: Writer,
  request: ReportRequest,
  evidence: Evidence
): Effect.fn.Return<Written, ModelFailed> {
  const begun = yield* Clock.currentTimeMillis
  const within =
    (share: number) =>
    <A, E, R>(step: Effect.Effect<A, E, R>) =>
      Effect.provideService(step, CurrentLedger, {
        ...ledger,
        deadline: begun + share * (ledger.deadline - begun)
      })

  const all = materialOf(evidence.pieces)
  if (all.length === 0) return yield* ModelFailed.final("the evidence has nothing to give it")
  const offTopic = yield* judge
    .offTopic(
      request,
      all.filter(({ kind }) => foundByWords.has(kind))
    )
    .pipe(
      within(until.topic),
      Effect.catch((failure) =>
        // A slow answer is not waited for, since keeping the text loses nothing. But a server that can't be reached now
        // can't judge either.
        failure === late || failure === usedUp
          ? Effect.succeed<ReadonlySet<number>>(new Set())
          : failure.of(`what it writes could not be judged by ${judge.name}`)
      )
    )
  const sources = all.filter(({ n }) => !offTopic.has(n))
  if (sources.length === 0) return yield* ModelFailed.final("none of the evidence is about what was asked")

  const outline = outlineOf(request.report_type)
  // A section that rests on the others has no evidence of its own.
  const open = outline.filter(({ facets }) => facets.length > 0)
  const answered = planOf(yield* ask(planQuestion(request, open, sources)).pipe(within(until.plan)), open, sources)
  if (answered === null) return yield* otherForm

  // Each section's questions search for more than was gathered for the report as a whole.
  const questions = [...new Set(answered.flatMap((planned) => planned.questions))]
  const found = evidence.further === undefined ? [] : yield* evidence.further(questions)
  const added = furtherFor(answered, found)
  const last = Math.max(...evidence.pieces.map(({ n }) => n))
  const further = added.pieces.map((piece, at) => Object.assign({ n: last + at + 1 }, piece))
  const furtherSources = materialOf(further)
  const known = [...sources, ...furtherSources]
  const everything = [...evidence.pieces, ...further]
  yield* inSteps(readingClaims(everything))
  const contradicted = contradictions(everything)
  const plan = answered
    .map((planned) => {
      const own = new Set(added.of(planned).map((at) => further[at]!.n))
      const chosen = [...planned.sources, ...furtherSources.filter(({ n }) => own.has(n))]
      // A section that tells one side of a contradiction is shown the other, wherever the plan has put it.
      const against = new Set(chosen.flatMap(({ n }) => contradicted.get(n) ?? []))
      const others = known.filter((source) => against.has(source.n) && !chosen.includes(source))
      return { ...planned, sources: [...chosen, ...others.slice(0, mostOfOtherSide)] }
    })
    .filter((planned) => planned.sources.length > 0)
  if (plan.length === 0) return yield* ModelFailed.final("it found no use for any of the evidence")

  const grounds = { sources: known, niche: request.niche, asOf: evidence.asOf, writer: name }
  const desk = { ask, judge, grounds }
  const written = yield* Effect.forEach(
    plan,
    (planned): Effect.Effect<WrittenSection> => {
      const others = plan.filter((other) => other !== planned)
      // What it is not shown it can't cite.
      const own = { ...desk, grounds: { ...grounds, sources: planned.sources } }
      return compose(own, {
        task: sectionTask(request, planned, others, planned.sources),
        sourcesOf: (citations) => citations,
        said: []
      }).pipe(
        Effect.map(({ form, statements, ...counts }) => ({
          planned,
          paragraphs: [{ form, statements }],
          ...counts,
          failure: null
        })),
        Effect.catch((failure) => Effect.succeed({ planned, paragraphs: [], dropped: 0, unjudged: 0, failure }))
      )
    },
    { concurrency }
  ).pipe(within(until.sections))

  const record = { name: judge.name, trial: yield* judge.trial }
  const bare = { executive_summary: [], writer: name, tokens: { input: 0, output: 0 }, judge: record }
  const sectioned = written.map(({ paragraphs, planned }) => ({ slug: planned.section.slug, paragraphs }))
  const { draft, dropped } = yield* inSteps(admitting({ ...bare, sections: sectioned }, grounds))
  const points = pointsOf(
    draft.sections.map(({ paragraphs, slug }) => ({
      title: outline.find((section) => section.slug === slug)!.title,
      paragraphs
    }))
  )
  if (points.length === 0)
    return yield* written.flatMap(({ failure }) => failure ?? [])[0] ?? ModelFailed.final(unborne)

  const gaps: Array<string> = []
  const recommended: Recommendation | null =
    request.report_type !== "decision_brief"
      ? null
      : yield* ask(recommendationQuestion(request, points)).pipe(
          Effect.flatMap((text) => {
            const given = recommendationOf(request.niche, text, points, known)
            return given === null ? otherForm : Effect.succeed(given)
          }),
          Effect.catch(({ reason }) =>
            Effect.sync(() => void gaps.push(`The model gave no recommendation: ${reason}.`))
          ),
          Effect.map((given) => given ?? null)
        )
  const answer = recommended?.answer ?? null
  const summary = yield* compose(desk, {
    task: summaryTask(
      request,
      points,
      recommended === null || answer === null ? null : decisions[recommended.decision].answer
    ),
    sourcesOf: (citations) => citationsOfPoints(points, citations, limits.citations),
    said: points.map(({ text }) => text)
  }).pipe(
    Effect.catch(({ reason }) => Effect.sync(() => void gaps.push(`The model wrote no summary: ${reason}.`))),
    Effect.map((given) => given ?? null)
  )
  const isUnsummarised = summary === null || (summary.statements.length === 0 && summary.dropped > 0)
  if (isUnsummarised && summary !== null)
    gaps.push(
      `The model wrote no summary that the report can use: of its ${several(summary.dropped, "sentence")} none is both supported by the evidence and new compared with the sections.`
    )
  const composed = [...written, ...(summary === null ? [] : [summary])]
  const unjudged = composed.reduce((sum, one) => sum + one.unjudged, 0)
  if (unjudged > 0)
    gaps.push(
      `The report lacks ${several(unjudged, "sentence")} of the model, about which the judge (${judge.name}) said nothing usable.`
    )
  const held = (slug: string) => draft.sections.find((section) => section.slug === slug)?.paragraphs ?? []
  const has = (slug: string) => citationsOf(held(slug)).length > 0
  const first: ReadonlyArray<Statement> = answer === null ? [] : [answer]
  const executive_summary: ReadonlyArray<Paragraph> = [
    { form: "prose", statements: first },
    { form: summary?.form ?? "list", statements: summary?.statements ?? [] }
  ]
  return {
    offTopic,
    isUnsummarised,
    missing: new Map(
      open.flatMap(({ slug }) =>
        has(slug) ? [] : [[slug, whyMissing(written.find(({ planned }) => planned.section.slug === slug))] as const]
      )
    ),
    draft: {
      ...bare,
      ...(further.length > 0 && { further }),
      executive_summary,
      sections: outline.map(({ facets, slug }) => ({
        slug,
        paragraphs: facets.length > 0 ? held(slug) : (recommended?.paragraphs ?? [])
      })),
      dropped: composed.reduce((sum, one) => sum + one.dropped, dropped),
      gaps
    }
  }
})
