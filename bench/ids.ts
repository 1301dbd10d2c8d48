import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { setTimeout as sleep } from "node:timers/promises"
import { makeNarrow } from "../harness/NarrowIds.ts"
import { createKey, signalGroup, spawnProgram, startService } from "../harness/Service.ts"
import type { NewSignal } from "../src/domain/Signal.ts"
import { SourceName } from "../src/domain/Source.ts"
import * as Storage from "../src/storage/Storage.ts"
import { Signals } from "../src/storage/signals/Signals.ts"
import type { Bench } from "./Bench.ts"
import { bulk } from "./Bulk.ts"
import { aligned, digits } from "./Figures.ts"
import { pools, signals } from "./growth/Fill.ts"
import { rareWord } from "./growth/Planted.ts"
import { postgres, PostgresUrl } from "./Postgres.ts"

/** Nobody may wait longer, in milliseconds: a service gives up a statement after 30 seconds. */
const mostWaited = 5_000

/** How long it is measured without the command, in milliseconds. */
const before = { short: 2_000, long: 20_000 }

/** Signals with all that belongs to them, as far as ids go: their words are not counted. */
const filled = Effect.fnUntraced(function* (size: number) {
  const sql = yield* SqlClient.SqlClient
  yield* pools
  yield* signals(size)
  yield* sql`drop table parts`
  yield* bulk(
    "search_documents",
    sql`insert into search_documents (signal_id, published_at, listed_at, first_seen_at, source, language, terms)
        select id, published_at, published_at, first_seen_at, source, 'en',
               'zlen | ' || lower(title) || ' | ' || lower(snippet) || ' | ' from signals`
  )
  yield* bulk(
    "search_sources",
    sql`insert into search_sources (source_name, listed_at, signal_id) select source_name, published_at, id from signals`
  )
  yield* bulk(
    "signal_stories",
    sql`insert into signal_stories (signal_id, story_id, publisher, print, keys)
        select id, nextval('signal_stories_id'), 1, '{}', array[3 * id, 3 * id + 1, 3 * id + 2] from signals`
  )
  yield* bulk(
    "signal_story_keys",
    sql`insert into signal_story_keys (key, signal_id) select unnest(keys), signal_id from signal_stories`
  )
  yield* sql`update search_state set below = 1, documents = ${size}::int, title_terms = 9 * ${size}::int, text_terms = 25 * ${size}::int`
})

const news = (n: number): NewSignal => ({
  identity: `https://new.example/${n}`,
  guid: String(n),
  title: `Message number${n} of region${n % 97} came at last to town${n % 1009}`,
  snippet: `It was written by author${n % 31}.`,
  url: `https://new.example/${n}`,
  source: "New",
  published_at: new Date()
})

/** How long something took, of all times the longest and the median, and what failed. */
const times = () => {
  const all: Array<number> = []
  const failed: Array<string> = []
  return {
    failed,
    take: () => all.splice(0).toSorted((one, other) => one - other),
    timed: async (work: () => Promise<unknown>) => {
      const begun = performance.now()
      await work().catch((error: unknown) => failed.push(String(error)))
      all.push(performance.now() - begun)
    }
  }
}

const row = (name: string, of: ReadonlyArray<number>) => [
  name,
  String(of.length),
  digits(of[Math.floor(of.length / 2)] ?? 0),
  digits(of[Math.floor(of.length * 0.99)] ?? 0),
  digits(of.at(-1) ?? 0)
]

/**
 * Ids of 32 bits become those of 64 bits, by a command that is killed twice, while a service answers and another
 * process stores.
 */
