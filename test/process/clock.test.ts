import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as FileSystem from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { loopback } from "../../harness/Loopback.ts"
import { startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"
import type { Stall } from "../support/EventLoop.ts"
import { probing } from "../support/Probing.ts"

/*
 * A machine whose clock is wrong for a while, as after a start without a battery or a mistake of a time server. `npm
 * run clock` waits as long as such a mistake lasts.
 */

/** How long the clock is wrong at least, in seconds. */
const seconds = Number(process.env["SECONDS"] ?? 10)

const days = 86_400_000

/** Their first slots are early in the minute over which new sources are spread. */
const numbers = [3, 10, 21, 24, 34, 56]

const rss = (n: number) =>
  `<rss version="2.0"><channel><title>x</title><item><title>Story ${n}</title><link>https://a.example/${n}</link></item></channel></rss>`

const until = (done: () => Promise<boolean> | boolean, millis: number) =>
  Effect.promise(async () => {
    const begun = performance.now()
    while (performance.now() - begun < millis) {
      if (await done()) return performance.now() - begun
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return Number.POSITIVE_INFINITY
  })

it.live(
  "a clock that was 400 days ahead for a while silences no source, and nothing counts as fresh by it",
  () =>
    Effect.gen(function* () {
      const { path, remove } = temporaryDirectory()
      yield* Effect.addFinalizer(() => Effect.sync(remove))
      const reads = new Map<string, number>()
      const feeds = yield* Effect.forEach(numbers, (n) =>
        Effect.map(
          loopback((_, response) => {
            reads.set(`feed:${n}`, (reads.get(`feed:${n}`) ?? 0) + 1)
            response.end(rss(n))
          }),
          ({ origin }) => ({ url: origin, name: `feed:${n}` })
        )
      )
      const SOURCES_FILE = join(path, "sources.json")
      FileSystem.writeFileSync(SOURCES_FILE, JSON.stringify({ feeds }))
      const CLOCK_FILE = join(path, "clock")
      const STALL_FILE = join(path, "stall.json")
      const set = (millis: number) => Effect.sync(() => FileSystem.writeFileSync(CLOCK_FILE, String(millis)))
      yield* set(0)
      const imports = ["EventLoop", "ClockFile"].map(
        (name) => `--import ${pathToFileURL(join(import.meta.dirname, `../support/${name}.ts`)).href}`
      )
      const service = yield* Effect.acquireRelease(
        Effect.promise(() =>
          startService({
            DATA_DIR: placeDatabase(join(path, "data")),
            SOURCES_FILE,
            ALLOW_PRIVATE_HOSTS: "127.0.0.1",
            INGEST_ENABLED: "true",
            LOG_LEVEL: "error",
            CLOCK_FILE,
            STALL_FILE,
            NODE_OPTIONS: imports.join(" ")
          })
        ),
        ({ stop }) => Effect.promise(() => stop())
      )
      const status = async () => {
        const answer = await fetch(`${service.url}/api/v1/public/status`)
        return ((await answer.json()) as { data: { time: string; components: { ingestion: Record<string, number> } } })
          .data
      }
      const fresh = async () => (await status()).components.ingestion["fresh"]
      const all = (times: number) => () => feeds.every(({ name }) => (reads.get(name) ?? 0) >= times)
      assert.isBelow(yield* until(all(1), 120_000), 120_000)
      assert.isBelow(yield* until(async () => (await fresh()) === feeds.length, 20_000), 20_000)
      FileSystem.rmSync(STALL_FILE)
      const answered = yield* probing(service.url)

      yield* set(400 * days)
      // What is due by the wrong clock is read by it, and is due again in more than a year.
      yield* Effect.sleep(`${seconds} seconds`)
      yield* until(all(2), 60_000)
      assert.isAbove(Date.parse(`${(yield* Effect.promise(status)).time}Z`) - Date.now(), 399 * days)
      assert.isTrue(all(2)())
      const before = new Map(reads)
      yield* set(0)
      yield* Effect.sleep("300 millis")
      const wrong = yield* Effect.promise(fresh)
      const took = yield* until(() => feeds.every(({ name }) => reads.get(name)! > before.get(name)!), 60_000)
      const back = yield* until(async () => (await fresh()) === feeds.length, 20_000)
      const slowest = Math.max(...answered)
      const { cpu, wall } = JSON.parse(FileSystem.readFileSync(STALL_FILE, "utf8")) as Stall
      console.log(
        `400 days ahead for ${seconds} s: ${wrong} of ${feeds.length} sources fresh right afterwards; all read again after ` +
          `${(took / 1_000).toFixed(0)} s, all fresh ${(back / 1_000).toFixed(0)} s later; longest turn of the event loop ` +
          `${cpu.toFixed(0)} ms of processor time, ${wall.toFixed(0)} ms by the clock; /healthz ${answered.length} times, ` +
          `slowest ${slowest.toFixed(0)} ms`
      )
      assert.strictEqual(wrong, 0)
      assert.isBelow(took, 30_000)
      assert.isBelow(back, 20_000)
      // A machine that is busy with other tests makes everybody wait.
      const quiet = process.env["SECONDS"] !== undefined
      assert.isAbove(answered.length, 100)
      assert.isBelow(cpu, quiet ? 100 : 500)
      assert.isBelow(slowest, quiet ? 100 : 1_000)
    }).pipe(Effect.scoped),
  600_000
)
