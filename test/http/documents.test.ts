import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { reportWorkersLayer } from "../../src/app/App.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { preferred } from "../../src/http/headers/Negotiation.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { fakeOpenAi, hangs, honest, type Mode } from "../../harness/FakeOpenAi.ts"
import { World } from "../../harness/World.ts"

const path = "/api/v1/public/reports"

const storeNews = Effect.flatMap(Signals, (signals) =>
  signals.upsert(SourceName.make("feed:test"), [
    {
      identity: "https://news.example/1",
      guid: "1",
      title: "Electric vehicle charging grew 12 percent in Spain",
      snippet: "",
      url: "https://news.example/1",
      source: "Example News",
      published_at: new Date(0)
    }
  ])
)

const body = { niche: "electric vehicle charging" }

describe("a report as a document", () => {
  it.effect("comes in the form that the caller prefers, with a validator of its own", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: credential } = yield* key()
      yield* storeNews
      yield* TestClock.adjust("2 hours")
      const made = yield* send(path, { method: "POST", key: credential, body })
      const read = (accept: string, more: Record<string, string> = {}) =>
        send(made.headers.get("location")!, { key: credential, headers: { accept, ...more } })

      const json = yield* read("application/json")
      const markdown = yield* read("text/markdown, application/json;q=0.5")
      const page = yield* read("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
      assert.strictEqual(json.json.data.sections.sources.length, 1)
      assert.strictEqual(markdown.headers.get("content-type"), "text/markdown; charset=utf-8")
      assert.match(markdown.text, /^# Comprehensive analysis: electric vehicle charging\n/)
      assert.strictEqual(page.headers.get("content-type"), "text/html; charset=utf-8")
      assert.match(
        page.headers.get("content-security-policy")!,
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /
      )
      const tags = [json, markdown, page].map(({ headers }) => headers.get("etag"))
      assert.strictEqual(new Set(tags).size, 3)
      for (const { headers } of [json, markdown, page]) {
        assert.strictEqual(headers.get("vary"), "Accept, X-API-Key, Authorization, Cookie, Accept-Encoding")
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      }
      assert.strictEqual((yield* read("text/html", { "if-none-match": tags[2]! })).status, 304)
      assert.strictEqual((yield* read("text/html", { "if-none-match": tags[0]! })).status, 200)
      assert.deepStrictEqual((yield* read("*/*")).json, json.json)
    }).pipe(Effect.provide(Layer.provideMerge(reportWorkersLayer, World.layer)))
  )

  it.effect("is had in no other form, and errors stay JSON", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: credential } = yield* key()
      const refused = yield* send(`${path}/1`, { key: credential, headers: { accept: "application/pdf" } })
      assert.strictEqual(refused.status, 406)
      assert.include(refused.json.error.message, "text/markdown")
      const missing = yield* send(`${path}/1`, { key: credential, headers: { accept: "text/html" } })
      assert.strictEqual(missing.status, 404)
      assert.strictEqual(missing.json.error.code, "report_not_found")
      const list = yield* send(path, { key: credential, headers: { accept: "text/html" } })
      assert.strictEqual(list.status, 406)
    }).pipe(Effect.provide(World.layer))
  )

  it("is chosen by weight, then by the more exact range, then by our order", () => {
    const choose = (accept: string | undefined) => preferred(accept, ["application/json", "text/markdown", "text/html"])
    assert.strictEqual(choose(undefined), "application/json")
    assert.strictEqual(choose("*/*"), "application/json")
    assert.strictEqual(choose("text/*"), "text/markdown")
    assert.strictEqual(choose("text/*, text/markdown;q=0.1"), "text/html")
    assert.strictEqual(choose("application/json;q=0, */*;q=0.1"), "text/markdown")
    assert.strictEqual(choose("TEXT/HTML; q=1.0"), "text/html")
    assert.isUndefined(choose("text/plain, application/json;q=0"))
    assert.isUndefined(choose(",,;q=;;"))
  })
})

/** A world whose reports are written by a model that behaves so. */
const withModel = (...modes: ReadonlyArray<Mode>) =>
  Effect.gen(function* () {
    const server = yield* fakeOpenAi(...modes)
    const world = World.over(Storage.layerMemory, {
      OPENAI_API_KEY: "sk-test-secret",
      OPENAI_BASE_URL: server.baseUrl,
      OPENAI_MODEL: "fake"
    })
    const context = yield* Layer.build(Layer.provideMerge(reportWorkersLayer, world))
    return { ...server, context }
  })

describe("a configured model", () => {
  it.live("writes reports, and the status names it", () =>
    Effect.gen(function* () {
      const { context } = yield* withModel(honest)
      yield* Effect.gen(function* () {
        const { key, send } = yield* World
        const { key: credential } = yield* key()
        yield* storeNews
        const made = yield* send(path, { method: "POST", key: credential, body })
        assert.strictEqual(made.json.data.status, "completed")
        const read = yield* send(made.headers.get("location")!, { key: credential })
        assert.strictEqual(read.json.data.sections.quality.writer, "openai:fake")
        const status = yield* send("/api/v1/public/status")
        assert.strictEqual(status.json.data.components.report_writer, "openai:fake")
        assert.notInclude(`${read.text} ${status.text}`, "sk-test-secret")
      }).pipe(Effect.provideContext(context))
    })
  )

  it.live("is let go of when its report is cancelled", () =>
    Effect.gen(function* () {
      const { context, requests } = yield* withModel(hangs)
      yield* Effect.gen(function* () {
        const { key, send } = yield* World
        const { key: credential } = yield* key()
        yield* storeNews
        const made = yield* send(path, { method: "POST", key: credential, body, headers: { prefer: "respond-async" } })
        const location = made.headers.get("location")!
        const until = (test: () => boolean) =>
          Effect.suspend(() => (test() ? Effect.void : Effect.fail("not yet"))).pipe(
            Effect.retry(Schedule.spaced("10 millis").pipe(Schedule.upTo({ times: 500 })))
          )
        yield* until(() => requests.length === 1)
        assert.strictEqual((yield* send(location, { key: credential })).json.data.step, "writing")
        yield* send(location, { key: credential, method: "DELETE" })
        yield* until(() => requests[0]!.aborted)
        assert.strictEqual((yield* send(location, { key: credential })).json.data.status, "cancelled")
      }).pipe(Effect.provideContext(context))
    })
  )
})
