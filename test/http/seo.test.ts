import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, type Call, World } from "../../harness/World.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"

const base = "/api/v1/public/seo/keywords"

/** A world that begins in the last millisecond of a day, set before anything runs that keeps time. */
const world = World.layer.pipe(
  Layer.provide(Layer.effectDiscard(TestClock.setTime(Date.UTC(2026, 2, 10, 23, 59, 59, 999))))
)

/** Calls with a key of the account. */
const as = Effect.fnUntraced(function* (account: string) {
  const { key, send } = yield* World
  const { key: value } = yield* key({ account })
  const call = (method: string, path = "", more: Call = {}) => send(`${base}${path}`, { method, key: value, ...more })
  return {
    list: call("GET"),
    post: (body: unknown) => call("POST", "", { body }),
    positions: (id: number, positions: unknown) => call("POST", `/${id}/positions`, { body: { positions } }),
    remove: (id: number) => call("DELETE", `/${id}`)
  }
})

const refused = (answer: Answer, status: number, code: string) => {
  assert.deepStrictEqual([answer.status, answer.json.error.code], [status, code], answer.text)
  return answer.json.error
}

const pump = { keyword: "heat pump", target_url: "https://acme.example/pumps" }

describe("POST /seo/keywords", () => {
  it.effect("tracks a keyword of which nothing is known yet", () =>
    Effect.gen(function* () {
      const { list, post } = yield* as("a")
      const made = yield* post({ ...pump, keyword: "  heat pump " })
      assert.strictEqual(made.status, 201, made.text)
      const nothing = { current_position: null, search_volume: null, position_history: [] }
      assert.deepInclude(made.json.data, { ...pump, ...nothing })
      assert.deepStrictEqual((yield* list).json.data, [made.json.data])
    }).pipe(Effect.provide(world))
  )

  it.effect("tracks a keyword once for each URL, and for each account", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* as("one"), yield* as("two")]
      assert.strictEqual((yield* one.post(pump)).status, 201)
      refused(yield* one.post(pump), 409, "already_exists")
      assert.strictEqual((yield* one.post({ ...pump, target_url: "https://acme.example/" })).status, 201)
      assert.strictEqual((yield* two.post(pump)).status, 201)
      assert.lengthOf((yield* two.list).json.data, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("refuses what is no keyword or no address, and names all faults at once", () =>
    Effect.gen(function* () {
      const { list, post } = yield* as("a")
      const faults = [
        [{ ...pump, keyword: "" }, ["keyword"]],
        [{ ...pump, keyword: "x".repeat(201) }, ["keyword"]],
        [{ ...pump, keyword: "a\u0000b" }, ["keyword"]],
        [{ ...pump, target_url: "acme.example" }, ["target_url"]],
        [{ ...pump, target_url: "javascript:alert(1)" }, ["target_url"]],
        [{ ...pump, target_url: `https://acme.example/${"x".repeat(2_000)}` }, ["target_url"]],
        [{}, ["keyword", "target_url"]],
        [{ keyword: 1, target_url: false }, ["keyword", "target_url"]]
      ] as const
      for (const [body, names] of faults) {
        const error = refused(yield* post(body), 422, "validation_error")
        assert.deepStrictEqual(
          error.details.map(({ location }: { location: ReadonlyArray<string> }) => location),
          names.map((name) => ["body", name])
        )
      }
      assert.deepStrictEqual((yield* list).json.data, [])
    }).pipe(Effect.provide(world))
  )
})

describe("POST /seo/keywords/{id}/positions", () => {
  it.effect("imports days in any order; the newest is the current one, and none found is none", () =>
    Effect.gen(function* () {
      const { list, positions, post } = yield* as("a")
      const { id } = (yield* post(pump)).json.data
      const found = (date: string, position: number | null) => ({ date, position, url: null })
      const first = yield* positions(id, [found("2026-03-03", 3), found("2026-03-01", 12), found("2026-03-02", null)])
      assert.strictEqual(first.json.data.current_position, 3)
      assert.deepStrictEqual(
        first.json.data.position_history.map(({ date }: { date: string }) => date),
        ["2026-03-01", "2026-03-02", "2026-03-03"]
      )
      const second = yield* positions(id, [found("2026-03-04", null), found("2026-03-01", 1)])
      assert.isNull(second.json.data.current_position)
      assert.strictEqual(second.json.data.position_history[0].position, 1)
      assert.deepStrictEqual((yield* list).json.data, [second.json.data])
    }).pipe(Effect.provide(world))
  )

  it.effect("takes all of them or none", () =>
    Effect.gen(function* () {
      const { list, positions, post } = yield* as("a")
      const { id } = (yield* post(pump)).json.data
      const good = { date: "2026-03-01", position: 1, url: null }
      for (const bad of [
        { ...good, date: "2026-02-30" },
        { ...good, date: "01.03.2026" },
        { ...good, position: 0 },
        { ...good, position: 1_001 },
        { ...good, position: 1.5 },
        { ...good, position: "1" },
        { ...good, url: "acme.example" },
        { date: "2026-03-01" }
      ]) {
        const error = refused(yield* positions(id, [good, bad]), 422, "validation_error")
        assert.deepStrictEqual(error.details[0].location.slice(0, 3), ["body", "positions", 1], JSON.stringify(bad))
      }
      refused(yield* positions(id, []), 422, "validation_error")
      refused(
        yield* positions(
          id,
          Array.from({ length: 367 }, () => good)
        ),
        422,
        "validation_error"
      )
      assert.deepStrictEqual((yield* list).json.data[0].position_history, [])
    }).pipe(Effect.provide(world))
  )
})

describe("a day that is imported", () => {
  const on = (date: string) => ({ date, position: 1, url: null })

  it.effect("has begun by UTC, or is refused by its name", () =>
    Effect.gen(function* () {
      const { list, positions, post } = yield* as("a")
      const { id } = (yield* post(pump)).json.data
      const ahead = ["2026-03-11", "9999-12-31"]
      const error = refused(yield* positions(id, [on("2026-03-10"), ...ahead.map(on)]), 422, "validation_error")
      assert.deepStrictEqual(
        error.details,
        [1, 2].map((n) => ({
          location: ["body", "positions", n, "date"],
          message: "must not be after today, 2026-03-10 (UTC)"
        }))
      )
      assert.match(error.message, /^positions\.1\.date must not be after today, 2026-03-10 \(UTC\), and 1 more$/)
      assert.deepStrictEqual((yield* list).json.data[0].position_history, [])
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* positions(id, [on("2026-03-11")])).status, 200)
    }).pipe(Effect.provide(world))
  )
})

