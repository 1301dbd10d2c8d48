import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { SourceName } from "../../src/domain/Source.ts"
import { SourceList } from "../../src/storage/sources/SourceList.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"
import { loopback } from "../../harness/Loopback.ts"
import { sonde, start } from "../http/Server.ts"
import { document } from "../ingest/Feeds.ts"

/** What a feed lists that is read every half an hour. */
export const itemsOfFeed = 20

/** How long a publisher's server takes to answer. */
export const answerMillis = 200

/** Beyond everything that is filled in. */
const firstFeed = 1_000_000 / itemsOfFeed

/** A web of feeds, each on a host of its own: one host is asked one thing at a time. */
export const web = Effect.fnUntraced(function* (feeds: number) {
  /** The worker that asked, by the number of the feed. */
  const asked: Array<readonly [feed: number, worker: string]> = []
  let documents: ReadonlyArray<Uint8Array> = []
  const origins = yield* Effect.forEach(Array.from({ length: feeds }), (_, n) =>
    Effect.map(
      loopback((request, response) => {
        asked.push([n, /\(\+(.*)\)/.exec(request.headers["user-agent"] ?? "")?.[1] ?? ""])
        setTimeout(
          () => response.writeHead(200, { "content-type": "application/rss+xml" }).end(documents[n]),
          answerMillis
        )
      }),
      ({ origin }) => origin
    )
  )
  let round = 0
  return {
    origins,
    /** From now on every feed lists items that were never seen before. */
    renew: () => {
      asked.length = 0
      documents = origins.map((_, n) => document(firstFeed + round * feeds + n, itemsOfFeed))
      return round++
    },
    asked
  }
})

export type Web = Effect.Success<ReturnType<typeof web>>

/** How so many workers did. */
export interface Took {
  readonly seconds: number
  readonly signalsPerSecond: number
  /** Sources that the busiest of them has read, of all. */
  readonly busiest: number
}

const wrong = (what: string) => Effect.die(new Error(what))

/** Workers that wait for slots due in so many milliseconds; null when they started too late. */
const attempt = Effect.fnUntraced(function* (
  { asked, origins, renew }: Web,
  options: {
    readonly workers: number
    readonly databaseUrl: string
    readonly directory: string
    readonly cores: number
  },
  lead: number
) {
  const sql = yield* SqlClient.SqlClient
  const round = renew()
  const names = origins.map((_, n) => SourceName.make(`feed:${round}-${n}`))
  yield* (yield* SourceList).change(({ entries }) =>
    Effect.succeed([
      {
        remove: entries.map(({ name }) => name),
        put: origins.map((url, n) => ({ name: names[n]!, service: "feeds", entry: { url, name: names[n] } })),
        file: "the list of the bench"
      },
      undefined
    ] as const)
  )
  const due = new Date(Date.now() + lead)
  yield* (yield* Sources).register(
    names.map((name) => ({ name, kind: "signals", platform: null, configured: true, first_slot: due }))
  )
  yield* Effect.forEach(
    Array.from({ length: options.workers }),
    (_, n) =>
      start(
        sonde({
          INGEST_ENABLED: "true",
          ALLOW_PRIVATE_HOSTS: "127.0.0.1",
          CONTACT: `worker-${n}`
        }),
        options.databaseUrl,
        options.cores
      ),
    { concurrency: "unbounded" }
  )
  if (Date.now() >= due.getTime()) return null

  yield* sql<{ left: number }>`
    select ${names.length} - count(distinct source_name)::int as left from runs
    where source_name in ${sql.in(names)} and finished_at is not null`.pipe(
    Effect.repeat({ until: ([row]) => row!.left === 0, schedule: Schedule.spaced("100 millis") }),
    Effect.timeoutOrElse({ duration: "2 minutes", orElse: () => wrong("some slots were not done") })
  )
  // What would be done twice would be under way by now.
  yield* Effect.sleep(answerMillis * 2)
  const [row] = yield* sql<{ runs: number; done: number; signals: number; seconds: number }>`
    select count(*)::int as runs, count(*) filter (where state = 'ok' and slot = ${due})::int as done,
           coalesce(sum(new), 0)::int as signals,
           extract(epoch from max(finished_at) - ${due}::timestamptz)::float8 as seconds
    from runs where source_name in ${sql.in(names)}`
  const { done, runs, seconds, signals } = row!
  if (runs !== names.length || done !== names.length)
    return yield* wrong(`${names.length} slots: ${runs} runs, ${done} of them done`)
  if (asked.length !== names.length || new Set(asked.map(([feed]) => feed)).size !== names.length)
    return yield* wrong(`${names.length} feeds were asked for ${asked.length} times`)
  if (signals !== names.length * itemsOfFeed)
    return yield* wrong(`${signals} signals are new, not ${names.length * itemsOfFeed}`)
  const shares = Object.values(Object.groupBy(asked, ([, worker]) => worker)).map((of) => of!.length)
  return { seconds, signalsPerSecond: signals / seconds, busiest: Math.max(...shares) / names.length } satisfies Took
}, Effect.scoped)

/**
 * Has so many services with ingestion read every feed, which are all due at one moment, and fails unless each was asked
 * for once, had one run and gave all of its signals. What is timed is from that moment until the last is done; the
 * processes are up before.
 */
export const ingested = Effect.fnUntraced(function* (web: Web, options: Parameters<typeof attempt>[1]) {
  for (let lead = 4_000; ; lead *= 2) {
    const took = yield* attempt(web, options, lead)
    if (took !== null) return took
  }
})
