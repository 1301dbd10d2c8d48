import { Effect } from "effect"
import { digits, percentile } from "./Figures.ts"
import { Client } from "./load/Client.ts"
import type { Served } from "./load/Databases.ts"
import { costly, inTurn } from "./load/Mix.ts"
import { asMuchAsItCan, atRate } from "./load/Offer.ts"
import { type Finding, runPromises } from "./load/Promises.ts"
import { slowClients } from "./load/Slow.ts"
import type { Tally } from "./load/Tally.ts"
import { peakMiB, vitals } from "./load/Vitals.ts"

/*
 * npm run overload -- [--write] [Postgres] [PGlite]: offers ten times what the service can do, and slow clients beside it. SECONDS
 * is how long (60).
 */

const seconds = Number(process.env["SECONDS"] ?? 60)
const times = 10

/** MAX_REQUESTS as it stands by default. */
const inside = 500

/** More than are let in at a time, so that there is always someone to refuse. */
const connections = 2_000

/** Of each of the three kinds: together twice as many as are let in. */
const slow = 400

/**
 * Each connection costs a socket, a parser and buffers of 16 KiB on both ways, some 64 KiB in all, and each of those inside an
 * answer of up to 100 KiB twice (rows and bytes); then as much again, because a collector lets garbage be.
 */
const memoryMiB = 2 * ((connections * 64 + inside * 200) / 1_024)

const ms = (value: number): string => `${digits(value)} ms`

const faultsOf = (...tallies: ReadonlyArray<Tally>): Finding => {
  const wrong = tallies.flatMap((tally) => [...tally.wrong].map(([fault, count]) => `${count} × ${fault}`))
  return {
    promise: "every answer is right, or 429 or 503 with Retry-After",
    measured: wrong.length === 0 ? "all are" : wrong.slice(0, 5).join("; "),
    target: "all",
    kept: wrong.length === 0
  }
}

/** Ten times as much as can be done, and then an ordinary day again. */
const flood = async ({ of, pid, url }: Served): Promise<ReadonlyArray<Finding>> => {
  const next = inTurn(costly(of))
  const client = new Client(url, connections)
  // The compiler and the caches first.
  await asMuchAsItCan(client, next, 50, 5)
  const able = (await asMuchAsItCan(client, next, 50, 5)).perSecond()
  const quarter = able / 4
  const before = await atRate(client, next, quarter, 10)
  const { residentMiB } = await vitals(url, pid)
  // libuv takes one new connection in each turn of the event loop: under load they would wait for that, and not be shed.
  await client.open()
  const { all: tally } = await atRate(client, next, able * times, seconds)
  const took = (performance.now() - tally.begun) / 1_000
  const worst = Math.max(...before.seconds.map((second) => second.p99()))
  const end = await atRate(client, next, quarter, 10)
  const after = end.seconds.map((second) => second.p99())
  client.close()
  // Ordinary is what was seen before, and as much again: what a second's p99 is depends on a handful of requests.
  const back = after.findIndex((_, n) => after.slice(n, n + 3).every((p99) => p99 <= 2 * worst))
  const offered = (tally.answered + tally.faults) / took
  // Who is let in finds `inside` others before him, which are done at half of the best rate or more (the promise before this
  // one); and before that he waits until he is read, behind all other connections.
  const bound = (inside / (able / 2) + connections / offered) * 1_000
  const p99 = percentile(tally.accepted, 0.99)
  const grown = peakMiB(pid) - residentMiB
  return [
    {
      promise: `${times} times what it can do is offered`,
      measured: `able ${digits(able)}/s; asked for ${digits(able * times)}/s, took ${digits(offered)}/s for ${digits(took)} s, ${tally.unsent} were left on the way for want of a connection (${connections})`,
      target: `${digits(able * times)}/s`,
      kept: offered >= 0.9 * able * times
    },
    {
      promise: "it goes on working",
      measured: `${digits(tally.accepted.length / took)}/s done, ${digits(tally.shed.length / took)}/s shed`,
      target: `half of ${digits(able)}/s`,
      kept: tally.accepted.length / took >= able / 2
    },
    {
      promise: "p99 of what it accepts",
      measured: `${ms(p99)} (shed: ${ms(percentile(tally.shed, 0.99))})`,
      target: `${ms(bound)}: ${inside} / (able / 2) + ${connections} / offered`,
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
    faultsOf(before.all, tally, end.all)
  ]
}

/** What others are served while hundreds hold on to their connections. */
const beside = async ({ key, of, url }: Served): Promise<ReadonlyArray<Finding>> => {
  const next = inTurn(costly(of))
  const client = new Client(url, 50)
  const able = (await asMuchAsItCan(client, next, 50, 3)).perSecond()
  const { all: before } = await atRate(client, next, able / 4, 10)
  const { go } = slowClients(url, key, slow)
  const { all: during } = await atRate(client, next, able / 4, Math.max(10, seconds / 2))
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
      // What the slow ones ask for at their coming is work too: 30 lists of each that reads slowly.
      target: `${ms(bound)}: twice that without them, and 250 ms`,
      kept: during.p99() <= bound
    },
    faultsOf(during)
  ]
}

runPromises("overload", `${seconds} s of ${times} times what it can do, on searches, own lists and reports`, (served) =>
  Effect.promise(async () => [...(await flood(served)), ...(await beside(served))])
)
