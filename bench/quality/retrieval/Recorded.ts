import { Effect, Schema } from "effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { hashOf } from "../../../src/reports/check/Hash.ts"
import type { NicheModel, Shown, Standing } from "../../../src/reports/evidence/model/NicheModel.ts"
import { readExpansion, shownOf } from "../../../src/reports/evidence/model/Questions.ts"

/** What a language model answered about the niches. Of the texts that it was shown only hashes are kept. */
const Recording = Schema.Struct({
  /** Who named the words, and when; answers as they came. */
  words: Schema.Struct({
    from: Schema.String,
    answers: Schema.Array(Schema.Struct({ niche: Schema.String, answer: Schema.String }))
  }),
  /** Who judged the texts, and when; texts by the hashes of what was shown of them. */
  texts: Schema.Struct({
    from: Schema.String,
    answers: Schema.Array(
      Schema.Struct({
        niche: Schema.String,
        about: Schema.Array(Schema.String),
        bears_on: Schema.Array(Schema.String),
        neither: Schema.Array(Schema.String)
      })
    )
  })
})
export type Recording = typeof Recording.Type

const standings: ReadonlyArray<Standing> = ["about", "bears_on", "neither"]

const file = new URL("recorded.json", import.meta.url)

const nothing: Recording = { words: { from: "nobody", answers: [] }, texts: { from: "nobody", answers: [] } }

export const recording = (): Recording =>
  existsSync(file) ? Schema.decodeUnknownSync(Recording)(JSON.parse(readFileSync(file, "utf8"))) : nothing

export const keep = (recorded: Recording): void => writeFileSync(file, `${JSON.stringify(recorded, null, 1)}\n`)

/** By what a text is known again that was judged. */
export const textId = (text: Shown): string => hashOf(JSON.stringify(shownOf(text))).slice(0, 12)

/** What was answered about the texts of each niche, by the texts' hashes. */
export const standingsIn = ({ texts }: Recording): Map<string, Map<string, Standing>> =>
  new Map(
    texts.answers.map(({ niche, ...ids }) => [
      niche,
      new Map(standings.flatMap((standing) => ids[standing].map((id) => [id, standing] as const)))
    ])
  )

/** Answers of a recorded model, and what it was asked. */
export interface Recorded extends NicheModel {
  /** Texts of each niche about which it was asked and has no recorded answer. */
  readonly unanswered: Map<string, Map<string, Shown>>
  answered: number
}

/** A model that says what was recorded. Without `judges` it says nothing about texts. */
export const recordedModel = (recorded: Recording, judges: boolean): Recorded => {
  const { words } = recorded
  const expansions = new Map(words.answers.map(({ answer, niche }) => [niche, readExpansion(answer, niche)]))
  const known = standingsIn(recorded)
  const model: Recorded = {
    name: "recorded",
    seconds: 60,
    maxTokens: 0,
    unanswered: new Map(),
    answered: 0,
    expand: (niche) => Effect.succeed(expansions.get(niche) ?? { terms: [], exclude: [] }),
    judge: (niche, asked) =>
      Effect.sync(() => {
        return asked.map((text) => {
          const id = textId(text)
          const answer = judges ? known.get(niche)?.get(id) : undefined
          if (answer === undefined)
            model.unanswered.set(niche, (model.unanswered.get(niche) ?? new Map<string, Shown>()).set(id, text))
          else model.answered++
          return answer ?? null
        })
      })
  }
  return model
}
