import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process"
import { appendFileSync, chmodSync, chownSync, globSync, mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { freePort } from "../../harness/FreePort.ts"

/*
 * A Postgres with two standbys, of which one has what is acknowledged, and what Patroni does for it: it says which
 * server is the primary, replaces one that is gone, and has it follow when it is back.
 */

const programs = process.env["POSTGRES_BIN"] ?? globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1) ?? ""

/** What a machine lacks for a cluster with failover, in words; null when it has all. */
export const missing = (): string | null => {
  const lacking = [
    [globSync(join(programs, "pg_rewind")), "pg_rewind of PostgreSQL (Debian's package postgresql)"],
    [globSync("{/usr/sbin,/usr/bin,/usr/local/sbin,/usr/local/bin}/haproxy"), "HAProxy (package haproxy)"]
  ].flatMap(([found, name]) => (found!.length === 0 ? [name] : []))
  return lacking.length === 0 ? null : `This machine lacks ${lacking.join(" and ")}; POSTGRES_BIN names another folder`
}

const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"]).toString())

/** Postgres does not run as root. */
const user = () => (process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {})

const give = (path: string): void => {
  const { gid, uid } = user()
  if (uid !== undefined) chownSync(path, uid, gid)
}

const execute = promisify(execFile)

/** In the file, where pg_rewind reads them, too: without wal_keep_size its recovery throws away what it needs. */
const settings = `
include_if_exists 'follows.conf'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
shared_buffers = 32MB
hot_standby_feedback = on
wal_keep_size = 256MB
wal_retrieve_retry_interval = 500ms
synchronous_standby_names = 'ANY 1 (db0, db1, db2)'
`

/** The leader counts as gone when it has not answered so many questions in a row, one in a second. */
const patience = 3

const query = <A>(port: number, statement: string): Promise<ReadonlyArray<A>> =>
  Effect.runPromise(
    PgConnection.make({
      url: Redacted.make(`postgres://postgres@127.0.0.1:${port}/postgres`),
      connectTimeout: "1 second"
    }).pipe(
      Effect.flatMap((connection) => connection.query(statement)),
      Effect.map(({ rows }) => rows as ReadonlyArray<A>),
      Effect.scoped,
      Effect.timeout("1 second")
    )
  )

class Node {
  readonly name: string
  readonly port: number
  /** Where its health is asked for, as at Patroni's REST API. */
  readonly healthPort: number
  readonly directory: string
  isPrimary = false
  /** How often it has not answered. */
  silent = 0
  #child: ChildProcess | null = null

  constructor(name: string, directory: string, port: number, healthPort: number) {
    this.name = name
    this.directory = directory
    this.port = port
    this.healthPort = healthPort
  }

  get url(): string {
    return `postgres://sonde:sonde@127.0.0.1:${this.port}/sonde`
  }

