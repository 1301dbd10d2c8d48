import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Settings } from "../../src/config/Settings.ts"
import { type IngestEvent, SourceName } from "../../src/domain/Source.ts"
import { checkDisk } from "../../src/operator/checks/disk.ts"
import { WideIds } from "../../src/storage/WideIds.ts"
import { makeNarrow } from "../../harness/NarrowIds.ts"
import { checkDatabase } from "../../src/operator/checks/database.ts"
import { checkSearch } from "../../src/operator/checks/search.ts"
import { checkSettings } from "../../src/operator/checks/settings.ts"
import { checkSources } from "../../src/operator/checks/sources.ts"
import { checkTelemetry } from "../../src/operator/checks/telemetry.ts"
import { type IngestActions, IngestControl } from "../../src/ports/IngestControl.ts"
import * as MemorySignals from "../../src/storage/memory/Signals.ts"
import { type Embedder as Model, Embedder, EmbeddingFailed } from "../../src/storage/search/Embedder.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import type { CheckEvent, Finding } from "../../src/operator/Protocol.ts"
import { loopback } from "../../harness/Loopback.ts"
import { forEachDatabase } from "../support/Databases.ts"
import type { Timestamp } from "../../src/domain/Timestamp.ts"
import { twoSources } from "../../harness/TwoSources.ts"
import { temporaryDirectory } from "./Operators.ts"

const settings = (env: Record<string, string>) =>
  Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))

const stateOf = ({ name, state }: Finding) => [name, state]

const finished = (
  name: string,
  more: Partial<Extract<IngestEvent, { readonly _tag: "Finished" }>> = {}
): IngestEvent => ({
  _tag: "Finished",
  name: SourceName.make(name),
  state: "ok",
  result: { fetched: 3, new: 1, changed: 0, skipped: {} },
  error: null,
  idle: null,
  next_check_at: new Date(0),
  skew_seconds: 0,
  ...more
})

const failing = (name: string, error: string) =>
  finished(name, { state: "error", result: null, error, skew_seconds: null })

/** What the doctor finds when ingestion runs like this. */
const findings = (
  names: ReadonlyArray<string>,
  events: Stream.Stream<IngestEvent>,
  more: Partial<IngestActions> = {}
) => {
  const actions: IngestActions = {
    ...twoSources,
    sources: Effect.succeed(
      names.map((name) => ({
        name: SourceName.make(name),
        kind: "signals",
        title: name,
        url: `https://${name}`,
        missing: null,
        every: Duration.minutes(30)
      }))
    ),
    status: Effect.succeed([]),
    run: () => events,
    ...more
  }
  return Stream.runCollect(checkSources).pipe(
    Effect.map((found: ReadonlyArray<CheckEvent>) =>
      found.flatMap((event) => (event.event === "found" ? [event.finding] : []))
    ),
    Effect.provideService(IngestControl, { open: Effect.succeed(actions) })
  )
}

