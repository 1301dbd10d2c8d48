import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { ArticleReader } from "../../../ingest/articles/ArticleReader.ts"
import * as ArticleWorkers from "../../../ingest/articles/ArticleWorkers.ts"
import type { Wanted } from "../../../ingest/articles/PagesToRead.ts"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
import { Parser } from "../../../ingest/parse/Parser.ts"
import { localAccount } from "../../../src/domain/Account.ts"
import { ReportType } from "../../../src/domain/Report.ts"
import type { NewSignal } from "../../../src/domain/Signal.ts"
import { Accounts } from "../../../src/storage/accounts/Accounts.ts"
import { Competitors } from "../../../src/storage/companies/Competitors.ts"
import { Reports } from "../../../src/storage/reports/Reports.ts"
import { noConditions, type WatchSubject } from "../../../src/domain/Watch.ts"
import { Watches } from "../../../src/storage/watches/Watches.ts"
import { Signals } from "../../../src/storage/signals/Signals.ts"
import { articleWorld, feed } from "../../support/ArticleWorld.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"

const start = new Date("2026-03-10T12:00:00Z")

const news = (path: string, title: string, more: Partial<NewSignal> = {}): NewSignal => {
  const url = `https://news.example/${path}`
  return { identity: url, guid: url, title, snippet: "", url, source: "News", published_at: start, ...more }
}

const world = articleWorld(
  "https://news.example/feed",
  Layer.merge(Fetch.layerOverClient({ gap: 0 }), Parser.layerInline)
).pipe(
  Layer.provideMerge(
    FakeWeb.layer({
      "news.example": ({ url }) =>
        url.pathname === "/robots.txt" ? { status: 404 } : { body: "<html><body><p>Nothing much.</p></body></html>" }
    })
  ),
  Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(start.getTime())))
)

const store = (...items: ReadonlyArray<NewSignal>) => Effect.flatMap(Signals, (signals) => signals.upsert(feed, items))

/** Which pages have been fetched when so much time has passed. */
const readAfter = Effect.fnUntraced(function* (time: "0 seconds" | "5 seconds" | "5 minutes") {
  yield* TestClock.adjust(time)
  // What is under way needs turns, but no time.
  for (let turn = 0; turn < 500; turn++) yield* Effect.yieldNow
  const { requests } = yield* FakeWeb
  return requests.flatMap(({ url }) => (url.pathname === "/robots.txt" ? [] : [url.pathname.slice(1)])).toSorted()
})

const working = (which: Wanted) => Layer.build(ArticleWorkers.layer(which).pipe(Layer.provide(ArticleReader.layer)))

describe("the pages that are read", () => {
  it.effect("are those about what accounts follow, and of the last 90 days", () =>
    Effect.gen(function* () {
      const account = (yield* (yield* Accounts).ensure(localAccount)).id
      yield* (yield* Competitors).create(account, { name: "Acme O'Neil", domain: "acme.example" })
      const niche = { report_type: ReportType.literals[0], context: null, title: "Report" }
      yield* (yield* Reports).create(account, { niche: "heat pumps", ...niche })
      const old = new Date("2025-12-01T12:00:00Z")
      yield* store(
        news("named", "Acme O'Neil opens a plant"),
        news("stem", "Acmes of O'Neil's rose"),
        news("niche", "A pump for the heat of the sea"),
        news("other", "Banks merge in Spain"),
        news("searched", "A story that does not say whom it is about"),
        news("old", "Acme O'Neil was founded", { published_at: old })
      )
      yield* (yield* Signals).link("acme o'neil", feed, ["https://news.example/searched"])
      yield* working("evidence")
      assert.deepStrictEqual(yield* readAfter("0 seconds"), ["named", "niche", "searched"])
      yield* store(news("later", "Acme O'Neil closes a plant"))
      assert.notInclude(yield* readAfter("5 seconds"), "later")
      yield* readAfter("5 minutes")
      assert.deepStrictEqual(yield* readAfter("5 seconds"), ["later", "named", "niche", "searched"])
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("are also those that active watches look for", () =>
    Effect.gen(function* () {
      const account = (yield* (yield* Accounts).ensure(localAccount)).id
      const watches = yield* Watches
      const watch = (subject: WatchSubject) =>
        watches.create(account, { name: "Watch", subject, conditions: noConditions, endpoints: [] })
      yield* watch({ kind: "search", q: "solid state batteries", sources: ["News"] })
      const paused = yield* watch({ kind: "search", q: "banks" })
      yield* watches.update(account, paused.id, { status: "paused" })
      yield* store(
        news("asked", "Solid state batteries leave the laboratory"),
        news("elsewhere", "Solid state batteries burn", { source: "Other" }),
        news("paused", "Banks merge in Spain"),
        news("old", "Solid state batteries planned", { published_at: new Date("2025-12-01T12:00:00Z") })
      )
      yield* working("evidence")
      assert.deepStrictEqual(yield* readAfter("0 seconds"), ["asked"])
      yield* store(news("later", "Solid state batteries for ships"))
      yield* readAfter("5 minutes")
      assert.deepStrictEqual(yield* readAfter("5 seconds"), ["asked", "later"])
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("are none where nobody follows anything", () =>
    Effect.gen(function* () {
      yield* store(news("other", "Banks merge in Spain"))
      yield* working("evidence")
      assert.deepStrictEqual(yield* readAfter("5 minutes"), [])
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("are all of them where that is asked for", () =>
    Effect.gen(function* () {
      yield* store(news("one", "Banks merge in Spain"), news("two", "Rain in Portugal"))
      yield* working("all")
      assert.deepStrictEqual(yield* readAfter("0 seconds"), ["one", "two"])
      yield* store(news("three", "Snow in Norway"))
      yield* readAfter("5 minutes")
      assert.deepStrictEqual(yield* readAfter("5 seconds"), ["one", "three", "two"])
    }).pipe(Effect.scoped, Effect.provide(world))
  )
})
