import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "./Client.ts"
import type { Kind } from "./Mix.ts"
import { Tally } from "./Tally.ts"

const askNext = (client: Client, next: () => Kind, tallies: ReadonlyArray<Tally>, answered: () => void): boolean => {
  const { name, next: make } = next()
  const { bytes, isRight } = make()
  return client.ask(bytes, (answer, millis) => {
    const right = typeof answer !== "string" && isRight(answer)
    for (const tally of tallies) tally.add(name, answer, millis, right)
    answered()
  })
}

/**
 * Closed loop: so many clients, each asking again as soon as it is answered. The rate is the most that the service can
 * do.
 */
export const asMuchAsItCan = async (client: Client, next: () => Kind, clients: number, seconds: number) => {
  const tally = new Tally()
  const end = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from(
      { length: clients },
      () =>
        new Promise<void>((resolve) => {
          const again = () => {
            if (performance.now() >= end || !askNext(client, next, [tally], again)) resolve()
          }
          again()
        })
    )
  )
  return tally
}

/** What became of requests, in all and by the second in which they were made. */
export interface Offered {
  readonly all: Tally
  readonly seconds: ReadonlyArray<Tally>
}

/** Open loop: so many a second, whether they are answered or not. Resolves when all are answered. */
export const atRate = async (
  client: Client,
  next: () => Kind,
  perSecond: number,
  seconds: number,
  each?: (second: number) => void
): Promise<Offered> => {
  const all = new Tally()
  const tallies: Array<Tally> = []
  const count = { asked: 0, answered: 0 }
  const done = () => {
    count.answered++
  }
  const begun = performance.now()
  for (let second = 0; second < seconds; second++) {
    const tally = new Tally()
    tallies.push(tally)
    while (performance.now() < begun + (second + 1) * 1_000) {
      const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond)
      // So many at a time, that answers are read in between.
      for (let n = 0; n < 200 && count.asked + all.unsent < due; n++) {
        if (client.hasRoom && askNext(client, next, [all, tally], done)) count.asked++
        else all.unsent = due - count.asked
      }
      await sleep(1)
    }
    each?.(second)
  }
  while (count.answered < count.asked) await sleep(5)
  return { all, seconds: tallies }
}
