import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { PriceSource } from "../../../ingest/companies/PriceSource.ts"
import { readTickerFile } from "../../../ingest/companies/TickerFile.ts"
import { Ingest } from "../../../ingest/Ingest.ts"
import { Companies } from "../../../src/storage/companies/Companies.ts"
import { type FakeAnswer, type FakeHost, FakeWeb } from "../../support/FakeWeb.ts"
import { document } from "../../support/Documents.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"

const row = (cik_str: unknown, ticker: unknown, title: unknown) => ({ cik_str, ticker, title })
const file = (...rows: ReadonlyArray<object>) => JSON.stringify(Object.fromEntries(rows.map((row, n) => [n, row])))

const three = file(
  row(1652044, "GOOGL", "Alphabet Inc."),
  row(320193, "AAPL", "Apple Inc."),
  row(1652044, "GOOG", "Alphabet Inc."),
  row(1067983, "brk-b", "BERKSHIRE HATHAWAY INC")
)

const shares = "dei/EntityCommonStockSharesOutstanding/shares"
const revenues = "us-gaap/Revenues/USD"
const sales = "us-gaap/RevenueFromContractWithCustomerExcludingAssessedTax/USD"

const frame = (unit: string, ...data: ReadonlyArray<object>) =>
  JSON.stringify({ taxonomy: "us-gaap", tag: "Revenues", ccp: "CY", uom: unit, pts: data.length, data })
const fact = (cik: number, start: string, end: string, val: number) => ({
  accn: "0000320193-25-000079",
  cik,
  entityName: "A company",
  loc: "US-CA",
  start,
  end,
  val
})

const submission = (cik: number, sicDescription: string | null, form: ReadonlyArray<string> = ["8-K"]) =>
  JSON.stringify({ cik: String(cik).padStart(10, "0"), sicDescription, filings: { recent: { form } } })

const filed = (start: string, end: string, val: number, filed: string, frame?: string) => ({
  start,
  end,
  val,
  filed,
  accn: "0000320193-25-000079",
  fy: 2025,
  fp: "FY",
  form: "10-K",
  ...(frame && { frame })
})

/** SEC as far as these files go; what it does not have is a 404. */
const answers: Record<string, string> = {
  "/files/company_tickers.json": three,
  [`/api/xbrl/frames/${sales}/CY2025.json`]: frame(
    "USD",
    fact(320193, "2024-09-29", "2025-09-27", 416_161_000_000),
    // A quarter, and a year and a half: not what a year is.
    fact(1652044, "2025-10-01", "2025-12-31", 1),
    fact(1067983, "2024-07-01", "2025-12-31", 2)
  ),
  [`/api/xbrl/frames/${sales}/CY2024.json`]: frame(
    "USD",
    fact(320193, "2023-10-01", "2024-09-28", 391_035_000_000),
    fact(1652044, "2024-01-01", "2024-12-31", 340_000_000_000)
  ),
  [`/api/xbrl/frames/${revenues}/CY2024.json`]: frame(
    "USD",
    fact(1652044, "2024-01-01", "2024-12-31", 350_018_000_000),
    fact(9, "2024-01-01", "2024-12-31", 5)
  ),
  "/submissions/CIK0000320193.json": submission(320193, "Electronic Computers", ["4", "10-K"]),
  "/submissions/CIK0001652044.json": submission(1652044, "Services-Computer Programming", ["10-K"]),
  "/submissions/CIK0001067983.json": submission(1067983, "Fire, Marine & Casualty Insurance", ["10-Q", "10-K"]),
  "/api/xbrl/companyfacts/CIK0001067983.json": JSON.stringify({
    cik: 1067983,
    entityName: "BERKSHIRE HATHAWAY INC",
    facts: {
      "us-gaap": {
        Revenues: {
          units: {
            USD: [
              filed("2023-01-01", "2023-12-31", 364_482_000_000, "2024-02-26", "CY2023"),
              // Filed anew and corrected; `fy` says 2025 of all of them.
              filed("2024-01-01", "2024-12-31", 371_432_000_000, "2025-02-24"),
              filed("2024-01-01", "2024-12-31", 371_433_000_000, "2026-02-23", "CY2024"),
              filed("2025-07-01", "2025-09-30", 94_972_000_000, "2025-11-01", "CY2025Q3")
            ]
          }
        }
      }
    }
  })
}

