import { digits, percentile } from "../Figures.ts"
import { Client } from "./Client.ts"
import type { Served } from "./Databases.ts"
import { costly, inTurn } from "./Mix.ts"
import { asMuchAsItCan, atRate } from "./Offer.ts"
import { faultsOf, type Finding } from "./Promises.ts"
import { slowClients } from "./Slow.ts"
import { peakMiB, vitals } from "./Vitals.ts"

/** So many times what it can do is offered. */
export const times = 10

/** MAX_REQUESTS as it stands by default. */
const inside = 500

/** More than are let in at a time, so that there is always someone to refuse. */
const connections = 2_000

/** Seconds that a connection pauses after a refusal, while few connections do. */
const rest = 0.5

/** Of each of the three kinds: together twice as many as are let in. */
const slow = 400

/**
 * Each connection costs a socket, a parser and buffers of 16 KiB each way, some 64 KiB in all; each open answer of up
 * to 100 KiB counts twice (rows and bytes). All of that is doubled, because garbage is not collected at once.
 */
const memoryMiB = 2 * ((connections * 64 + inside * 200) / 1_024)

const ms = (value: number): string => `${digits(value)} ms`

/** Ten times as much as can be done, and then an ordinary day again. */
const flood = async ({ of, pid, url }: Served, seconds: number): Promise<ReadonlyArray<Finding>> => {
  const [warmUp, ordinary] = [Math.min(5, seconds), Math.min(10, seconds)]
  const next = inTurn(costly(of))
  const client = new Client(url, connections)
  // The compiler and the caches first.
  await asMuchAsItCan(client, next, 50, warmUp)
  const able = (await asMuchAsItCan(client, next, 50, warmUp)).perSecond()
  const quarter = able / 4
  const before = await atRate(client, next, quarter, ordinary)
  const { residentMiB } = await vitals(url, pid)
  // libuv accepts one connection in each turn of the event loop. New connections would wait for that under load, and no
  // request would be refused.
  await client.open()
  const { all: tally, seconds: during } = await atRate(client, next, able * times, seconds)
  const took = (performance.now() - tally.begun) / 1_000
  const worst = Math.max(...before.seconds.map((second) => second.p99()))
  const end = await atRate(client, next, quarter, ordinary)
  const after = end.seconds.map((second) => second.p99())
  const last = end.seconds.at(-1)!
  client.close()
  // Twice what was measured before: the p99 of a second depends on a handful of requests.
  const back = after.findIndex((_, n) => after.slice(n, n + 3).every((p99) => p99 <= 2 * worst))
  const offered = (tally.answered + tally.faults) / took
  // A request that is let in waits for the `inside` requests before it, which are done at half of the best rate or
  // faster (the promise before this one). Before that it waits to be read, behind all other connections, and for its
  // connection's pause after a refusal.
  const bound = (inside / (able / 2) + rest + connections / offered) * 1_000
  const p99 = percentile(tally.accepted, 0.99)
  const grown = peakMiB(pid) - residentMiB
  return [
    {
      promise: `${times} times what it can do is asked for, as fast as ${connections} connections let`,
      measured: `able ${digits(able)}/s; asked for ${digits(able * times)}/s, took ${digits(offered)}/s for ${digits(took)} s, ${tally.unsent} found all connections waiting`,
      target: "more than it can do",
      kept: offered > able
    },
    {
      promise: "it goes on working in every second of it",
      measured: `${during.filter(({ accepted }) => accepted.length > 0).length} of ${during.length}`,
      target: "all",
      kept: during.every(({ accepted }) => accepted.length > 0),
      anywhere: true
    },
    {
      promise: "it does as much as before, or half of that",
      measured: `${digits(tally.accepted.length / took)}/s done, ${digits(tally.shed.length / took)}/s shed`,
      target: `half of ${digits(able)}/s`,
      kept: tally.accepted.length / took >= able / 2
    },
    {
      promise: "p99 of what it accepts",
      measured: `${ms(p99)} (shed: ${ms(percentile(tally.shed, 0.99))})`,
      target: `${ms(bound)}: ${inside} / (able / 2) + ${rest} s + ${connections} / offered`,
      kept: p99 <= bound
    },
    {
      promise: "memory at its peak above that before",
      measured: `${digits(grown)} MiB`,
      target: `${digits(memoryMiB)} MiB`,
      kept: !(grown > memoryMiB)
    },
    {
      promise: "back to normal after the end",
      measured: back === -1 ? `not within 10 s (p99 ${after.map(ms).join(", ")})` : `from second ${back + 1} on`,
      target: `5 s, p99 of three seconds in a row below ${ms(2 * worst)}`,
      kept: back !== -1 && back < 5
    },
    {
      promise: "nothing is refused any more in the last second",
      measured: `${last.accepted.length} answered, ${last.shed.length} refused`,
      target: "none refused",
      kept: last.shed.length === 0 && last.accepted.length > 0,
      anywhere: true
    },
    faultsOf(before.all, tally, end.all)
  ]
}

/** What others are served while hundreds hold on to their connections. */
const beside = async ({ key, of, url }: Served, seconds: number): Promise<ReadonlyArray<Finding>> => {
  const [warmUp, ordinary] = [Math.min(3, seconds), Math.min(10, seconds)]
  const next = inTurn(costly(of))
  const client = new Client(url, 50)
  const able = (await asMuchAsItCan(client, next, 50, warmUp)).perSecond()
  const { all: before } = await atRate(client, next, able / 4, ordinary)
  const { go } = slowClients(url, key, slow)
  const { all: during } = await atRate(client, next, able / 4, Math.max(ordinary, seconds / 2))
  go()
  client.close()
  const bound = 2 * before.p99() + 250
  return [
    {
      promise: `${slow} clients each that send headers slowly, send a body slowly, read slowly: others are served`,
      measured: `${during.accepted.length} answered, ${during.shed.length} refused, ${during.unsent} not made`,
      target: "none refused",
      kept: during.shed.length === 0 && during.accepted.length > 0
    },
    {
      promise: "their p99",
      measured: `${ms(during.p99())} (without them ${ms(before.p99())})`,
      // The slow clients cost work when they connect: 30 lists for each that reads slowly.
      target: `${ms(bound)}: twice that without them, and 250 ms`,
      kept: during.p99() <= bound
    },
    faultsOf(during)
  ]
}

/** Ten times what the service can do for so long, and then slow clients. */
export const overload = async (
  served: Served,
  { seconds }: { readonly seconds: number }
): Promise<ReadonlyArray<Finding>> => [...(await flood(served, seconds)), ...(await beside(served, seconds))]