export const ids: Bench = {
  name: "ids",
  document: "scaling.md",
  run: ({ short }) =>
    Effect.gen(function* () {
      const size = short ? 20_000 : Number(process.env["SIGNALS"] ?? 1_000_000)
      const sql = yield* SqlClient.SqlClient
      const store = yield* Signals
      yield* makeNarrow
      yield* filled(size)
      const megabytes = Effect.map(
        sql<{ size: number }>`select pg_database_size(current_database())::float8 / 1e6 as size`,
        ([found]) => found!.size
      )
      const environment = { DATABASE_URL: yield* PostgresUrl, RATE_LIMIT_PER_MINUTE: "0" }
      const key = yield* Effect.promise(() => createKey(environment))
      const service = yield* Effect.acquireRelease(
        Effect.promise(() => startService(environment)),
        ({ stop }) => Effect.promise(() => stop())
      )
      const get = async (path: string) => {
        const answer = await fetch(`${service.url}/api/v1/public${path}`, { headers: { "x-api-key": key } })
        const text = await answer.text()
        if (answer.status !== 200) throw new Error(`${answer.status} for ${path}: ${text.slice(0, 200)}`)
      }
      const [requests, writes] = [times(), times()]
      let written = 0
      const load = { isOver: false }
      const until = async (work: () => Promise<void>) => {
        while (!load.isOver) await work()
      }
      const asks = (n: number) => {
        const id = 1 + ((n * 7_919) % size)
        return [`/signals/${id}`, "/signals?limit=20", `/signals?q=${rareWord}`, `/stories/${id}`][n % 4]!
      }
      let asked = 0
      const asking = until(async () => {
        await requests.timed(() => get(asks(asked++)))
        await sleep(10)
      })
      const storing = until(async () => {
        await writes.timed(async () => {
          const batch = Array.from({ length: 10 }, (_, n) => news(written + n))
          written += 10
          await Effect.runPromise(store.upsert(SourceName.make("feed:new.example"), batch))
        })
        await sleep(100)
      })

      const measured = Effect.gen(function* () {
        yield* Effect.promise(() => sleep(short ? before.short : before.long))
        const calm = { requests: requests.take(), writes: writes.take() }
        const had = yield* megabytes
        let begun = performance.now()
        const start = () => spawnProgram("src/cli.ts", environment, "node", ["ids", "widen"])
        const reached = sql<{ reached: number }>`
          select (select count(*)::int from pg_trigger where tgname = 'followed_by_wide')
                 + (select count(*)::int from pg_index join pg_class c on c.oid = indexrelid where c.relname like '%\\_wide') as reached`
        // In the middle of a table, and among the indexes.
        for (const point of [4, 16]) {
          const killed = start()
          while ((yield* reached)[0]!.reached < point && killed.child.exitCode === null)
            yield* Effect.promise(() => sleep(20))
          signalGroup(killed.child, "SIGKILL")
          yield* Effect.promise(() => killed.exited)
        }
        for (;;) {
          const { exited, output } = start()
          if ((yield* Effect.promise(() => exited)) === 0) break
          // The server has not noticed yet that the one before is dead.
          if (!output().includes("another command")) return yield* Effect.die(new Error(output()))
        }
        const seconds = (performance.now() - begun) / 1_000
        begun = performance.now()
        yield* Effect.promise(() => sleep(1_000))
        return { calm, had, seconds, has: yield* megabytes, busy: { requests: requests.take(), writes: writes.take() } }
      })
      const { busy, calm, had, has, seconds } = yield* measured.pipe(
        Effect.ensuring(
          Effect.promise(() => {
            load.isOver = true
            return Promise.all([asking, storing])
          })
        )
      )

      yield* sql`select setval('signals_id_seq', 3000000000)`
      yield* store.upsert(SourceName.make("feed:new.example"), [news(written)])
      const beyond = yield* Effect.promise(() =>
        get("/signals/3000000001").then(
          () => [],
          (error: unknown) => [String(error)]
        )
      )
      const [found] = yield* sql<{ signals: number; narrow: number; apart: number }>`
        select (select count(*)::int from signals) as signals, (select count(*)::int from narrow_ids()) as narrow,
               (select count(*)::int from signals s where not exists (select from search_documents d where d.signal_id = s.id)
                  or not exists (select from signal_sightings g where g.signal_id = s.id)) as apart`.unprepared
      const longest = Math.max(...busy.requests.slice(-1), ...busy.writes.slice(-1))
      const missed = [
        ...requests.failed.slice(0, 3),
        ...writes.failed.slice(0, 3),
        ...beyond,
        ...(found!.narrow === 0 ? [] : [`${found!.narrow} columns have 32 bits`]),
        ...(found!.apart === 0 ? [] : [`${found!.apart} signals have lost what belongs to them`]),
        ...(found!.signals === size + written + 1
          ? []
          : [`${found!.signals} signals of ${size + written + 1} are there`]),
        ...(longest <= mostWaited ? [] : [`somebody waited ${digits(longest)} ms, at most ${mostWaited} are allowed`])
      ]
      return {
        figures: {
          "widening: seconds": seconds,
          "the longest request: ms": busy.requests.at(-1)!,
          "the longest write: ms": busy.writes.at(-1)!,
          "requests and writes that failed": requests.failed.length + writes.failed.length
        },
        lines: [
          `${size} signals on Postgres; \`sonde ids widen\` is killed twice with SIGKILL and run again, meanwhile a service is asked and every 100 ms 10 signals are stored`,
          `${digits(seconds)} s from the first start to the end; ${digits(had)} MB on the disk before, ${digits(has)} MB after; ${requests.failed.length + writes.failed.length} of ${busy.requests.length + busy.writes.length} requests and writes failed`,
          ...aligned([
            ["ms", "how many", "p50", "p99", "longest"],
            row("requests, without it", calm.requests),
            row("requests, meanwhile", busy.requests),
            row("writes, without it", calm.writes),
            row("writes, meanwhile", busy.writes)
          ])
        ],
        missed
      }
    }).pipe(Effect.provide(Storage.layer), Effect.provide(postgres))
}
