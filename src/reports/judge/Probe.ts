import { Clock, Effect } from "effect"
import type { Verdict } from "../../domain/Verdict.ts"
import type { ModelFailed } from "../../outbound/ModelFailed.ts"
import { isBorneOut } from "../check/Spans.ts"
import type { Claim } from "./Judge.ts"

/*
 * What a judge is asked before it is believed: sentences that say something else than their evidence, each in another
 * way. A model that bears these out decides nothing, so its other verdicts are worth nothing either.
 */

const source: Claim["sources"][number] = {
  n: 1,
  kind: "signal",
  title: "Harlow Kettle opens twelve shops in Spain",
  url: null,
  publisher: "Kitchen Trade",
  published_at: "2026-05-19",
  quote:
    "Harlow Kettle opens twelve shops in Spain\nHarlow Kettle of Leeds opened 12 shops in Spain in April. It bought the " +
    "tea chain Camellia from Duero Group for 30 million euros. Its sales in France fell by 8%. The company has no plans " +
    "for Portugal."
}

/** Another figure, exchanged roles, the opposite direction, and what is denied. All of them are wrong. */
export const plantedFaults: ReadonlyArray<Claim> = [
  "Harlow Kettle opened 45 shops in Spain in April.",
  "Duero Group bought the tea chain Camellia from Harlow Kettle for 30 million euros.",
  "Harlow Kettle's sales in France rose by 8%.",
  "Harlow Kettle plans to open shops in Portugal."
].map((text) => ({ text, sources: [source] }))

/** One may escape a small model. */
const mostBorneOut = 1

/** What these verdicts on the planted faults say of who gave them. */
const isBelievable = (verdicts: ReadonlyArray<Verdict | null>): boolean =>
  plantedFaults.filter(({ sources }, index) => {
    const verdict = verdicts[index] ?? null
    return verdict !== null && isBorneOut(verdict, sources)
  }).length <= mostBorneOut

/** For how long an answer stands, in milliseconds. Servers change their models; operators mend them. */
const stands = { believed: 3_600_000, disbelieved: 60_000 }

/** Whether a judge may be believed, for so long as its last answer stands. What fails is asked again. */
export const makeProbe = (
  judge: (claims: ReadonlyArray<Claim>) => Effect.Effect<ReadonlyArray<Verdict | null>, ModelFailed>
) => {
  let known: { readonly believed: boolean; readonly until: number } | null = null
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (known !== null && now < known.until) return known.believed
    const believed = isBelievable(yield* judge(plantedFaults))
    known = { believed, until: now + (believed ? stands.believed : stands.disbelieved) }
    return believed
  })
}
