import { assert, describe, it } from "@effect/vitest"
import { DateTime, type Duration, Effect, Layer, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Parser } from "../../../ingest/parse/Parser.ts"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../../ingest/Ingest.ts"
import { type Found, RankFailed, RankSource, unanswered } from "../../../ingest/ranks/RankSource.ts"
import * as Scheduler from "../../../ingest/schedule/Scheduler.ts"
import { parse } from "../../../ingest/list/SourcesFile.ts"
import { SlotQueue } from "../../../src/queue/SlotQueue.ts"
import * as Storage from "../../../src/storage/Storage.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { World } from "../../../harness/World.ts"

const begin = "2026-03-01T00:00:00Z"
const base = "/api/v1/public/seo/keywords"

type Answer = Found | null | RankFailed

const found = (position: number): Found => ({ position, url: `https://acme.example/${position}` })
const failing = new RankFailed({ failure: unanswered("the engines do not answer"), final: false })
const refused = new RankFailed({ failure: unanswered("the key is not known"), final: true })

/** A rank source that answers as it is told, and remembers what it was asked and when. */
const fakeRanks = (first: Answer) => {
  const ranks = {
    answer: (_keyword: string): Answer => first,
    takes: null as Duration.Input | null,
    asked: [] as Array<{ readonly keyword: string; readonly host: string; readonly at: string }>
  }
  const layer = Layer.succeed(RankSource, {
    title: "Fake positions",
    url: "https://ranks.example/",
    missing: null,
    look: Effect.fnUntraced(function* (keyword: string, host: string) {
      ranks.asked.push({ keyword, host, at: DateTime.formatIso(yield* DateTime.now).slice(0, 16) })
      const answer = ranks.answer(keyword)
      if (ranks.takes !== null) yield* TestClock.adjust(ranks.takes)
      return answer instanceof RankFailed ? yield* answer : answer
    })
  })
  return { ranks, layer }
}

/**
 * The whole service over memory with a rank source, its clock at midnight; `scheduled` keeps its sources on schedule as
 * well.
 */
const world = (ranks: Layer.Layer<never>, scheduled = true) =>
  Layer.unwrap(
    Effect.as(
      TestClock.setTime(Date.parse(begin)),
      (scheduled ? Scheduler.layer() : Layer.empty).pipe(
        Layer.provideMerge(Ingest.layerOfList(Result.getOrThrow(parse("{}")))),
        Layer.provide([ranks, Fetch.layerOverClient(), Parser.layerInline, SlotQueue.layerMemory]),
        Layer.provide(FakeWeb.layer({})),
        Layer.provideMerge(World.over(Storage.layerMemory))
      )
    )
  )

const track = Effect.fnUntraced(function* (keyword: string, account?: string, host = "www.acme.example") {
  const { key, send } = yield* World
  const credential = yield* key(account === undefined ? {} : { account })
  const made = yield* send(base, {
    method: "POST",
    key: credential.key,
    body: { keyword, target_url: `https://${host}/pumps` }
  })
  assert.strictEqual(made.status, 201, made.text)
  const shown = Effect.map(
    send(base, { key: credential.key }),
    ({ json }) => json.data.find((one: { id: number }) => one.id === made.json.data.id) ?? null
  )
  return { id: made.json.data.id as number, key: credential.key, shown }
})

const day = TestClock.adjust("1 day")

const run = Effect.gen(function* () {
  const ended = (yield* Stream.runCollect((yield* Ingest).run("keyword-ranks"))).at(-1)!
  assert(ended._tag === "Finished", JSON.stringify(ended))
  return ended
})