describe("the doctor", () => {
  it.effect("asks the model of meaning whether it answers, and says how many signals have no vectors", () =>
    Effect.gen(function* () {
      let reason: string | null = null
      let isFilling = true
      const embedder: Model = {
        model: "fake",
        embed: (texts, purpose) =>
          Effect.suspend(() =>
            reason === null && (purpose === "question" || isFilling)
              ? Effect.succeed(texts.map(() => new Float32Array([1])))
              : Effect.fail(EmbeddingFailed.because(reason ?? "it is busy"))
          )
      }
      const meaning = Effect.map(checkSearch, ([, found]) => [found?.name, found?.state, found?.message])
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* meaning, ["meaning (fake)", "ok", "All signals have vectors"])
        const newsOf = (title: string) => ({
          identity: title,
          guid: title,
          title,
          snippet: "",
          url: `https://news.example/${title}`,
          source: "News",
          published_at: new Date(0)
        })
        yield* (yield* Signals).upsert(SourceName.make("feed:news.example"), ["One", "Two"].map(newsOf))
        assert.deepStrictEqual(yield* meaning, [
          "meaning (fake)",
          "ok",
          "2 signals have no vectors yet: they are found by their words"
        ])
        isFilling = false
        const index = yield* SearchIndex
        yield* index.fill
        assert.deepStrictEqual(yield* meaning, ["meaning (fake)", "warning", "Search goes by words alone: it is busy"])
        isFilling = true
        yield* TestClock.adjust("1 second")
        yield* index.fill
        yield* (yield* Signals).upsert(SourceName.make("feed:news.example"), [newsOf("Three")])
        isFilling = false
        yield* index.fill
        assert.deepStrictEqual(yield* meaning, [
          "meaning (fake)",
          "warning",
          "1 signals have no vectors, and get none: it is busy"
        ])
        reason = "its server refused the configured key"
        assert.deepStrictEqual(yield* meaning, [
          "meaning (fake)",
          "warning",
          "Search goes by words alone: its server refused the configured key"
        ])
      }).pipe(Effect.provide(MemorySignals.layer.pipe(Layer.provideMerge(Layer.succeed(Embedder, embedder)))))
      // Without a model there is nothing to say of it.
      assert.lengthOf(yield* Effect.provide(checkSearch, Layer.fresh(MemorySignals.layer)), 1)
    })
  )

  it.effect("says that SOURCES_FILE has changed since it was read, and finds nothing wrong with a paused source", () =>
    Effect.gen(function* () {
      const [known] = yield* twoSources.status
      const skipped: IngestEvent = { _tag: "Skipped", name: known!.name, reason: "it is paused" }
      const found = yield* findings([known!.name], Stream.make(skipped), {
        list: { ...twoSources.list, changedFile: Effect.succeed("/srv/sources.json") },
        status: Effect.succeed([{ ...known!, paused: true }])
      })
      assert.deepStrictEqual(
        found.map(({ name, state }) => [name, state]),
        [
          ["SOURCES_FILE", "warning"],
          [known!.name, "ok"]
        ]
      )
      assert.match(found[0]!.advice!, /sonde sources import/)
    })
  )

  it.effect("says of each source how it is and what to do", () =>
    Effect.gen(function* () {
      const found = yield* findings(
        ["good", "gone", "inside", "moved", "odd", "unset"],
        Stream.fromIterable<IngestEvent>([
          finished("good"),
          failing("gone", "the server answered 410: gone for good"),
          failing("inside", "the address is not of the public internet (ALLOW_PRIVATE_HOSTS makes exceptions)"),
          failing("moved", "the server answered 404"),
          failing("odd", "something nobody thought of"),
          { _tag: "Skipped", name: SourceName.make("unset"), reason: "CONTACT is not set" }
        ])
      )
      const shown = Object.fromEntries(found.map(({ advice, name, state }) => [name, [state, advice]]))
      assert.deepStrictEqual(shown, {
        good: ["ok", null],
        gone: ["failed", "Remove the source: sonde sources remove <name>"],
        inside: ["failed", "If you mean this host, name it in ALLOW_PRIVATE_HOSTS"],
        moved: ["failed", "Look for its new address at the publisher's and add that: sonde sources add <address>"],
        odd: ["failed", "It is tried again by itself; if it stays so, look at the address or pause the source"],
        unset: ["warning", "Set what is missing, or pause the source: sonde sources pause <name>"],
        clock: ["ok", null]
      })
    })
  )

  it.effect("judges the clock by what most servers say", () =>
    Effect.gen(function* () {
      const clock = Effect.fnUntraced(function* (...skews: ReadonlyArray<number>) {
        const events = skews.map((skew_seconds, n) => finished(`s${n}`, { skew_seconds }))
        const found = yield* findings([], Stream.fromIterable(events))
        return found.find(({ area }) => area === "clock")!
      })
      assert.strictEqual((yield* clock(0, 2, 86_400)).state, "ok")
      const behind = yield* clock(300, 301, 0)
      assert.deepStrictEqual([behind.state, behind.message], ["failed", "is 300 seconds behind the sources' servers"])
      assert.match((yield* clock(-300, -301, 0)).message, /ahead of/)
    })
  )

  it.effect("ends in time, and names what it did not come to", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(
        findings(
          ["quick", "slow", "stuck"],
          Stream.concat(
            Stream.make<ReadonlyArray<IngestEvent>>(finished("quick"), {
              _tag: "Progressed",
              name: SourceName.make("slow"),
              done: 7,
              of: 250
            }),
            Stream.never
          )
        )
      )
      yield* TestClock.adjust("3 minutes")
      const found = yield* Fiber.join(fiber)
      assert.deepStrictEqual(found.map(stateOf), [
        ["quick", "ok"],
        ["slow", "ok"],
        ["stuck", "warning"],
        ["clock", "ok"]
      ])
    })
  )

  it.effect("finds a list of sources that cannot be used", () =>
    Effect.gen(function* () {
      const found = yield* Stream.runCollect(checkSources).pipe(
        Effect.provideService(IngestControl, { open: Effect.die(new Error("feeds[0].url: must be an http(s) URL")) })
      )
      assert.deepStrictEqual(
        found.map((event) => (event.event === "found" ? [event.finding.state, event.finding.message] : [])),
        [["failed", "feeds[0].url: must be an http(s) URL"]]
      )
    })
  )

  it.effect("looks at settings that may be a mistake", () =>
    Effect.gen(function* () {
      const careless = { INGEST_ENABLED: "false", ALLOW_PRIVATE_HOSTS: "*", CONTACT: "https://example.com" }
      assert.deepStrictEqual((yield* Effect.provide(checkSettings, settings(careless))).map(stateOf), [
        ["CONTACT", "warning"],
        ["INGEST_ENABLED", "warning"],
        ["ALLOW_PRIVATE_HOSTS", "warning"]
      ])
      const good = yield* Effect.provide(checkSettings, settings({ CONTACT: "ops@example.com" }))
      assert.deepStrictEqual(good.map(stateOf), [["settings", "ok"]])
    })
  )

  it.effect("looks at the room that the embedded database has", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory()
      const [found] = yield* Effect.provide(checkDisk, settings({ DATA_DIR: directory }))
      assert.match(found!.message, /^\d+\.\d GB are free$/)
      const [absent] = yield* Effect.provide(checkDisk, settings({ DATA_DIR: `${directory}/absent` }))
      assert.strictEqual(absent!.state, "failed")
      const remote = settings({ DATABASE_URL: "postgres://u:p@h/d" })
      assert.deepStrictEqual(yield* Effect.provide(checkDisk, remote), [])
    })
  )

  it.effect("says that this machine seems offline, beside what each source says", () =>
    Effect.gen(function* () {
      const [known] = yield* twoSources.status
      const silent = { ...known!, offline_since: "2026-03-10T12:00:00" as Timestamp }
      const found = yield* findings(["a"], Stream.make(failing("a", "the host name could not be resolved")), {
        status: Effect.succeed([silent, { ...silent, offline_since: "2026-03-10T11:00:00" as Timestamp }])
      })
      const network = found.find(({ name }) => name === "network")
      assert.strictEqual(network?.state, "failed")
      assert.include(network?.message, "since 2026-03-10T11:00:00 UTC nobody has answered for 2 sources")
    })
  )

  it.live("asks the collector whether it takes traces", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.provide(checkTelemetry, settings({})), [])
      let status = 200
      const { origin } = yield* loopback((request, response) => {
        const known = request.url === "/otlp/v1/traces" && request.headers["x-tenant"] === "a"
        request.resume().on("end", () => response.writeHead(known ? status : 404).end())
      })
      const collector = {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${origin}/otlp`,
        OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=a"
      }
      const found = Effect.map(Effect.provide(checkTelemetry, settings(collector)), ([found]) => found?.message)
      assert.strictEqual(yield* found, "the collector takes traces")
      status = 503
      assert.strictEqual(yield* found, "the collector fails: it answered 503")
    })
  )
})

forEachDatabase((name, database) => {
  it.live(`the doctor finds the database well (${name})`, () =>
    Effect.gen(function* () {
      const [found, ...more] = yield* checkDatabase
      assert.include(["ok", "warning"], found!.state)
      assert.match(found!.message, /^Postgres \d+/)
      assert.deepStrictEqual(more, [])
      // Ids of 64 bits have no end.
      const sql = yield* SqlClient.SqlClient
      yield* sql`select setval('signals_id_seq', 5000000000)`
      assert.deepStrictEqual((yield* checkDatabase).slice(1), [])
      yield* sql`select setval('signals_id_seq', 1)`
      yield* makeNarrow
      const ids = (used: number) =>
        Effect.andThen(
          sql`select setval('signals_id_seq', ${used})`,
          Effect.map(checkDatabase, (found) => found.slice(1).map(({ message, state }) => [state, message]))
        )
      assert.deepStrictEqual(yield* ids(999_999_999), [])
      const says = "of 2,147,483,647 ids of signals are used"
      assert.deepStrictEqual(yield* ids(1_000_000_000), [["warning", `1,000,000,000 ${says}`]])
      assert.deepStrictEqual(yield* ids(2_000_000_000), [["failed", `2,000,000,000 ${says}`]])
    }).pipe(Effect.provide(WideIds.layer), Effect.provide(database), Effect.provide(settings({})))
  )
})
