import { Schema } from "effect"
import { hashOf } from "../../../src/reports/check/Hash.ts"
import type { Pair } from "../../../src/reports/judge/Pairs.ts"
import anchors from "./anchors.json" with { type: "json" }
import figures from "./figures.json" with { type: "json" }
import roles from "./roles.json" with { type: "json" }

/*
 * Claims about figures in news about made-up companies, in English, German, French, Spanish, Italian, Portuguese and
 * Chinese; claims are in English or in the language of the news. A faithful claim is told in another way; a fault is
 * wrong in one figure, date or unit, or in what a figure says of its thing, and in nothing else. Written by hand on
 * 2026-11-23 (the first two) and 2026-11-28 before the rules were changed that they were written for (those that read
 * periods and calculations; those that read the roles of figures; those that ask of what and when a figure is), the
 * later ones by somebody who knew the rules of before; no check was run on them while they were written. Of the first,
 * the first four articles and every other of the rest are for tuning, of the others every other; the rest is for
 * reporting.
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

const read = (data: unknown, isTuning: (index: number) => boolean): ReadonlyArray<FigurePair> =>
  Schema.decodeUnknownSync(Articles)(data).flatMap(({ pairs, published_at, publisher, text, title }, index) => {
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
      half: isTuning(index) ? ("tuning" as const) : ("reporting" as const),
      claim: { text: claim, sources: [source] }
    }))
  })

/** About which figure, date or unit it is. */
export const figurePairs = read(figures, (index) => index < 4 || index % 2 === 0)

/** About what a figure says: a change or a level, a part or a whole, an end of a range, a limit, a rank. */
export const rolePairs = read(roles, (index) => index % 2 === 0)

/** About what a figure is held against: of what a percentage is, what a number counts, when it was, on which side. */
export const anchorPairs = read(anchors, (index) => index % 2 === 0)
