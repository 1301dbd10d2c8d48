import { Clock, Duration, Effect, Layer } from "effect"
import type { Verdict } from "../../../domain/Verdict.ts"
import { searchTerm } from "../../../domain/Interest.ts"
import { ModelFailed } from "../../../outbound/ModelFailed.ts"
import { Expansions } from "../../../storage/Expansions.ts"
import { Verdicts } from "../../../storage/Verdicts.ts"
import { hashOf } from "../../check/Hash.ts"
import { type CallOptions, late, makeCalls } from "../../model/Calls.ts"
import type { Question } from "../../model/Chat.ts"
import { type Asking, NicheModel, type Shown } from "./NicheModel.ts"
import {
  expansionQuestion,
  expansionRules,
  readExpansion,
  readOnTopic,
  shownOf,
  textsPerQuestion,
  topicQuestion,
  topicRules
} from "./Questions.ts"

export interface Options extends CallOptions {
  /** What its calls for one report may take together. */
  readonly timeout: Duration.Duration
  /** Tokens that a report may take, these calls and those that write it; 0 for any number. */
  readonly maxTokens: number
}

/** Questions to the server at a time. */
const concurrency = 4

/** How often to look whether another report has the answer that both want. */
const lookEvery = 250

const otherForm = ModelFailed.final("its answer had another form than asked for")

/** A verdict on a text: whether it is about the niche. */
const verdictOf = (supported: boolean): Verdict => ({ supported, facts: [] })

/** A model behind an OpenAI-compatible API. What it says is kept, by what it was asked. */
export const layer = (options: Options): Layer.Layer<never, never, Expansions | Verdicts> =>
  Layer.effect(
    NicheModel,
    Effect.gen(function* () {
      const expansions = yield* Expansions
      const verdicts = yield* Verdicts
      // What it says is kept by itself: words with their niche, and judgements with the verdicts.
      const call = yield* makeCalls(options, null)
      const name = `openai:${options.model}`
      // Another server may have another model under that name, and another version of Sonde other questions.
      const keyOf = (rules: string, ...about: ReadonlyArray<unknown>): string =>
        hashOf(JSON.stringify([options.baseUrl, options.model, rules, ...about]))

      const ask = Effect.fnUntraced(function* (question: Question, { deadline }: Asking) {
        const reply = yield* call(question, deadline)
        return reply.unusable === null ? reply.text : yield* ModelFailed.final(reply.unusable)
      })

      const expand: NicheModel["expand"] = Effect.fnUntraced(function* (niche, languages, asking) {
        const asked = searchTerm(niche)
        const key = { hash: keyOf(expansionRules(""), asked), niche: asked, model: name }
        // Who asks has no more time than this, so that a turn that a dead process holds is soon somebody else's.
        const patience = Duration.millis(Math.max(0, asking.deadline - (yield* Clock.currentTimeMillis)))
        let token: string
        for (;;) {
          const turn = yield* expansions.turn(key, patience)
          if (turn !== "wait") {
            if ("known" in turn) return turn.known
            token = turn.ask
            break
          }
          if ((yield* Clock.currentTimeMillis) + lookEvery > asking.deadline) return yield* late
          yield* Effect.sleep(lookEvery)
        }
        return yield* ask(expansionQuestion(niche, languages), asking).pipe(
          Effect.flatMap((text) => {
            const expansion = readExpansion(text, niche)
            if (expansion === null) return Effect.fail(otherForm)
            const isEmpty = expansion.terms.length === 0
            return Effect.as(isEmpty ? Effect.void : expansions.keep(key.hash, expansion), expansion)
          }),
          // Whoever comes next may have better luck. After an answer that is kept this does nothing.
          Effect.ensuring(expansions.release(key.hash, token))
        )
      })

      const judge: NicheModel["judge"] = Effect.fnUntraced(function* (niche, texts, asking) {
        const hashes = texts.map((text) => keyOf(topicRules(""), searchTerm(niche), shownOf(text)))
        const known = yield* verdicts.find(hashes)
        const open = [...new Map(texts.map((text, index) => [hashes[index]!, text]))].filter(
          ([hash]) => !known.has(hash)
        )
        const batches = Array.from({ length: Math.ceil(open.length / textsPerQuestion) }, (_, n) =>
          open.slice(n * textsPerQuestion, (n + 1) * textsPerQuestion)
        )
        const askAbout = Effect.fnUntraced(function* (batch: ReadonlyArray<readonly [hash: string, Shown]>) {
          const question = topicQuestion(
            niche,
            batch.map(([, text]) => text)
          )
          const onTopic = readOnTopic(yield* ask(question, asking), batch.length)
          if (onTopic === null) return yield* otherForm
          const found = new Map(batch.map(([hash], index) => [hash, verdictOf(onTopic[index]!)]))
          yield* verdicts.add(found)
          return found
        })
        const [answers, failures] = yield* Effect.partition(batches, askAbout, { concurrency })
        if (failures.length > 0 && answers.length === 0) return yield* failures[0]!
        const all = new Map([...known, ...answers.flatMap((found) => [...found])])
        return hashes.map((hash) => all.get(hash)?.supported ?? null)
      })

      return { name, seconds: Duration.toSeconds(options.timeout), maxTokens: options.maxTokens, expand, judge }
    })
  )
