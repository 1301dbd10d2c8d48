import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { CompanyId, type NewCompany } from "../../src/domain/Company.ts"
import { CalendarDate } from "../../src/domain/Timestamp.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { longerWalk } from "../../src/storage/companies/CompanyWalk.ts"
import { contract } from "../support/Contract.ts"
import { assertMatches } from "../support/Matches.ts"

const company = (name: string, more: Partial<NewCompany> = {}): NewCompany => ({
  key: `import:${name}`,
  name,
  tickers: [],
  industry: null,
  revenue: null,
  market_cap: null,
  revenue_period_end: null,
  source_url: null,
  ...more
})

const register = [
  company("APPLE INC.", { tickers: ["AAPL"], market_cap: 3_000, industry: "Electronic Computers" }),
  company("Apple Hospitality REIT, Inc.", { tickers: ["APLE"], market_cap: 3 }),
  company("Appleseed Orchards Ltd", { market_cap: 1 }),
  company("BERKSHIRE HATHAWAY INC", { tickers: ["BRK-B", "BRK-A"], market_cap: 900 }),
  company("COCA COLA CO", { tickers: ["KO"], market_cap: 260, industry: "Beverages" }),
  company("BANK OF AMERICA CORP /DE/", { tickers: ["BAC"], market_cap: 300 }),
  company("JPMORGAN CHASE & CO", { tickers: ["JPM"], market_cap: 500 }),
  company("Johnson & Johnson", { tickers: ["JNJ"], market_cap: 380 }),
  company("U.S. Bancorp", { tickers: ["USB"], market_cap: 70 }),
  company("Nestlé S.A.", { market_cap: 280, industry: "Food & Beverages" }),
  company("McDonald's Corp", { tickers: ["MCD"], market_cap: 200, industry: "Eating Places" }),
  company("The Home Depot, Inc.", { tickers: ["HD"], market_cap: 350 }),
  company("Microsoft Corp", { tickers: ["MSFT"], market_cap: 3_100, industry: "Prepackaged Software" }),
  company("Software Acquisition Group", { market_cap: null }),
  company("Ko Holdings", { market_cap: 5 })
]

const found = Effect.fnUntraced(function* (q: string, limit = 20) {
  const companies = yield* Companies
  return (yield* companies.search({ q, limit })).map(({ name }) => name)
})

const filled = Effect.flatMap(Companies, (companies) => companies.upsert(register))

