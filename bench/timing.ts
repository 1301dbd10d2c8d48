import { Effect, Layer } from "effect"
import { generateKey } from "../src/access/KeyFormat.ts"
import * as Storage from "../src/storage/Storage.ts"
import { World } from "../harness/World.ts"
import type { Bench } from "./Bench.ts"
import { aligned, digits, percentile } from "./Figures.ts"
import { postgres } from "./Postgres.ts"

const signals = "/api/v1/public/signals"

/**
 * Whether the time of a refusal tells how close a guess came. Times within a group must not differ: well-formed keys
 * that are not valid, whatever they share with a real one. Malformed keys may be told from these, since the answer says
 * so too.
 */
export const timing: Bench = {
  name: "timing",
  document: "security-tests.md",
  run: ({ short }) =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: real } = yield* key()
      // The same first digits as the real key, and a right checksum: found by trying.
      const near = (digits: number) => {
        for (;;) {
          const guess = generateKey()
          if (guess.slice(11, 11 + digits) === real.slice(11, 11 + digits)) return guess
        }
      }
      const guesses = {
        "nothing in common": () => near(0),
        "the first digit": () => near(1),
        "the first two digits": () => near(2),
        "no checksum": () => `${generateKey().slice(0, -8)}00000000`
      }
      const rounds = short ? 100 : 5_000
      // Made beforehand, so that the garbage of making them is not measured.
      const made = new Map(
        Object.entries(guesses).map(([name, guess]) => [name, Array.from({ length: rounds }, guess)])
      )
      const samples = new Map(Object.keys(guesses).map((name) => [name, [] as Array<number>]))
      for (let round = 0; round < rounds; round++) {
        // Another order each time, so that none always comes after the same one.
        const names = Object.keys(guesses).sort(() => Math.random() - 0.5)
        for (const name of names) {
          const guess = made.get(name)![round]!
          const begun = performance.now()
          yield* send(signals, { key: guess })
          samples.get(name)!.push((performance.now() - begun) * 1_000)
        }
      }
      const rows = [...samples].map(([name, times]) => {
        const median = percentile(times, 0.5)
        // Of the median, from the spread of the middle half: 1.57 × IQR / √n (McGill, Tukey and Larsen, 1978).
        const error = (1.57 * (percentile(times, 0.75) - percentile(times, 0.25))) / Math.sqrt(times.length)
        return { name, median, error }
      })
      return {
        figures: Object.fromEntries(rows.map(({ median, name }) => [`${name}: µs`, median])),
        lines: [
          "refusals of keys; medians that differ by less than their error cannot be told apart",
          ...aligned([
            ["", "median µs", "±"],
            ...rows.map(({ error, median, name }) => [name, digits(median), digits(error)])
          ])
        ]
      }
    }).pipe(Effect.provide(World.over(Layer.provideMerge(Storage.layer, postgres))))
}
