import { Clock, Duration, Effect } from "effect"
import { AnswerTooLarge, cappedFetch } from "../outbound/CappedFetch.ts"
import { ClusterFailed } from "../storage/search/SearchCluster.ts"

/*
 * The servers of a cluster, any of which answers for all. One that fails is left alone for a while, so that nobody
 * waits for it; while all of them are, a call fails at once.
 */

/** What is asked of a cluster. */
export interface Call {
  readonly method: "DELETE" | "GET" | "POST" | "PUT"
  readonly path: string
  readonly body?: string
  /** How long one server may take, and how long all that are asked together, in milliseconds. */
  readonly timeout: { readonly one: number; readonly all: number }
  readonly mostBytes: number
}

/** What a server said, whatever it is. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

interface Server {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  failures: number
  /** Nobody asks before this time, in milliseconds. */
  restsUntil: number
}

/** With less time than this left, in milliseconds, no other server is asked. */
const leastTime = 100

const pauses = { first: Duration.toMillis("1 second"), longest: Duration.toMillis("30 seconds") }

/** A server that asks for a longer pause is asked again after this one, in milliseconds. */
const longestRetryAfter = Duration.toMillis("1 minute")

const serverOf = (text: string): Server => {
  const url = new URL(text)
  const { password, username } = url
  url.username = ""
  url.password = ""
  url.search = ""
  url.hash = ""
  const credential = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")
  return {
    origin: url.href.replace(/\/$/, ""),
    headers: username === "" ? {} : { authorization: `Basic ${credential}` },
    failures: 0,
    restsUntil: -Infinity
  }
}

/** A server did not do its part; another one may. */
const unreachable = (error: unknown): string => {
  for (let next = error; next instanceof Error; next = next.cause)
    if (next instanceof AnswerTooLarge) return "its answer was too large"
  return error instanceof SyntaxError ? "it did not answer in JSON" : "it could not be reached"
}

/** Why a status is no answer, in our own words; null where it is one. */
const refusalOf = (status: number): string | null => {
  if (status === 401 || status === 403) return "it refuses the user of SEARCH_URL"
  if (status === 429) return "it is busy"
  return status >= 500 ? `a server of it failed (${status})` : null
}

const retryAfterOf = (headers: Headers): number => {
  const given = headers.get("retry-after") ?? ""
  return /^\d{1,6}$/.test(given) ? Math.min(Number(given) * 1_000, longestRetryAfter) : 0
}

/** Servers by their URLs, which may have a user and a password. */
export const makeNodes = (urls: ReadonlyArray<string>) => {
  const servers = urls.map(serverOf)
  let turn = 0
  let problem = "no server of it answers"

  const ask = ({ headers, origin }: Server, { body, method, mostBytes, path }: Call, millis: number) =>
    Effect.tryPromise({
      try: async (signal) => {
        const response = await cappedFetch(mostBytes)(origin + path, {
          method,
          signal,
          headers: {
            ...headers,
            "content-type":
              path.endsWith("/_bulk") || path.endsWith("/_msearch") ? "application/x-ndjson" : "application/json"
          },
          ...(body !== undefined && { body })
        })
        const text = await response.text()
        const reason = refusalOf(response.status)
        if (reason !== null)
          throw new ClusterFailed({ reason, missing: [], retryAfter: retryAfterOf(response.headers) })
        return { status: response.status, body: JSON.parse(text) as unknown } satisfies Answer
      },
      catch: (error) => (error instanceof ClusterFailed ? error : ClusterFailed.because(unreachable(error)))
    }).pipe(
      Effect.timeoutOrElse({
        duration: millis,
        orElse: () => Effect.fail(ClusterFailed.because("it did not answer in time"))
      })
    )

  /** A server that may be asked now, each in its turn. */
  const free = (now: number, tried: ReadonlySet<Server>): Server | undefined => {
    turn = (turn + 1) % servers.length
    const inTurn = [...servers.slice(turn), ...servers.slice(0, turn)]
    return inTurn.find((server) => server.restsUntil <= now && !tried.has(server))
  }

  const rest = (server: Server, { reason, retryAfter }: ClusterFailed, now: number): void => {
    problem = reason
    server.restsUntil =
      now + Math.max(retryAfter, Math.min(pauses.longest, pauses.first * 2 ** Math.min(server.failures, 10)))
    server.failures++
  }

  /** Asks one server, and another one if it fails. */
  return Effect.fnUntraced(function* (call: Call) {
    const tried = new Set<Server>()
    let last: ClusterFailed | null = null
    const until = (yield* Clock.currentTimeMillis) + call.timeout.all
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      const server = free(now, tried)
      if (server === undefined || until - now < leastTime) break
      tried.add(server)
      // After a failure one call tries again; the others do not wait for it.
      if (server.failures > 0) server.restsUntil = now + call.timeout.one
      const answer = yield* Effect.result(ask(server, call, Math.min(call.timeout.one, until - now)))
      if (answer._tag === "Success") {
        server.failures = 0
        server.restsUntil = -Infinity
        return answer.success
      }
      last = answer.failure
      rest(server, last, yield* Clock.currentTimeMillis)
    }
    return yield* last ?? ClusterFailed.because(problem)
  })
}

export type Nodes = ReturnType<typeof makeNodes>
