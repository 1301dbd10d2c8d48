import { Context } from "effect"
import type { WatchedTable } from "../domain/WatchedTable.ts"

/** An answer that is the same for everybody who may ask for it. */
export interface Shared {
  /** The answer is good until rows of these tables change. */
  readonly tables: ReadonlyArray<WatchedTable>
  /** The answer depends on the time as well: it says what is `new`, or `stale`. */
  readonly timed?: true
}

/**
 * What the answer of a read is made of: tables if it is shared, so that it can be remembered; `own` if each account has
 * its own; `live` if that goes on with what happens; `not remembered` if it is shared, but made anew each time. Null
 * stands for an endpoint that does not say it. What is made of something and not live may be read from a standby.
 */
export const MadeOf = Context.Reference<Shared | "own" | "not remembered" | "live" | null>("sonde/api/MadeOf", {
  defaultValue: () => null
})
