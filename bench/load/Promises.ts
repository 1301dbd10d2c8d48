import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, References, type Scope } from "effect"
import { writeDown } from "../Document.ts"
import { machine } from "../Machine.ts"
import { databases, type Served } from "./Databases.ts"
import type { Tally } from "./Tally.ts"

/** What came of one promise. */
export interface Finding {
  readonly promise: string
  readonly measured: string
  readonly target: string
  readonly kept: boolean
  /** It must be kept however fast the machine is, and however short the run. */
  readonly anywhere?: true
}

/** What came of the first promise of all, over these. */
export const faultsOf = (...tallies: ReadonlyArray<Tally>): Finding => {
  const wrong = tallies.flatMap((tally) => [...tally.wrong].map(([fault, count]) => `${count} × ${fault}`))
  return {
    promise: "every answer is right, or 429 or 503 with Retry-After",
    measured: wrong.length === 0 ? "all are" : wrong.slice(0, 5).join("; "),
    target: "all",
    kept: wrong.length === 0,
    anywhere: true
  }
}

const line = ({ kept, measured, promise, target }: Finding): string =>
  `${kept ? "kept  " : "BROKEN"}  ${promise}: ${measured} (target: ${target})`

/** What is examined, under the name that the command line has for it. */
type Examined = Readonly<Record<string, Effect.Effect<ReadonlyArray<Finding>, unknown, Scope.Scope>>>

/** A script over both databases. */
export const runPromises = (
  name: string,
  about: string,
  examine: (served: Served) => Effect.Effect<ReadonlyArray<Finding>, unknown, Scope.Scope>
): void =>
  runExaminations(
    name,
    about,
    Object.fromEntries(
      Object.entries(databases(20_000)).map(([database, served]) => [database, Effect.flatMap(served, examine)])
    )
  )

/**
 * Runs what is named on the command line, or all: prints what it found, puts it into docs/reliability.md with --write,
 * and ends with 1 when a promise is broken.
 */
export const runExaminations = (name: string, about: string, examined: Examined): void => {
  const chosen = Object.entries(examined).filter(
    ([one]) => process.argv.slice(2).every((arg) => arg.startsWith("--")) || process.argv.some((arg) => arg === one)
  )
  Effect.gen(function* () {
    const begun = `${new Date().toISOString().slice(0, 10)}, ${machine()}`
    yield* Console.log(begun)
    const lines = [begun, about]
    let broken = 0
    for (const [one, examine] of chosen) {
      const findings = yield* Effect.scoped(examine)
      broken += findings.filter(({ kept }) => !kept).length
      const block = ["", one, ...findings.map((finding) => `  ${line(finding)}`)]
      lines.push(...block)
      yield* Console.log(block.join("\n"))
    }
    if (process.argv.includes("--write")) writeDown(name, lines, "reliability.md")
    if (broken > 0) return yield* Effect.fail(new Error(`${broken} promises are broken`))
  }).pipe(Effect.provideService(References.MinimumLogLevel, "Warn"), NodeRuntime.runMain)
}
