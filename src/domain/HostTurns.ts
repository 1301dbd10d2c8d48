import { Duration, type Effect } from "effect"

/** Why a host is left alone: it asked for it, or it has failed again and again. */
export type Hold = "rest" | "down"

/** What keeps a request from a host. */
export type Turn =
  /** The token tells this turn from those that others have later; null where there are no others. */
  | { readonly state: "taken"; readonly token: string | null }
  /** Somebody else has it, or the gap is not over: ask again after so many milliseconds. */
  | { readonly state: "waiting"; readonly millis: number }
  | { readonly state: "held"; readonly why: Hold; readonly seconds: number }

/** Whose turn it is to ask a host. Turns that processes share may fail. */
export interface HostTurns<E = never> {
  /**
   * Takes the turn if it is free; `evenIfDown` also if the host is held for being down. One that is not given back is
   * free after a minute: who had it was killed.
   */
  readonly take: (host: string, evenIfDown: boolean) => Effect.Effect<Turn, E>
  /** Gives the turn back: it is free again after the gap. One that is another's by now stays theirs. */
  readonly leave: (host: string, token: string | null, gap: Duration.Duration) => Effect.Effect<void, E>
  /** Leaves the host alone for so many seconds, a day at most. A longer hold stays. */
  readonly hold: (host: string, seconds: number, why: Hold) => Effect.Effect<void, E>
  /** The host has answered: it is not down. A rest stays. */
  readonly isUp: (host: string) => Effect.Effect<void, E>
}

/** The longest hold: a server's mistake must not silence a source for a year. */
export const longestHold = Duration.days(1)
