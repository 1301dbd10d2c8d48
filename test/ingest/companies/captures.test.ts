import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, readFileSync } from "node:fs"
import { readFactFile } from "../../../ingest/companies/FactFile.ts"
import { readFrame } from "../../../ingest/companies/Frame.ts"
import { readSubmission } from "../../../ingest/companies/Submission.ts"
import { readTickerFile } from "../../../ingest/companies/TickerFile.ts"
import { Ingest } from "../../../ingest/Ingest.ts"
import { Companies } from "../../../src/storage/companies/Companies.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { document } from "../../support/Documents.ts"
import { ingestWorld } from "../../support/IngestWorld.ts"

/** SEC's own files, kept outside of the repository. The values below were read off them by hand. */
const folder = new URL("../../../../shared/captures/open/", import.meta.url)
const present = existsSync(folder)
const read = (path: string): string => readFileSync(new URL(path, folder), "utf8")

describe.skipIf(!present)(
  `SEC's own files${present ? "" : " (skipped: no ../shared/captures/open beside the repository)"}`,
  () => {
    it("of tickers, in both forms, have Apple, Tesla, and Alphabet with its two tickers", () => {
      const plain = Result.getOrThrow(readTickerFile(document(read("sec-company-tickers/first-400.json"))))
      const exchange = Result.getOrThrow(readTickerFile(document(read("sec-company-tickers-exchange/first-400.json"))))
      assert.deepStrictEqual([plain.rows, plain.badRows, exchange.rows, exchange.badRows], [400, 0, 400, 0])
      for (const { companies } of [plain, exchange]) {
        const known = new Map(companies.map(({ key, name, tickers }) => [key, { name, ticker: tickers[0] }]))
        assert.strictEqual(known.size, companies.length)
        assert.deepStrictEqual(known.get("cik:320193"), { name: "Apple Inc.", ticker: "AAPL" })
        assert.deepStrictEqual(known.get("cik:1318605"), { name: "Tesla, Inc.", ticker: "TSLA" })
      }
      assert.deepStrictEqual(plain.companies.map(({ key }) => key).slice(0, 3), [
        "cik:1045810",
        "cik:789019",
        "cik:320193"
      ])
    })

    it("of submissions have the industries of Apple and Tesla, and both report yearly", () => {
      assert.deepStrictEqual(
        Result.getOrThrow(readSubmission(document(read("sec-submissions/apple.json")), "cik:320193")),
        {
          industry: "Electronic Computers",
          reportsYearly: true
        }
      )
      assert.deepStrictEqual(
        Result.getOrThrow(readSubmission(document(read("sec-submissions/tesla.json")), "cik:1318605")),
        {
          industry: "Motor Vehicles & Passenger Car Bodies",
          reportsYearly: true
        }
      )
      assert.isTrue(Result.isFailure(readSubmission(document(read("sec-submissions/tesla.json")), "cik:320193")))
    })

    it("of facts have Apple's revenue of the year that ended on 27 September 2025", () => {
      assert.deepStrictEqual(Result.getOrThrow(readFactFile(document(read("sec-companyfacts/apple-revenue.json")))), {
        revenue: 416_161_000_000,
        revenue_period_end: "2025-09-27" as never
      })
    })

    it("of frames have their facts, and are refused cut off at any point", () => {
      const text = read("sec-frames/sec-frames-2026q2.json").trimEnd()
      assert.deepStrictEqual(Result.getOrThrow(readFrame(document(text), "USD")), [
        { cik: 1800, start: "2026-04-01", end: "2026-06-30", val: 12_593_000_000 }
      ] as never)
      for (let length = 0; length < text.length; length++)
        assert.isTrue(Result.isFailure(readFrame(document(text.slice(0, length)), "USD")))
    })

    it.effect("together become companies as they stand there, and nothing changes the second time", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.parse("2026-08-01T00:00:00Z"))
        const run = Effect.gen(function* () {
          const ended = (yield* Stream.runCollect((yield* Ingest).run("sec-companies"))).at(-1)!
          assert(ended._tag === "Finished")
          assert.isNull(ended.error)
          return ended.result!
        })
        const companies = yield* Companies
        const first = yield* run
        assert.strictEqual(first.fetched, 400)
        const [apple] = yield* companies.search({ q: "AAPL", limit: 1 })
        assert.deepInclude({ ...apple } as object, {
          name: "Apple Inc.",
          ticker: "AAPL",
          industry: "Electronic Computers",
          revenue: 416_161_000_000,
          revenue_period_end: "2025-09-27",
          market_cap: null
        })
        const [tesla] = yield* companies.search({ q: "tesla", limit: 1 })
        assert.deepInclude({ ...tesla } as object, {
          name: "Tesla, Inc.",
          ticker: "TSLA",
          industry: "Motor Vehicles & Passenger Car Bodies",
          // Its facts are not captured.
          revenue: null,
          revenue_period_end: null
        })
        assert.isAbove((yield* FakeWeb).requests.length, 250)
        yield* run
        assert.deepStrictEqual(yield* run, { fetched: 400, new: 0, changed: 0, skipped: {} })
        assert.deepStrictEqual(yield* companies.search({ q: "AAPL", limit: 1 }), [apple!])
      }).pipe(
        Effect.provide(
          ingestWorld(
            { sec_companies: { base: "https://sec.example" } },
            {
              "sec.example": ({ url }) => {
                const path = {
                  "/files/company_tickers.json": "sec-company-tickers/first-400.json",
                  "/submissions/CIK0000320193.json": "sec-submissions/apple.json",
                  "/submissions/CIK0001318605.json": "sec-submissions/tesla.json",
                  "/api/xbrl/companyfacts/CIK0000320193.json": "sec-companyfacts/apple-revenue.json"
                }[url.pathname]
                return path === undefined ? { status: 404 } : { body: read(path) }
              }
            },
            { contact: "ops@example.com" }
          )
        )
      )
    )
  }
)