describe("a tracked keyword", () => {
  it.effect("is looked up once a day: found, not found, failing, found again; its history says exactly that", () => {
    const { layer, ranks } = fakeRanks(found(4))
    const asked = () => ranks.asked.splice(0).map(({ at }) => at)
    return Effect.gen(function* () {
      const keyword = yield* track("heat pump")
      assert.deepInclude(yield* keyword.shown, { current_position: null, position_history: [] })
      const first = { date: "2026-03-01", position: 4, url: "https://acme.example/4" }

      // Soon after it was added, and then not again on that day.
      yield* TestClock.adjust("30 minutes")
      assert.deepInclude(yield* keyword.shown, { current_position: 4, position_history: [first] })
      assert.deepStrictEqual(
        ranks.asked.map(({ host, keyword }) => [keyword, host]),
        [["heat pump", "acme.example"]]
      )
      ranks.answer = () => found(1)
      yield* TestClock.adjust("23 hours")
      assert.deepInclude(yield* keyword.shown, { current_position: 4, position_history: [first] })
      assert.strictEqual(asked().length, 1)

      // The next day begins at midnight, UTC.
      ranks.answer = () => null
      yield* TestClock.setTime(Date.parse("2026-03-02T00:00:00Z"))
      yield* day
      const second = { date: "2026-03-02", position: null, url: null }
      assert.deepInclude(yield* keyword.shown, { current_position: null, position_history: [first, second] })
      const [once, ...more] = asked()
      assert.match(once!, /^2026-03-02T00:/)
      assert.deepStrictEqual(more, [])

      // It fails until noon, is tried again, and is found.
      ranks.answer = () => failing
      yield* TestClock.adjust("12 hours")
      assert.deepInclude(yield* keyword.shown, { current_position: null, position_history: [first, second] })
      const tries = asked()
      assert.isAtLeast(tries.length, 3)
      assert.isAtMost(tries.length, 12, "with a rest of an hour in between")
      ranks.answer = () => found(7)
      yield* TestClock.adjust("12 hours")
      const third = { date: "2026-03-03", position: 7, url: "https://acme.example/7" }
      assert.deepInclude(yield* keyword.shown, { current_position: 7, position_history: [first, second, third] })
      assert.strictEqual(asked().length, 1)

      // A day on which it always fails has no point; the current position is that of the newest day that has one.
      ranks.answer = () => failing
      yield* day
      assert.deepInclude(yield* keyword.shown, { current_position: 7, position_history: [first, second, third] })
      assert.isAtLeast(asked().length, 6)

      ranks.answer = () => found(2)
      yield* day
      const fifth = { date: "2026-03-05", position: 2, url: "https://acme.example/2" }
      assert.deepInclude(yield* keyword.shown, {
        current_position: 2,
        position_history: [first, second, third, fifth]
      })
      assert.strictEqual(asked().length, 1)
    }).pipe(Effect.provide(world(layer)))
  })

  it.effect("that two accounts track is looked up once for both, and each has its own history", () => {
    const { layer, ranks } = fakeRanks(found(4))
    return Effect.gen(function* () {
      const [one, two] = [yield* track("heat pump", "one"), yield* track("heat pump", "two")]
      const { send } = yield* World
      const own = { date: "2026-03-01", position: 9, url: null }
      yield* send(`${base}/${two.id}/positions`, { method: "POST", key: two.key, body: { positions: [own] } })
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* one.shown).current_position, 4)
      assert.deepStrictEqual((yield* two.shown).position_history, [own], "what was imported stands")
      assert.strictEqual(ranks.asked.length, 1)
      yield* day
      assert.strictEqual((yield* one.shown).position_history.length, 2)
      assert.strictEqual((yield* two.shown).position_history.length, 2)
      assert.strictEqual(ranks.asked.length, 2)
    }).pipe(Effect.provide(world(layer)))
  })

  it.effect("that is removed is not looked up any more", () => {
    const { layer, ranks } = fakeRanks(found(4))
    return Effect.gen(function* () {
      const { id, key, shown } = yield* track("heat pump")
      yield* (yield* World).send(`${base}/${id}`, { method: "DELETE", key })
      yield* day
      assert.isNull(yield* shown)
      assert.deepStrictEqual(ranks.asked, [])
    }).pipe(Effect.provide(world(layer)))
  })
})

