import { Clock, Effect, Schedule } from "effect"
import { Standbys, unknown } from "../../storage/database/Standbys.ts"
import type { Finding } from "../Protocol.ts"

/** Which standbys are read from, how far they are behind, and what is wrong with the others. */
export const checkStandbys = Effect.gen(function* () {
  const { standing } = yield* Standbys
  // A process that has just begun has asked none of them.
  const { standbys } = yield* standing.pipe(
    Effect.repeat({
      until: ({ standbys }) => standbys.every(({ problem }) => problem !== unknown),
      schedule: Schedule.spaced("50 millis")
    }),
    Effect.timeoutOrElse({ duration: "3 seconds", orElse: () => standing }),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
  )
  return standbys.map(({ lag, name, problem }): Finding => {
    const found = { area: "database" as const, name: `standby ${name}` }
    return problem === null
      ? { ...found, state: "ok", message: `read from, ${(lag ?? 0).toFixed(1)} seconds behind`, advice: null }
      : { ...found, state: "warning", message: `not read from: ${problem}`, advice: "See docs/operating.md, Standbys" }
  })
})
