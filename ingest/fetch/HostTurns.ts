import { Context, Duration, Effect } from "effect"
import { type Hold, type HostTurns, longestHold, type Turn } from "../../src/domain/HostTurns.ts"
import { elapsedMillis } from "../../src/domain/Timestamp.ts"

/** Hosts that are remembered; past this the idle ones are forgotten, so that redirects cannot fill the memory. */
const maxHosts = 1_000

/** Turns of this process alone. Its requests to one host wait for each other before they take a turn. */
export const inMemory = (): HostTurns => {
  const hosts = new Map<string, { freeAt: number; heldUntil: number; why: Hold }>()
  const known = (host: string, now: number) => {
    const before = hosts.get(host)
    if (before !== undefined) return before
    if (hosts.size >= maxHosts)
      for (const [name, { freeAt, heldUntil }] of hosts) if (freeAt <= now && heldUntil <= now) hosts.delete(name)
    const made = { freeAt: 0, heldUntil: 0, why: "rest" as Hold }
    hosts.set(host, made)
    return made
  }
  return {
    take: (host, evenIfDown) =>
      Effect.map(elapsedMillis, (now): Turn => {
        const { freeAt, heldUntil, why } = known(host, now)
        if (heldUntil > now && !(evenIfDown && why === "down"))
          return { state: "held", why, seconds: Math.ceil((heldUntil - now) / 1_000) }
        return freeAt > now ? { state: "waiting", millis: freeAt - now } : { state: "taken", token: null }
      }),
    leave: (host, _, gap) =>
      Effect.map(elapsedMillis, (now) => void (known(host, now).freeAt = now + Duration.toMillis(gap))),
    hold: (host, seconds, why) =>
      Effect.map(elapsedMillis, (now) => {
        const turn = known(host, now)
        const until = now + Math.min(seconds * 1_000, Duration.toMillis(longestHold))
        if (until > turn.heldUntil) Object.assign(turn, { heldUntil: until, why })
      }),
    isUp: (host) =>
      Effect.sync(() => {
        const turn = hosts.get(host)
        if (turn?.why === "down") turn.heldUntil = 0
      })
  }
}

/**
 * Turns that are shared with other processes. This one knows its own beside them: they hold while the others cannot be
 * asked. Its own gaps and the rests that a server has asked it for hold in any case: the others may not have heard of
 * them.
 */
export const besideOwn = (shared: HostTurns<unknown>): HostTurns => {
  const own = inMemory()
  const orElse = <A>(effect: Effect.Effect<A, unknown>, otherwise: Effect.Effect<A>) =>
    Effect.catchCause(effect, (cause) =>
      Effect.andThen(Effect.logDebug("Turns of hosts cannot be shared at the moment", cause), otherwise)
    )
  return {
    take: Effect.fnUntraced(function* (host, evenIfDown) {
      // Another process may have found out that the host is up, but no process ends a rest, and none shortens the gap
      // after a request that only this one knows of. To take a turn of one's own changes nothing until it is left.
      const turn = yield* own.take(host, true)
      if (turn.state !== "taken") return turn
      return yield* orElse(shared.take(host, evenIfDown), own.take(host, evenIfDown))
    }),
    leave: (host, token, gap) =>
      Effect.andThen(
        own.leave(host, token, gap),
        token === null ? Effect.void : orElse(shared.leave(host, token, gap), Effect.void)
      ),
    hold: (host, seconds, why) =>
      Effect.andThen(own.hold(host, seconds, why), orElse(shared.hold(host, seconds, why), Effect.void)),
    isUp: (host) => Effect.andThen(own.isUp(host), orElse(shared.isUp(host), Effect.void))
  }
}

/** The turns that this process shares with others; null where it is the only one. */
export class SharedTurns extends Context.Reference<HostTurns<unknown> | null>("sonde/ingest/SharedTurns", {
  defaultValue: () => null
}) {}
