import { Clock, Effect, Semaphore } from "effect"
import type { JudgeTrial } from "../../domain/JudgeTrial.ts"
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

/**
 * How many of a trial's faults a judge must have caught, as a share. The exact rules alone catch some 30 % of them, and
 * a good judge all. Where more than a fifth gets through, "borne out" would promise readers too much.
 */
const leastCaught = 0.8

/** Whether a trial showed that a judge misses too much to be believed. */
export const misses = (trial: JudgeTrial | null): trial is JudgeTrial =>
  trial !== null && trial.faults.refused < leastCaught * trial.faults.of

/**
 * Whether a judge may be believed, for so long as its last answer stands. What fails is asked again, but not by those
 * who waited for it: who asks while an attempt is in hand shares what comes of it.
 */
export const makeProbe = (
  judge: (claims: ReadonlyArray<Claim>) => Effect.Effect<ReadonlyArray<Verdict | null>, ModelFailed>
): Effect.Effect<boolean, ModelFailed> => {
  const turn = Semaphore.makeUnsafe(1)
  let known: { readonly believed: boolean; readonly until: number } | null = null
  let failures = 0
  let failure: ModelFailed | null = null
  const attempt = Effect.gen(function* () {
    const believed = isBelievable(yield* judge(plantedFaults))
    const now = yield* Clock.currentTimeMillis
    known = { believed, until: now + (believed ? stands.believed : stands.disbelieved) }
    return believed
  }).pipe(
    Effect.tapError((failed) =>
      Effect.sync(() => {
        failures += 1
        failure = failed
      })
    )
  )
  return Effect.suspend(() => {
    const before = failures
    return turn.withPermits(1)(
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (known !== null && now < known.until) return Effect.succeed(known.believed)
        return failures > before && failure !== null ? Effect.fail(failure) : attempt
      })
    )
  })
}