describe("the source of positions", () => {
  it.effect("makes thirty look-ups in a run, and all keywords have their turn on every day", () => {
    const { layer, ranks } = fakeRanks(found(4))
    return Effect.gen(function* () {
      for (let n = 0; n < 70; n++) yield* track(`keyword ${n}`, `account ${n % 15}`)
      const counts = []
      for (let n = 0; n < 4; n++) counts.push((yield* run).result?.fetched ?? 0)
      assert.deepStrictEqual(counts, [30, 30, 10, 0])
      yield* day
      ranks.asked.length = 0
      for (let n = 0; n < 4; n++) yield* run
      assert.strictEqual(new Set(ranks.asked.map(({ keyword }) => keyword)).size, 70)
    }).pipe(Effect.provide(world(layer, false)))
  })

  it.effect("goes on with the others when one look-up fails, and tries that one again an hour later", () => {
    const { layer, ranks } = fakeRanks(found(4))
    ranks.answer = (keyword) => (keyword === "b" ? failing : found(4))
    return Effect.gen(function* () {
      const [a, b, c] = [yield* track("a", "x"), yield* track("b", "y"), yield* track("c", "z")]
      const ended = yield* run
      assert.deepStrictEqual([ended.state, ended.error], ["ok", null])
      assert.deepStrictEqual(ended.result, { fetched: 2, new: 2, changed: 0, skipped: { lookup_failed: 1 } })
      assert.strictEqual((yield* a.shown).current_position, 4)
      assert.deepStrictEqual((yield* b.shown).position_history, [])
      assert.strictEqual((yield* c.shown).current_position, 4)
      yield* TestClock.adjust("59 minutes")
      const resting = yield* run
      assert.deepStrictEqual([resting.state, resting.error], ["error", "the engines do not answer"])
      assert.strictEqual(ranks.asked.length, 3, "it is not asked, but that is how the source is")
      yield* TestClock.adjust("1 minute")
      ranks.answer = () => null
      assert.strictEqual((yield* run).state, "ok")
      assert.deepStrictEqual((yield* b.shown).position_history, [{ date: "2026-03-01", position: null, url: null }])
      assert.isNull((yield* run).result)
      assert.deepStrictEqual(
        ranks.asked.map(({ keyword }) => keyword),
        ["a", "b", "c", "b"]
      )
    }).pipe(Effect.provide(world(layer, false)))
  })

  it.effect("stops at once when it is refused, and after three failures in a row, and says why", () => {
    const { layer, ranks } = fakeRanks(refused)
    return Effect.gen(function* () {
      for (let n = 0; n < 9; n++) yield* track(`keyword ${n}`, `account ${n}`)
      const first = yield* run
      assert.deepStrictEqual([first.state, first.error, ranks.asked.length], ["error", "the key is not known", 1])
      ranks.answer = () => failing
      const second = yield* run
      assert.deepStrictEqual([second.error, ranks.asked.length], ["the engines do not answer", 4])
      ranks.answer = () => found(1)
      yield* run
      assert.deepStrictEqual(
        ranks.asked.slice(4).map(({ keyword }) => keyword),
        ["keyword 4", "keyword 5", "keyword 6", "keyword 7", "keyword 8"],
        "what did not fail has its turn first"
      )
    }).pipe(Effect.provide(world(layer, false)))
  })

  it.effect(
    "lets no keyword that fails for good delay the others, and asks a service that refuses less and less often",
    () => {
      const { layer, ranks } = fakeRanks(found(4))
      ranks.answer = (keyword) => (keyword === "bad" ? failing : found(4))
      return Effect.gen(function* () {
        yield* track("bad", "a")
        yield* day
        const tries = ranks.asked.splice(0).length
        assert.isAtLeast(tries, 12, "about every hour")
        assert.isAtMost(tries, 24)
        const late = yield* track("late", "b")
        yield* TestClock.adjust("16 minutes")
        assert.strictEqual((yield* late.shown).current_position, 4)

        ranks.answer = () => refused
        ranks.asked.length = 0
        yield* day
        assert.isAtLeast(ranks.asked.length, 3)
        assert.isAtMost(ranks.asked.length, 12)
        const [source] = yield* (yield* Ingest).status
        assert.deepStrictEqual([source!.state, source!.last_error], ["error", "the key is not known"])
      }).pipe(Effect.provide(world(layer)))
    }
  )

  it.effect("puts an answer on the day of the question, when a run goes on past midnight", () => {
    const { layer, ranks } = fakeRanks(found(4))
    return Effect.gen(function* () {
      const [a, b] = [yield* track("a", "x"), yield* track("b", "y")]
      yield* TestClock.setTime(Date.parse("2026-03-01T23:59:59Z"))
      ranks.takes = "2 seconds"
      yield* run
      const dates = (shown: { readonly position_history: ReadonlyArray<{ readonly date: string }> }) =>
        shown.position_history.map(({ date }) => date)
      assert.deepStrictEqual(dates(yield* a.shown), ["2026-03-01"])
      assert.deepStrictEqual(dates(yield* b.shown), ["2026-03-02"])
      yield* TestClock.adjust("1 hour")
      yield* run
      assert.deepStrictEqual(dates(yield* a.shown), ["2026-03-01", "2026-03-02"])
      assert.deepStrictEqual(dates(yield* b.shown), ["2026-03-02"])
    }).pipe(Effect.provide(world(layer, false)))
  })

  it.effect("begins no look-up that the end of the run could cut off; the next run goes on there", () => {
    const { layer, ranks } = fakeRanks(found(4))
    ranks.takes = "1 minute"
    return Effect.gen(function* () {
      for (let n = 0; n < 12; n++) yield* track(`keyword ${n}`, `account ${n}`)
      assert.strictEqual((yield* run).result?.fetched, 8)
      assert.strictEqual((yield* run).result?.fetched, 4)
    }).pipe(Effect.provide(world(layer, false)))
  })

  it.effect("is listed without anyone to ask, says what to set, and asks for nothing", () =>
    Effect.gen(function* () {
      const keyword = yield* track("heat pump")
      const [source] = yield* (yield* Ingest).status
      assert.deepInclude(source!, { name: "keyword-ranks", kind: "keywords", state: "not_configured" } as object)
      assert.match(source!.missing!, /^RANK_SOURCE is none/)
      yield* day
      assert.deepInclude(yield* keyword.shown, { current_position: null, position_history: [] })
    }).pipe(Effect.provide(world(RankSource.layerNone)))
  )
})
