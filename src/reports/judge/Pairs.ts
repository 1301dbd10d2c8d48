import { Schema } from "effect"
import { hashOf } from "../check/Hash.ts"
import type { Claim } from "./Judge.ts"
import data from "./pairs.json" with { type: "json" }

/*
 * Claims with the evidence that they cite, written for Sonde by a language model (Claude) on 2026-11-22: the companies
 * and the news in them are made up. Half of the claims are faithful, each in another way; the others are wrong in
 * exactly one way. No check and no judge was run on them while they were written.
 */

const Pairs = Schema.Struct({
  sources: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      publisher: Schema.String,
      published_at: Schema.String,
      title: Schema.String,
      text: Schema.String
    })
  ),
  pairs: Schema.Array(
    Schema.Struct({
      label: Schema.Literals(["fault", "faithful"]),
      kind: Schema.String,
      claim: Schema.String,
      cites: Schema.Array(Schema.Int)
    })
  )
})

/** A claim, and what is known about it. */
export interface Pair {
  readonly label: "fault" | "faithful"
  /** What was done to the evidence: `role_swap`, `paraphrase`. */
  readonly kind: string
  readonly claim: Claim
}

const read = ({ pairs, sources }: typeof Pairs.Type): ReadonlyArray<Pair> => {
  const known = new Map(
    sources.map(({ id, published_at, publisher, text, title }) => {
      const quote = `${title}\n${text}`
      return [
        id,
        { kind: "signal" as const, title, url: null, publisher, published_at, quote, hash: hashOf(quote) }
      ] as const
    })
  )
  return pairs.map(({ cites, claim, kind, label }) => ({
    label,
    kind,
    claim: { text: claim, sources: cites.map((id, index) => ({ ...known.get(id)!, n: index + 1 })) }
  }))
}

export const pairs: ReadonlyArray<Pair> = read(Schema.decodeUnknownSync(Pairs)(data))
