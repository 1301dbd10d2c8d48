import { Context, DateTime, Effect, Option } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { Settings } from "../config/Settings.ts"
import manifest from "../../package.json" with { type: "json" }
import { fromTimestamp } from "../domain/Timestamp.ts"
import { DatabaseConnections } from "../storage/database/DatabaseConnections.ts"
import { Readiness } from "../storage/database/Readiness.ts"
import { Standbys } from "../storage/database/Standbys.ts"
import { SearchCluster } from "../storage/search/SearchCluster.ts"
import { SearchIndex } from "../storage/search/SearchIndex.ts"
import { Reports } from "../storage/reports/Reports.ts"
import { Sources } from "../storage/sources/Sources.ts"
import { requests } from "./Metrics.ts"
import { type Readings, reading, readings, total } from "./Series.ts"
import { makeOfAllWorkers } from "./WorkerMetrics.ts"

/*
 * What is looked up when somebody asks for the metrics. Values of the database (reports, slots, sources, connections)
 * are the same whichever process is asked; those of the process are its own, and those of all workers of the machine
 * stand beside each other.
 */

const databaseUp = reading("sonde_database_up", "1 when the database answers, else 0.")
const databasePing = reading("sonde_database_ping_seconds", "How long the database took to answer.")
const connections = reading(
  "sonde_database_connections",
  "Connections of all processes to the database, by what they are doing.",
  ["state"]
)
const connectionsMax = reading("sonde_database_connections_max", "Connections that this process opens at most.")
const standbyUp = reading("sonde_standby_up", "1 while reads go to the standby, else 0.", ["standby"])
const standbyLag = reading(
  "sonde_standby_lag_seconds",
  "Everything that was committed so long ago can be seen on the standby; absent while that is not known.",
  ["standby"]
)
const reads = total(
  "sonde_database_reads_total",
  "Lists, searches and evidence that this process has read, by the server that was chosen: a standby or `primary`.",
  ["server"]
)
const clusterUp = reading("sonde_search_cluster_up", "1 while the search cluster answers this process, else 0.")
const clusterBehind = reading(
  "sonde_search_cluster_behind",
  "Changes of signals by which the search cluster does not answer yet."
)
const clusterBehindSeconds = reading(
  "sonde_search_cluster_behind_seconds",
  "For how long the oldest change waits by which the search cluster does not answer; 0 without one."
)
const reportsWaiting = reading("sonde_reports_waiting", "Reports that are not final, by status.", ["status"])
const reportsOldest = reading(
  "sonde_reports_oldest_seconds",
  "Age of the oldest report that is not final; 0 without one."
)
const slotsDue = reading("sonde_slots_due", "Sources whose time has come and that were not read yet.")
const slotsOldest = reading(
  "sonde_slots_oldest_seconds",
  "For how long the one that waits longest is due; 0 without one."
)
const sourceAge = reading(
  "sonde_source_seconds_since_success",
  "Seconds since a source was last read with success; absent for one that never was.",
  ["source", "kind"]
)
const sourceState = reading("sonde_source_state", "1 for the state that a source is in.", ["source", "kind", "state"])
const sourceFailures = reading("sonde_source_failures", "Runs of a source that failed in a row.", ["source", "kind"])
const inFlight = reading("sonde_http_requests_in_flight", "Requests that are being answered.")
const build = reading("sonde_build_info", "1; its labels say what is running.", ["version", "runtime"])
const cpu = total("process_cpu_seconds_total", "Processor time of this process.")
const resident = reading("process_resident_memory_bytes", "Memory of this process.")
const started = reading("process_start_time_seconds", "When this process started, in Unix time.")
const heap = reading("nodejs_heap_size_used_bytes", "Heap in use.")
const lag = reading(
  "nodejs_eventloop_lag_p99_seconds",
  "How late the event loop was, 99th percentile since the last look."
)
const lagMax = reading("nodejs_eventloop_lag_max_seconds", "The same, at worst.")

/** Milliseconds between two looks of the event loop's monitor; it reports them as part of the lag. */
const resolution = 20

const ofProcess = (into: Readings, delay: ReturnType<typeof monitorEventLoopDelay>) => {
  const { heapUsed, rss } = process.memoryUsage()
  const { system, user } = process.cpuUsage()
  const late = (nanos: number) => Math.max(0, nanos / 1e9 - resolution / 1e3)
  const runtime = "Deno" in globalThis ? `deno (${process.version})` : `node ${process.version}`
  build(into, { version: manifest.version, runtime }, 1)
  cpu(into, {}, (system + user) / 1e6)
  resident(into, {}, rss)
  heap(into, {}, heapUsed)
  started(into, {}, performance.timeOrigin / 1e3)
  lag(into, {}, late(delay.percentile(99)))
  lagMax(into, {}, late(delay.max))
  inFlight(into, {}, requests.inFlight)
  delay.reset()
}

