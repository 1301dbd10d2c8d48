import { parse } from "csv-parse"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import * as Http from "node:http"
import { statSync } from "node:fs"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { setTimeout as sleep } from "node:timers/promises"
import { SqlClient } from "effect/sql"
import { createKey, spawnProgram, startService } from "../harness/Service.ts"
import * as Storage from "../src/storage/Storage.ts"
import { unguarded } from "../src/text/Csv.ts"
import type { Bench } from "./Bench.ts"
import { bulk } from "./Bulk.ts"
import { aligned, digits } from "./Figures.ts"
import { fillSignals, pools } from "./growth/Fill.ts"
import { directory, postgres, PostgresUrl } from "./Postgres.ts"
import { residentMiB } from "./start.ts"

/** What the service may take more than at rest, in MiB. */
const mostMiB = 100

/** The members of a signal that are compared. */
const members = ["id", "title", "snippet", "url", "source", "published_at"] as const

type Item = Readonly<Record<(typeof members)[number], unknown>>

const open = (url: string, key: string, accept: string): Promise<Readable> =>
  new Promise((resolve, reject) => {
    const path = `${url}/api/v1/public/signals?all=true`
    // A connection of its own: the service closes an idle one after five seconds, as long as a reader rests here.
    Http.get(path, { agent: false, headers: { "x-api-key": key, accept } }, (answer) =>
      answer.statusCode === 200 ? resolve(answer) : reject(new Error(`${answer.statusCode} instead of an export`))
    ).on("error", reject)
  })

const fromCsv = async function* (answer: Readable): AsyncGenerator<Item> {
  answer.once("error", (error) => parser.destroy(error))
  const parser = answer.pipe(parse({ columns: true }))
  for await (const row of parser as AsyncIterable<Record<string, string>>) {
    yield {
      ...(row as unknown as Item),
      id: Number(row["id"]),
      title: unguarded(row["title"]!),
      snippet: unguarded(row["snippet"]!)
    }
  }
}

const fromLines = async function* (answer: Readable): AsyncGenerator<Item> {
  let rest = ""
  for await (const text of answer.setEncoding("utf8") as AsyncIterable<string>) {
    const lines = (rest + text).split("\n")
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as Item
  }
}

/** Reads an export to its end, with a rest in the middle in which nothing is read. */
const read = async (items: AsyncGenerator<Item>, restAt: number) => {
  const begun = performance.now()
  const hash = createHash("sha256")
  let count = 0
  let rested = 0
  for await (const item of items) {
    hash.update(JSON.stringify(members.map((member) => item[member])))
    if (++count !== restAt) continue
    const from = performance.now()
    await sleep(5_000)
    rested = performance.now() - from
  }
  return { count, digest: hash.digest("hex"), seconds: (performance.now() - begun - rested) / 1_000 }
}

/** Each signal is a story of its own. A service would otherwise tell their stories while it is measured. */
const ownStories = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  bulk(
    "signal_stories",
    sql`insert into signal_stories (signal_id, story_id, publisher, print, keys)
        select id, nextval('signal_stories_id'), 1, '{}', '{}' from signals`
  )
)

/** Looks at what a process holds for as long as some work takes, and gives the most. */
const mostHeld = async <A>(pid: number, work: Promise<A>): Promise<readonly [number, A]> => {
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, residentMiB(pid) || 0)), 50)
  try {
    const done = await work
    return [most, done]
  } finally {
    clearInterval(looking)
  }
}

/** A command beside the database: how long it takes, and what it holds at most. */
const commanded = async (environment: Record<string, string>, ...command: ReadonlyArray<string>) => {
  const begun = performance.now()
  const { child, exited, output } = spawnProgram("src/cli.ts", environment, "node", command)
  const [most, code] = await mostHeld(child.pid!, exited)
  if (code !== 0) throw new Error(`${command.join(" ")} failed:\n${output()}`)
  return { most, seconds: (performance.now() - begun) / 1_000 }
}

const serviceOn = (environment: Record<string, string>) =>
  Effect.acquireRelease(
    Effect.promise(() => startService(environment)),
    ({ stop }) => Effect.promise(() => stop())
  )

/**
 * All signals as CSV and as NDJSON: how long it takes, what memory, and whether both say the same; then all of the
 * database into a file and back into an empty one, which must say the same again.
 */
