import { Array, Clock, Duration, Effect, Layer } from "effect"
import type { JudgeTrial } from "../../domain/JudgeTrial.ts"
import type { Verdict } from "../../domain/Verdict.ts"
import { ModelFailed } from "../../outbound/ModelFailed.ts"
import { Answers } from "../../storage/reports/Answers.ts"
import { Verdicts } from "../../storage/reports/Verdicts.ts"
import { hashOf } from "../check/Hash.ts"
import { isSound } from "../check/Spans.ts"
import { type CallOptions, makeCalls, otherForm } from "../model/Calls.ts"
import type { Question } from "../model/Chat.ts"
import { rulesWith } from "../model/Fence.ts"
import { verdictsOn } from "../model/Verdicts.ts"
import { type Claim, Judge } from "./Judge.ts"
import { makeProbe, misses } from "./Probe.ts"
import { factsQuestion, readVerdicts, readYesOrNo, rules, yesOrNoQuestion } from "./Questions.ts"
import { readOffTopic, topicQuestion } from "./Topic.ts"

/** How the judge is asked: for facts with their evidence, or for yes or no. */
export type Form = "facts" | "yes_or_no"

export interface Options extends CallOptions {
  readonly form: Form
  /** What one question may take, retries included. The caller limits the time of all questions together. */
  readonly timeout: Duration.Input
}

/** Claims in one question: a model that gets more of them looks less closely, and its answer may be cut off. */
export const claimsPerQuestion = { facts: 8, yes_or_no: 1 } as const

/** A claim as the judge sees it: its sources are numbered from 1, in whatever report it stands. */
const local = ({ sources, text }: Claim): Claim => ({
  text,
  sources: sources.map((source, index) => ({ ...source, n: index + 1 }))
})

/** A verdict with the numbers that the claim's own sources have; 0 for one that it does not have. */
const global = ({ facts, supported }: Verdict, { sources }: Claim): Verdict => ({
  supported,
  facts: facts.map((fact) => ({
    ...fact,
    spans: fact.spans.map(({ n, text }) => ({ n: sources[n - 1]?.n ?? 0, text }))
  }))
})

/** By what a verdict is known again: who was asked in which words, and all that the judge is shown. */
const keyOf = (identity: string, { sources, text }: Claim): string =>
  hashOf(
    JSON.stringify([
      identity,
      text,
      sources.map(({ published_at, published_at_estimated, publisher, quote, title }) => [
        title,
        publisher,
        published_at,
        published_at_estimated ?? false,
        quote
      ])
    ])
  )

const asks: Record<
  Form,
  {
    readonly question: (claims: ReadonlyArray<Claim>) => Question
    readonly read: (text: string, count: number) => ReadonlyArray<Verdict | null>
  }
> = {
  facts: { question: factsQuestion, read: readVerdicts },
  yes_or_no: {
    question: ([claim]) => yesOrNoQuestion(claim!),
    read: (text) => [readYesOrNo(text)]
  }
}

const disbelieved = ModelFailed.final("it bears out sentences that their evidence denies")
const missed = ({ faults: { of, refused } }: JudgeTrial): ModelFailed =>
  ModelFailed.final(
    `when it was tried, it caught only ${refused} of ${of} faults (${((100 * refused) / of).toFixed(1)} %)`
  )

/** For a trial: a server may have another model by now, so what it said before is not looked up. */
const unstored: Pick<Verdicts["Service"], "find" | "add"> = {
  find: () => Effect.succeed(new Map()),
  add: () => Effect.void
}

/**
 * A model behind an OpenAI-compatible API as the judge. It is asked once about the same claim and evidence: sound
 * verdicts are kept. Fails if no question brings anything, or if the judge is not believed: it bears out planted
 * faults, or missed too many in its last trial (Probe.ts). A claim of a question that fails alone has no verdict.
 */
export const layer = (options: Options): Layer.Layer<Judge, never, Answers | Verdicts> =>
  Layer.effect(
    Judge,
    Effect.gen(function* () {
      const stored = yield* Verdicts
      const call = yield* makeCalls(options, yield* Answers)
      const name = `openai:${options.model}`
      // Another server may have another model under that name, and another version of Sonde other questions.
      const words = rulesWith("", rules) + JSON.stringify(yesOrNoQuestion({ text: "", sources: [] }))
      const identity = hashOf(JSON.stringify([options.baseUrl, options.model, options.form, words]))
      const { question, read } = asks[options.form]
      const size = claimsPerQuestion[options.form]

      const within = Effect.map(Clock.currentTimeMillis, (now) => now + Duration.toMillis(options.timeout))

      const ask = Effect.fnUntraced(function* (claims: ReadonlyArray<Claim>) {
        const reply = yield* call(question(claims), yield* within)
        const verdicts = reply.unusable === null ? read(reply.text, claims.length) : []
        if (verdicts.every((verdict) => verdict === null))
          return yield* reply.unusable === null ? otherForm : ModelFailed.final(reply.unusable)
        return verdicts
      })

      const isBelieved = makeProbe((claims) =>
        Effect.map(Effect.forEach(Array.chunksOf(claims, size), ask, { concurrency: "unbounded" }), (all) => all.flat())
      )
      const believed = Effect.flatMap(isBelieved, (believed) => (believed ? Effect.void : disbelieved))

      /** Asks about claims, each batch after `first`. */
      const decide = Effect.fnUntraced(function* (
        claims: ReadonlyArray<Claim>,
        kept: typeof unstored,
        first: Effect.Effect<void, ModelFailed>
      ) {
        const verdicts = yield* verdictsOn(claims.map(local), {
          ask: (batch) => Effect.andThen(first, ask(batch)),
          isSound: ({ sources }, verdict) => isSound(verdict, sources),
          keyOf: (claim) => keyOf(identity, claim),
          size,
          stored: kept
        })
        return claims.map((claim, index) => {
          const verdict = verdicts[index]!
          return verdict === null ? null : global(verdict, claim)
        })
      })

      const judge = Effect.fnUntraced(function* (claims: ReadonlyArray<Claim>) {
        const trial = yield* stored.trial(identity)
        if (misses(trial)) return yield* missed(trial)
        return yield* decide(claims, stored, yield* Effect.cached(believed))
      })

      const offTopic: Judge["Service"]["offTopic"] = Effect.fnUntraced(function* (request, sources) {
        // Models that answer yes or no to claims are made only for that.
        if (options.form === "yes_or_no" || sources.length === 0) return new Set()
        const reply = yield* call(topicQuestion(request, sources), yield* within)
        return reply.unusable === null ? readOffTopic(reply.text, sources) : new Set()
      })

      const tried = (claims: ReadonlyArray<Claim>) => decide(claims, unstored, Effect.void)
      return { name, judge, tried, offTopic, identity, trial: stored.trial(identity) }
    })
  )
