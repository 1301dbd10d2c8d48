import { Deferred, Effect, Layer } from "effect"
import * as Storage from "../src/storage/Storage.ts"
import { temporaryDirectory } from "../harness/Service.ts"
import type { Bench, Report } from "./Bench.ts"
import { aligned, digits, median } from "./Figures.ts"
import { division, mostCores, stayOff } from "./http/Cores.ts"
import { lists, prepare } from "./http/Data.ts"
import { connections, load, type Round } from "./http/Load.ts"
import { type Running, sonde, start } from "./http/Server.ts"
import { postgres, PostgresUrl } from "./Postgres.ts"
import { provider, revoked, stored, target } from "./replicas/Propagation.ts"
import { answerMillis, ingested, itemsOfFeed, type Took, web } from "./replicas/Slots.ts"

const countsOf = (short: boolean) => (short ? [1, 2] : [1, 2, 3])

/** The same load on the first of them alone, on two, and so on. */
const asked = Effect.fnUntraced(function* (replicas: ReadonlyArray<Running>, key: string, short: boolean) {
  const seconds = (seconds: number) => (short ? { requests: 300 } : { seconds })
  const rounds = new Map<string, Array<Round>>()
  for (let n = 0; n < (short ? 1 : 3); n++) {
    for (const [what, question] of Object.entries(lists(key))) {
      // The compiler does its work.
      if (n === 0) yield* load(replicas, question, seconds(4))
      for (const count of countsOf(short)) {
        const round = yield* load(replicas.slice(0, count), question, seconds(2))
        if (round.failures > 0) return yield* Effect.die(new Error(`${what} × ${count}: ${round.failures} failures`))
        const name = `${what} × ${count}`
        rounds.set(name, [...(rounds.get(name) ?? []), round])
      }
    }
  }
  const of = (name: string, what: "perSecond" | "p99") => median(rounds.get(name)!.map((round) => round[what]))
  const counts = countsOf(short)
  return {
    figures: Object.fromEntries(
      [...rounds.keys()].flatMap((name) => [
        [`${name} requests per second`, of(name, "perSecond")],
        [`${name} p99 ms`, of(name, "p99")]
      ])
    ),
    lines: [
      `API replicas, a process and a port each, ${connections} connections in all, medians of three rounds of 2 s`,
      ...aligned([
        ["", ...counts.map((count) => `× ${count}`), "most / one"],
        ...Object.keys(lists(key)).flatMap((what) => {
          const perSecond = counts.map((count) => of(`${what} × ${count}`, "perSecond"))
          const p99 = counts.map((count) => digits(of(`${what} × ${count}`, "p99")))
          return [
            [`${what}, requests/s`, ...perSecond.map(digits), digits(perSecond.at(-1)! / perSecond[0]!)],
            [`${what}, p99 ms`, ...p99, ""]
          ]
        })
      ]).map((line) => `  ${line}`)
    ]
  } satisfies Report
})

