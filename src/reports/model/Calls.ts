import { Buffer } from "node:buffer"
import { Cause, Clock, Context, type Duration, Effect, Exit } from "effect"
import type { CallRecord, ReportCall } from "../../domain/ReportCall.ts"
import { ModelFailed } from "../../outbound/ModelFailed.ts"
import type { Answers } from "../../storage/reports/Answers.ts"
import { modelCalled, modelCost, modelTokens } from "../../telemetry/Metrics.ts"
import { hashOf } from "../check/Hash.ts"
import { type ChatOptions, Chats, type Question, type Reply } from "./Chat.ts"
import { addTokens, bytesPerToken, noTokens, type Tokens } from "./Tokens.ts"

/** US dollars for a million tokens; 0 where they are not known. */
export interface Prices {
  readonly input: number
  readonly output: number
}

const unknownPrices: Prices = { input: 0, output: 0 }

/** What a report's calls have used so far, and what they may use. */
export interface Ledger {
  /** When its last call must have ended, in milliseconds since 1970. */
  readonly deadline: number
  /** Whether answers to an earlier attempt at the report may be used again. */
  readonly resumes: boolean
  /**
   * Whether a call may begin that takes so many tokens at most, question and answer; they count until it ends. Waits
   * for calls in hand where what these may take decides.
   */
  readonly begin: (tokens: number) => Effect.Effect<boolean>
  readonly end: (step: ReportCall, tokens: number, spent: Spent) => void
  readonly calls: () => ReadonlyArray<CallRecord>
  readonly tokens: () => Tokens
}

interface Spent {
  readonly tokens: Tokens
  readonly cost: number
  readonly begun: number
  readonly ended: number
}

