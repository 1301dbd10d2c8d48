import { Effect, Layer } from "effect"
import type { Verdict } from "../src/domain/Verdict.ts"
import { faultOf } from "../src/reports/check/Support.ts"
import { type Claim, Judge } from "../src/reports/judge/Judge.ts"

/** A verdict on a claim as a whole, for which all that its sources say is named. */
export const verdictOf = ({ sources, text }: Claim, supported: boolean): Verdict => ({
  supported,
  facts: [
    {
      fact: text,
      verdict: supported ? "supported" : "not_stated",
      spans: sources.map(({ n, quote }) => ({ n, text: quote }))
    }
  ]
})

const byRules: Judge["Service"]["judge"] = (claims) =>
  Effect.succeed(claims.map((claim) => verdictOf(claim, faultOf(claim.text, claim.sources) === null)))

/** A judge that knows no more than the rules by which a report without a model is checked. */
export const judgesByRules = Layer.succeed(Judge, {
  name: "rules",
  identity: "rules",
  trial: Effect.succeed(null),
  judge: byRules,
  tried: byRules,
  offTopic: () => Effect.succeed(new Set())
})