export const exporting: Bench = {
  name: "export",
  document: "scaling.md",
  run: ({ short }) =>
    Effect.gen(function* () {
      const size = short ? 2_000 : Number(process.env["SIGNALS"] ?? 1_000_000)
      const sql = yield* SqlClient.SqlClient
      yield* pools
      yield* fillSignals(size)
      yield* ownStories
      yield* sql`drop table parts`
      const environment = { DATABASE_URL: yield* PostgresUrl }
      const key = yield* Effect.promise(() => createKey(environment))

      const exports = Effect.scoped(
        Effect.gen(function* () {
          const service = yield* serviceOn(environment)
          const pid = service.process.pid!
          // Warms up: what the first question loads does not count.
          yield* Effect.promise(async () => {
            const answer = await open(service.url, key, "text/csv")
            await new Promise((resolve) => answer.once("data", resolve))
            answer.destroy()
            await sleep(short ? 500 : 10_000)
          })
          const atRest = residentMiB(pid)
          const measured = yield* Effect.forEach(
            [
              ["CSV", "text/csv", fromCsv],
              ["NDJSON", "application/x-ndjson", fromLines]
            ] as const,
            ([name, accept, itemsOf]) =>
              Effect.promise(async () => {
                const answer = await open(service.url, key, accept)
                const [most, done] = await mostHeld(pid, read(itemsOf(answer), size / 2))
                return { name, more: most - atRest, ...done }
              })
          )
          return { atRest, measured }
        })
      )
      const { atRest, measured } = yield* exports

      const file = join(yield* directory, "all.gz")
      const backup = yield* Effect.promise(() => commanded(environment, "backup", file))
      const megabytes = statSync(file).size / 1e6
      yield* sql`create database restored`
      const restored = {
        DATABASE_URL: String(Object.assign(new URL(environment.DATABASE_URL), { pathname: "/restored" }))
      }
      const restore = yield* Effect.promise(() => commanded(restored, "restore", file))
      const back = yield* Effect.scoped(
        Effect.flatMap(serviceOn(restored), ({ url }) =>
          Effect.promise(async () => read(fromLines(await open(url, key, "application/x-ndjson")), -1))
        )
      )

      const missed = [
        ...measured.flatMap(({ more, name }) =>
          more > mostMiB ? [`${name} took ${digits(more)} MiB more than at rest, at most ${mostMiB}`] : []
        ),
        ...[...measured, { ...back, name: "What was restored" }].flatMap(({ count, name }) =>
          count === size ? [] : [`${name} had ${count} of ${size} signals`]
        ),
        ...(new Set(measured.map(({ digest }) => digest)).size === 1 ? [] : ["CSV and NDJSON say different things"]),
        ...(back.digest === measured[0]!.digest ? [] : ["What was restored says different things"])
      ]
      return {
        figures: {
          ...Object.fromEntries(
            measured.flatMap(({ more, name, seconds }) => [
              [`${name}: seconds`, seconds],
              [`${name}: MiB more than at rest`, more]
            ])
          ),
          "backup: seconds": backup.seconds,
          "backup: MiB": backup.most,
          "backup: MB on disk": megabytes,
          "restore: seconds": restore.seconds,
          "restore: MiB": restore.most
        },
        lines: [
          `${size} signals on Postgres through GET /signals?all=true; the reader stops for 5 seconds in the middle; at rest the service has ${digits(atRest)} MiB`,
          ...aligned([
            ["", "signals read back", "seconds", "signals a second", "most memory, MiB more than at rest"],
            ...measured.map(({ count, more, name, seconds }) => [
              name,
              String(count),
              digits(seconds),
              digits(count / seconds),
              digits(more)
            ])
          ]),
          `Then everything into a file of ${digits(megabytes)} MB and back into an empty database`,
          ...aligned([
            ["", "seconds", "most memory of the command, MiB"],
            ["sonde backup", digits(backup.seconds), digits(backup.most)],
            ["sonde restore", digits(restore.seconds), digits(restore.most)]
          ]),
          ...(missed.length === 0
            ? ["CSV, NDJSON and what was restored have the same signals in the same order, member by member"]
            : [])
        ],
        missed
      }
    }).pipe(Effect.provide(Storage.layer), Effect.provide(postgres))
}
