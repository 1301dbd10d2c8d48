import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { loadavg } from "node:os"
import { performance } from "node:perf_hooks"
import { AccountName } from "../src/domain/Account.ts"
import type { NewSignal } from "../src/domain/Signal.ts"
import { SourceName } from "../src/domain/Source.ts"
import { noConditions, type WatchSubject } from "../src/domain/Watch.ts"
import { Accounts } from "../src/storage/accounts/Accounts.ts"
import { recordset } from "../src/storage/database/Batch.ts"
import { Signals } from "../src/storage/signals/Signals.ts"
import * as Storage from "../src/storage/Storage.ts"
import { ActiveWatches } from "../src/watches/ActiveWatches.ts"
import { ruleOf, textOf } from "../src/watches/Rule.ts"
import { WatchIndex } from "../src/watches/WatchIndex.ts"
import * as Watching from "../src/watches/Watching.ts"
import type { Bench } from "./Bench.ts"
import { seeded } from "./companies/Generate.ts"
import { aligned, digits, median } from "./Figures.ts"
import { item, vocabulary } from "./ingest/Feeds.ts"
import { postgres } from "./Postgres.ts"

/** What is watched: two or three words of the rarer half, now and then a phrase, or three of four words. */
const subjectOf = (n: number): Extract<WatchSubject, { readonly kind: "search" }> => {
  const random = seeded(77_003 * (n + 1))
  const words = (count: number): string =>
    Array.from({ length: count }, () => vocabulary[Math.floor(((1 + random()) / 2) * vocabulary.length)]!).join(" ")
  if (n % 10 === 8) return { kind: "search", q: `"${words(2)}"` }
  if (n % 10 === 9) return { kind: "search", q: words(4), share: 0.75 }
  return { kind: "search", q: words(n % 2 === 0 ? 2 : 3) }
}

const signalOf = (n: number): NewSignal => {
  const { author, guid, text, title, url } = item(n)
  return { identity: url, guid, title, snippet: text, url, source: author, published_at: null, language: "en" }
}

/** Milliseconds of this process's time on processors: others on the machine are no part of them. */
const processorTime = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

const matchingRounds = 3

/** Matching alone: microseconds per signal, and how many watches each is held against. */
const matching = (watches: number, signals: number) => {
  const index = new WatchIndex<number>()
  const wanted = Array.from({ length: watches }, (_, n) => ({
    owner: n,
    of: "",
    make: () => ruleOf(subjectOf(n))
  }))
  const text = (n: number) => textOf({ ...signalOf(n), language: "en" })
  const begun = processorTime()
  index.become(wanted)
  index.match(text(0))
  const built = processorTime() - begun
  const texts = Array.from({ length: signals }, (_, n) => text(n))
  const tried = texts.reduce((sum, one) => sum + index.candidates(one).size, 0)
  let found = 0
  // The least of some rounds: in the others this process collects what was there before.
  const rounds = Array.from({ length: matchingRounds }, () => {
    const started = processorTime()
    found = texts.reduce((sum, one) => sum + index.match(one).length, 0)
    return processorTime() - started
  })
  return { built, tried: tried / signals, found: found / signals, micros: (1_000 * Math.min(...rounds)) / signals }
}

/** Stores so many watches at once, as an account's own. */
const watch = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  const { id } = yield* (yield* Accounts).ensure(AccountName.make("bench"))
  const rows = Array.from({ length: count }, (_, n) => ({ name: `Watch ${n}`, subject: subjectOf(n) }))
  yield* sql`
    insert into watches (account_id, name, subject, conditions, created_at, active_since)
    select ${id}, name, subject, ${JSON.stringify(noConditions)}::json, now() - interval '1 minute', now() - interval '1 minute'
    from json_to_recordset(${recordset(rows)}::json) as x(name text, subject json)`
})

/** Takes in so many signals, from the first on, until all have their stories; milliseconds. */
const intake = Effect.fnUntraced(function* (first: number, count: number) {
  const signals = yield* Signals
  const given = Array.from({ length: count }, (_, n) => signalOf(first + n))
  const begun = performance.now()
  yield* signals.upsert(SourceName.make("feed:bench"), given)
  while ((yield* signals.tellStories(100)).length > 0);
  return performance.now() - begun
})

