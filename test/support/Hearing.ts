import { Effect } from "effect"
import type { WatchedTable } from "../../src/domain/WatchedTable.ts"
import { Changes } from "../../src/storage/database/Changes.ts"

/** Waits until changes of a table are heard: a listening connection takes a moment, and may fall behind. */
export const hearing = (table: WatchedTable) =>
  Effect.flatMap(Changes, (changes) =>
    Effect.yieldNow.pipe(
      Effect.andThen(Effect.promise(() => new Promise<void>((resolve) => void setImmediate(resolve)))),
      Effect.repeat({ until: () => changes.version([table]) !== undefined })
    )
  )
