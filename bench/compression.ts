import { Effect, Layer } from "effect"
import * as Storage from "../src/storage/Storage.ts"
import type { Bench } from "./Bench.ts"
import { aligned, digits, median } from "./Figures.ts"
import { cpuMicros, division, stayOff } from "./http/Cores.ts"
import { prepare } from "./http/Data.ts"
import { sonde, start } from "./http/Server.ts"
import { Client, requestBytes } from "./load/Client.ts"
import { postgres, PostgresUrl } from "./Postgres.ts"

const connections = 50

const codings = ["identity", "br", "zstd", "gzip"] as const

interface Round {
  readonly bytes: number
  readonly perSecond: number
  /** Processor time of the server for one answer, in microseconds. */
  readonly cpu: number
}

/** Asks over and over, each connection again as soon as it is answered. */
const round = ({ pid, url }: { readonly pid: number; readonly url: string }, request: string, millis: number) =>
  Effect.promise(
    () =>
      new Promise<Round>((resolve, reject) => {
        // Raw sockets: a client that looks at bodies takes longer over compressed ones.
        const client = new Client(url, connections)
        const before = cpuMicros([pid])
        const begun = performance.now()
        let answers = 0
        let bytes = 0
        const ask = (): void =>
          void client.ask(request, (answer) => {
            if (typeof answer === "string" || answer.status !== 200)
              return reject(new Error(`the service answers ${typeof answer === "string" ? answer : answer.status}`))
            answers++
            bytes = answer.body.length
            const taken = performance.now() - begun
            if (taken < millis) return ask()
            // The first that is over time ends the round for all.
            resolve({ bytes, perSecond: (answers / taken) * 1_000, cpu: (cpuMicros([pid]) - before) / answers })
            client.close()
          })
        for (let n = 0; n < connections; n++) ask()
      })
  )

/** A remembered list, compressed beside plain. */
export const compression: Bench = {
  name: "compression",
  run: ({ short }) =>
    Effect.gen(function* () {
      const databaseUrl = yield* PostgresUrl
      if (!short) stayOff(1)
      const { key } = yield* prepare(1_000)
      const server = yield* start(sonde(), databaseUrl)
      const rounds = new Map<string, Array<Round>>(codings.map((coding) => [coding, []]))
      for (let n = 0; n <= (short ? 1 : 9); n++) {
        // In alternating order, so that no peer always runs after the same one.
        for (const coding of n % 2 === 0 ? codings : codings.toReversed()) {
          const request = requestBytes("GET", "/api/v1/public/signals?limit=20", {
            "x-api-key": key,
            "accept-encoding": coding
          })
          const result = yield* round(server, request, short ? 200 : 2_000)
          if (n > 0) rounds.get(coding)!.push(result)
        }
      }
      const plain = rounds.get("identity")!
      const middle = (coding: string, what: keyof Round) => median(rounds.get(coding)!.map((each) => each[what]))
      const ratio = (coding: string) => median(rounds.get(coding)!.map(({ cpu }, n) => cpu / plain[n]!.cpu))
      return {
        figures: Object.fromEntries(
          codings.flatMap((coding) => [
            [`${coding}: bytes`, middle(coding, "bytes")],
            [`${coding}: answers per second`, middle(coding, "perSecond")]
          ])
        ),
        missed: codings
          .filter((coding) => ratio(coding) > 1)
          .map((coding) => `${coding} takes ${digits(ratio(coding))} times the processor time of a plain answer`),
        lines: [
          `a remembered list of 20 signals, ${connections} connections; medians of nine rounds of 2 s by turns; ${division(1)}`,
          ...aligned([
            ["", "bytes", "answers/s", "CPU µs", "of plain"],
            ...codings.map((coding) => [
              coding === "identity" ? "plain" : coding,
              digits(middle(coding, "bytes")),
              digits(middle(coding, "perSecond")),
              digits(middle(coding, "cpu")),
              coding === "identity" ? "" : digits(ratio(coding))
            ])
          ]).map((line) => `  ${line}`)
        ]
      }
    }).pipe(Effect.provide(Layer.provideMerge(Storage.layer, postgres)))
}