const sec =
  (files: Readonly<Record<string, string>>): FakeHost =>
  ({ url }): FakeAnswer =>
    url.pathname in files ? { body: files[url.pathname]! } : { status: 404, body: "<Error>NoSuchKey</Error>" }

const list = { sec_companies: { base: "https://sec.example" } }

const world = (files: Readonly<Record<string, string>> = answers) =>
  ingestWorld(list, { "sec.example": sec(files) }, { contact: "ops@example.com" })

const run = Effect.fnUntraced(function* (name = "sec-companies") {
  const events = yield* Stream.runCollect((yield* Ingest).run(name))
  return events.at(-1)!
})

const autumn = TestClock.setTime(Date.parse("2026-03-01T00:00:00Z"))

const find = Effect.fnUntraced(function* (q: string) {
  const [company] = yield* (yield* Companies).search({ q, limit: 1 })
  return { ...company! } as Readonly<Record<string, unknown>>
})

/** What was asked for since the last look, by path. */
const asked = Effect.map(FakeWeb, ({ requests }) => requests.splice(0).map(({ url }) => url.pathname))

it.effect("asks SEC's site for the names, and its host of data for the rest", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* urlsOf({ sec_companies: true }), [
      "https://www.sec.gov/files/company_tickers.json",
      "https://data.sec.gov/submissions/"
    ])
  })
)

