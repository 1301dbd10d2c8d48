import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { reportWorkersLayer } from "../../src/app/App.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Shutdown } from "../../src/http/server/Shutdown.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { type Call, World } from "../../harness/World.ts"

const path = "/api/v1/public/reports"

const ask = (key: string, body: unknown, headers: Record<string, string> = {}) =>
  Effect.flatMap(World, ({ send }) => send(path, { method: "POST", key, body, headers } satisfies Call))

const niche = { niche: "electric vehicle charging" }

/** A world in which reports are written. */
const writing = Layer.provideMerge(reportWorkersLayer, World.layer)

describe("asking for a report", () => {
  it.effect("waits until it is written, and says where it is", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const signals = yield* Signals
      yield* signals.upsert(SourceName.make("feed:test"), [
        {
          identity: "https://news.example/1",
          guid: "1",
          title: "Electric vehicle charging grew 12 percent in Spain",
          snippet: "Operators of electric vehicle charging opened 1,200 sites in the first quarter.",
          url: "https://news.example/1",
          source: "Example News",
          published_at: new Date(0)
        }
      ])
      yield* TestClock.adjust("2 hours")
      const answer = yield* ask(credential.key, niche)
      assert.strictEqual(answer.status, 201, answer.text)
      assert.strictEqual(answer.json.data.status, "completed")
      const read = yield* send(answer.headers.get("location")!, { key: credential.key })
      const report = read.json.data
      assert.strictEqual(report.report_type, "comprehensive_analysis")
      assert.strictEqual(report.sections.quality.support, 1)
      // One publisher is little evidence.
      assert.isAtMost(report.confidence, 0.5)
      assert.strictEqual(report.sections.sources[0].url, "https://news.example/1")
      assert.deepStrictEqual(Object.keys(report.sections).slice(-4), ["sources", "gaps", "exhibits", "quality"])
      const [figures, ...others] = report.sections.exhibits
      assert.deepStrictEqual(others, [])
      assert.deepInclude(figures, { id: "figures", section: "market_overview", chart: "none" })
      assert.deepStrictEqual(
        figures.rows.map(({ cells, citations }: any) => [cells.slice(1, 3), citations]),
        [
          [["12 percent", "Example News"], [1]],
          [["1,200 sites", "Example News"], [1]]
        ]
      )
    }).pipe(Effect.provide(writing))
  )

  it.effect("takes null for a member that is left out", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const made = yield* ask(
        credential.key,
        { ...niche, report_type: null, context: null },
        { prefer: "respond-async", "idempotency-key": "once" }
      )
      assert.strictEqual(made.status, 202, made.text)
      const { json } = yield* send(made.headers.get("location")!, { key: credential.key })
      assert.strictEqual(json.data.report_type, "comprehensive_analysis")
      const again = yield* ask(credential.key, niche, { prefer: "respond-async", "idempotency-key": "once" })
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("looks at news from the day on that the caller names, and says why each source is there", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      yield* (yield* Signals).upsert(SourceName.make("feed:test"), [
        {
          identity: "https://news.example/1",
          guid: "1",
          title: "Electric vehicle charging grew 7 percent",
          snippet: "",
          url: "https://news.example/1",
          source: "Example News",
          published_at: new Date(0)
        }
      ])
      yield* TestClock.adjust("26 hours")
      const once = { "idempotency-key": "once" }
      const sourcesFrom = Effect.fnUntraced(function* (since: string, headers: Record<string, string> = {}) {
        const asked = yield* ask(credential.key, { ...niche, since }, headers)
        assert.strictEqual(asked.status, 201, asked.text)
        return (yield* send(asked.headers.get("location")!, { key: credential.key })).json.data.sections.sources
      })
      const [source, ...more] = yield* sourcesFrom("1970-01-01", once)
      assert.deepStrictEqual(more, [])
      assert.isAtLeast(source.relevance, 0.55)
      assert.include(source.reasons[0].of, "electric vehicle charging")
      assert.deepStrictEqual(yield* sourcesFrom("1970-01-02"), [])
      const again = yield* ask(credential.key, { ...niche, since: "1970-01-02" }, once)
      assert.deepStrictEqual([again.status, again.json.error.code], [422, "idempotency_key_reused"])
      const wrong = yield* ask(credential.key, { ...niche, since: "1970-02-30" })
      assert.deepStrictEqual(wrong.json.error.details[0].location, ["body", "since"], wrong.text)
      const ahead = yield* ask(credential.key, { ...niche, since: "1970-01-03" })
      assert.deepStrictEqual(
        [ahead.status, ahead.json.error.details],
        [422, [{ location: ["body", "since"], message: "must not be after today, 1970-01-02 (UTC)" }]],
        ahead.text
      )
    }).pipe(Effect.provide(writing))
  )

  it.effect("belongs to the account alone", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const [mine, other] = [yield* key(), yield* key({ account: "other" })]
      const { headers } = yield* ask(mine.key, niche)
      const location = headers.get("location")!
      assert.strictEqual((yield* send(location, { key: mine.key })).status, 200)
      const missing = yield* send(`${path}/999`, { key: other.key })
      for (const method of ["GET", "DELETE"]) {
        const answer = yield* send(location, { key: other.key, method })
        assert.strictEqual(answer.status, 404)
        assert.deepStrictEqual(
          { ...answer.json.error, request_id: "" },
          { ...missing.json.error, request_id: "" },
          "the same answer as for a report that does not exist"
        )
      }
      assert.strictEqual((yield* send(path, { key: other.key })).json.data.total, 0)
    }).pipe(Effect.provide(writing))
  )

  it.effect("answers 202 at once when asked to, and when waiting takes too long", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const at_once = yield* ask(credential.key, niche, { prefer: "respond-async" })
      assert.strictEqual(at_once.status, 202)
      assert.strictEqual(at_once.json.data.status, "queued")
      assert.isAbove(Number(at_once.headers.get("retry-after")), 0)

      const waiting = yield* Effect.forkChild(ask(credential.key, niche))
      yield* TestClock.adjust("44 seconds")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(waiting)).status, 202)
      assert.strictEqual((yield* send(path, { key: credential.key })).json.data.total, 2)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is waited for as long as the caller prefers", () =>
    Effect.gen(function* () {
      const { key } = yield* World
      const credential = yield* key()
      /** The seconds until the answer, 202: nobody writes here. */
      const seconds = Effect.fnUntraced(function* (prefer: string) {
        const begun = yield* Clock.currentTimeMillis
        const waiting = yield* Effect.forkChild(ask(credential.key, niche, { prefer }))
        yield* TestClock.adjust(0)
        while (waiting.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* Fiber.join(waiting)).status, 202)
        return ((yield* Clock.currentTimeMillis) - begun) / 1_000
      })
      assert.strictEqual(yield* seconds("respond-async;foo=bar"), 0)
      assert.strictEqual(yield* seconds('x="a, wait=9", Respond-Async ; a; b=c'), 0)
      assert.strictEqual(yield* seconds("wait=0"), 0)
      assert.strictEqual(yield* seconds("respond-async, wait=5"), 5)
      assert.strictEqual(yield* seconds('return=minimal,wait = "7";foo, wait=9'), 7)
      assert.strictEqual(yield* seconds("wait=600"), 45)
      assert.strictEqual(yield* seconds("wait=-1"), 45)
      assert.strictEqual(yield* seconds('x="respond-async, wait=5'), 45)
    }).pipe(Effect.provide(World.over(Storage.layerMemory, { REPORTS_PER_HOUR: "0" })))
  )

  it.effect("is not waited for once the service stops", () =>
    Effect.gen(function* () {
      const { key } = yield* World
      const credential = yield* key()
      const waiting = yield* Effect.forkChild(ask(credential.key, niche))
      yield* TestClock.adjust("1 second")
      yield* (yield* Shutdown).begin("test")
      const answer = yield* Fiber.join(waiting)
      assert.strictEqual(answer.status, 202)
      assert.strictEqual(answer.json.data.status, "queued")
      assert.isNotNull(answer.headers.get("location"))
      assert.strictEqual((yield* ask(credential.key, niche)).status, 202)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is not made twice by a repeated request", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const once = { "idempotency-key": "once" }
      const first = yield* Effect.forkChild(ask(credential.key, niche, once))
      yield* TestClock.adjust("1 second")
      const early = yield* ask(credential.key, niche, once)
      assert.strictEqual(early.status, 409)
      assert.strictEqual(early.json.error.code, "idempotency_in_progress")
      yield* TestClock.adjust("1 minute")
      const answer = yield* Fiber.join(first)
      const again = yield* ask(credential.key, niche, once)
      assert.strictEqual(again.status, answer.status)
      assert.deepStrictEqual(again.json, answer.json)
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      const other = yield* key({ account: "other" })
      assert.notStrictEqual(
        (yield* ask(other.key, niche, { ...once, prefer: "wait=0" })).json.data.id,
        answer.json.data.id
      )
      assert.strictEqual((yield* send(path, { key: credential.key })).json.data.total, 1)
      yield* TestClock.adjust("25 hours")
      const forgotten = yield* ask(credential.key, niche, { ...once, prefer: "respond-async" })
      assert.isNull(forgotten.headers.get("idempotent-replayed"))
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("can be cancelled while it is not final, and deleted after", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const { headers } = yield* ask(credential.key, niche, { prefer: "respond-async" })
      const location = headers.get("location")!
      const cancelled = yield* send(location, { key: credential.key, method: "DELETE" })
      assert.strictEqual(cancelled.json.data.status, "cancelled")
      assert.strictEqual((yield* send(location, { key: credential.key })).json.data.status, "cancelled")
      assert.strictEqual((yield* send(location, { key: credential.key, method: "DELETE" })).status, 200)
      assert.strictEqual((yield* send(location, { key: credential.key })).status, 404)
    }).pipe(Effect.provide(World.layer))
  )
})