/** For a report that may take `ceiling` tokens in all, of which it has taken so many `before`; 0 for any number. */
export const makeLedger = (ceiling: number, deadline: number, resumes: boolean, before = 0): Ledger => {
  const steps = new Map<ReportCall, ReadonlyArray<Spent>>()
  let held = 0
  let waiting: Array<() => void> = []
  const all = (spent: ReadonlyArray<Spent>) => spent.map(({ tokens }) => tokens).reduce(addTokens, noTokens)
  const tokens = () => all([...steps.values()].flat())
  /** Another call has ended. */
  const ended = Effect.callback<void>((resume) => {
    const wake = () => resume(Effect.void)
    waiting.push(wake)
    return Effect.sync(() => {
      waiting = waiting.filter((other) => other !== wake)
    })
  })
  return {
    deadline,
    resumes,
    begin: Effect.fnUntraced(function* (most) {
      for (;;) {
        const { input, output } = tokens()
        const after = before + input + output + most
        if (ceiling === 0 || after + held <= ceiling) {
          held += most
          return true
        }
        if (held === 0 || after > ceiling) return false
        yield* ended
      }
    }),
    end: (step, most, spent) => {
      held -= most
      steps.set(step, [...(steps.get(step) ?? []), spent])
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
    tokens,
    calls: () =>
      [...steps].map(([step, spent]) => {
        const cost = spent.reduce((sum, { cost }) => sum + cost, 0)
        const begun = Math.min(...spent.map(({ begun }) => begun))
        const ended = Math.max(...spent.map(({ ended }) => ended))
        return {
          step,
          calls: spent.length,
          tokens: all(spent),
          ...(cost > 0 && { cost: Number(cost.toFixed(6)) }),
          seconds: Math.round(ended - begun) / 1_000
        }
      })
  }
}

/** That of the report for which a call is made; null outside of reports. */
export const CurrentLedger = Context.Reference<Ledger | null>("sonde/reports/Ledger", { defaultValue: () => null })

/** Which model is called, and within which limits. */
export interface CallOptions extends Omit<ChatOptions, "retryDelay"> {
  readonly prices?: Prices
  /** 1 second unless told. */
  readonly retryDelay?: Duration.Input
}

/** There was no time left for the answer. */
export const late = ModelFailed.final("it did not answer in time")

/** An answer that can't be read. */
export const otherForm = ModelFailed.final("its answer had another form than asked for")

/** The text of an answer; fails for one that is of no use. */
export const usable = ({ text, unusable }: Reply): Effect.Effect<string, ModelFailed> =>
  unusable === null ? Effect.succeed(text) : Effect.fail(ModelFailed.final(unusable))

/** Why no further call is made for a report. */
export const usedUp = ModelFailed.final("the report has used the tokens that it may (OPENAI_MAX_TOKENS_PER_REPORT)")

const inputOf = ({ schema, system, user }: Question): number =>
  Math.ceil(Buffer.byteLength([system, ...user, JSON.stringify(schema)].join("")) / bytesPerToken)

/** By what a question is known again; the fence has another name each time. */
const keyOf = ({ baseUrl, model }: CallOptions, { fence, schema, system, user }: Question): string => {
  const asked = JSON.stringify([baseUrl, model, system, user, schema])
  return hashOf(fence === "" ? asked : asked.replaceAll(fence, ""))
}

/** Servers don't tell what a cancelled call cost; the model has read at least the question. */
const isCutOff = (cause: Cause.Cause<ModelFailed>): boolean =>
  Cause.hasInterrupts(cause) || Cause.squash(cause) === late

/**
 * Calls one model: the one place where a report's calls are bounded in time and tokens, counted, and remembered until
 * the report is there, so that a crash costs the calls in hand and no others.
 */
export const makeCalls = Effect.fnUntraced(function* (options: CallOptions, answers: Answers["Service"] | null) {
  const chat = yield* (yield* Chats)({ retryDelay: "1 second", ...options })
  const prices = options.prices ?? unknownPrices
  const costOf = ({ input, output }: Tokens) => (input * prices.input + output * prices.output) / 1e6

  const send = (question: Question, deadline: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (begun) =>
      Effect.timeoutOrElse(chat(question, deadline), {
        duration: Math.max(0, deadline - begun),
        orElse: () => Effect.fail(late)
      }).pipe(
        Effect.onExit((exit) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            modelCalled({ outcome: Exit.isSuccess(exit) ? "answered" : "failed" }, (now - begun) / 1_000)
            if (!Exit.isSuccess(exit)) return
            const { tokens } = exit.value
            modelTokens({ direction: "input" }, tokens.input)
            modelTokens({ direction: "output" }, tokens.output)
            const cost = costOf(tokens)
            if (cost > 0) modelCost({}, cost)
          })
        ),
        Effect.tap(({ tokens }) => Effect.annotateCurrentSpan({ ...tokens })),
        Effect.withSpan("report.model", { attributes: { step: question.step, model: options.model } })
      )
    )

  /** Ends at `deadline`, or at that of the report if it comes first. */
  return Effect.fnUntraced(function* (question: Question, deadline = Infinity): Effect.fn.Return<Reply, ModelFailed> {
    const ledger = yield* CurrentLedger
    if (ledger === null) return yield* send(question, deadline)
    const begun = yield* Clock.currentTimeMillis
    const input = inputOf(question)
    const key = keyOf(options, question)
    const known = ledger.resumes && answers !== null ? yield* answers.find(key) : null
    const most = known === null ? input + options.maxOutputTokens : known.tokens.input + known.tokens.output
    const spent = (tokens: Tokens, ended: number) =>
      ledger.end(question.step, most, { tokens, cost: costOf(tokens), begun, ended })
    // A call that has begun always returns its tokens, also when interrupted: others may wait for them.
    const reply = yield* Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(ledger.begin(most)), (mayBegin): Effect.Effect<Reply, ModelFailed> => {
        if (!mayBegin) return Effect.fail(usedUp)
        if (known !== null)
          return Effect.as(
            Effect.sync(() => spent(known.tokens, begun)),
            known
          )
        return restore(send(question, Math.min(deadline, ledger.deadline))).pipe(
          Effect.onExit((exit) =>
            Effect.map(Clock.currentTimeMillis, (now) =>
              spent(
                Exit.isSuccess(exit) ? exit.value.tokens : { input: isCutOff(exit.cause) ? input : 0, output: 0 },
                now
              )
            )
          )
        )
      })
    )
    if (known === null && answers !== null) yield* answers.add(key, reply)
    return reply
  })
})
