import { Duration, Effect, Scope } from "effect"
import { hostsWhenOffline } from "../../src/domain/Source.ts"
import type { RunContext } from "../fetch/RunContext.ts"

/**
 * How long the failure of one host is kept back: by then others have shown whether it is the host's or the machine's.
 */
const suspense = Duration.seconds(10)

/**
 * Tells a machine without a network from many hosts that are down. The first is logged once, the second for each
 * source.
 */
export const makeNetwork = Effect.gen(function* () {
  const scope = yield* Scope.Scope
  const silent = new Set<string>()
  let offline = false
  /** How often this machine went offline: failures just before that belong to it. */
  let times = 0

  const reached = Effect.suspend(() => {
    silent.clear()
    if (!offline) return Effect.void
    offline = false
    return Effect.logInfo("This machine is online again")
  })

  const unreached = (host: string, warning: Effect.Effect<void>): Effect.Effect<void> =>
    Effect.suspend(() => {
      silent.add(host)
      if (offline) return Effect.void
      if (silent.size < hostsWhenOffline) {
        const before = times
        return Effect.suspend(() => (times > before ? Effect.void : warning)).pipe(
          Effect.delay(suspense),
          Effect.forkIn(scope),
          Effect.asVoid
        )
      }
      offline = true
      times += 1
      return Effect.logWarning(
        `This machine seems to be offline: no host answers (${silent.size} in a row). Sources are tried again by themselves.`
      )
    })

  return {
    /** Warns of a run that failed, after what its requests have met; `warning` is null for one that went well. */
    report: ({ reached: answered, unreached: host }: RunContext, warning: Effect.Effect<void> | null) =>
      Effect.andThen(
        answered ? reached : Effect.void,
        warning === null ? Effect.void : host === null || answered ? warning : unreached(host, warning)
      )
  }
})
