import { Effect, Layer, Option, Redacted } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import * as Database from "../../src/storage/database/Database.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { document, listingOf } from "./Feeds.ts"

/*
 * A process that stores feeds in a Postgres, as many at a time as a service reads. It is told the URL, the number of
 * its first feed and how many they are; it says when it is ready, begins when it is told to, and then says how many
 * milliseconds of processor time it took.
 */

const [url, first, feeds] = process.argv.slice(2)
const atOnce = 8

const tell = (message: unknown) =>
  Effect.callback<void>((resume) => void process.send!(message, () => resume(Effect.void)))

const told = Effect.callback<void>((resume) => void process.once("message", () => resume(Effect.void)))

const store = Effect.gen(function* () {
  const signals = yield* Signals
  const numbers = Array.from({ length: Number(feeds) + atOnce }, (_, n) => Number(first) + n)
  const listings = yield* Effect.forEach(numbers, (n) =>
    Effect.map(listingOf(n, document(n)), (items) => ({ source: SourceName.make(`feed:${n}`), items }))
  )
  const all = (some: typeof listings) =>
    Effect.forEach(some, ({ items, source }) => signals.upsert(source, items), { concurrency: atOnce, discard: true })
  // The compiler does its work.
  yield* all(listings.slice(0, atOnce))
  yield* tell("ready")
  yield* told
  const begun = process.cpuUsage()
  yield* all(listings.slice(atOnce))
  const { system, user } = process.cpuUsage(begun)
  yield* tell((user + system) / 1_000)
  process.disconnect!()
})

const database = Database.layer({
  databaseUrl: Option.some(Redacted.make(url!)),
  dataDir: "",
  maxConnections: atOnce + 2
})

await Effect.runPromise(
  store.pipe(Effect.provide(Signals.layer.pipe(Layer.provide(Changes.layerAlone), Layer.provide(database))))
)
