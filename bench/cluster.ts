import { Clock, Duration, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { SourceName } from "../src/domain/Source.ts"
import * as OpenSearch from "../src/opensearch/OpenSearch.ts"
import { Changes } from "../src/storage/database/Changes.ts"
import { SearchCluster } from "../src/storage/search/SearchCluster.ts"
import { SearchIndex } from "../src/storage/search/SearchIndex.ts"
import { Signals } from "../src/storage/signals/Signals.ts"
import { cannotStart, type OpenSearchServer, startOpenSearch } from "../harness/OpenSearch.ts"
import type { Bench } from "./Bench.ts"
import { aligned } from "./Figures.ts"
import { fillSignals, pools } from "./growth/Fill.ts"
import { item } from "./ingest/Feeds.ts"
import { postgres } from "./Postgres.ts"
import { measure } from "./quality/search/Measure.ts"
import { answersOfSignals, judgedSets } from "./quality/search.ts"

/*
 * A cluster of three OpenSearch servers beside a Postgres: what it finds, how far it is behind, and what is lost when
 * its index is made anew, a server is killed, or one falls silent.
 */

const most = { lagSeconds: 5, ndcgApart: 0.01 }

/** Signals that are stored before anything is measured. */
const stored = (short: boolean): number => Number(process.env["SIGNALS"] ?? (short ? 2_000 : 100_000))

/** Words as frequent as language has them, in turns. */
const words = Array.from({ length: 200 }, (_, n) =>
  item(n)
    .title.split(" ")
    .slice(0, 1 + (n % 3))
    .join(" ")
)

const storage = Signals.layer.pipe(Layer.provideMerge(Changes.layerAlone))

const feed = Effect.flatMap(SearchIndex, ({ feed }) => feed).pipe(
  Effect.tap(({ wait }) => (wait > 0 ? Effect.sleep(wait) : Effect.yieldNow)),
  Effect.forever
)

/** Waits until the cluster has everything; seconds. */
const caughtUp = Effect.gen(function* () {
  const begun = yield* Clock.currentTimeMillis
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ documents: number }>`select count(*)::int as documents from search_documents`
  const given = (yield* SearchCluster)!
  const isThere = Effect.gen(function* () {
    const [{ isTold } = { isTold: false }] = yield* sql<{ isTold: boolean }>`
      select serving is not null and building is null and not exists (select from search_outbox) as "isTold" from search_cluster`
    return isTold && (yield* given.documents) === row!.documents
  }).pipe(Effect.catch(() => Effect.succeed(false)))
  yield* Effect.repeat(isThere, { until: (yes) => yes, schedule: Schedule.spaced("50 millis") })
  return ((yield* Clock.currentTimeMillis) - begun) / 1_000
})

interface Asked {
  used: number
  unavailable: number
  readonly millis: Array<number>
}

/** Asks four questions at a time for as long as something goes on. */
const asking = Effect.fnUntraced(function* <A, E, R>(meanwhile: Effect.Effect<A, E, R>) {
  const asked: Asked = { used: 0, unavailable: 0, millis: [] }
  const signals = yield* Signals
  let n = 0
  const ask = Effect.gen(function* () {
    const begun = performance.now()
    const page = yield* signals.page({ q: words[n++ % words.length]!, limit: 20 })
    asked.millis.push(performance.now() - begun)
    if (page.cluster === "used") asked.used++
    else asked.unavailable++
  })
  const askers = yield* Effect.forEach([1, 2, 3, 4], () => Effect.forkScoped(Effect.forever(ask)))
  const result = yield* meanwhile
  // A question that fails ends who asks: then there is less than four of them, which must not be.
  const ended = askers.filter((fiber) => fiber.pollUnsafe() !== undefined).length
  yield* Effect.forEach(askers, (fiber) => Effect.sync(() => fiber.interruptUnsafe()))
  return { asked, ended, result }
}, Effect.scoped)

const rowOf = (name: string, { millis, unavailable, used }: Asked, more: string) => {
  const sorted = millis.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(0)
  return [name, String(used), String(unavailable), at(0.5), at(0.99), at(1), more]
}

const source = SourceName.make("feed:bench.example")

/** Stores so many new signals, in batches of 500 as sources bring them. */
const storeNew = Effect.fnUntraced(function* (count: number, name: string) {
  const signals = yield* Signals
  for (let at = 0; at < count; at += 500) {
    const items = Array.from({ length: Math.min(500, count - at) }, (_, n) => {
      const { text, title } = item(at + n)
      const guid = `${name} ${at + n}`
      return {
        identity: guid,
        guid,
        title: `${title} ${guid}`,
        snippet: text.slice(0, 200),
        url: `https://bench.example/${encodeURIComponent(guid)}`,
        source: "Bench",
        published_at: new Date(),
        language: "en"
      }
    })
    yield* signals.upsert(source, items)
  }
})