const secondsFrom = (date: Date, now: Date): number => Math.max(0, (now.getTime() - date.getTime()) / 1e3)

/** All of the database's values; without it only that it is away. Whoever asks waits two seconds at most. */
const ofDatabase = Effect.gen(function* () {
  const readiness = yield* Readiness
  const reports = yield* Reports
  const sources = yield* Sources
  const open = yield* DatabaseConnections

  const look = Effect.fnUntraced(function* (into: Readings) {
    const asked = performance.now()
    const up = yield* readiness.check
    if (!up) return false
    databasePing(into, {}, (performance.now() - asked) / 1e3)
    const now = yield* DateTime.nowAsDate
    const [backlog, all, states] = yield* Effect.all([reports.backlog, sources.list, open.byState], {
      concurrency: "unbounded"
    })
    for (const status of ["queued", "processing"] as const) reportsWaiting(into, { status }, backlog[status])
    reportsOldest(into, {}, backlog.oldest === null ? 0 : secondsFrom(backlog.oldest, now))
    const due = all.flatMap(({ next_check_at, state }) => {
      if (state === "not_configured" || next_check_at === null) return []
      const waits = secondsFrom(fromTimestamp(next_check_at), now)
      return waits > 0 ? [waits] : []
    })
    slotsDue(into, {}, due.length)
    slotsOldest(into, {}, Math.max(0, ...due))
    for (const { failures, kind, last_success_at, name, state } of all) {
      const labels = { source: name, kind }
      sourceState(into, { ...labels, state }, 1)
      sourceFailures(into, labels, failures)
      if (last_success_at !== null) sourceAge(into, labels, secondsFrom(fromTimestamp(last_success_at), now))
    }
    for (const { count, state } of states) connections(into, { state }, count)
    return true
  })

  return (into: Readings) =>
    look(into).pipe(
      Effect.timeout("2 seconds"),
      Effect.catchCause((cause) =>
        Effect.as(Effect.logWarning("The database's metrics could not be read", cause), false)
      ),
      Effect.map((up) => databaseUp(into, {}, up ? 1 : 0))
    )
})

/** How the standbys are, as this process sees them. */
const ofStandbys = Effect.map(
  Standbys,
  ({ standing }) =>
    (into: Readings) =>
      Effect.map(standing, ({ onPrimary, standbys }) => {
        if (standbys.length === 0) return
        reads(into, { server: "primary" }, onPrimary)
        for (const { lag, name, problem, reads: begun } of standbys) {
          standbyUp(into, { standby: name }, problem === null ? 1 : 0)
          if (lag !== null) standbyLag(into, { standby: name }, lag)
          reads(into, { server: name }, begun)
        }
      })
)

/** How far the search cluster is behind, where one is configured. */
const ofCluster = Effect.gen(function* () {
  if ((yield* SearchCluster) === null) return () => Effect.void
  const { state } = yield* SearchIndex
  return (into: Readings) =>
    state.pipe(
      Effect.timeout("2 seconds"),
      Effect.map(({ cluster }) => {
        if (cluster === null) return
        clusterUp(into, {}, cluster.problem === null ? 1 : 0)
        clusterBehind(into, {}, cluster.behind)
        clusterBehindSeconds(into, {}, cluster.behindSeconds)
      }),
      // Without a database nobody knows.
      Effect.catchCause((cause) => Effect.logDebug("The search cluster's metrics could not be read", cause))
    )
})

/** Everything in Prometheus' text format: what was counted, and what is found now. */
export const makeExposition = Effect.gen(function* () {
  const settings = yield* Settings
  const lookAtDatabase = yield* ofDatabase
  const lookAtStandbys = yield* ofStandbys
  const lookAtCluster = yield* ofCluster
  const delay = monitorEventLoopDelay({ resolution })
  yield* Effect.acquireRelease(
    Effect.sync(() => delay.enable()),
    () => Effect.sync(() => delay.disable())
  )
  const own = yield* makeOfAllWorkers(
    Effect.gen(function* () {
      const into = readings()
      ofProcess(into, delay)
      if (Option.isSome(settings.DATABASE_URL)) connectionsMax(into, {}, settings.DATABASE_MAX_CONNECTIONS)
      yield* lookAtStandbys(into)
      return PrometheusMetrics.formatUnsafe(Context.empty()) + PrometheusMetrics.formatUnsafe(into)
    })
  )
  const shared = Effect.gen(function* () {
    const into = readings()
    yield* lookAtDatabase(into)
    yield* lookAtCluster(into)
    return PrometheusMetrics.formatUnsafe(into)
  })
  return Effect.map(Effect.all([own, shared], { concurrency: 2 }), (pages) => pages.join(""))
})