describe("SEC's companies", () => {
  it.effect(
    "have name, tickers, the latest year's revenue and an industry after one run, and no second one changes that",
    () =>
      Effect.gen(function* () {
        yield* autumn
        const ended = yield* run()
        assert(ended._tag === "Finished")
        assert.deepStrictEqual([ended.error, ended.result], [null, { fetched: 4, new: 3, changed: 5, skipped: {} }])
        const [{ id: _id, ...apple }, alphabet, berkshire] = [
          yield* find("aapl"),
          yield* find("goog"),
          yield* find("brk.b")
        ]
        assert.deepStrictEqual(apple, {
          name: "Apple Inc.",
          ticker: "AAPL",
          industry: "Electronic Computers",
          revenue: 416_161_000_000,
          market_cap: null,
          currency: "USD",
          revenue_period_end: "2025-09-27",
          source_url: "https://www.sec.gov/edgar/browse/?CIK=320193"
        })
        // Of two tags for one year the first of the list.
        assert.deepInclude(alphabet, {
          ticker: "GOOGL",
          revenue: 350_018_000_000,
          revenue_period_end: "2024-12-31",
          industry: "Services-Computer Programming"
        })
        // In no frame, so its own facts were asked for.
        assert.deepInclude(berkshire, { revenue: 371_433_000_000, revenue_period_end: "2024-12-31" })
        const requests = yield* FakeWeb
        assert.strictEqual(requests.requests[0]!.headers["user-agent"], "Sonde/0.1 (+ops@example.com)")
        const paths = yield* asked
        assert.strictEqual(new Set(paths).size, paths.length)
        assert.strictEqual(paths.filter((path) => path.includes("companyfacts")).length, 1)

        const again = yield* run()
        assert(again._tag === "Finished")
        assert.deepStrictEqual(again.result, { fetched: 4, new: 0, changed: 0, skipped: {} })
        assert.deepStrictEqual(
          (yield* asked).filter((path) => path.includes("submissions")),
          []
        )
        assert.deepStrictEqual(yield* find("aapl"), { id: _id, ...apple })
      }).pipe(Effect.provide(world()))
  )

  it.effect("are looked up a share at a time, in the order of the file, each once a month", () =>
    Effect.gen(function* () {
      yield* autumn
      const lookedUp = Effect.map(asked, (paths) => paths.filter((path) => path.includes("submissions")))
      const first = yield* run()
      assert(first._tag === "Finished")
      const asks = [yield* lookedUp]
      for (let n = 0; n < 3; n++) {
        const more = yield* run("sec-industries")
        assert(more._tag === "Finished")
        assert.strictEqual(more.state, "ok")
        asks.push(yield* lookedUp)
      }
      assert.deepStrictEqual(
        asks.map(({ length }) => length),
        [250, 250, 100, 0]
      )
      assert.strictEqual(asks[0]![0], "/submissions/CIK0000000001.json")
      assert.strictEqual(new Set(asks.flat()).size, 600)
      yield* TestClock.adjust("31 days")
      yield* run("sec-industries")
      assert.strictEqual((yield* lookedUp)[0], "/submissions/CIK0000000001.json")
    }).pipe(
      Effect.provide(
        world({
          "/files/company_tickers.json": file(
            ...Array.from({ length: 600 }, (_, n) => row(n + 1, `T${n}`, `Company ${n}`))
          )
        })
      )
    )
  )

  it.effect("keep what was looked up before SEC asked for a rest, and the next run goes on from there", () =>
    Effect.gen(function* () {
      yield* autumn
      const web = yield* FakeWeb
      let left = 30
      const host = sec({
        "/files/company_tickers.json": file(
          ...Array.from({ length: 40 }, (_, n) => row(n + 1, `T${n}`, `Company ${n}`))
        )
      })
      web.hosts["sec.example"] = (request) =>
        request.url.pathname.startsWith("/submissions") && left-- <= 0 ? { status: 429 } : host(request)
      const ended = yield* run()
      assert(ended._tag === "Finished")
      assert.strictEqual(ended.state, "error")
      assert.match(ended.error!, /for a rest/)
      web.hosts["sec.example"] = host
      yield* asked
      yield* TestClock.adjust("10 minutes")
      yield* run("sec-industries")
      const paths = yield* asked
      assert.deepStrictEqual([paths.length, paths[0]], [10, "/submissions/CIK0000000031.json"])
    }).pipe(Effect.provide(world()))
  )

  it.effect("have a market value where the operator's price source and the shares outstanding are known", () =>
    Effect.gen(function* () {
      yield* autumn
      const ended = yield* run()
      assert(ended._tag === "Finished")
      assert.isNull(ended.error)
      assert.strictEqual((yield* find("aapl")).market_cap, Math.round(14_776_353_000 * 271.5))
      // Two classes of shares, so that no sum of them is stated; and a price without shares.
      assert.isNull((yield* find("goog")).market_cap)
      assert.isNull((yield* find("brk.b")).market_cap)
    }).pipe(
      Effect.provide(
        Layer.provide(
          world({
            ...answers,
            [`/api/xbrl/frames/${shares}/CY2025Q4I.json`]: frame(
              "shares",
              { cik: 320193, end: "2026-01-16", val: 14_776_353_000 },
              { cik: 7, end: "2026-01-16", val: 1 }
            ),
            [`/api/xbrl/frames/${shares}/CY2025Q3I.json`]: frame("shares", {
              cik: 320193,
              end: "2025-10-17",
              val: 14_800_000_000
            })
          }),
          Layer.succeed(PriceSource, { prices: Effect.succeed(new Map(Object.entries({ AAPL: 271.5, "BRK-B": 490 }))) })
        )
      )
    )
  )

  it.effect("keep their values when a frame is cut off: it is refused whole", () =>
    Effect.gen(function* () {
      yield* autumn
      yield* run()
      const web = yield* FakeWeb
      const path = `/api/xbrl/frames/${sales}/CY2025.json`
      for (const [body, reason] of [
        [answers[path]!.slice(0, -40), /cut off/],
        [frame("EUR", fact(320193, "2024-09-29", "2025-09-27", 1)), /EUR/],
        [frame("USD", fact(320193, "2024-09-29", "2025-02-30", 1)), /1 of 1 rows/],
        ["{}", /not a frame/]
      ] as const) {
        web.hosts["sec.example"] = sec({ ...answers, [path]: body })
        const ended = yield* run()
        assert(ended._tag === "Finished")
        assert.strictEqual(ended.state, "error")
        assert.match(ended.error!, reason)
      }
      assert.strictEqual((yield* find("aapl")).revenue, 416_161_000_000)
    }).pipe(Effect.provide(world()))
  )

  it.effect("are not asked for while no contact is set, and the operator reads why", () =>
    Effect.gen(function* () {
      for (const name of ["sec-companies", "sec-industries"]) {
        const ended = yield* run(name)
        assert(ended._tag === "Skipped")
        assert.include(ended.reason, "CONTACT")
      }
      const [health] = yield* (yield* Ingest).status
      assert.strictEqual(health!.state, "not_configured")
      assert.include(health!.missing!, "CONTACT")
      assert.deepStrictEqual((yield* FakeWeb).requests, [])
    }).pipe(Effect.provide(ingestWorld(list, { "sec.example": sec(answers) })))
  )
})

