import { execFileSync } from "node:child_process"
import * as FileSystem from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { digits } from "../Figures.ts"
import { item } from "../ingest/Feeds.ts"
import { type Answer, Client, requestBytes, type Silence } from "./Client.ts"
import type { Served } from "./Databases.ts"
import { faultsOf, type Finding } from "./Promises.ts"
import { Tally } from "./Tally.ts"
import { peakMiB, vitals, waitedMillis } from "./Vitals.ts"

/** The longest that a monitor of the process may have to wait, whatever the database does. */
const longestMillis = 100

const memoryMiB = 600

const api = "/api/v1/public"

const ask = (client: Client, bytes: string) =>
  new Promise<{ readonly answer: Answer | Silence; readonly millis: number }>((resolve) =>
    client.ask(bytes, (answer, millis) => resolve({ answer, millis }))
  )

/** Asks over and over until the end, with a pause between: how long each answer took, and how many were not 200. */
const watch = async ({ pid, url }: Pick<Served, "pid" | "url">, path: string, pause: number, end: AbortSignal) => {
  const client = new Client(url, 1)
  const bytes = requestBytes("GET", path, {})
  const longest = { millis: 0, waited: 0 }
  let count = 0
  let others = 0
  while (!end.aborted) {
    const before = waitedMillis(pid)
    const { answer, millis } = await ask(client, bytes)
    if (millis > longest.millis) Object.assign(longest, { millis, waited: waitedMillis(pid) - before })
    count++
    if (typeof answer === "string" || answer.status !== 200) others++
    await sleep(pause)
  }
  client.close()
  return { count, longest, others }
}

/** Does something while the process is watched, and tells how it was. */
const watched = async (served: Pick<Served, "pid" | "url">, work: () => Promise<void>) => {
  const { pid, url } = served
  await vitals(url, pid)
  const end = new AbortController()
  const watching = Promise.all([watch(served, "/healthz", 20, end.signal), watch(served, "/readyz", 250, end.signal)])
  await work().finally(() => end.abort())
  const [healthz, readyz] = await watching
  const { lagMost } = await vitals(url, pid)
  const { millis, waited } = healthz.longest
  const peak = peakMiB(pid)
  const findings: ReadonlyArray<Finding> = [
    {
      promise: "/healthz is answered at once",
      measured: `${digits(millis)} ms at most, of ${healthz.count} (${digits(waited)} ms of it for want of a core)`,
      target: `${longestMillis} ms`,
      kept: millis < longestMillis && healthz.others === 0
    },
    {
      promise: "the event loop's longest stall",
      measured: `${digits(lagMost)} ms`,
      target: `${longestMillis} ms`,
      kept: lagMost < longestMillis
    },
    {
      promise: "memory at its peak",
      measured: `${digits(peak)} MiB`,
      target: `${memoryMiB} MiB`,
      kept: peak < memoryMiB
    }
  ]
  return { findings, readyz }
}

/**
 * The most expensive questions: words that most signals have, and exclusions alone. Each is asked once, so that no
 * answer is cached.
 */
const expensive = (n: number): string => {
  const common = item(n).text.split(" ").slice(0, 3)
  return [`-zz${n} -yyab`, `${common[0]} -zz${n}`, `${common.join(" or ")} or zz${n}`][n % 3]!
}

/** Searches, within the limit of one key, while the process is watched. */
export const searches = async (
  served: Served,
  options: { readonly seconds: number; readonly count: number }
): Promise<ReadonlyArray<Finding>> => {
  const { key, url } = served
  const client = new Client(url, options.count)
  const search = (n: number) =>
    ask(
      client,
      requestBytes("GET", `${api}/signals?limit=20&q=${encodeURIComponent(expensive(n))}`, { "x-api-key": key })
    )
  // The compiler first.
  for (let n = 0; n < 3; n++) await search(options.count + n)
  const tally = new Tally()
  const { findings, readyz } = await watched(served, async () => {
    const asked: Array<Promise<void>> = []
    for (let n = 0; n < options.count; n++) {
      asked.push(
        search(n).then(({ answer, millis }) =>
          tally.add("search", answer, millis, typeof answer !== "string" && answer.status === 200)
        )
      )
      await sleep((options.seconds * 1_000) / options.count)
    }
    await Promise.all(asked)
  })
  client.close()
  return [
    ...findings,
    {
      promise: "/readyz is not lost over it",
      measured: `${readyz.others} of ${readyz.count} are not 200`,
      target: "none",
      kept: readyz.others === 0
    },
    {
      promise: `${options.count} searches in ${digits(options.seconds)} s`,
      measured: `${tally.accepted.length} answered, ${tally.shed.length} refused; p99 ${digits(tally.p99())} ms`,
      target: "bounded",
      kept: tally.answered + tally.faults === options.count
    },
    faultsOf(tally)
  ]
}