describe("listing reports", () => {
  it.effect("pages, newest first, with the total of all", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      for (let i = 0; i < 3; i++) yield* ask(credential.key, { niche: `market ${i}` }, { prefer: "respond-async" })
      const page = yield* send(`${path}?skip=1&limit=1`, { key: credential.key })
      assert.strictEqual(page.json.data.total, 3)
      assert.deepStrictEqual(
        page.json.data.reports.map((report: { niche: string }) => report.niche),
        ["market 1"]
      )
      assert.deepStrictEqual((yield* send(`${path}?skip=2147483647`, { key: credential.key })).json.data, {
        reports: [],
        total: 3
      })
    }).pipe(Effect.provide(World.layer))
  )
})

describe("a GET answer", () => {
  it.effect("carries a validator, and is not sent again to who has it", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const first = yield* send(path, { key: credential.key })
      const etag = first.headers.get("etag")!
      assert.match(etag, /^"[\w-]{22}"$/)
      assert.strictEqual(first.headers.get("cache-control"), "private, no-cache")
      assert.strictEqual(first.headers.get("vary"), "Accept, X-API-Key, Authorization, Cookie, Accept-Encoding")
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = yield* send(path, { key: credential.key, headers: { "if-none-match": tag } })
        assert.strictEqual(again.status, 304, tag)
        assert.strictEqual(again.text, "")
        assert.strictEqual(again.headers.get("etag"), etag)
        assert.isNull(again.headers.get("content-length"))
      }
      yield* ask(credential.key, niche, { prefer: "respond-async" })
      const changed = yield* send(path, { key: credential.key, headers: { "if-none-match": etag } })
      assert.strictEqual(changed.status, 200)
      assert.notStrictEqual(changed.headers.get("etag"), etag)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("echoes a plain request id, and replaces any other", () =>
    Effect.gen(function* () {
      const { send } = yield* World
      const id = (given: string) =>
        Effect.map(send("/healthz", { headers: { "x-request-id": given } }), ({ headers }) =>
          headers.get("x-request-id")
        )
      assert.strictEqual(yield* id("abc-1.2:3"), "abc-1.2:3")
      assert.match((yield* id("has space"))!, /^[0-9a-f-]{36}$/)
      assert.match((yield* id("x".repeat(129)))!, /^[0-9a-f-]{36}$/)
    }).pipe(Effect.provide(World.layer))
  )
})

