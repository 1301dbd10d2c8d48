import { Effect, Layer } from "effect"
import { isDeepStrictEqual } from "node:util"
import * as Storage from "../src/storage/Storage.ts"
import type { Bench, Report } from "./Bench.ts"
import { aligned, digits, median } from "./Figures.ts"
import { division, stayOff } from "./http/Cores.ts"
import { prepare } from "./http/Data.ts"
import { connections, load, type Question, type Round } from "./http/Load.ts"
import { peer, remembering, type Running, sonde, start } from "./http/Server.ts"
import { postgres, PostgresUrl } from "./Postgres.ts"

const contestants = [
  sonde(),
  peer("Fastify", "fastify"),
  peer("Fastify, remembering", "fastify", remembering),
  peer("Hono", "hono"),
  peer("node:http", "node"),
  peer("node:http, remembering", "node", remembering),
  peer("static bytes", "static")
]

interface Scenario {
  readonly name: string
  readonly question: Question
  /** The peers beside the service. The targets are about the requests that the first one answers. */
  readonly peers: ReadonlyArray<string>
  /** By peer: how many times as fast as that one the service should be. */
  readonly targets: Readonly<Record<string, number>>
}

const scenarios = (key: string, report: number): ReadonlyArray<Scenario> => {
  const headers = { "x-api-key": key }
  const api = "/api/v1/public"
  return [
    {
      name: "shared list, unchanged",
      question: { path: `${api}/signals?limit=20`, headers },
      peers: ["Fastify, remembering", "node:http, remembering", "static bytes", "Fastify", "Hono"],
      targets: { "Fastify, remembering": 1.5, "static bytes": 0.8 }
    },
    {
      name: "shared list, 304",
      question: { path: `${api}/signals?limit=20`, headers },
      peers: ["static bytes"],
      targets: { "static bytes": 0.8 }
    },
    {
      name: "search, each time another",
      question: { path: `${api}/signals?limit=20&q=bada+dede&n=[<id>]`, headers },
      peers: ["Fastify", "Fastify, remembering", "Hono", "node:http"],
      targets: { Fastify: 1.2 }
    },
    {
      name: "an account's own list",
      question: { path: `${api}/competitors`, headers },
      peers: ["Fastify", "Fastify, remembering", "Hono", "node:http"],
      targets: { Fastify: 1.2 }
    },
    {
      name: "a report",
      question: { path: `${api}/reports/${report}`, headers },
      peers: ["Fastify", "Fastify, remembering", "Hono", "node:http"],
      targets: { Fastify: 1.2 }
    }
  ]
}

const ask = ({ url }: Running, { headers, path }: Question) =>
  Effect.promise(async () => {
    const response = await fetch(url + path, { headers })
    return { status: response.status, etag: response.headers.get("etag") ?? "", text: await response.text() }
  })

/**
 * What an answer must contain: a search must find something, since each peer splits words and ranks in its own way; all
 * other answers must have the same data.
 */
const said = ({ path }: Question, text: string): unknown => {
  const { data } = JSON.parse(text) as { readonly data: ReadonlyArray<unknown> }
  return path.includes("q=") ? data.length > 0 : data
}

/** All must give the same answer before any is measured. Asked twice, so that caches are filled. */
const agree = Effect.fnUntraced(function* (servers: ReadonlyArray<Running>, question: Question) {
  const [first, ...others] = servers
  const expected = yield* ask(first!, question)
  for (const server of [...others, ...servers]) {
    const answer = yield* ask(server, question)
    if (
      answer.status !== 200 ||
      (server.name !== "static bytes" && !isDeepStrictEqual(said(question, answer.text), said(question, expected.text)))
    ) {
      return yield* Effect.die(
        new Error(`${server.name} answers ${question.path} in another way than\n${expected.text}:\n${answer.text}`)
      )
    }
  }
})