/** The size of the disk that is filled, in bytes. */
export const smallDisk = 256 * 1_024 * 1_024

/**
 * A disk of that size at a path, for as long as the function that is returned is not called; fails without the right to
 * mount.
 */
export const mountSmallDisk = (path: string): (() => void) => {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${smallDisk}`, "tmpfs", path], { stdio: "ignore" })
  return () => execFileSync("umount", ["-l", path])
}

/** Fills the disk of a directory with a file until so many bytes are free. */
const fillUp = (directory: string, free: number): void => {
  const { bavail, bsize } = FileSystem.statfsSync(directory)
  const bytes = Math.max(0, bavail * bsize - free)
  const chunk = new Uint8Array(1_024 * 1_024)
  const file = FileSystem.openSync(join(directory, "ballast"), "a")
  try {
    for (let left = bytes; left > 0; left -= chunk.length)
      FileSystem.writeSync(file, chunk, 0, Math.min(left, chunk.length))
  } finally {
    FileSystem.closeSync(file)
  }
}

/** Fills the disk of a service's database, wholly, and empties it again, while it is written to and watched. */
export const fullDisk = async (
  served: Served & { readonly disk: string; readonly output: () => string }
): Promise<ReadonlyArray<Finding>> => {
  const { disk, key, output, url } = served
  const client = new Client(url, 10)
  const headers = { "x-api-key": key }
  const acknowledged: Array<string> = []
  let n = 0
  const status = ({ answer }: Awaited<ReturnType<typeof ask>>) => (typeof answer === "string" ? 0 : answer.status)
  const write = async () => {
    const domain = `disk-${n++}.example`
    const body = JSON.stringify({ name: domain, domain })
    const made = status(await ask(client, requestBytes("POST", `${api}/competitors`, headers, body)))
    if (made === 201) acknowledged.push(domain)
    return made
  }
  const read = async () =>
    status(await ask(client, requestBytes("GET", `${api}/competitors?limit=1&n=${n++}`, headers)))
  const counts = { refused: 0, read: 0, unread: 0 }
  let back = Number.NaN
  const { findings } = await watched(served, async () => {
    while (acknowledged.length < 20) await write()
    for (const free of [20_000_000, 0]) {
      fillUp(disk, free)
      await sleep(500)
      for (let k = 0; k < 20; k++) {
        if ((await write()) === 503) counts.refused++
        if ((await read()) === 200) counts.read++
        else counts.unread++
      }
    }
    FileSystem.rmSync(join(disk, "ballast"))
    const emptied = performance.now()
    while ((await write()) !== 201 && performance.now() - emptied < 60_000) await sleep(50)
    back = performance.now() - emptied
  })
  const listed: Array<string> = []
  for (let skip = 0; ; skip += 100) {
    const { answer } = await ask(
      client,
      requestBytes("GET", `${api}/competitors?limit=100&skip=${skip}&n=${n++}`, headers)
    )
    const { data } = JSON.parse((answer as Answer).body) as {
      readonly data: ReadonlyArray<{ readonly domain: string }>
    }
    listed.push(...data.map(({ domain }) => domain))
    if (data.length < 100) break
  }
  client.close()
  const lost = acknowledged.filter((domain) => !listed.includes(domain))
  const told = output().split("is nearly full").length - 1
  return [
    ...findings,
    {
      promise: "what is read is served, what writes is 503",
      measured: `${counts.read} of ${counts.read + counts.unread} read, ${counts.refused} writes refused`,
      target: "all read",
      kept: counts.unread === 0 && counts.refused > 0
    },
    { promise: "the log says so", measured: `${told} times`, target: "once", kept: told === 1 },
    {
      promise: "writes again after there is room",
      measured: `${digits(back)} ms`,
      target: "5000 ms",
      kept: back < 5_000
    },
    {
      promise: "what was acknowledged is there",
      measured: `${acknowledged.length - lost.length} of ${acknowledged.length}`,
      target: "all",
      kept: lost.length === 0,
      anywhere: true
    }
  ]
}