/** How long a change at one replica is unknown to the others: at rest, and while all of them are under full load. */
const heard = Effect.fnUntraced(function* (replicas: ReadonlyArray<Running>, key: string, short: boolean) {
  const changes = short ? 5 : 20
  const both = Effect.gen(function* () {
    return {
      "a key is revoked": yield* revoked(replicas, changes),
      "a signal is stored": yield* stored(replicas, key, changes)
    }
  })
  const resting = yield* both
  const over = yield* Deferred.make<void>()
  const { busy, rounds } = yield* Effect.all(
    {
      busy: Effect.ensuring(both, Deferred.succeed(over, undefined)),
      rounds: Effect.gen(function* () {
        const rounds: Array<Round> = []
        while (!(yield* Deferred.isDone(over)))
          rounds.push(yield* load(replicas, lists(key)["shared list"], short ? { requests: 300 } : { seconds: 2 }))
        return rounds
      })
    },
    { concurrency: "unbounded" }
  )
  const failures = rounds.reduce((sum, round) => sum + round.failures, 0)
  if (failures > 0) return yield* Effect.die(new Error(`${failures} failures while rows changed`))
  const rows = Object.entries({ "at rest": resting, "under load": busy }).flatMap(([when, took]) =>
    Object.entries(took).map(([what, samples]) => ({
      name: `${what}, ${when}`,
      p50: median(samples),
      max: Math.max(...samples)
    }))
  )
  return {
    figures: Object.fromEntries(
      rows.flatMap(({ max, name, p50 }) => [
        [`${name}: p50 ms`, p50],
        [`${name}: max ms`, max]
      ])
    ),
    lines: [
      `from a change until the last of ${replicas.length} replicas shows it, ${changes} changes each, target ${target} ms;`,
      `load is ${digits(median(rounds.map((round) => round.perSecond)))} requests/s of the shared list in all`,
      ...aligned([["ms", "p50", "max"], ...rows.map(({ max, name, p50 }) => [name, digits(p50), digits(max)])]).map(
        (line) => `  ${line}`
      )
    ]
  } satisfies Report
})

const slots = Effect.fnUntraced(function* (databaseUrl: string, short: boolean) {
  const feeds = short ? 20 : 200
  const { path: directory } = yield* Effect.acquireRelease(Effect.sync(temporaryDirectory), ({ remove }) =>
    Effect.sync(remove)
  )
  const of = yield* web(feeds)
  const counts = short ? [2] : countsOf(short)
  const took = new Map<number, Array<Took>>(counts.map((count) => [count, []]))
  for (let n = 0; n < (short ? 1 : 3); n++) {
    for (const [workers, list] of took)
      list.push(yield* ingested(of, { workers, databaseUrl, directory, cores: mostCores }))
  }
  const middle = (count: number, what: keyof Took) => median(took.get(count)!.map((round) => round[what]))
  return {
    figures: Object.fromEntries(
      counts.flatMap((count) => [
        [`ingesting × ${count}: seconds`, middle(count, "seconds")],
        [`ingesting × ${count}: signals per second`, middle(count, "signalsPerSecond")]
      ])
    ),
    lines: [
      `ingestion workers, ${feeds} feeds on as many hosts, all due at one moment, answered after ${answerMillis} ms with ${itemsOfFeed} new items each;`,
      `medians of three rounds; each feed was asked for once and each slot done once`,
      ...aligned([
        ["processes", "all done after s", "signals/s", "share of the busiest"],
        ...counts.map((count) => [
          String(count),
          digits(middle(count, "seconds")),
          digits(middle(count, "signalsPerSecond")),
          `${digits(100 * middle(count, "busiest"))} %`
        ])
      ]).map((line) => `  ${line}`)
    ]
  } satisfies Report
})

/**
 * What several processes on one Postgres gain, and what their coordination costs: API replicas, and ingestion workers.
 */
export const replicas: Bench = {
  name: "replicas",
  document: "scaling.md",
  run: ({ short }) =>
    Effect.gen(function* () {
      const databaseUrl = yield* PostgresUrl
      if (!short) stayOff(mostCores)
      const { key } = yield* prepare(short ? 1_000 : 100_000)
      const reports: ReadonlyArray<Report> = [
        ...(yield* Effect.scoped(
          Effect.gen(function* () {
            const contestant = sonde(yield* provider)
            const running = yield* Effect.forEach(countsOf(short), () => start(contestant, databaseUrl, mostCores), {
              concurrency: "unbounded"
            })
            return [yield* asked(running, key, short), yield* heard(running, key, short)]
          })
        )),
        yield* slots(databaseUrl, short)
      ]
      return {
        figures: Object.assign({}, ...reports.map(({ figures }) => figures)) as Record<string, number>,
        lines: [division(mostCores), ...reports.flatMap(({ lines }) => ["", ...lines])]
      }
    }).pipe(Effect.provide(Layer.provideMerge(Storage.layer, postgres)))
}
