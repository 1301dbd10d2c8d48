import { Effect, Schema } from "effect"
import type { Client } from "../../api/Client.ts"
import { Claim, ClaimCheck } from "../../domain/ClaimCheck.ts"
import { concise, fitting } from "../Result.ts"
import { tool } from "../Tool.ts"

const { judge, reasons, rests_on, verdict } = ClaimCheck.fields

export const checkClaim = (client: Client) =>
  tool({
    name: "check_claim",
    description: "Does evidence support a sentence? Verdict, reasons.",
    rights: ["reports"],
    parameters: { ...Claim.fields, concise },
    result: { verdict, reasons, rests_on, judge, facts: Schema.optionalKey(Schema.Array(Schema.Unknown)) },
    run: Effect.fnUntraced(function* ({ concise, ...payload }) {
      const { facts, ...found } = (yield* client.claims.check({ payload })).data
      return { ...found, ...(concise !== true && facts.length > 0 && { facts: fitting(facts) }) }
    })
  })
