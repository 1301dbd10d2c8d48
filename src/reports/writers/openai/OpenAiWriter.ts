import { Clock, Duration, Effect, Layer } from "effect"
import type { ReportRequest } from "../../../domain/Report.ts"
import { Answers } from "../../../storage/reports/Answers.ts"
import { makeMemory } from "../../check/Duplicates.ts"
import { without, withFurther } from "../../evidence/Market.ts"
import { Judge } from "../../judge/Judge.ts"
import { type CallOptions, CurrentLedger, makeCalls, makeLedger, usable } from "../../model/Calls.ts"
import type { Question } from "../../model/Chat.ts"
import { addTokens, noTokens } from "../../model/Tokens.ts"
import { outlineOf } from "../../Outline.ts"
import { citationsOf } from "../Compose.ts"
import { type Draft, type Paragraph, ReportWriter } from "../Writer.ts"
import { type Written, writeReport } from "./Report.ts"

export interface Options extends CallOptions {
  /** What a report's calls may take together, those of the judge included. */
  readonly timeout: Duration.Input
  /** Tokens that they may take together, with those by which the evidence was found; 0 for any number. */
  readonly maxTokens: number
}

/** Attempts after this one leave the model alone: then a crash has repeated the calls in hand once, and no others. */
const lastAttemptWithModel = 2

/** Marked as the work of the writer that quotes. */
const asQuoting = ({ form, statements }: Paragraph): Paragraph => ({
  form,
  statements: statements.map((statement) => ({ ...statement, quoting: true }))
})

const textsOf = ({ statements }: Paragraph): ReadonlyArray<string> => statements.map(({ text }) => text)

/**
 * What the model has written, and for the summary and the sections that it could not write what quotes the sources,
 * where there is anything. A section that rests on the others is no quotation: what is recommended follows from what
 * else its writer wrote.
 */
const completed = (
  { draft, isUnsummarised, missing }: Written,
  quoted: Draft,
  request: ReportRequest
): Omit<Draft, "tokens"> => {
  const lacking = outlineOf(request.report_type).flatMap(({ slug, title }) => {
    const why = missing.get(slug)
    if (why === undefined) return []
    const paragraphs = quoted.sections.find((section) => section.slug === slug)?.paragraphs ?? []
    return [{ slug, title, why, paragraphs, isQuoted: citationsOf(paragraphs).length > 0 }]
  })
  const gaps = [true, false].flatMap((quotes) =>
    [...Map.groupBy(lacking, ({ why }) => why)].flatMap(([why, sections]) => {
      const titles = sections.flatMap(({ isQuoted, title }) => (isQuoted === quotes ? [title] : []))
      if (titles.length === 0) return []
      const instead = quotes ? ", and quote the sources instead" : ""
      return [`These sections have no sentence of the model (${why})${instead}: ${titles.join(", ")}.`]
    })
  )
  const sections = draft.sections.map(({ paragraphs, slug }) => {
    const other = lacking.find((section) => section.slug === slug && section.isQuoted)
    return { slug, paragraphs: other?.paragraphs.map(asQuoting) ?? paragraphs }
  })
  const isSaid = makeMemory()
  for (const { paragraphs } of sections) for (const text of paragraphs.flatMap(textsOf)) isSaid(text)
  // What the sections say already stays there.
  const instead = quoted.executive_summary.map(({ form, statements }) =>
    asQuoting({ form, statements: statements.filter(({ text }) => !isSaid(text)) })
  )
  return {
    ...draft,
    executive_summary: isUnsummarised ? [...draft.executive_summary, ...instead] : draft.executive_summary,
    sections,
    gaps: [...(draft.gaps ?? []), ...gaps]
  }
}

/**
 * Has a model write from the evidence, over an OpenAI-compatible API, and a judge decide what of it the evidence bears
 * out. Nothing that the models do keeps the client from a report: what does not hold is sent back once and then
 * dropped. Sections that have nothing left, or for which time or tokens did not suffice, are quoted from the sources by
 * the writer below this layer, which writes everything if the model gives nothing to work with.
 */
export const layer = (options: Options): Layer.Layer<ReportWriter, never, ReportWriter | Judge | Answers> =>
  Layer.effect(
    ReportWriter,
    Effect.gen(function* () {
      const quoting = yield* ReportWriter
      const judge = yield* Judge
      const call = yield* makeCalls(options, yield* Answers)
      const name = `openai:${options.model}`
      const timeout = Duration.toMillis(options.timeout)

      const ask = (question: Question) => Effect.flatMap(call(question), usable)

      return {
        name,
        write: Effect.fnUntraced(function* (request, evidence, attempt = 1) {
          // There is nothing to ask a model about.
          if (evidence.pieces.length === 0) return yield* quoting.write(request, evidence, attempt)
          const { input, output } = (evidence.calls ?? []).map(({ tokens }) => tokens).reduce(addTokens, noTokens)
          const deadline = (yield* Clock.currentTimeMillis) + timeout
          const ledger = makeLedger(options.maxTokens, deadline, attempt > 1, input + output)
          const took = () => ({ tokens: ledger.tokens(), calls: ledger.calls() })
          const instead = Effect.fnUntraced(function* (why: string) {
            const quoted = yield* quoting.write(request, evidence, attempt)
            return {
              ...quoted,
              ...took(),
              gaps: [
                `The model (${name}) could not be used: ${why}. This report quotes its sources instead.`,
                ...(quoted.gaps ?? [])
              ]
            } satisfies Draft
          })
          if (attempt > lastAttemptWithModel)
            return yield* instead("writing was interrupted before, and it was not asked again")

          return yield* writeReport({ ask, judge, ledger, name }, request, evidence).pipe(
            Effect.provideService(CurrentLedger, ledger),
            Effect.flatMap((written) => {
              const off = evidence.pieces.filter(({ n }) => written.offTopic.has(n))
              const left = without(withFurther(evidence, written.draft.further), written.offTopic)
              return Effect.map(quoting.write(request, left, attempt), (quoted) => ({
                ...completed(written, quoted, request),
                ...took(),
                ...(off.length > 0 && { off_topic: off.map(({ n, title, url }) => ({ n, title, url })) })
              }))
            }),
            Effect.catchTag("ModelFailed", ({ reason, status }) =>
              Effect.andThen(
                Effect.logWarning("The model could not be used", { model: options.model, reason, status }),
                instead(reason)
              )
            )
          )
        })
      }
    })
  )
