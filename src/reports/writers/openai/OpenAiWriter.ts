import { Clock, Duration, Effect, Layer } from "effect"
import type { ReportRequest } from "../../../domain/Report.ts"
import { citationsOf } from "../Compose.ts"
import type { Evidence } from "../../evidence/Evidence.ts"
import { ModelFailed } from "../../../outbound/ModelFailed.ts"
import { admit } from "../../check/Gate.ts"
import { Judge } from "../../judge/Judge.ts"
import { readAnswer, readReplacements } from "./Answer.ts"
import { type ChatOptions, makeChat } from "../../model/Chat.ts"
import { materialOf } from "./Material.ts"
import { metered, type Prices, unknownPrices } from "../../model/Metered.ts"
import { addTokens, noTokens, type Tokens } from "../../model/Tokens.ts"
import { several } from "../../check/Formulas.ts"
import { judged } from "./Judged.ts"
import { rejectedStatements, repaired, sentenceBySentence, withdrawals, type Written } from "./RejectedStatements.ts"
import { repairQuestion, reportQuestion } from "./Prompt.ts"
import { outlineOf } from "../../Outline.ts"
import { type Draft, type Paragraph, ReportWriter } from "../Writer.ts"

export interface Options extends Omit<ChatOptions, "retryDelay"> {
  /** What a report's calls may take together, retries and repair included. */
  readonly timeout: Duration.Input
  readonly prices?: Prices
  /** 1 second unless told. */
  readonly retryDelay?: Duration.Input
}

/** Attempts after this one leave the model alone: then a crash has repeated one call, and no more than one. */
const lastAttemptWithModel = 2

type Replacements = ReturnType<typeof readReplacements>

/** Marked as the work of the writer that quotes. */
const asQuoting = ({ form, statements }: Paragraph): Paragraph => ({
  form,
  statements: statements.map((statement) => ({ ...statement, quoting: true }))
})

/**
 * Has a model write from the evidence, over an OpenAI-compatible API, and a judge decide what of it the evidence bears
 * out. Nothing that the models do keeps the client from a report: statements that do not hold are sent back once and
 * then dropped. Sections that have none left are quoted from the sources by the writer below this layer, which writes
 * everything if the model gives nothing to work with.
 */