describe("DELETE /seo/keywords/{id}", () => {
  it.effect("forgets a keyword with its history, which can then be tracked anew", () =>
    Effect.gen(function* () {
      const { list, positions, post, remove } = yield* as("a")
      const { id } = (yield* post(pump)).json.data
      yield* positions(id, [{ date: "2026-03-01", position: 1, url: null }])
      const gone = yield* remove(id)
      assert.deepStrictEqual([gone.status, gone.text], [204, ""])
      assert.deepStrictEqual((yield* list).json.data, [])
      refused(yield* remove(id), 404, "keyword_not_found")
      refused(yield* positions(id, [{ date: "2026-03-01", position: 1, url: null }]), 404, "keyword_not_found")
      assert.deepStrictEqual((yield* post(pump)).json.data.position_history, [])
    }).pipe(Effect.provide(world))
  )
})

describe("GET /seo/trending", () => {
  it.effect("narrows to a country, and says so when there is no such country", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: value } = yield* key()
      const keywords = yield* TrendingKeywords
      yield* keywords.upsert([
        { keyword: "heat pump", volume: 100, country: "US" },
        { keyword: "tea", volume: 50, country: "GB" }
      ])
      for (const path of ["trending", "trending/history"]) {
        const of = (country: string) => send(`/api/v1/public/seo/${path}?country=${country}`, { key: value })
        const found = (yield* of("GB")).json.data
        assert.deepStrictEqual([found.length, found[0].keyword], [1, "tea"])
        assert.deepStrictEqual((yield* of("FR")).json.data, [], "a country of which nothing is known")
        for (const unknown of ["XX", "UK", "EU", "us", ""]) {
          const { details } = refused(yield* of(unknown), 422, "validation_error")
          const message = "must be an ISO 3166-1 alpha-2 code in upper case, such as US or GB"
          assert.deepStrictEqual(details, [{ location: ["query", "country"], message }])
        }
      }
    }).pipe(Effect.provide(world))
  )
})
