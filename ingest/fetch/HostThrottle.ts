import { Duration, Effect, Semaphore } from "effect"
import { failed, type FetchFailed } from "./FetchFailed.ts"
import { besideOwn, inMemory, SharedTurns } from "./HostTurns.ts"
import type { Hold } from "../../src/domain/HostTurns.ts"

/** Who waits for another process looks again this often. */
const lookEvery = Duration.millis(250)

/** Politeness towards hosts: requests to one host follow each other with a gap, and a host can be left alone. */
export interface HostThrottle {
  /**
   * Runs the request when the host's turn has come. If the host is left alone by then it fails, with the time that is
   * left; not for being down if it is asked even so.
   */
  readonly take: <A, E, R>(
    host: string,
    request: Effect.Effect<A, E, R>,
    evenIfDown?: boolean
  ) => Effect.Effect<A, E | FetchFailed, R>
  /** Leaves the host alone for so many seconds. */
  readonly hold: (host: string, seconds: number, why: Hold) => Effect.Effect<void>
  /** The host has answered: it is not down. */
  readonly isUp: (host: string) => Effect.Effect<void>
}

/** A host that is left alone, in words. */
const heldFor = (seconds: number, why: Hold): Effect.Effect<never, FetchFailed> => {
  const minutes = Math.ceil(seconds / 60)
  return why === "rest"
    ? failed("rate_limited", `the server asked for a rest of ${seconds} more seconds`, { retryAfter: seconds })
    : failed("host_down", `its host has failed again and again and is left alone for ${minutes} more minutes`, {
        retryAfter: seconds
      })
}

export const make = Effect.fnUntraced(function* (gap: Duration.Duration) {
  const shared = yield* SharedTurns
  const turns = shared === null ? inMemory() : besideOwn(shared)
  /** Requests of this process to one host, one after the other; kept while there are any. */
  const queues = new Map<string, { readonly semaphore: Semaphore.Semaphore; waiting: number }>()

  const untilTaken = Effect.fnUntraced(function* (host: string, evenIfDown: boolean) {
    while (true) {
      const turn = yield* turns.take(host, evenIfDown)
      if (turn.state === "taken") return turn.token
      if (turn.state === "waiting") yield* Effect.sleep(Duration.min(Duration.millis(turn.millis), lookEvery))
      else return yield* heldFor(turn.seconds, turn.why)
    }
  })

  const take: HostThrottle["take"] = (host, request, evenIfDown = false) =>
    Effect.suspend(() => {
      const queue = queues.get(host) ?? { semaphore: Semaphore.makeUnsafe(1), waiting: 0 }
      queues.set(host, queue)
      queue.waiting++
      const inTurn = Effect.acquireUseRelease(
        Effect.interruptible(untilTaken(host, evenIfDown)),
        () => request,
        (token) => turns.leave(host, token, gap)
      )
      return queue.semaphore.withPermit(inTurn).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            if (--queue.waiting === 0) queues.delete(host)
          })
        )
      )
    })

  return { take, hold: turns.hold, isUp: turns.isUp } satisfies HostThrottle
})