export const layer = (options: Options): Layer.Layer<ReportWriter, never, ReportWriter | Judge> =>
  Layer.effect(
    ReportWriter,
    Effect.gen(function* () {
      const quoting = yield* ReportWriter
      const judge = yield* Judge
      const chat = yield* makeChat({ retryDelay: "1 second", ...options })
      const name = `openai:${options.model}`
      const timeout = Duration.toMillis(options.timeout)

      /** What the model makes of the evidence, with the tokens of all calls that were answered. */
      const write = Effect.fnUntraced(function* (
        request: ReportRequest,
        evidence: Evidence,
        mayRepair: boolean,
        spend: (tokens: Tokens) => void
      ) {
        const sources = materialOf(evidence.pieces)
        if (sources.length === 0) return yield* ModelFailed.final("the evidence has nothing to give it")
        const slugs = outlineOf(request.report_type).map(({ slug }) => slug)
        const deadline = (yield* Clock.currentTimeMillis) + timeout
        const late = ModelFailed.final("it did not answer in time")

        const ask = Effect.fnUntraced(function* (question: ReturnType<typeof reportQuestion>) {
          const left = deadline - (yield* Clock.currentTimeMillis)
          const reply = yield* Effect.timeoutOrElse(chat(question, deadline), {
            duration: Math.max(0, left),
            orElse: () => Effect.fail(late)
          }).pipe(metered(options.prices ?? unknownPrices))
          spend(reply.tokens)
          return reply.unusable === null ? reply.text : yield* ModelFailed.final(reply.unusable)
        })

        let unjudged = 0
        /** Sentence by sentence, each with a decision. */
        const checked = Effect.fnUntraced(
          function* (written: Written) {
            const left = deadline - (yield* Clock.currentTimeMillis)
            const done = yield* Effect.timeoutOrElse(judged(judge, sentenceBySentence(written), sources), {
              duration: Math.max(0, left),
              orElse: () => Effect.fail(late)
            })
            spend(done.tokens)
            unjudged += done.unjudged
            return done.written
          },
          Effect.mapError((failure) => failure.of(`what it wrote could not be judged by ${judge.name}`))
        )

        const read = readAnswer(yield* ask(reportQuestion(request, sources)), slugs)
        if (read === null) return yield* ModelFailed.final("its answer had another form than asked for")
        const answer = yield* checked(read)
        const grounds = { sources, niche: request.niche, asOf: evidence.asOf, writer: name }
        const rejected = rejectedStatements(answer, grounds)
        const replacements =
          mayRepair && rejected.length > 0
            ? yield* ask(repairQuestion(request, sources, rejected)).pipe(
                Effect.map(readReplacements),
                // What held of the first answer is kept.
                Effect.catch(() => Effect.succeed<Replacements>(new Map()))
              )
            : (new Map() as Replacements)
        const { applied, written } = yield* checked(repaired(answer, rejected, replacements)).pipe(
          Effect.map((written) => ({ written, applied: replacements })),
          // What held of the first answer is kept.
          Effect.catch(() => {
            const none = withdrawals(rejected)
            return Effect.succeed({ written: repaired(answer, rejected, none), applied: none })
          })
        )
        const withdrawn = rejected.filter(({ statement }) => applied.get(statement) === null).length
        const record = { name: judge.name, trial: yield* judge.trial }
        const { draft: admitted, dropped } = admit(
          { ...written, writer: name, tokens: noTokens, judge: record },
          grounds
        )
        if (admitted.sections.every(({ paragraphs }) => citationsOf(paragraphs).length === 0)) {
          return yield* ModelFailed.final("the evidence bears out nothing that it wrote")
        }
        const gap = `The report lacks ${several(unjudged, "sentence")} of the model, about which the judge (${judge.name}) said nothing usable.`
        return { ...admitted, dropped: withdrawn + dropped + unjudged, ...(unjudged > 0 && { gaps: [gap] }) }
      })

      /**
       * Sections without a statement quote the sources instead, where there are any. A section that rests on the others
       * is no quotation: what is recommended follows from what else its writer wrote.
       */
      const completed = (draft: Draft, quoted: Draft, request: ReportRequest): Draft => {
        const filled: Array<string> = []
        const sections = outlineOf(request.report_type).map(({ facets, slug, title }) => {
          const own = draft.sections.find((section) => section.slug === slug)
          const other = quoted.sections.find((section) => section.slug === slug)
          const has = (section: typeof own) => section !== undefined && citationsOf(section.paragraphs).length > 0
          if (has(own) || facets.length === 0 || !has(other)) return own ?? { slug, paragraphs: [] }
          filled.push(title)
          return { slug, paragraphs: other!.paragraphs.map(asQuoting) }
        })
        const gap = `The model wrote nothing that the evidence bears out for these sections, which quote the sources instead: ${filled.join(", ")}.`
        return { ...draft, sections, ...(filled.length > 0 && { gaps: [...(draft.gaps ?? []), gap] }) }
      }

      return {
        name,
        write: Effect.fnUntraced(function* (request, evidence, attempt = 1) {
          const quoted = yield* quoting.write(request, evidence, attempt)
          // There is nothing to ask a model about.
          if (evidence.pieces.length === 0) return quoted
          const instead = (tokens: Tokens, why: string): Draft => ({
            ...quoted,
            tokens,
            gaps: [`The model (${name}) could not be used: ${why}. This report quotes its sources instead.`]
          })
          if (attempt > lastAttemptWithModel)
            return instead(noTokens, "writing was interrupted before, and it was not asked again")

          let tokens = noTokens
          return yield* write(request, evidence, attempt === 1, (more) => (tokens = addTokens(tokens, more))).pipe(
            Effect.map((draft) => ({ ...completed(draft, quoted, request), tokens })),
            Effect.catch(({ reason, status }) =>
              Effect.as(
                Effect.logWarning("The model could not be used", { model: options.model, reason, status }),
                instead(tokens, reason)
              )
            )
          )
        })
      }
    })
  )
