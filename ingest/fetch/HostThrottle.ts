import { Duration, Effect, Semaphore } from "effect"
import { failed, type FetchFailed } from "./FetchFailed.ts"
import { elapsedMillis } from "../../src/domain/Timestamp.ts"

/** One host's place in the queue: one request at a time, none before `freeAt`, none at all before `heldUntil`. */
interface Turn {
  readonly semaphore: Semaphore.Semaphore
  waiting: number
  freeAt: number
  heldUntil: number
}

/** Hosts that are remembered; past this the idle ones are forgotten, so that redirects cannot fill the memory. */
const maxHosts = 1_000

/** The longest rest that a server can ask for: a server's mistake must not silence a source for a year. */
const longestHold = Duration.toMillis("1 day")

/**
 * Politeness towards hosts, kept in memory: requests to one host follow each other with a gap, and a host can ask for a
 * rest.
 */
export interface HostThrottle {
  /**
   * Runs the request when the host's turn has come. Fails at once, with the time that is left, while the host is held.
   */
  readonly take: <A, E, R>(host: string, request: Effect.Effect<A, E, R>) => Effect.Effect<A, E | FetchFailed, R>
  /** Leaves the host alone for so many seconds. */
  readonly hold: (host: string, seconds: number) => Effect.Effect<void>
}

export const make = (gap: Duration.Duration): HostThrottle => {
  const turns = new Map<string, Turn>()

  const turnOf = (host: string, now: number): Turn => {
    const known = turns.get(host)
    if (known !== undefined) return known
    if (turns.size >= maxHosts)
      for (const [name, { waiting, freeAt, heldUntil }] of turns)
        if (waiting === 0 && freeAt <= now && heldUntil <= now) turns.delete(name)
    const turn: Turn = { semaphore: Semaphore.makeUnsafe(1), waiting: 0, freeAt: 0, heldUntil: 0 }
    turns.set(host, turn)
    return turn
  }

  const unlessHeld = Effect.fnUntraced(function* (turn: Turn) {
    const left = Math.ceil((turn.heldUntil - (yield* elapsedMillis)) / 1000)
    if (left > 0)
      return yield* failed("rate_limited", `the server asked for a rest of ${left} more seconds`, { retryAfter: left })
  })

  const take: HostThrottle["take"] = (host, request) =>
    Effect.gen(function* () {
      const turn = turnOf(host, yield* elapsedMillis)
      yield* unlessHeld(turn)
      turn.waiting++
      return yield* turn.semaphore
        .withPermit(
          Effect.gen(function* () {
            const wait = turn.freeAt - (yield* elapsedMillis)
            if (wait > 0) yield* Effect.sleep(wait)
            yield* unlessHeld(turn)
            return yield* request.pipe(
              Effect.ensuring(
                Effect.map(elapsedMillis, (now) => {
                  turn.freeAt = now + Duration.toMillis(gap)
                })
              )
            )
          })
        )
        .pipe(Effect.ensuring(Effect.sync(() => turn.waiting--)))
    })

  const hold: HostThrottle["hold"] = (host, seconds) =>
    Effect.map(elapsedMillis, (now) => {
      const turn = turnOf(host, now)
      turn.heldUntil = Math.max(turn.heldUntil, now + Math.min(seconds * 1000, longestHold))
    })

  return { take, hold }
}