  get runs(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  async run(program: string, ...args: ReadonlyArray<string>): Promise<void> {
    await execute(join(programs, program), args, { ...user(), cwd: "/" })
  }

  /** The settings that a server can take while it runs. */
  follow(port: number): void {
    const conninfo = `host=127.0.0.1 port=${port} user=postgres application_name=${this.name}`
    const file = join(this.directory, "follows.conf")
    writeFileSync(file, `primary_conninfo = '${conninfo}'\n`)
    give(file)
    if (this.runs) this.#child!.kill("SIGHUP")
  }

  async start(): Promise<void> {
    this.#child = spawn(join(programs, "postgres"), ["-D", this.directory, "-p", String(this.port)], {
      ...user(),
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe"]
    })
    let log = ""
    this.#child.stderr!.on("data", (text) => (log = (log + String(text)).slice(-5_000)))
    while (!log.includes("ready to accept")) {
      if (!this.runs) throw new Error(`${this.name} did not start:\n${log}`)
      await sleep(20)
    }
  }

  /** As a crash does; `hang` leaves the process, and every connection to it, without an answer. */
  end(how: "kill" | "hang"): void {
    // The children of a Postgres that is killed end by themselves; one that is stopped keeps its sockets.
    for (const pid of [this.#child!.pid!, ...(how === "hang" ? this.#sessions() : [])])
      try {
        process.kill(pid, how === "kill" ? "SIGQUIT" : "SIGSTOP")
      } catch {
        // A session has ended by itself.
      }
  }

  /** The end of a server that hangs. */
  async fence(): Promise<void> {
    if (!this.runs) return
    const ended = new Promise((resolve) => this.#child!.once("exit", resolve))
    for (const pid of [...this.#sessions(), this.#child!.pid!])
      try {
        process.kill(pid, "SIGKILL")
      } catch {
        // A session has ended by itself.
      }
    await ended
    await sleep(200)
  }

  #sessions(): ReadonlyArray<number> {
    try {
      return execFileSync("pgrep", ["-P", String(this.#child!.pid)])
        .toString()
        .trim()
        .split("\n")
        .map(Number)
    } catch {
      return []
    }
  }
}

/** The servers, and who is the primary. */
export class Cluster {
  readonly nodes: ReadonlyArray<Node>
  leader: Node
  #stopped = false
  #watch: Promise<void> = Promise.resolve()
  readonly #stops: Array<() => void> = []

  private constructor(nodes: ReadonlyArray<Node>) {
    this.nodes = nodes
    this.leader = nodes[0]!
  }

  static async start(directory: string): Promise<Cluster> {
    chmodSync(directory, 0o755)
    const nodes: Array<Node> = []
    for (const name of ["db0", "db1", "db2"]) {
      const path = join(directory, name)
      mkdirSync(path, { mode: 0o700 })
      give(path)
      nodes.push(new Node(name, path, await freePort(), await freePort()))
    }
    const cluster = new Cluster(nodes)
    const [first, ...others] = nodes
    await first!.run(
      "initdb",
      "-D",
      first!.directory,
      "-U",
      "postgres",
      "--auth=trust",
      "--data-checksums",
      "--no-sync"
    )
    appendFileSync(join(first!.directory, "postgresql.conf"), settings)
    await first!.start()
    for (const standby of others) {
      const url = `postgres://postgres@127.0.0.1:${first!.port}/postgres`
      await standby.run("pg_basebackup", "-D", standby.directory, "-d", url, "--no-sync", "--checkpoint=fast")
      await cluster.#join(standby)
    }
    // A user without any right but on its database, as an operator makes one.
    await query(first!.port, "create role sonde login password 'sonde'")
    await query(first!.port, "create database sonde owner sonde")
    for (const node of nodes) cluster.#health(node)
    cluster.#watch = cluster.#keepPrimary()
    return cluster
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#watch
    for (const stop of this.#stops) stop()
    for (const node of this.nodes) await node.fence()
  }

  get standbys(): ReadonlyArray<Node> {
    return this.nodes.filter((node) => node !== this.leader)
  }

  async #join(node: Node): Promise<void> {
    writeFileSync(join(node.directory, "standby.signal"), "")
    give(join(node.directory, "standby.signal"))
    node.follow(this.leader.port)
    await node.start()
  }

  /** A server that was away comes back behind the primary; one that was the primary needs its log wound back. */
  async rejoin(node: Node): Promise<void> {
    await node.fence()
    const source = `host=127.0.0.1 port=${this.leader.port} user=postgres dbname=postgres`
    // A primary that was just promoted writes down its timeline at its first checkpoint.
    await query(this.leader.port, "checkpoint")
    await node.run("pg_rewind", "-D", node.directory, `--source-server=${source}`, "--no-sync")
    await this.#join(node)
  }

  #health(node: Node): void {
    const server = createServer((_, response) => response.writeHead(node.isPrimary ? 200 : 503).end())
    server.listen(node.healthPort, "127.0.0.1")
    this.#stops.push(() => server.close().closeAllConnections())
  }

  async #keepPrimary(): Promise<void> {
    while (!this.#stopped) {
      await Promise.all(
        this.nodes.map(async (node) => {
          const [row] = await query<{ follows: boolean }>(node.port, "select pg_is_in_recovery() as follows").catch(
            () => []
          )
          node.silent = row === undefined ? node.silent + 1 : 0
          node.isPrimary = node === this.leader && row?.follows === false
        })
      )
      if (this.leader.silent >= patience) await this.#promote()
      await sleep(1_000)
    }
  }

  async #promote(): Promise<void> {
    const gone = this.leader
    gone.isPrimary = false
    await gone.fence()
    const received = await Promise.all(
      this.standbys.map(async (node) => {
        const at = "select (coalesce(pg_last_wal_receive_lsn(), '0/0') - '0/0')::bigint as position"
        const [row] = await query<{ position: bigint }>(node.port, at).catch(() => [])
        return { node, position: row?.position ?? -1n }
      })
    )
    const next = received.reduce((one, other) => (other.position > one.position ? other : one)).node
    await next.run("pg_ctl", "promote", "-D", next.directory, "--wait")
    this.leader = next
    for (const node of this.standbys) if (node.runs) node.follow(next.port)
    next.isPrimary = true
  }

  sql<A>(statement: string): Promise<ReadonlyArray<A>> {
    return Effect.runPromise(
      PgConnection.make({ url: Redacted.make(this.leader.url) }).pipe(
        Effect.flatMap((connection) => connection.query(statement)),
        Effect.map(({ rows }) => rows as ReadonlyArray<A>),
        Effect.scoped
      )
    )
  }
}