/** Intake with and without the watches, in turns on one database. */
const beside = Effect.fnUntraced(function* (watches: number, rounds: number, signals: number) {
  const sql = yield* SqlClient.SqlClient
  const active = yield* ActiveWatches
  yield* watch(watches)
  const set = (status: "active" | "paused") =>
    Effect.gen(function* () {
      yield* sql`update watches set status = ${status}`
      // Postgres does this in the background within a minute; a service does not change all of its watches at once.
      yield* sql`vacuum analyze`
      const begun = performance.now()
      yield* active.read
      return performance.now() - begun
    })
  const took = { active: [] as Array<number>, paused: [] as Array<number> }
  const filed: Array<number> = []
  let first = 0
  // Warms up: what is compiled and prepared once does not count.
  for (const status of ["paused", "active"] as const) {
    yield* set(status)
    yield* intake(first, signals)
    first += signals
  }
  for (let round = 0; round < rounds; round++)
    for (const status of round % 2 === 0 ? (["paused", "active"] as const) : (["active", "paused"] as const)) {
      const read = yield* set(status)
      if (status === "active") filed.push(read)
      took[status].push(yield* intake(first, signals))
      first += signals
    }
  yield* set("active")
  const changes: Array<number> = []
  for (let n = 0; n < 20; n++) {
    yield* sql`update watches set subject = ${JSON.stringify(subjectOf(watches + n))}::json
               where id = (select id from watches where status = 'active' order by seq limit 1 offset ${n * 7})`
    const begun = performance.now()
    yield* active.read
    changes.push(performance.now() - begun)
  }
  const [row] = yield* sql<{ events: number }>`select count(*)::int as events from watch_events`
  return { took, filed: median(filed), changed: median(changes), events: row!.events, stored: first }
})

/** No slower than this beside intake without watches. */
const slowest = 1.2

/** What watches cost what comes in: matching by how many there are, and intake with 10,000 of them beside without. */
export const watches: Bench = {
  name: "watches",
  document: "scaling.md",
  run: ({ short }) =>
    Effect.gen(function* () {
      const sizes = short ? [0, 100, 1_000] : [0, 100, 1_000, 10_000]
      const most = sizes.at(-1)!
      const alone = sizes.map((size) => ({ size, ...matching(size, short ? 200 : 1_000) }))
      const rounds = short ? 2 : 10
      const signals = short ? 50 : 200
      const { changed, events, filed, stored, took } = yield* beside(most, rounds, signals).pipe(
        Effect.provide(Watching.over(Storage.layer).pipe(Layer.provideMerge(postgres)))
      )
      const [none, ...sizesWith] = alone.map(({ micros }) => micros)
      const [fewer, all] = sizesWith.slice(-2).map((micros) => micros - none!)
      const growth = all! / fewer!
      const perSignal = (times: ReadonlyArray<number>) => median(times) / signals
      const ratio = perSignal(took.active) / perSignal(took.paused)
      return {
        figures: {
          "intake with watches beside without": ratio,
          "matching for ten times the watches": growth,
          [`${most} watches: candidates per signal`]: alone.at(-1)!.tried,
          [`${most} watches: microseconds per signal`]: alone.at(-1)!.micros,
          [`${most} watches: a change of one ms`]: changed
        },
        lines: [
          `Matching alone: ${short ? 200 : 1_000} signals of 69 words; load of the machine ${loadavg()[0]!.toFixed(1)}`,
          ...aligned([
            ["watches", "CPU µs per signal", "watches looked at", "matches", "index built, CPU ms"],
            ...alone.map(({ built, found, micros, size, tried }) => [
              String(size),
              digits(micros),
              digits(tried),
              digits(found),
              digits(built)
            ])
          ]).map((line) => `  ${line}`),
          `  for the last ten times as many watches ${digits(growth)} times the CPU time`,
          `Intake on Postgres, ${rounds} times ${signals} signals of each in turns, stored and told their stories`,
          ...aligned([
            ["", "ms per signal", "signals a minute"],
            ...(["paused", "active"] as const).map((status) => [
              status === "paused" ? "without watches" : `with ${most} watches`,
              digits(perSignal(took[status])),
              digits(60_000 / perSignal(took[status]))
            ])
          ]).map((line) => `  ${line}`),
          `  with watches ${digits(ratio)} times as long; ${events} events of ${stored / 2} signals`,
          `  ${most} watches read and filed in ${digits(filed)} ms, one that has changed in ${digits(changed)} ms`
        ],
        missed: [
          ...(growth >= 10 ? [`Ten times as many watches take ${digits(growth)} times the CPU time`] : []),
          ...(ratio > slowest
            ? [`Intake with ${most} watches takes ${digits(ratio)} times as long, at most ${slowest}`]
            : [])
        ]
      }
    })
}