const race = Effect.fnUntraced(function* (scenario: Scenario, running: ReadonlyArray<Running>, short: boolean) {
  const servers = ["Sonde", ...scenario.peers].map((name) => running.find((server) => server.name === name)!)
  yield* agree(servers, scenario.question)
  // Where time is short, only those that a target is about.
  const measured = servers.filter(({ name }) => !short || name === "Sonde" || name in scenario.targets)
  const rounds = new Map<string, Array<Round>>(measured.map(({ name }) => [name, []]))
  for (let n = short ? 1 : 0; n <= (short ? 1 : 5); n++) {
    for (const server of measured) {
      const { etag } = yield* ask(server, scenario.question)
      const headers = scenario.name.endsWith("304") ? { "if-none-match": etag } : {}
      const question = { ...scenario.question, headers: { ...scenario.question.headers, ...headers } }
      const round = yield* load([server], question, short ? { requests: 300 } : { seconds: 3 })
      if (round.failures > 0) return yield* Effect.die(new Error(`${server.name}: ${round.failures} failures`))
      // The first round is for the compiler and the caches.
      if (n > 0) rounds.get(server.name)!.push(round)
    }
  }
  return rounds
})

const described = (scenario: Scenario, rounds: ReadonlyMap<string, ReadonlyArray<Round>>): Report => {
  const own = rounds.get("Sonde")!
  const middle = (of: ReadonlyArray<Round>, what: keyof Round) => median(of.map((round) => round[what]))
  /** In rounds, so that other work on the machine affects all peers alike. */
  const ratio = (peer: string, what: keyof Round) =>
    median(
      rounds.get(peer)!.map((round, n) => (what === "cpu" ? round.cpu / own[n]!.cpu : own[n]![what] / round[what]))
    )
  const figures: Record<string, number> = {}
  const missed: Array<string> = []
  const rows = [...rounds].map(([name, of]) => {
    figures[`${scenario.name}: ${name} requests per second`] = middle(of, "perSecond")
    const ratios =
      name === "Sonde"
        ? ["", "", ""]
        : [
            digits(ratio(name, "perSecond")),
            digits(ratio(name, "cpu")),
            scenario.targets[name] === undefined ? "" : String(scenario.targets[name])
          ]
    if (name !== "Sonde") figures[`${scenario.name}: times ${name}`] = ratio(name, "perSecond")
    const target = scenario.targets[name]
    if (target !== undefined && ratio(name, "perSecond") < target)
      missed.push(`${scenario.name}: ${digits(ratio(name, "perSecond"))} times ${name}, not ${target}`)
    return [
      name,
      digits(middle(of, "perSecond")),
      digits(middle(of, "p50")),
      digits(middle(of, "p99")),
      digits(middle(of, "cpu")),
      ...ratios
    ]
  })
  return {
    figures,
    missed,
    lines: [
      scenario.name,
      ...aligned([["", "requests/s", "p50 ms", "p99 ms", "CPU µs", "Sonde is", "by CPU", "target"], ...rows]).map(
        (line) => `  ${line}`
      )
    ]
  }
}

/** The API beside what an engineer would otherwise write, each on one core. */
export const http: Bench = {
  name: "http",
  run: ({ short }) =>
    Effect.gen(function* () {
      const databaseUrl = yield* PostgresUrl
      if (!short) stayOff(1)
      const signals = short ? 1_000 : 100_000
      const { key, report } = yield* prepare(signals)
      const running = yield* Effect.forEach(contestants, (contestant) => start(contestant, databaseUrl), {
        concurrency: short ? "unbounded" : 1
      })
      const reports: Array<Report> = []
      for (const scenario of scenarios(key, report)) {
        reports.push(described(scenario, yield* race(scenario, running, short)))
      }
      return {
        missed: reports.flatMap(({ missed = [] }) => missed),
        figures: Object.assign({}, ...reports.map(({ figures }) => figures)) as Record<string, number>,
        lines: [
          `${signals} signals, ${connections} connections; medians of five rounds of 3 s, everybody in turn; ${division(1)}`,
          ...reports.flatMap(({ lines }) => ["", ...lines])
        ]
      }
    }).pipe(Effect.provide(Layer.provideMerge(Storage.layer, postgres)))
}
