import { Console, Effect } from "effect"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../harness/FreePort.ts"
import { createKey, type Service, startService } from "../harness/Service.ts"
import { Cluster, missing } from "./failover/Cluster.ts"
import { Load } from "./failover/Load.ts"
import { Proxy } from "./failover/Proxy.ts"
import { aligned, digits } from "./Figures.ts"
import { type Finding, runExaminations } from "./load/Promises.ts"
import { directory } from "./Postgres.ts"

/*
 * npm run failover -- [--short] [--write]: a primary, two standbys, HAProxy and two services under load, while one
 * part after the other is killed or hangs, and comes back; 10 minutes, --short 3. It needs HAProxy and PostgreSQL's
 * programs.
 */

const minutes = process.argv.includes("--short") ? 3 : 10
/** Seconds until a part that was killed is started again, as its supervisor does. */
const supervisor = { haproxy: 1, sonde: 2, database: 5 }
const metricsToken = "a-token-for-the-bench"

const rolled = Effect.gen(function* () {
  const lacking = missing()
  if (lacking !== null) return yield* Effect.die(new Error(lacking))
  const path = yield* directory
  const cluster = yield* Effect.acquireRelease(
    Effect.promise(() => Cluster.start(path)),
    (cluster) => Effect.promise(() => cluster.stop())
  )
  const [primary, service, ...ports] = yield* Effect.promise(() =>
    Promise.all([freePort(), freePort(), freePort(), freePort()])
  )
  const proxy = yield* Effect.acquireRelease(
    Effect.sync(
      () => new Proxy(path, { primary: primary!, service: service!, databases: cluster.nodes, services: ports })
    ),
    (proxy) => Effect.sync(() => proxy.kill())
  )
  yield* Effect.promise(() => proxy.start())
  const environment = {
    DATABASE_URL: `postgres://sonde:sonde@127.0.0.1:${primary}/sonde`,
    DATABASE_READ_URL: cluster.nodes.map(({ url }) => url).join(" "),
    METRICS_TOKEN: metricsToken,
    RATE_LIMIT_PER_MINUTE: "100000",
    REPORT_WORKERS: "0",
    LOG_LEVEL: "warn"
  }
  const serviceOn = (port: number): Promise<Service> =>
    startService({ ...environment, PORT: String(port), DATA_DIR: join(path, String(port)) })
  const services: Array<Service> = []
  yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all(services.map(({ stop }) => stop("SIGKILL")))))
  yield* Effect.promise(async () => {
    // HAProxy has found the primary.
    await sleep(2_000)
    for (const port of ports) services.push(await serviceOn(port))
  })
  const keys = yield* Effect.promise(async () => {
    const keys: Array<string> = []
    for (const account of ["one", "two", "three", "reader"]) keys.push(await createKey(environment, account))
    return keys
  })
  const [one, two, three, reader] = keys as [string, string, string, string]

  const again = (n: number) => async () => {
    services[n] = await serviceOn(ports[n]!)
  }
  let gone = cluster.leader
  const faults: ReadonlyArray<{
    readonly name: string
    readonly back: number
    readonly begin: () => unknown
    readonly end: () => Promise<unknown>
  }> = [
    {
      name: "a standby is killed",
      back: supervisor.database,
      begin: () => (gone = cluster.standbys[0]!).end("kill"),
      end: () => gone.start()
    },
    {
      name: "a service is killed",
      back: supervisor.sonde,
      begin: () => services[0]!.stop("SIGKILL"),
      end: again(0)
    },
    {
      name: "the primary is killed",
      back: 12,
      begin: () => (gone = cluster.leader).end("kill"),
      end: () => cluster.rejoin(gone)
    },
    { name: "HAProxy is killed", back: supervisor.haproxy, begin: () => proxy.kill(), end: () => proxy.start() },
    {
      name: "the primary hangs",
      back: 15,
      begin: () => (gone = cluster.leader).end("hang"),
      end: () => cluster.rejoin(gone)
    },
    {
      name: "the other service is killed",
      back: supervisor.sonde,
      begin: () => services[1]!.stop("SIGKILL"),
      end: again(1)
    },
    {
      name: "a standby hangs",
      back: supervisor.database,
      begin: () => (gone = cluster.standbys[1]!).end("hang"),
      end: () => gone.fence().then(() => gone.start())
    }
  ]
  const load = new Load(`http://127.0.0.1:${service}`)
  const happened: Array<{ readonly name: string; readonly at: number }> = []
  yield* Effect.promise(async () => {
    const clients = [one, one, two, two, three].map((key) => load.writer(key))
    clients.push(...[reader, reader, reader].map((key) => load.reader(key)))
    const all = Promise.all(clients)
    all.catch(() => undefined)
    const begun = performance.now()
    const pause = (180 / (faults.length + 0.5)) * 1_000
    await sleep(pause / 2)
    for (let n = 0; performance.now() - begun < minutes * 60_000 - pause; n++) {
      const { back, begin, end, name } = faults[n % faults.length]!
      const at = performance.now()
      console.error(`${Math.round((at - begun) / 1_000)} s: ${name}`)
      happened.push({ name, at })
      void begin()
      await sleep(back * 1_000)
      await end()
      await sleep(Math.max(0, at + pause - performance.now()))
      const now = performance.now()
      const [reads, writes] = (["read", "write"] as const).map((kind) => load.between(kind, at, now))
      console.error("  reads ", reads, "\n  writes", writes, `missed ${load.missed} of ${load.looks}`, load.stale)
    }
    load.end()
    await all
  })

  const rows = yield* Effect.promise(() =>
    cluster.sql<{ readonly name: string; readonly status: string }>("select name, status from competitors")
  )
  const stored = Map.groupBy(rows, ({ name }) => name)
  const lost = load.created.filter((name) => stored.get(name)?.length !== 1)
  const revived = load.removed.filter((name) => stored.get(name)?.[0]?.status !== "archived")
  const over = performance.now()
  const table = happened.map(({ at, name }, n) => {
    const until = happened[n + 1]?.at ?? over
    return { name, reads: load.between("read", at, until), writes: load.between("write", at, until) }
  })
  const kinds = [...new Set(table.map(({ name }) => name))]
  const worst = (kind: "reads" | "writes", name?: string) =>
    Math.max(...table.filter((one) => name === undefined || one.name === name).map((one) => one[kind].recovered))
  const failed = (kind: "reads" | "writes", name: string) => {
    const of = table.filter((one) => one.name === name).map((one) => one[kind])
    return `${of.reduce((sum, { failed }) => sum + failed, 0)} of ${of.reduce((sum, { count }) => sum + count, 0)}`
  }
  const served = yield* Effect.promise(() =>
    Promise.all(
      services.map(({ url }) =>
        fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } }).then((answer) =>
          answer.text()
        )
      )
    )
  )
  const reads = (server: RegExp) =>
    served
      .flatMap((text) => [...text.matchAll(/^sonde_database_reads_total\{server="([^"]+)"\} (\d+)/gm)])
      .reduce((sum, [, name, count]) => sum + (server.test(name!) ? Number(count) : 0), 0)
  yield* Console.log(
    [
      "",
      ...aligned([
        ["", "times", "reads failed", "until all answer, s", "writes failed", "until all answer, s"],
        ...kinds.map((name) => [
          name,
          String(table.filter((one) => one.name === name).length),
          failed("reads", name),
          digits(worst("reads", name)),
          failed("writes", name),
          digits(worst("writes", name))
        ])
      ]),
      `reads since the last start: ${reads(/:/)} by standbys, ${reads(/primary/)} by the primary`
    ].join("\n")
  )
  return [
    {
      promise: `of ${load.created.length + load.removed.length} acknowledged writes none is lost or done twice`,
      measured: [...lost, ...revived].length === 0 ? "0" : `${lost.length} lost or double, ${revived.length} undone`,
      target: "0",
      kept: lost.length + revived.length === 0,
      anywhere: true
    },
    {
      promise: "reads recover, seconds at most",
      measured: digits(worst("reads")),
      target: "5",
      kept: worst("reads") <= 5
    },
    {
      promise: "writes recover, seconds at most",
      measured: digits(worst("writes")),
      target: "15",
      kept: worst("writes") <= 15
    },
    {
      promise: "stale answers later than a second after an acknowledgement",
      measured: [String(load.stale.length), ...load.stale.slice(0, 5)].join("; "),
      target: "0",
      kept: load.stale.length === 0,
      anywhere: true
    },
    {
      promise: `of ${load.looks} looks right after an acknowledgement, at either service, these missed it`,
      measured: String(load.missed),
      target: "0",
      kept: load.missed === 0,
      anywhere: true
    }
  ] satisfies ReadonlyArray<Finding>
})

runExaminations(
  "failover",
  `a primary, two standbys of which one confirms each write, HAProxy and two services; ${minutes} minutes`,
  { Postgres: rolled }
)
