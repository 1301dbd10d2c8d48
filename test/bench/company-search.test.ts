import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { describe, it as plain } from "vitest"
import { readTickerFile } from "../../ingest/companies/TickerFile.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { contract } from "../support/Contract.ts"
import { judge, type Quality } from "../../bench/quality/search/Quality.ts"
import { register } from "../../bench/quality/search/Register.ts"
import { document as asDocument } from "../support/Documents.ts"

/** SEC's own file, kept outside of the repository. */
const capture = new URL("../../../shared/captures/open/sec-company-tickers/first-400.json", import.meta.url)
const present = existsSync(capture)

const assertGood = ({ asked, first, firstFive, misses }: Quality) => {
  assert.isAtLeast(asked, 60)
  assert.isAtLeast(first / asked, 0.95, misses.join("\n"))
  assert.isAtLeast(firstFive / asked, 0.99, misses.join("\n"))
}

contract("Search for companies", Companies.layer, (it) => {
  it.effect("finds the company that is meant: first in 95 of 100, among the first five in 99", () =>
    Effect.gen(function* () {
      yield* (yield* Companies).upsert(register)
      assertGood(yield* judge(new Set(register.map(({ tickers }) => tickers[0]!))))
    })
  )

  if (present)
    it.effect("does so among SEC's four hundred largest as well", () =>
      Effect.gen(function* () {
        const { companies } = Result.getOrThrow(readTickerFile(asDocument(readFileSync(capture))))
        yield* (yield* Companies).upsert(companies)
        // That file knows no industries.
        assertGood(yield* judge(new Set(companies.map(({ tickers }) => tickers[0]!)), ["industry"]))
      })
    )
})

if (!present)
  describe.skip("Search among SEC's four hundred largest (no ../shared/captures/open)", () => {
    plain("needs SEC's file", () => undefined)
  })
