import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Result } from "effect"
import { inspect } from "node:util"
import { readPrices } from "../../../ingest/companies/PriceFile.ts"
import { PriceSource } from "../../../ingest/companies/PriceSource.ts"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
import { Parser } from "../../../ingest/parse/Parser.ts"
import { document } from "../../support/Documents.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"

const expected = new Map(Object.entries({ AAPL: 271.5, "BRK-B": 490 }))

describe("a file of share prices", () => {
  it.each([
    "Ticker,Name,Price\r\nAAPL,Apple,271.5\r\nBRK.B,Berkshire,490\r\n",
    "\ufeffprice,ticker\n271.5,aapl\n490,BRK/B",
    '{"AAPL": 271.5, "BRK-B": 490}',
    '[{"ticker": "AAPL", "price": 271.5, "at": "2026"}, {"ticker": "brk.b", "price": 490}]'
  ])("is read in the form %j", (text) => {
    assert.deepStrictEqual(Result.getOrThrow(readPrices(document(text))), expected)
  })

  it.each([
    ["", /no price/],
    ["ticker,close\nAAPL,271.5", /1 of 1 rows/],
    ["ticker,price\nAAPL,", /1 of 1 rows/],
    ["ticker,price\nAAPL,-1", /1 of 1 rows/],
    ['ticker,price\n"AAPL,271.5', /cut off/],
    ['{"AAPL": 271.5', /cut off/],
    ['{"AAPL": "271.5"}', /1 of 1 rows/],
    ["<html></html>", /no price|rows/]
  ])("that reads %j is refused", (text, reason) => {
    const read = readPrices(document(text))
    assert(Result.isFailure(read))
    assert.match(read.failure, reason)
  })
})

describe("the price source", () => {
  const source = (url: string) =>
    Effect.flatMap(PriceSource, ({ prices }) => prices).pipe(
      Effect.provide(
        PriceSource.layerUrl(Redacted.make(url)).pipe(
          Layer.provide([Fetch.layerOverClient({ gap: 0 }), Parser.layerInline]),
          Layer.provide(FakeWeb.layer({ "prices.example": () => ({ body: "ticker,price\nAAPL,271.5\nBRK-B,490" }) }))
        )
      )
    )

  it.effect("is none by default", () =>
    Effect.gen(function* () {
      assert.isNull(yield* (yield* PriceSource).prices)
    })
  )

  it.effect("is read from the operator's address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* source("https://prices.example/all.csv?key=hunter2"), expected)
    })
  )

  it.effect("does not tell its address when it fails", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(source("https://nowhere.example/all.csv?key=hunter2"))
      assert.notInclude(`${inspect(failure, { depth: 9 })} ${JSON.stringify(failure)}`, "hunter2")
      assert.include(failure.message, "does not exist")
    })
  )
})
