import { connect } from "node:net"
import { digits, median, percentile } from "../Figures.ts"
import { Client, requestBytes } from "./Client.ts"
import type { Served } from "./Databases.ts"
import { inTurn, ordinary } from "./Mix.ts"
import { asMuchAsItCan, atRate } from "./Offer.ts"
import { faultsOf, type Finding } from "./Promises.ts"
import { slope } from "./Slope.ts"
import { type Vitals, vitals } from "./Vitals.ts"

/** Of a run of so many seconds: caches fill, the compiler does its work, the heap finds its size. */
export const warmUpOf = (seconds: number): number => Math.min(600, Math.round(seconds / 5))

/** Windows of a run, each judged by one value; long enough that neighbours hardly depend on each other. */
const windows = 12

/** In MiB an hour: a GiB in a week, after which most services are restarted by their next release. */
const mostGrowth = 6

const slowReaders = 10

/** Reads a list of 100 in bits for as long as it likes; tells whether all of it came. */
const readSlowly = (url: string, key: string): Promise<boolean> =>
  new Promise((resolve) => {
    let bytes = 0
    let length = Number.NaN
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) })
    socket.write(requestBytes("GET", "/api/v1/public/signals?limit=100", { "x-api-key": key, connection: "close" }))
    socket.on("data", (chunk) => {
      const text = chunk.toString("latin1")
      if (bytes === 0) {
        length = text.indexOf("\r\n\r\n") + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
      }
      bytes += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), 500)
    })
    socket.on("error", () => {})
    socket.on("close", () => resolve(bytes === length))
  })

/** One value of each window of what was taken once a second. */
const byWindow = <A>(samples: ReadonlyArray<A>, judge: (window: ReadonlyArray<A>) => number): ReadonlyArray<number> => {
  const size = Math.floor(samples.length / windows)
  return Array.from({ length: windows }, (_, n) => judge(samples.slice(n * size, (n + 1) * size)))
}

const growth = (what: string, unit: string, most: number, values: ReadonlyArray<number>, seconds: number): Finding => {
  const perHour = 3_600 / (seconds / windows)
  const { each, error } = slope(values)
  return {
    promise: `${what} does not grow`,
    measured: `${digits(values[0]!)} to ${digits(values.at(-1)!)} ${unit}; ${digits(each * perHour)} ± ${digits(error * perHour)} ${unit} an hour`,
    target: `less, or not more for certain, than ${most} ${unit} an hour`,
    kept: !((each - error) * perHour > most)
  }
}

/** An ordinary day's mix at half of what the service can do for so long, while slow readers come and go. */
export const soak = async (
  { key, of, pid, url }: Served,
  { seconds }: { readonly seconds: number }
): Promise<ReadonlyArray<Finding>> => {
  const warmUp = warmUpOf(seconds)
  const before = Math.min(5, seconds)
  const next = inTurn(ordinary(of))
  const client = new Client(url, 200)
  await asMuchAsItCan(client, next, 50, before)
  const able = (await asMuchAsItCan(client, next, 50, before)).perSecond()
  const samples: Array<Vitals> = []
  const reading = { ended: false, whole: 0, broken: 0 }
  const readers = Array.from({ length: slowReaders }, async () => {
    while (!reading.ended) {
      if (await readSlowly(url, key)) reading.whole++
      else reading.broken++
    }
  })
  const looks: Array<Promise<unknown>> = []
  const { all, seconds: tallies } = await atRate(client, next, able / 2, seconds, () =>
    // Without the file descriptors of its clients, whose number is theirs to choose.
    looks.push(
      vitals(url, pid).then((seen) => samples.push({ ...seen, descriptors: seen.descriptors - client.connections }))
    )
  )
  reading.ended = true
  await Promise.all([...readers, ...looks])
  client.close()
  const warm = samples.slice(warmUp)
  // What the collector leaves: the least of a window.
  const least = (what: keyof Vitals) => byWindow(warm, (window) => Math.min(...window.map((seen) => seen[what])))
  const p99s = byWindow(tallies.slice(warmUp), (window) =>
    percentile(
      window.flatMap(({ accepted }) => accepted),
      0.99
    )
  )
  const [first, last] = [median(p99s.slice(0, 4)), median(p99s.slice(-4))]
  return [
    faultsOf(all),
    {
      promise: `none is refused in ${digits(seconds / 60)} minutes`,
      measured: `${all.accepted.length} right (${digits(able / 2)}/s, able ${digits(able)}/s), ${all.shed.length} refused, ${all.unsent} not asked for want of a connection`,
      target: "none",
      kept: all.shed.length + all.unsent === 0 && all.accepted.length > 0
    },
    {
      promise: "slow readers get all of their answer",
      measured: `${reading.whole} did, ${reading.broken} did not`,
      target: "all",
      kept: reading.broken === 0 && reading.whole > 0,
      anywhere: true
    },
    growth("resident memory", "MiB", mostGrowth, least("residentMiB"), seconds - warmUp),
    growth("heap", "MiB", mostGrowth, least("heapMiB"), seconds - warmUp),
    // One in an hour would be a leak too; less is none.
    growth("open descriptors", "descriptors", 1, least("descriptors"), seconds - warmUp),
    {
      promise: "p99 does not drift",
      measured: `${digits(first)} ms in the first third, ${digits(last)} ms in the last (event loop's lag, p99: ${digits(median(warm.map(({ lagP99 }) => lagP99)))} ms)`,
      // Other work on the machine can change p99 by a half from one minute to the next. A queue or table that grows
      // without end keeps doubling it.
      target: "not more than twice as much, or 20 ms more",
      kept: last <= Math.max(2 * first, first + 20)
    }
  ]
}