contract("Companies", Companies.layer, (it) => {
  it.effect("stores companies by their key, and finds nothing to do the second time", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      assert.deepStrictEqual(yield* companies.upsert(register), { new: register.length, changed: 0 })
      assert.deepStrictEqual(yield* companies.upsert(register), { new: 0, changed: 0 })
      assert.deepStrictEqual(yield* companies.upsert([]), { new: 0, changed: 0 })
    })
  )

  it.effect("shows money as it is, up to 2^53, and what is unknown as null", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      const rich = company("Rich", {
        tickers: ["RICH", "RCH"],
        industry: "Mints",
        revenue: Number.MAX_SAFE_INTEGER,
        market_cap: -1,
        revenue_period_end: CalendarDate.make("2025-12-31"),
        source_url: "https://sec.example/rich"
      })
      yield* companies.upsert([rich, company("Poor")])
      const [one] = yield* companies.search({ q: "rich", limit: 1 })
      assert.isNumber(one?.id)
      assert.deepStrictEqual<unknown>(one, {
        id: one?.id,
        name: "Rich",
        ticker: "RICH",
        industry: "Mints",
        revenue: 9_007_199_254_740_991,
        market_cap: -1,
        currency: "USD",
        revenue_period_end: "2025-12-31",
        source_url: "https://sec.example/rich"
      })
      assertMatches(yield* companies.search({ q: "poor", limit: 1 }), [
        { ticker: null, industry: null, revenue: null, market_cap: null, revenue_period_end: null, source_url: null }
      ])
      assert.deepStrictEqual(yield* companies.get(one!.id), one)
    })
  )

  it.effect("says which company there is not", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      const error = yield* Effect.flip(companies.get(CompanyId.make(2_147_483_647)))
      assertMatches(error, { _tag: "NotFound", code: "company_not_found" })
    })
  )

  it.effect("replaces name and tickers, keeps its id, and what is known stays known", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      const known = company("Facebook Inc", {
        key: "cik:1",
        tickers: ["FB"],
        industry: "Services",
        revenue: 100,
        revenue_period_end: CalendarDate.make("2025-12-31"),
        source_url: "https://sec.example/1"
      })
      yield* companies.upsert([known])
      const [before] = yield* companies.search({ q: "FB", limit: 1 })
      const renamed = company("Meta Platforms, Inc.", { key: "cik:1", tickers: ["META"], market_cap: 7 })
      assert.deepStrictEqual(yield* companies.upsert([renamed]), { new: 0, changed: 1 })
      assert.deepStrictEqual(yield* companies.upsert([renamed]), { new: 0, changed: 0 })
      assert.deepStrictEqual(yield* found("FB"), [])
      assert.deepStrictEqual(yield* found("facebook"), [])
      const kept = { ...before, name: "Meta Platforms, Inc.", ticker: "META", market_cap: 7 }
      assert.deepStrictEqual<unknown>(yield* companies.search({ q: "meta", limit: 9 }), [kept])
      assert.deepStrictEqual<unknown>(yield* companies.search({ q: "services", limit: 9 }), [kept])
    })
  )

  it.effect("adds what becomes known later, and leaves alone what does not", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      yield* companies.upsert([company("Vega", { tickers: ["VEGA"] }), company("Other")])
      const nothing = { industry: null, revenue: null, market_cap: null, revenue_period_end: null }
      const vega = { key: "import:Vega", ...nothing }
      const year = (end: string, revenue: number) => ({ revenue, revenue_period_end: CalendarDate.make(end) })
      const seen = Effect.map(companies.search({ q: "VEGA", limit: 1 }), ([one]) => one)

      const facts = [
        { ...vega, industry: "Rockets", ...year("2025-12-31", 50) },
        { ...vega, key: "import:Nobody" }
      ]
      assert.deepStrictEqual(yield* companies.enrich(facts), { changed: 1 })
      assert.deepStrictEqual(yield* companies.enrich(facts), { changed: 0 })
      assertMatches(yield* seen, { industry: "Rockets", revenue: 50, revenue_period_end: "2025-12-31" })
      assert.deepStrictEqual(yield* found("rockets"), ["Vega"])

      assert.deepStrictEqual(yield* companies.enrich([vega]), { changed: 0 })
      assert.deepStrictEqual(yield* companies.enrich([{ ...vega, ...year("2024-12-31", 40) }]), { changed: 0 })
      assert.deepStrictEqual(yield* companies.enrich([{ ...vega, ...year("2025-12-31", 51), market_cap: 7 }]), {
        changed: 1
      })
      assertMatches(yield* seen, { industry: "Rockets", revenue: 51, market_cap: 7 })

      // The file of names and tickers comes again, and knows none of it.
      assert.deepStrictEqual(yield* companies.upsert([company("Vega", { tickers: ["VEGA"] })]), { new: 0, changed: 0 })
      assertMatches(yield* seen, { industry: "Rockets", revenue: 51, market_cap: 7 })
    })
  )

  it.effect("names those to look up: never looked up first, then the longest ago", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      yield* companies.upsert(
        ["cik:1", "cik:2", "cik:3", "import:4"].map((key, n) => company(key, { key, revenue: n === 1 ? 9 : null }))
      )
      const due = Effect.fnUntraced(function* (daysAgo: number, limit = 9) {
        const before = DateTime.toDateUtc(DateTime.subtract(yield* DateTime.now, { days: daysAgo }))
        return (yield* companies.dueForLookUp({ keys: "cik:", before, limit })).map(({ key }) => key)
      })
      assert.deepStrictEqual(yield* due(30), ["cik:1", "cik:2", "cik:3"])
      yield* companies.lookedUp(["cik:2", "cik:nobody"])
      yield* TestClock.adjust("1 day")
      yield* companies.lookedUp(["cik:1"])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* due(30), ["cik:3"])
      assert.deepStrictEqual(yield* due(0), ["cik:3", "cik:2", "cik:1"])
      assert.deepStrictEqual(yield* due(1, 2), ["cik:3", "cik:2"])
      // To say something else of a company does not forget when it was looked up.
      yield* companies.upsert([company("renamed", { key: "cik:2" })])
      assert.deepStrictEqual(yield* due(30), ["cik:3"])
      const before = DateTime.toDateUtc(yield* DateTime.now)
      assert.deepStrictEqual(yield* companies.dueForLookUp({ keys: "cik:2", before, limit: 1 }), [
        { key: "cik:2", revenue: 9 }
      ])
    })
  )

  it.effect("finds the best of a kind that has more answers than are asked for, however large the others are", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      // More large ones than are looked at first, each with the word in its industry; the better answers are all small.
      const large = Array.from({ length: 300 }, (_, n) =>
        company(`Large ${n}`, { industry: "Vega", market_cap: 9_000 - n })
      )
      const named = [company("New Vega", { market_cap: 2 }), company("Old Vega", { market_cap: 1 }), company("Vega")]
      yield* companies.upsert([...large, ...named])
      assert.deepStrictEqual(yield* found("vega", 2), ["Vega", "New Vega"])
      assert.deepStrictEqual(yield* found("vega", 4), ["Vega", "New Vega", "Old Vega", "Large 0"])
      assert.deepStrictEqual(yield* found("vgea", 4), ["New Vega", "Old Vega", "Vega"])
    })
  )

  it.effect("finds the largest of a kind that is frequent among very many, in their order", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      // Four in the first 250, which are looked at first: too few for an answer, enough to look for more in the same
      // way.
      const all = Array.from({ length: 7_000 }, (_, n) =>
        company(n % 70 === 1 ? `New Vega ${n}` : `Filler ${n}`, { key: `import:${n}`, market_cap: 7_000 - n })
      )
      yield* companies.upsert([...all.toReversed(), company("Vega", { key: "import:vega", market_cap: 1 })])
      assert.strictEqual(longerWalk([0, 0, 0, 0, 4, 0, 0], { limit: 5, walk: 250, total: 7_001 }), 469)
      const names = ["Vega", ...[1, 71, 141, 211, 281, 351].map((n) => `New Vega ${n}`)]
      assert.deepStrictEqual(yield* found("vega", 5), names.slice(0, 5))
      assert.deepStrictEqual(yield* found("vega", 7), names)
      assert.deepStrictEqual(yield* found("vgea", 5), names.slice(1, 6))
    })
  )

  it.effect("takes the last of a key that a batch has twice, and batches that overlap at the same time", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      const twice = [company("First", { key: "k" }), company("Last", { key: "k" })]
      assert.deepStrictEqual(yield* companies.upsert(twice), { new: 1, changed: 0 })
      const many = Array.from({ length: 1_100 }, (_, n) => company(`Number ${n}`))
      const written = yield* Effect.all([companies.upsert(many), companies.upsert(many.toReversed())], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(written.map(({ new: added }) => added).sort(), [0, 1_100])
    })
  )

  it.effect("puts ticker before ticker prefix, name, name prefix, words, typos and industry", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      yield* companies.upsert([
        company("Beta", { industry: "Vega rockets", market_cap: 900 }),
        company("Vgea Motors", { market_cap: 800 }),
        company("New Vega", { market_cap: 700 }),
        company("Vegan Foods", { market_cap: 600 }),
        company("Vega Corp", { market_cap: 500 }),
        company("Alpha", { tickers: ["VEGAX"], market_cap: 400 }),
        company("Omega", { tickers: ["OMG", "VEGA"], market_cap: 300 })
      ])
      assert.deepStrictEqual(yield* found("vega"), [
        "Omega",
        "Alpha",
        "Vega Corp",
        "Vegan Foods",
        "New Vega",
        "Vgea Motors",
        "Beta"
      ])
      assert.deepStrictEqual(yield* found("vega", 2), ["Omega", "Alpha"])
    })
  )

  it.effect("orders equals by market value with unknown last, then by revenue, then as they came", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      yield* companies.upsert([
        company("Delta Zinc"),
        company("Delta Air", { market_cap: 0 }),
        company("Delta Iron"),
        company("Delta Gold", { revenue: 0 }),
        company("Delta Salt", { revenue: 5 }),
        company("Delta Coal", { market_cap: 9 })
      ])
      const all = ["Delta Coal", "Delta Air", "Delta Salt", "Delta Gold", "Delta Zinc", "Delta Iron"]
      assert.deepStrictEqual(yield* found("delta"), all)
      for (const limit of [1, 2, 3, 4, 5]) assert.deepStrictEqual(yield* found("delta", limit), all.slice(0, limit))
    })
  )

  it.effect("does not mind case, accents, punctuation, spacing and legal forms", () =>
    Effect.gen(function* () {
      yield* filled
      const first = {
        aapl: "APPLE INC.",
        $AAPL: "APPLE INC.",
        "Apple Inc": "APPLE INC.",
        "brk.b": "BERKSHIRE HATHAWAY INC",
        "BRK/A": "BERKSHIRE HATHAWAY INC",
        "Berkshire Hathaway": "BERKSHIRE HATHAWAY INC",
        "Berkshire-Hathaway, Incorporated": "BERKSHIRE HATHAWAY INC",
        hathaway: "BERKSHIRE HATHAWAY INC",
        "hathaway berkshire": "BERKSHIRE HATHAWAY INC",
        hath: "BERKSHIRE HATHAWAY INC",
        "The Coca-Cola Company": "COCA COLA CO",
        cocacola: "COCA COLA CO",
        "Bank of America": "BANK OF AMERICA CORP /DE/",
        "J.P. Morgan": "JPMORGAN CHASE & CO",
        "johnson and johnson": "Johnson & Johnson",
        "US Bancorp": "U.S. Bancorp",
        "u.s. bancorp": "U.S. Bancorp",
        nestle: "Nestlé S.A.",
        "NESTLÉ SA": "Nestlé S.A.",
        mcdonalds: "McDonald's Corp",
        "McDonald’s": "McDonald's Corp",
        "home depot": "The Home Depot, Inc."
      }
      for (const [q, name] of Object.entries(first)) assert.deepStrictEqual([q, (yield* found(q))[0]], [q, name])
    })
  )

  it.effect("forgives a letter missing, added, mistyped or swapped in a word", () =>
    Effect.gen(function* () {
      yield* filled
      for (const q of ["microsft", "microsofft", "mikrosoft", "mircosoft", "microsoft crop"])
        assert.deepStrictEqual([q, yield* found(q)], [q, ["Microsoft Corp"]])
      assert.deepStrictEqual(yield* found("berkshre hathawy"), ["BERKSHIRE HATHAWAY INC"])
      assert.deepStrictEqual(yield* found("mcrosft"), [])
      // Words of three letters have too many neighbours.
      assert.deepStrictEqual(yield* found("MSF"), ["Microsoft Corp"])
      assert.deepStrictEqual(yield* found("MFS"), [])
    })
  )

  it.effect("finds by industry, after those that have the word in their name", () =>
    Effect.gen(function* () {
      yield* filled
      assert.deepStrictEqual(yield* found("software"), ["Software Acquisition Group", "Microsoft Corp"])
      assert.deepStrictEqual(yield* found("beverages"), ["Nestlé S.A.", "COCA COLA CO"])
      assert.deepStrictEqual(yield* found("eating places"), ["McDonald's Corp"])
    })
  )

  it.effect("names the largest company of each name, whatever else begins so", () =>
    Effect.gen(function* () {
      yield* filled
      const companies = yield* Companies
      yield* companies.upsert([
        company("Apple Corp", { market_cap: 2 }),
        company("Target", { key: "small", market_cap: 1, tickers: ["TGTS"] }),
        company("The Target Corp /MN/", { market_cap: 9, tickers: ["TGT"], industry: "Retail" }),
        company("Target Hospitality Corp", { market_cap: 99 }),
        company("Orange", { industry: "Telecoms" })
      ])
      const many = Array.from({ length: 600 }, (_, n) => `Unknown ${n}`)
      const found = yield* companies.named([
        "Target",
        "apple",
        "Nestle",
        "Coca Cola",
        "Coca",
        "!",
        "",
        ...many,
        "Orange"
      ])
      assert.deepStrictEqual([...found].map(([asked, { name }]) => [asked, name]).sort(), [
        ["Coca Cola", "COCA COLA CO"],
        ["Nestle", "Nestlé S.A."],
        ["Orange", "Orange"],
        ["Target", "The Target Corp /MN/"],
        ["apple", "APPLE INC."]
      ])
      assertMatches(found.get("Target"), { ticker: "TGT", industry: "Retail", market_cap: 9 })
      assert.deepStrictEqual(found.get("Orange"), (yield* companies.search({ q: "orange", limit: 1 }))[0])
      assert.strictEqual((yield* companies.named([])).size, 0)
    })
  )

  it.effect("finds a name that looks like the mark behind a name", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      yield* companies.upsert([company("/AJ/"), company("Vega Corp /AJ/")])
      assert.deepStrictEqual(yield* found("/AJ/"), ["/AJ/", "Vega Corp /AJ/"])
    })
  )

  it.effect("finds a legal form that is all there is of the query", () =>
    Effect.gen(function* () {
      yield* filled
      const names = yield* found("Inc")
      assert.strictEqual(names[0], "APPLE INC.")
      assert.include(names, "BERKSHIRE HATHAWAY INC")
      assert.notInclude(names, "Microsoft Corp")
    })
  )

  it.effect("takes a short ticker for one, before names that begin with it", () =>
    Effect.gen(function* () {
      yield* filled
      assert.deepStrictEqual(yield* found("KO"), ["COCA COLA CO", "Ko Holdings"])
      assert.deepStrictEqual(yield* found("b", 3), ["BERKSHIRE HATHAWAY INC", "BANK OF AMERICA CORP /DE/"])
    })
  )

  it.effect("finds nothing where there is no letter or digit", () =>
    Effect.gen(function* () {
      yield* filled
      for (const q of ["%", "_", "&", "' | '", "\\", "", "$", "  ", "\u0000"])
        assert.deepStrictEqual([q, yield* found(q)], [q, []])
    })
  )

  it.effect("counts companies by industry, the largest first", () =>
    Effect.gen(function* () {
      const companies = yield* Companies
      assert.deepStrictEqual(yield* companies.sectors, [])
      yield* companies.upsert([
        company("a", { industry: "Steel" }),
        company("b", { industry: "Banks" }),
        company("c", { industry: "Steel" }),
        company("d", { industry: "Air" }),
        company("e")
      ])
      assert.deepStrictEqual(yield* companies.sectors, [
        { industry: "Steel", companies: 2 },
        { industry: "Air", companies: 1 },
        { industry: "Banks", companies: 1 }
      ])
    })
  )

  it.prop(
    "finds a company by its own name, whatever that is",
    [Schema.String, Schema.Literals(["", "Vega ", "'", "Çelik-"])],
    ([text, word]) =>
      Effect.gen(function* () {
        const companies = yield* Companies
        const name = (word + text).replaceAll("\u0000", "").toWellFormed()
        yield* companies.upsert([company(name, { key: "it" }), company("Vega Other", { key: "other" })])
        const all = (yield* companies.search({ q: name, limit: 10 })).map(({ name }) => name)
        if (/[\p{L}\p{N}]/u.test(name)) assert.include(all, name)
        assert.includeMembers(["Vega Other", name], all)
      }),
    60
  )
})