describe("SEC's file of tickers", () => {
  it.effect("is refused whole when it is cut off, and what was stored stays", () =>
    Effect.gen(function* () {
      yield* run()
      const web = yield* FakeWeb
      web.hosts["sec.example"] = sec({ "/files/company_tickers.json": three.slice(0, -40) })
      const ended = yield* run()
      assert(ended._tag === "Finished")
      assert.strictEqual(ended.state, "error")
      assert.match(ended.error!, /cut off/)
      assert.strictEqual((yield* find("AAPL")).name, "Apple Inc.")
    }).pipe(Effect.provide(world()))
  )

  it("loses one bad row in many, not the rest", () => {
    const good = Array.from({ length: 199 }, (_, n) => row(n + 1, `T${n}`, `Company ${n}`))
    const read = Result.getOrThrow(readTickerFile(document(file(row("x", "BAD", "Bad"), ...good))))
    assert.strictEqual(read.companies.length, 199)
    assert.deepStrictEqual([read.rows, read.badRows], [200, 1])
  })

  it.each([
    ["", /no JSON, or cut off/],
    ["null", /expected object/],
    ["[]", /expected object/],
    ["{}", /no company/],
    ["<html>Your request rate has exceeded the limit</html>", /no JSON, or cut off/],
    [file(row(1, "A", "A"), row(-1, "B", "B")), /1 of 2 rows/],
    [file(row(1.5, "A", "A"), row(2, 7, "B")), /2 of 2 rows/],
    ['{"fields":["cik","name"],"data":[[1,"A"]]}', /1 of 1 rows/]
  ])("that reads %s is refused", (text, reason) => {
    const read = readTickerFile(document(text))
    assert(Result.isFailure(read))
    assert.match(read.failure, reason)
  })

  it("says the same in the form that names the exchange", () => {
    const table = {
      fields: ["cik", "name", "ticker", "exchange"],
      data: [
        [1652044, "Alphabet Inc.", "GOOGL", "Nasdaq"],
        [320193, "Apple Inc.", "AAPL", null],
        [1652044, "Alphabet Inc.", "GOOG", "Nasdaq"],
        [1067983, "BERKSHIRE HATHAWAY INC", "BRK-B", "NYSE"]
      ]
    }
    assert.deepStrictEqual(readTickerFile(document(JSON.stringify(table))), readTickerFile(document(three)))
  })

  it("brings no control character into storage", () => {
    const { companies } = Result.getOrThrow(readTickerFile(document(file(row(1, "A", "A\u0000 B\n C")))))
    assert.strictEqual(companies[0]!.name, "A B C")
  })
})
