import { Schema } from "effect"
import { hashOf } from "../../../src/reports/check/Hash.ts"
import type { Pair } from "../../../src/reports/judge/Pairs.ts"
import data from "./figures.json" with { type: "json" }

/*
 * Claims about figures, written by hand on 2026-11-23 before the rules about figures were made to read periods and
 * calculations: news in English, German, French, Spanish and Chinese about made-up companies, and claims in
 * English or in the language of the news. A faithful claim is told in another way; a fault is wrong in one figure,
 * date or unit, and in nothing else. No check was run on them while they were written. The first four articles and
 * every other of the rest are for tuning, the others for reporting.
 */

const Articles = Schema.Array(
  Schema.Struct({
    publisher: Schema.String,
    published_at: Schema.String,
    title: Schema.String,
    text: Schema.String,
    pairs: Schema.Array(
      Schema.Tuple([Schema.Literals(["fault", "faithful"]), Schema.String, Schema.String]).annotate({
        description: "label, kind, claim"
      })
    )
  })
)

export interface FigurePair extends Pair {
  readonly half: "tuning" | "reporting"
}

export const figurePairs: ReadonlyArray<FigurePair> = Schema.decodeUnknownSync(Articles)(data).flatMap(
  ({ pairs, published_at, publisher, text, title }, index) => {
    const quote = `${title}\n${text}`
    const source = {
      n: 1,
      kind: "signal" as const,
      title,
      url: null,
      publisher,
      published_at,
      quote,
      hash: hashOf(quote)
    }
    return pairs.map(([label, kind, claim]) => ({
      label,
      kind,
      half: index < 4 || index % 2 === 0 ? ("tuning" as const) : ("reporting" as const),
      claim: { text: claim, sources: [source] }
    }))
  }
)