describe("comparing reports", () => {
  const publish = (title: string, n: number) =>
    Effect.flatMap(Signals, (signals) =>
      signals.upsert(SourceName.make("feed:test"), [
        {
          identity: `https://news.example/${n}`,
          guid: String(n),
          title,
          snippet: "",
          url: `https://news.example/${n}`,
          source: "Example News",
          published_at: new Date(0)
        }
      ])
    )

  const order = Effect.fnUntraced(function* (key: string, more: Record<string, string> = {}) {
    const answer = yield* ask(key, { ...niche, ...more })
    assert.strictEqual(answer.status, 201, answer.text)
    return answer.json.data.id as number
  })

  it.effect("tells what has changed since the previous report on the niche, of the same type if there is one", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const diff = (id: number, query = "") => send(`${path}/${id}/diff${query}`, { key: credential.key })
      yield* publish("Electric vehicle charging operators opened 1,200 sites in Spain", 1)
      yield* publish("Electric vehicle charging loses its tax relief in Norway", 2)
      yield* TestClock.adjust("2 hours")
      const trend = { report_type: "trend_report" }
      const first = yield* order(credential.key, trend)
      const other = yield* order(credential.key, { niche: " Electric  vehicle CHARGING" })
      yield* order(credential.key, { niche: "heat pumps", ...trend })
      const nothing = (yield* diff(first)).json.data
      assert.deepInclude(nothing, { against: null, changes: [], exhibits: [], sources: { new: [], gone: [] } })
      assert.deepStrictEqual(Object.values(nothing.counts), [0, 0, 0, 0, 0])
      assert.strictEqual((yield* diff(other)).json.data.against.id, first)

      yield* publish("Electric vehicle charging operators opened 1,500 sites in Spain", 1)
      yield* publish("A new standard for electric vehicle charging plugs is agreed", 3)
      const second = yield* order(credential.key, trend)
      const { status, json } = yield* diff(second)
      assert.strictEqual(status, 200)
      assert.deepInclude(json.data.against, { id: first, report_type: "trend_report" })
      const changes: ReadonlyArray<any> = json.data.changes
      const changed = changes.filter(({ kind }) => kind === "changed")
      assert.deepStrictEqual(
        changed.map(({ figures }) => figures),
        [[{ of: null, before: "1,200", after: "1,500" }]]
      )
      assert.strictEqual(changed[0].before.citations[0].url, "https://news.example/1")
      assert.include(changed[0].before.citations[0].quote, "1,200 sites")
      assert.include(changed[0].after.citations[0].quote, "1,500 sites")
      assert.deepStrictEqual(
        json.data.sources.new.map(({ url }: { url: string }) => url),
        ["https://news.example/3"]
      )
      assert.strictEqual((yield* diff(second, `?against=${other}`)).json.data.against.id, other)
      const same = (yield* diff(second, `?against=${second}`)).json.data
      assert.deepStrictEqual([same.changes, same.counts.gone, same.counts.new], [[], 0, 0])

      // The new report tells it too, and what it tells stands in its documents.
      const { sections } = (yield* send(`${path}/${second}`, { key: credential.key })).json.data
      assert.notProperty(
        (yield* send(`${path}/${first}`, { key: credential.key })).json.data.sections,
        "since_last_report"
      )
      const since = sections.since_last_report
      assert.deepStrictEqual([since.against.id, since.counts], [first, json.data.counts])
      assert.include(since.content, `Report ${first} said:`)
      const numbers = sections.sources.map(({ n }: { n: number }) => n)
      assert.isNotEmpty(since.citations)
      for (const n of since.citations) assert.include(numbers, n)
      const markdown = yield* send(`${path}/${second}`, { key: credential.key, headers: { accept: "text/markdown" } })
      assert.include(markdown.text, "## Since the last report\n\nCompared with report")
    }).pipe(Effect.provide(writing))
  )

  it.effect("compares the account's own reports alone", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const [mine, other] = [yield* key(), yield* key({ account: "other" })]
      yield* TestClock.adjust("2 hours")
      const theirs = yield* order(other.key)
      const own = yield* order(mine.key)
      assert.isNull((yield* send(`${path}/${own}/diff`, { key: mine.key })).json.data.against)
      for (const place of [`${theirs}/diff`, `${own}/diff?against=${theirs}`, `${own}/diff?against=999`, "999/diff"]) {
        const { json, status } = yield* send(`${path}/${place}`, { key: mine.key })
        assert.deepStrictEqual([status, json.error.code], [404, "report_not_found"], place)
      }
      const wrong = yield* send(`${path}/${own}/diff?against=x`, { key: mine.key })
      assert.deepStrictEqual([wrong.status, wrong.json.error.details[0].location], [422, ["query", "against"]])
    }).pipe(Effect.provide(writing))
  )
})
