import { Clock, Duration, Effect, Layer } from "effect"
import type { Verdict } from "../../../domain/Verdict.ts"
import { searchTerm } from "../../../domain/Interest.ts"
import { Expansions } from "../../../storage/reports/Expansions.ts"
import { Verdicts } from "../../../storage/reports/Verdicts.ts"
import { hashOf } from "../../check/Hash.ts"
import { type CallOptions, late, makeCalls, otherForm, usable } from "../../model/Calls.ts"
import type { Question } from "../../model/Chat.ts"
import { rulesWith } from "../../model/Fence.ts"
import { verdictsOn } from "../../model/Verdicts.ts"
import { type Asking, NicheModel, type Shown, type Standing } from "./NicheModel.ts"
import {
  expansionQuestion,
  expansionRules,
  readExpansion,
  readStandings,
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

/** How often to look whether another report has the answer that both want. */
const lookEvery = 250

/** A verdict on a text: how it stands to the niche. */
const verdictOf = (standing: Standing): Verdict => ({
  supported: standing === "about",
  facts: [],
  ...(standing === "bears_on" && { bears_on: true })
})

const standingOf = ({ bears_on, supported }: Verdict): Standing =>
  supported ? "about" : bears_on === true ? "bears_on" : "neither"

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
      const keyOf = (rules: ReadonlyArray<string>, ...about: ReadonlyArray<unknown>): string =>
        hashOf(JSON.stringify([options.baseUrl, options.model, rulesWith("", rules), ...about]))

      const ask = (question: Question, { deadline }: Asking) => Effect.flatMap(call(question, deadline), usable)

      const expand: NicheModel["expand"] = Effect.fnUntraced(function* (niche, languages, asking) {
        const asked = searchTerm(niche)
        const key = { hash: keyOf(expansionRules, asked), niche: asked, model: name }
        // The caller has no more time than this, so that the turn of a dead process soon passes to another.
        const timeout = Duration.millis(Math.max(0, asking.deadline - (yield* Clock.currentTimeMillis)))
        let token: string
        for (;;) {
          const turn = yield* expansions.turn(key, timeout)
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
          // The next caller may have better luck. After an answer that is kept this does nothing.
          Effect.ensuring(expansions.release(key.hash, token))
        )
      })

      const judge: NicheModel["judge"] = Effect.fnUntraced(function* (niche, texts, asking) {
        const askAbout = Effect.fnUntraced(function* (batch: ReadonlyArray<Shown>) {
          const standings = readStandings(yield* ask(topicQuestion(niche, batch), asking), batch.length)
          return standings === null ? yield* otherForm : standings.map(verdictOf)
        })
        const found = yield* verdictsOn(texts, {
          ask: askAbout,
          keyOf: (text) => keyOf(topicRules, searchTerm(niche), shownOf(text)),
          size: textsPerQuestion,
          stored: verdicts
        })
        return found.map((verdict) => verdict && standingOf(verdict))
      })

      return { name, seconds: Duration.toSeconds(options.timeout), maxTokens: options.maxTokens, expand, judge }
    })
  )
