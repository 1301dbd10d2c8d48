import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import * as FileSystem from "node:fs"
import { join } from "node:path"
import { type Disk, roomy } from "../support/FailingDisk.ts"
import { spawnProgram, startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"
import { makeTimedCall } from "../support/TimedCall.ts"

/** The service as a process on an embedded database. */
const world = Effect.fnUntraced(function* (program: string) {
  const directory = yield* Effect.acquireRelease(Effect.sync(temporaryDirectory), ({ remove }) => Effect.sync(remove))
  const disk = join(directory.path, "disk.json")
  const become = (is: Disk) => Effect.sync(() => FileSystem.writeFileSync(disk, JSON.stringify(is)))
  yield* become(roomy)
  const service = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startService(
        {
          DATA_DIR: placeDatabase(join(directory.path, "data")),
          RATE_LIMIT_PER_MINUTE: "0",
          DISK: disk
        },
        { program }
      )
    ),
    ({ stop }) => Effect.promise(() => stop("SIGKILL"))
  )
  const key = yield* Effect.promise(() => service.createKey())
  const call = makeTimedCall(service.url, key)
  const add = (domain: string) => call("/api/v1/public/competitors", { name: "A", domain })
  const domains = Effect.map(call("/api/v1/public/competitors"), ({ body }) =>
    body.data.map(({ domain }: { readonly domain: string }) => domain).sort()
  )
  /** Waits until such a call is answered with the status. */
  const until = (status: number, one: ReturnType<typeof call>) =>
    one.pipe(
      Effect.repeat({ until: (answer) => answer.status === status, schedule: Schedule.spaced("100 millis") }),
      Effect.timeoutOrElse({
        duration: "40 seconds",
        orElse: () => Effect.die(new Error(`no ${status}:\n${service.output()}`))
      })
    )
  return { add, become, call, domains, service, until }
})

const timesIn = (text: string, words: string): number => text.split(words).length - 1

const list = "/api/v1/public/signals"

describe("the embedded database", { timeout: 180_000, concurrent: true }, () => {
  it.live("is busy with a statement for seconds, and the process answers all the same", () =>
    Effect.gen(function* () {
      const { call } = yield* world("test/support/BusyService.ts")
      const searching = yield* Effect.forkChild(call(`${list}?q=busy`), { startImmediately: true })
      let answered = 0
      while (true) {
        const [alive, ready] = yield* Effect.all([call("/healthz"), call("/readyz")], { concurrency: 2 })
        assert.deepStrictEqual([alive.status, ready.status], [200, 200])
        if (searching.pollUnsafe() !== undefined) break
        answered++
        yield* Effect.sleep("20 millis")
      }
      assert.strictEqual((yield* Fiber.join(searching)).status, 200)
      assert.isAbove(answered, 1, "while the search was under way")
    })
  )

  it.live(
    "has hardly any room left: it goes on serving what is read, says so once, and takes writes when there is room",
    () =>
      Effect.gen(function* () {
        const { add, become, call, domains, service, until } = yield* world("test/support/FailingDiskService.ts")
        assert.strictEqual((yield* add("before.example")).status, 201)
        yield* become({ ...roomy, free: 20_000_000 })
        const refused = yield* until(503, add("refused.example"))
        assert.strictEqual(refused.body.error.code, "unavailable")
        assert.match(refused.retryAfter!, /^\d+$/)
        for (const path of [list, "/api/v1/public/competitors", "/api/v1/public/status", "/readyz", "/healthz"]) {
          assert.strictEqual((yield* call(path)).status, 200, path)
        }
        yield* become(roomy)
        yield* until(201, add("after.example"))
        const kept = yield* domains
        assert.includeMembers(kept, ["before.example", "after.example"])
        assert.strictEqual(timesIn(service.output(), "is nearly full: 19 MB are free"), 1)
        assert.strictEqual(timesIn(service.output(), "has room again"), 1)
      })
  )

  it.live("breaks on a full disk and is opened again when there is room, with all that it acknowledged", () =>
    Effect.gen(function* () {
      const { add, become, call, domains, service, until } = yield* world("test/support/FailingDiskService.ts")
      for (let n = 0; n < 5; n++) assert.strictEqual((yield* add(`kept${n}.example`)).status, 201)
      yield* become({ ...roomy, isFull: true })
      assert.strictEqual((yield* add("broken.example")).status, 503)
      yield* become({ free: 0, isFull: true })
      yield* Effect.sleep("3 seconds")
      const read = yield* call("/api/v1/public/competitors")
      assert.strictEqual(read.status, 503)
      assert.isBelow(read.took, 5_000)
      assert.strictEqual((yield* call("/healthz")).status, 200)
      assert.strictEqual((yield* call("/readyz")).status, 503)
      yield* become(roomy)
      yield* until(201, add("after.example"))
      const known = ["after.example", ...Array.from({ length: 5 }, (_, n) => `kept${n}.example`)]
      assert.deepStrictEqual(
        (yield* domains).filter((domain: string) => domain !== "broken.example"),
        known
      )
      assert.strictEqual(timesIn(service.output(), "The database cannot be opened"), 1)
      assert.include(service.output(), "No space left on device")
      assert.strictEqual(yield* Effect.promise(() => service.stop()), 0)
    })
  )

  it.live("cannot be opened again although there is room: the process ends and says why", () =>
    Effect.gen(function* () {
      const { add, become, service } = yield* world("test/support/FailingDiskService.ts")
      // Now there is a page for the next row, and what cannot be written is the log.
      assert.strictEqual((yield* add("kept.example")).status, 201)
      yield* become({ ...roomy, isFull: true })
      assert.strictEqual((yield* add("broken.example")).status, 503)
      assert.strictEqual(yield* Effect.promise(() => service.exited), 1)
      assert.include(service.output(), "The database cannot be opened again")
    })
  )

  it.live("has no room at the start: it is refused in words", () =>
    Effect.gen(function* () {
      const { path } = yield* Effect.acquireRelease(Effect.sync(temporaryDirectory), ({ remove }) =>
        Effect.sync(remove)
      )
      const DISK = join(path, "disk.json")
      FileSystem.writeFileSync(DISK, JSON.stringify({ free: 10_000_000, isFull: false } satisfies Disk))
      const { exited, output } = spawnProgram("test/support/FailingDiskService.ts", {
        DATA_DIR: join(path, "data"),
        DISK
      })
      assert.strictEqual(yield* Effect.promise(() => exited), 1)
      assert.include(output(), "only 9 MB of its disk are free, and a start needs 64 MB")
      assert.notInclude(output(), "    at ", "words, not a stack")
    })
  )
})
