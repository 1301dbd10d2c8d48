import autocannon from "autocannon"
import { Effect } from "effect"
import { cpuMicros, family } from "./Cores.ts"
import type { Running } from "./Server.ts"

export const connections = 50

/** Threads that ask: one of them would be slower than the fastest servers. */
const workers = 2

/** What is asked, over and over. `[<id>]` in the path is another text each time. */
export interface Question {
  readonly path: string
  readonly headers: Record<string, string>
}

/** How a server did in one round. */
export interface Round {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Processor time of the server for one request, in microseconds. */
  readonly cpu: number
  /** Requests that failed, or were answered with anything but what was expected. */
  readonly failures: number
}

/** Asks one server, or several with as many connections each, for some seconds or so many times. */
export const load = Effect.fnUntraced(function* (
  servers: ReadonlyArray<Pick<Running, "pid" | "url">>,
  { headers, path }: Question,
  much: { readonly seconds: number } | { readonly requests: number }
) {
  const pids = servers.flatMap(({ pid }) => family(pid))
  const before = cpuMicros(pids)
  const result = yield* Effect.promise(() =>
    autocannon({
      // Connections go to the addresses by turns; the types know of one address only.
      url: servers.map(({ url }) => url + path) as unknown as string,
      headers,
      connections,
      idReplacement: path.includes("[<id>]"),
      ...("seconds" in much ? { duration: much.seconds, workers } : { amount: much.requests })
    })
  )
  const answered = result["2xx"] + result["3xx"]
  return {
    perSecond: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: (cpuMicros(pids) - before) / answered,
    failures: result.errors + result["1xx"] + result["4xx"] + result["5xx"]
  } satisfies Round
})
