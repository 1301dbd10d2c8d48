import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { World } from "../../harness/World.ts"
import type { NewCompany } from "../../src/domain/Company.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"

const company = (key: string, fields: Partial<NewCompany>): NewCompany => ({
  key,
  name: key,
  tickers: [],
  industry: null,
  revenue: null,
  market_cap: null,
  revenue_period_end: null,
  source_url: null,
  ...fields
})

const register = [
  company("a", {
    name: "Acme Pumps Inc.",
    tickers: ["ACME", "ACM"],
    industry: "Machinery",
    revenue: 9_007_199_254_740_991
  }),
  company("b", { name: "Brightlane", tickers: ["ACMX"], industry: "Machinery" }),
  company("c", { name: "Oatwell", industry: "Food" })
]

const ask = (path: string) =>
  Effect.gen(function* () {
    const { key, send } = yield* World
    return yield* send(`/api/v1/public/market-data${path}`, { key: (yield* key({ scopes: ["market_data"] })).key })
  })

const stored = Effect.flatMap(Companies, (companies) => companies.upsert(register))

describe("GET /market-data/search", () => {
  it.effect("finds by ticker, name and industry, the closest first", () =>
    Effect.gen(function* () {
      yield* stored
      const names = (q: string) =>
        Effect.map(ask(`/search?q=${encodeURIComponent(q)}`), ({ json }) =>
          json.data.map(({ name }: { readonly name: string }) => name)
        )
      assert.deepStrictEqual(yield* names("acm"), ["Acme Pumps Inc.", "Brightlane"])
      assert.deepStrictEqual(yield* names(" Acme Pmups "), ["Acme Pumps Inc."])
      assert.deepStrictEqual(yield* names("food"), ["Oatwell"])
      assert.deepStrictEqual(yield* names("nobody"), [])
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("wants something to search for", () =>
    Effect.gen(function* () {
      for (const query of ["", "?q=", "?q=%20", `?q=${"x".repeat(101)}`]) {
        const { json, status } = yield* ask(`/search${query}`)
        assert.deepStrictEqual([status, json.error.details[0].location], [422, ["query", "q"]], query)
      }
    }).pipe(Effect.provide(World.layer))
  )
})

describe("GET /market-data/companies/{id}", () => {
  it.effect("has the company that search found, whole numbers and all", () =>
    Effect.gen(function* () {
      yield* stored
      const [found] = (yield* ask("/search?q=acme")).json.data
      const { json } = yield* ask(`/companies/${found.id}`)
      assert.deepStrictEqual(json.data, {
        id: found.id,
        name: "Acme Pumps Inc.",
        ticker: "ACME",
        industry: "Machinery",
        revenue: 9_007_199_254_740_991,
        market_cap: null,
        currency: "USD",
        revenue_period_end: null,
        source_url: null
      })
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("says that there is none, and what is no id", () =>
    Effect.gen(function* () {
      const none = yield* ask("/companies/7")
      assert.deepStrictEqual([none.status, none.json.error.code], [404, "company_not_found"])
      assert.strictEqual((yield* ask("/companies/acme")).status, 422)
    }).pipe(Effect.provide(World.layer))
  )
})

describe("GET /market-data/sectors", () => {
  it.effect("counts companies by industry, the largest first", () =>
    Effect.gen(function* () {
      yield* stored
      assert.deepStrictEqual((yield* ask("/sectors")).json.data, [
        { industry: "Machinery", companies: 2 },
        { industry: "Food", companies: 1 }
      ])
    }).pipe(Effect.provide(World.layer))
  )
})
