import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { performance } from "node:perf_hooks"
import { Changes } from "../src/storage/database/Changes.ts"
import { SourceName } from "../src/domain/Source.ts"
import { Signals } from "../src/storage/signals/Signals.ts"
import type { Bench, Report } from "./Bench.ts"
import { aligned, digits, median } from "./Figures.ts"
import { document, itemsOfFeed, listingOf } from "./ingest/Feeds.ts"
import { fill } from "./ingest/Fill.ts"
import { writers } from "./ingest/Writers.ts"
import { embedded, postgres } from "./Postgres.ts"

/** What one feed's items took, in milliseconds. */
interface Took {
  readonly parse: number
  readonly store: number
  readonly written: number
}

/**
 * One feed from its bytes to stored rows, in one thread: parsing is not beside the database here, so that both can be
 * told apart.
 */
const ingest = Effect.fnUntraced(function* (n: number, bytes: Uint8Array) {
  const signals = yield* Signals
  const begun = performance.now()
  const mapped = yield* listingOf(n, bytes)
  const parsed = performance.now()
  const { changed, new: added } = yield* signals.upsert(SourceName.make(`feed:${n}`), mapped)
  return { parse: parsed - begun, store: performance.now() - parsed, written: added + changed } satisfies Took
})

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((one, other) => one + other, 0)

const run = Effect.fnUntraced(function* (first: number, feeds: number) {
  const took: Array<Took> = []
  for (let n = first; n < first + feeds; n++) took.push(yield* ingest(n, document(n)))
  const parse = sum(took.map((each) => each.parse))
  const store = sum(took.map((each) => each.store))
  return {
    written: sum(took.map((each) => each.written)),
    perSecond: (1_000 * feeds * itemsOfFeed) / (parse + store),
    parseShare: parse / (parse + store),
    perFeed: median(took.map((each) => each.parse + each.store)),
    storePerFeed: median(took.map((each) => each.store))
  }
})

type Ran = Effect.Success<ReturnType<typeof run>>

const wholly = (ran: Ran, expected: number) =>
  ran.written === expected ? Effect.void : Effect.die(new Error(`${ran.written} rows were written, not ${expected}`))

const speed = Effect.fnUntraced(function* (engine: string, feeds: number) {
  yield* run(1_000_000, 3)
  const items = feeds * itemsOfFeed
  const first = yield* run(0, feeds)
  yield* wholly(first, items)
  const again = yield* run(0, Math.min(feeds, 100))
  yield* wholly(again, 0)
  const row = (what: string, ran: Ran) => [
    what,
    digits(ran.perSecond),
    `${digits(100 * ran.parseShare)} %`,
    `${digits(100 * (1 - ran.parseShare))} %`,
    digits(ran.perFeed)
  ]
  return {
    figures: {
      [`${engine}: new rows per second`]: first.perSecond,
      [`${engine}: parse %`]: 100 * first.parseShare,
      [`${engine}: known rows per second`]: again.perSecond
    },
    lines: [
      `${engine}: ${items} items in ${feeds} feeds of ${itemsOfFeed}, from bytes to stored rows`,
      ...aligned([
        ["", "rows/s", "parse", "SQL", "ms per feed"],
        row("new", first),
        row("again, nothing new", again)
      ]).map((line) => `  ${line}`)
    ]
  } satisfies Report
})

/** Measures so many feeds at each size: new ones, and the same again. */
const growth = Effect.fnUntraced(function* (sizes: ReadonlyArray<number>, measured: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`truncate signals restart identity cascade`
  const figures: Record<string, number> = {}
  const table: Array<ReadonlyArray<string>> = [
    ["stored", "new rows/s", "ms per feed", "known rows/s", "ms per feed", "MB"]
  ]
  let stored = 0
  for (const [n, size] of sizes.entries()) {
    yield* fill(stored, size)
    stored = size
    // Beyond everything that is ever filled in.
    const first = 2_000_000 + n * measured
    yield* run(first + 1_000_000, 3)
    const added = yield* run(first, measured)
    yield* wholly(added, measured * itemsOfFeed)
    const again = yield* run(first, measured)
    yield* wholly(again, 0)
    const [relation] = yield* sql<{ bytes: number }>`
      select (pg_total_relation_size('signals') + pg_total_relation_size('signal_sightings'))::float8 as bytes`
    figures[`${size} stored: new rows per second`] = added.perSecond
    figures[`${size} stored: store ms per feed`] = added.storePerFeed
    table.push([
      String(size),
      ...[added, again].flatMap((ran) => [digits(ran.perSecond), digits(ran.perFeed)]),
      digits(relation!.bytes / 2 ** 20)
    ])
  }
  return {
    figures,
    lines: [
      `Postgres: ${measured} feeds of ${itemsOfFeed} beside what is stored`,
      ...aligned(table).map((line) => `  ${line}`)
    ]
  } satisfies Report
})

/** How fast feeds become rows, where the time goes, and what a large table costs. */
export const ingestion: Bench = {
  name: "ingest",
  run: ({ short }) =>
    Effect.gen(function* () {
      const feeds = short ? 5 : 1_000
      const reports = [
        yield* Effect.gen(function* () {
          const quick = yield* speed("Postgres", feeds)
          // Processes take seconds to start.
          const many = short ? { figures: {}, lines: [] } : yield* writers(3_000_000, 300)
          const large = yield* growth(short ? [500, 2_000] : [10_000, 100_000, 1_000_000], short ? 5 : 50)
          return {
            figures: { ...quick.figures, ...many.figures, ...large.figures },
            lines: [...quick.lines, ...many.lines, ...large.lines]
          }
        }).pipe(
          Effect.provide(Signals.layer.pipe(Layer.provideMerge(Changes.layerAlone), Layer.provideMerge(postgres)))
        ),
        yield* speed("PGlite", feeds).pipe(
          Effect.provide(
            Signals.layer.pipe(Layer.provideMerge(Changes.layerAlone), Layer.provideMerge(embedded(false)))
          )
        )
      ]
      return {
        figures: Object.assign({}, ...reports.map(({ figures }) => figures)) as Record<string, number>,
        lines: reports.flatMap(({ lines }) => lines)
      }
    })
}
