import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { readTickerFile } from "../../../ingest/companies/TickerFile.ts"
import { Ingest } from "../../../ingest/Ingest.ts"
import { Companies } from "../../../src/storage/Companies.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld } from "../../support/IngestWorld.ts"

const row = (cik_str: unknown, ticker: unknown, title: unknown) => ({ cik_str, ticker, title })
const file = (...rows: ReadonlyArray<object>) => JSON.stringify(Object.fromEntries(rows.map((row, n) => [n, row])))

const three = file(
  row(1652044, "GOOGL", "Alphabet Inc."),
  row(320193, "AAPL", "Apple Inc."),
  row(1652044, "GOOG", "Alphabet Inc."),
  row(1067983, "brk-b", "BERKSHIRE HATHAWAY INC")
)

const list = { sec_companies: { base: "https://sec.example" } }

const run = Effect.gen(function* () {
  const events = yield* Stream.runCollect((yield* Ingest).run("sec:companies"))
  return events.at(-1)!
})

describe("SEC's file of tickers", () => {
  it.effect("becomes companies: one for each CIK, with all its tickers", () =>
    Effect.gen(function* () {
      const ended = yield* run
      assert(ended._tag === "Finished")
      assert.deepStrictEqual(ended.result, { fetched: 4, new: 3, changed: 0, skipped: {} })
      const companies = yield* Companies
      const [alphabet] = yield* companies.search({ q: "GOOG", limit: 1 })
      assert.strictEqual(alphabet!.name, "Alphabet Inc.")
      assert.strictEqual(alphabet!.ticker, "GOOGL")
      assert.isNull(alphabet!.revenue)
      assert.strictEqual(alphabet!.source_url, "https://www.sec.gov/edgar/browse/?CIK=1652044")
      const [request] = (yield* FakeWeb).requests
      assert.strictEqual(request!.headers["user-agent"], "Sonde/0.1 (+ops@example.com)")
    }).pipe(
      Effect.provide(ingestWorld(list, { "sec.example": () => ({ body: three }) }, { contact: "ops@example.com" }))
    )
  )

  it.effect("is not asked for while no contact is set, and the operator reads why", () =>
    Effect.gen(function* () {
      const ended = yield* run
      assert(ended._tag === "Skipped")
      assert.include(ended.reason, "CONTACT")
      const [health] = yield* (yield* Ingest).status
      assert.strictEqual(health!.state, "not_configured")
      assert.include(health!.missing!, "CONTACT")
      assert.deepStrictEqual((yield* FakeWeb).requests, [])
    }).pipe(Effect.provide(ingestWorld(list, { "sec.example": () => ({ body: three }) })))
  )

  it.effect("is refused whole when it is cut off, and what was stored stays", () =>
    Effect.gen(function* () {
      yield* run
      const web = yield* FakeWeb
      web.hosts["sec.example"] = () => ({ body: three.slice(0, -40) })
      const ended = yield* run
      assert(ended._tag === "Finished")
      assert.strictEqual(ended.state, "error")
      assert.match(ended.error!, /cut off/)
      assert.strictEqual((yield* (yield* Companies).search({ q: "AAPL", limit: 1 })).length, 1)
    }).pipe(
      Effect.provide(ingestWorld(list, { "sec.example": () => ({ body: three }) }, { contact: "ops@example.com" }))
    )
  )

  it("loses one bad row in many, not the rest", () => {
    const good = Array.from({ length: 199 }, (_, n) => row(n + 1, `T${n}`, `Company ${n}`))
    const read = Result.getOrThrow(readTickerFile(file(row("x", "BAD", "Bad"), ...good)))
    assert.strictEqual(read.companies.length, 199)
    assert.deepStrictEqual([read.rows, read.badRows], [200, 1])
  })

  it.each([
    ["", /no JSON object/],
    ["null", /no JSON object/],
    ["[]", /no JSON object|no company/],
    ["{}", /no company/],
    ["<html>Your request rate has exceeded the limit</html>", /no JSON object/],
    [file(row(1, "A", "A"), row(-1, "B", "B")), /1 of 2 rows/],
    [file(row(1.5, "A", "A"), row(2, 7, "B")), /no company/],
    ['{"fields":["cik","name"],"data":[[1,"A"]]}', /no company/]
  ])("that reads %s is refused", (text, reason) => {
    const read = readTickerFile(text)
    assert(Result.isFailure(read))
    assert.match(read.failure, reason)
  })

  it("brings no control character into storage", () => {
    const { companies } = Result.getOrThrow(readTickerFile(file(row(1, "A", "A\u0000 B\n C"))))
    assert.strictEqual(companies[0]!.name, "A B C")
  })
})
