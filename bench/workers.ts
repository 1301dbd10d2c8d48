import { Effect, Layer } from "effect"
import * as Storage from "../src/storage/Storage.ts"
import type { Bench } from "./Bench.ts"
import { aligned, digits, median } from "./Figures.ts"
import { division, mostCores, stayOff } from "./http/Cores.ts"
import { lists, prepare } from "./http/Data.ts"
import { connections, load, type Round } from "./http/Load.ts"
import { peer, remembering, sonde, start } from "./http/Server.ts"
import { postgres, PostgresUrl } from "./Postgres.ts"

/** The same service in one process and in several, up to three, on one Postgres, beside Fastify under node:cluster. */
export const workers: Bench = {
  name: "workers",
  run: ({ short }) =>
    Effect.gen(function* () {
      const databaseUrl = yield* PostgresUrl
      if (!short) stayOff(mostCores)
      const { key } = yield* prepare(short ? 1_000 : 100_000)
      const counts = short ? [1, 2] : Array.from({ length: mostCores }, (_, n) => n + 1)
      const contestants = counts.flatMap((count) => {
        const WORKERS = String(count)
        return [
          { ...sonde({ WORKERS }), count },
          { ...peer("Fastify", "cluster", { WORKERS }), count },
          { ...peer("Fastify, remembering", "cluster", { WORKERS, ...remembering }), count }
        ]
      })
      const rounds = new Map<string, Array<Round>>()
      // Started anew for each round, so that no idle service takes part of the machine.
      for (let n = 0; n < (short ? 1 : 3); n++) {
        for (const contestant of contestants) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              const running = yield* start(contestant, databaseUrl, contestant.count)
              for (const [what, question] of Object.entries(lists(key))) {
                // The others come up, and the compiler does its work.
                yield* load([running], question, short ? { requests: 100 } : { seconds: 4 })
                const round = yield* load([running], question, short ? { requests: 300 } : { seconds: 3 })
                if (round.failures > 0) return yield* Effect.die(new Error(`${contestant.name}: failures`))
                const name = `${what}: ${contestant.name} × ${contestant.count}`
                rounds.set(name, [...(rounds.get(name) ?? []), round])
              }
            })
          )
        }
      }
      const perSecond = (name: string) => median((rounds.get(name) ?? []).map((round) => round.perSecond))
      const rows = Object.keys(lists(key)).flatMap((what) => [
        [what, ...counts.map((count) => `× ${count}`), "most / one"],
        ...["Sonde", "Fastify", "Fastify, remembering"].map((name) => {
          const of = counts.map((count) => perSecond(`${what}: ${name} × ${count}`))
          return [name, ...of.map(digits), digits(of.at(-1)! / of[0]!)]
        })
      ])
      return {
        figures: Object.fromEntries([...rounds.keys()].map((name) => [`${name} requests per second`, perSecond(name)])),
        lines: [
          `requests per second by number of processes, ${connections} connections, medians of three rounds of 3 s; ${division(mostCores)}`,
          ...aligned(rows).map((line) => `  ${line}`)
        ]
      }
    }).pipe(Effect.provide(Layer.provideMerge(Storage.layer, postgres)))
}