const underTrouble = Effect.fnUntraced(function* (
  name: string,
  seconds: number,
  trouble: () => void | Promise<void>,
  end: () => void | Promise<void>
) {
  const { asked, ended } = yield* asking(
    Effect.gen(function* () {
      yield* Effect.promise(async () => trouble())
      yield* storeNew(1_000, name)
      yield* Effect.sleep(`${seconds} seconds`)
    })
  )
  yield* Effect.promise(async () => end())
  const after = yield* caughtUp
  return { asked, ended, after }
})

export const clustered: Bench = {
  name: "cluster",
  document: "search.md",
  run: ({ short }) =>
    Effect.gen(function* () {
      const reason = cannotStart()
      if (reason !== null) return { figures: {}, lines: [`not measured: ${reason}`] }
      const { servers } = yield* Effect.acquireRelease(
        Effect.promise(() => startOpenSearch(3, !short)),
        ({ stop }) => Effect.promise(stop)
      )
      const [first, second] = servers as readonly [OpenSearchServer, OpenSearchServer, OpenSearchServer]
      const made = (alias: string) =>
        Layer.sync(SearchCluster, () => OpenSearch.make({ urls: servers.map(({ url }) => url), alias, shards: 3 }))
      const lines: Array<string> = []
      const missed: Array<string> = []
      const figures: Record<string, number> = {}
      const judged = yield* Effect.promise(judgedSets)
      for (const [n, set] of judged.entries()) {
        const answers = (alias: string | null) =>
          answersOfSignals(set).pipe(
            Effect.provide(
              Layer.provideMerge(
                storage,
                Layer.merge(postgres, alias === null ? Layer.succeed(SearchCluster, null) : made(alias))
              )
            ),
            Effect.scoped
          )
        const own = measure(set.questions, (yield* answers(null)).answers)
        const other = measure(set.questions, (yield* answers(`judged${n}`)).answers)
        const apart = Math.abs(own.ndcg - other.ndcg)
        lines.push(`${set.name}: nDCG@10 ${other.ndcg.toFixed(3)} in the cluster, ${own.ndcg.toFixed(3)} in Postgres`)
        figures[`${set.name}: nDCG@10 apart`] = apart
        if (apart > most.ndcgApart) missed.push(`${set.name}: nDCG@10 is ${apart.toFixed(3)} apart`)
      }
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const size = stored(short)
        yield* pools
        yield* fillSignals(size)
        yield* Effect.forkScoped(feed)
        const filled = yield* caughtUp
        lines.push(`An index of ${size} signals filled in ${filled.toFixed(1)} s`)
        const index = yield* SearchIndex
        const serving = Effect.map(
          sql<{ serving: string }>`select serving from search_cluster`,
          ([row]) => row!.serving
        )
        const old = yield* serving
        const changed = Effect.repeat(serving, { until: (now) => now !== old, schedule: Schedule.spaced("100 millis") })
        const rebuilt = yield* asking(Effect.timed(Effect.andThen(index.rebuild, changed)))
        yield* storeNew(short ? 500 : 10_000, "lag")
        const lag = yield* caughtUp
        lines.push(
          `${short ? 500 : 10_000} new signals: the last is in the cluster ${lag.toFixed(2)} s after it is stored`
        )
        figures["lag, s"] = lag
        if (lag >= most.lagSeconds) missed.push(`The cluster is ${lag.toFixed(1)} s behind after new signals`)
        const seconds = short ? 5 : 20
        const killed = yield* underTrouble("killed", seconds, first.kill, first.start)
        const silent = yield* underTrouble("silent", seconds, second.suspend, second.resume)
        const [row] = yield* sql<{ documents: number }>`select count(*)::int as documents from search_documents`
        const given = (yield* SearchCluster)!
        const documents = yield* given.documents
        lines.push(
          ...aligned([
            ["four at a time ask, while", "answered", "by Postgres", "p50 ms", "p99 ms", "most ms", ""],
            rowOf("the index is made anew", rebuilt.asked, `in ${Duration.toSeconds(rebuilt.result[0]).toFixed(1)} s`),
            rowOf("a server is killed", killed.asked, `all there ${killed.after.toFixed(1)} s after it is back`),
            rowOf("a server is silent", silent.asked, `all there ${silent.after.toFixed(1)} s after it is back`)
          ]),
          `${documents} documents in the cluster, ${row!.documents} in Postgres`
        )
        if (rebuilt.asked.unavailable > 0) missed.push("Postgres had to answer while the index was made anew")
        if (rebuilt.ended + killed.ended + silent.ended > 0) missed.push("A question had no answer")
        if (documents !== row!.documents) missed.push("The cluster lacks documents")
      }).pipe(Effect.provide(Layer.provideMerge(storage, Layer.merge(postgres, made("bench")))), Effect.scoped)
      return { figures, lines, missed }
    })
}
