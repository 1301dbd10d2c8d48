import { Context, Layer } from "effect"

/** Counts each change of what active watches look for, as triggers do in a database. */
export class WatchesVersion extends Context.Service<
  WatchesVersion,
  {
    readonly value: () => number
    /** Counts one more, and returns the number. */
    readonly count: () => number
  }
>()("sonde/storage/memory/WatchesVersion") {
  static readonly layer = Layer.sync(WatchesVersion, () => {
    let version = 0
    return { value: () => version, count: () => ++version }
  })
}
