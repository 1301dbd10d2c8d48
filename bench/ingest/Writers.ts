import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Report } from "../Bench.ts"
import { aligned, digits, median } from "../Figures.ts"
import { PostgresUrl } from "../Postgres.ts"
import { itemsOfFeed } from "./Feeds.ts"

const program = fileURLToPath(new URL("writer.ts", import.meta.url))

/** What a process says next; fails if it ends instead. */
const next = (child: ChildProcess) =>
  Effect.callback<unknown>((resume) => {
    child.once("message", (message) => resume(Effect.succeed(message)))
    child.once("exit", (code) => resume(Effect.die(new Error(`a writer ended with ${code}`))))
  })

/** How much of the time somebody has the turn of all writers of signals, of looks at short intervals. */
const turns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const looks: Array<boolean> = []
  yield* sql<{ taken: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and granted) as taken`.pipe(
    Effect.tap(([row]) => Effect.sync(() => looks.push(row!.taken))),
    Effect.andThen(Effect.sleep("5 millis")),
    Effect.forever,
    Effect.forkScoped
  )
  return Effect.sync(() => looks.filter((taken) => taken).length / Math.max(1, looks.length))
})

/** So many processes store as many feeds in all, each its own. */
const run = Effect.fnUntraced(function* (processes: number, first: number, feeds: number) {
  const url = yield* PostgresUrl
  const each = Math.floor(feeds / processes)
  const children = yield* Effect.forEach(Array.from({ length: processes }), (_, n) =>
    Effect.acquireRelease(
      Effect.sync(() => fork(program, [url, String(first + n * 10_000), String(each)])),
      (child) => Effect.sync(() => child.kill())
    )
  )
  yield* Effect.forEach(children, next, { concurrency: "unbounded", discard: true })
  const taken = yield* turns
  const begun = performance.now()
  const took = yield* Effect.forkChild(Effect.forEach(children, next, { concurrency: "unbounded" }), {
    startImmediately: true
  })
  for (const child of children) child.send("begin")
  const millis = yield* Fiber.join(took)
  const rows = processes * each * itemsOfFeed
  return {
    perSecond: (1_000 * rows) / (performance.now() - begun),
    cpuPerRow: (1_000 * (millis as ReadonlyArray<number>).reduce((sum, one) => sum + one, 0)) / rows,
    taken: yield* taken
  }
}, Effect.scoped)

type Ran = Effect.Success<ReturnType<typeof run>>

/** What one, two and three processes store at once, in turns. */
export const writers = Effect.fnUntraced(function* (first: number, feeds: number) {
  const rounds = new Map<number, Array<Ran>>([1, 2, 3].map((processes) => [processes, []]))
  let from = first
  for (let n = 0; n < 3; n++)
    for (const [processes, ran] of rounds) {
      ran.push(yield* run(processes, from, feeds))
      from += 100_000
    }
  const of = (processes: number, what: keyof Ran) => median(rounds.get(processes)!.map((ran) => ran[what]))
  return {
    figures: Object.fromEntries(
      [...rounds.keys()].map((processes) => [
        `Postgres, ${processes} writers: new rows per second`,
        of(processes, "perSecond")
      ])
    ),
    lines: [
      `Postgres: ${feeds} feeds of ${itemsOfFeed} by several processes at once, read before; medians of three rounds`,
      ...aligned([
        ["processes", "new rows/s", "of one", "their CPU µs a row", "the turn is taken"],
        ...[...rounds.keys()].map((processes) => [
          String(processes),
          digits(of(processes, "perSecond")),
          `× ${digits(of(processes, "perSecond") / of(1, "perSecond"))}`,
          digits(of(processes, "cpuPerRow")),
          `${digits(100 * of(processes, "taken"))} %`
        ])
      ]).map((line) => `  ${line}`)
    ]
  } satisfies Report
})
