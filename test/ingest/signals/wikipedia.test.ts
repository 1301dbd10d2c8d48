import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { Ingest } from "../../../ingest/Ingest.ts"
import { readNames } from "../../../ingest/signals/wikipedia.ts"
import { AccountId } from "../../../src/domain/Account.ts"
import { Competitors } from "../../../src/storage/companies/Competitors.ts"
import { Reports } from "../../../src/storage/reports/Reports.ts"
import { Searches } from "../../../src/storage/sources/Searches.ts"
import { document } from "../../support/Documents.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"

const redirects = (...titles: ReadonlyArray<string>) => titles.map((title) => ({ title }))

const page = (title: string, ...names: ReadonlyArray<string>) => ({
  pageid: 1,
  ns: 0,
  title,
  index: 1,
  redirects: redirects(...names)
})

const pump = page("Heat pump", "Heat pumps", "Thermal pump", "HP", "Reverse-cycle air conditioning")

const answer = (...pages: ReadonlyArray<unknown>) => JSON.stringify({ batchcomplete: true, query: { pages } })

const namesIn = (text: string, niche = "heat pump") => Result.getOrThrow(readNames(document(text), niche)).names

describe("an answer of Wikipedia", () => {
  it("has the other names of the niche: those of its page, without its own words", () => {
    assert.deepStrictEqual(namesIn(answer(page("Boiler", "Water heater"), pump)), [
      "thermal pump",
      "HP",
      "reverse-cycle air conditioning"
    ])
    assert.deepStrictEqual(namesIn(answer(pump), "thermal pump"), ["heat pump", "HP", "reverse-cycle air conditioning"])
  })

  it("has none where no page has the niche as its name, or it means several things", () => {
    for (const niche of ["heat pumps in Spain", "heat pump 2", "pump"])
      assert.deepStrictEqual(namesIn(answer(pump), niche), [], niche)
    const ambiguous = { ...page("Mercury", "Merc"), pageprops: { disambiguation: "" } }
    assert.deepStrictEqual(namesIn(answer(ambiguous), "mercury"), [])
    assert.deepStrictEqual(namesIn('{"batchcomplete": true}'), [])
  })

  it("gives no part of the page, no remark, no everyday word and no endless list as a name", () => {
    const odd = {
      ...page("Heat pump"),
      redirects: [
        ...redirects("Pump (heat)", "Warm", "Help: heat", `Long ${"name ".repeat(20)}`),
        { title: "Ground source", fragment: "Ground source" }
      ]
    }
    assert.deepStrictEqual(namesIn(answer(odd)), [])
    const many = page("Heat pump", ...Array.from({ length: 100 }, (_, n) => `Other name ${n}`))
    assert.lengthOf(namesIn(answer(many))!, 20)
  })

  it("of another form is refused", () => {
    for (const text of ["", "[]", '{"query": 7}', '{"query": {"pages": [{}]}}', "<html>"])
      assert.isTrue(Result.isFailure(readNames(document(text), "heat pump")), text)
  })
})

const run = Effect.gen(function* () {
  const ended = (yield* Stream.runCollect((yield* Ingest).run("wikipedia"))).at(-1)!
  assert(ended._tag === "Finished")
  return ended
})

describe("Wikipedia", () => {
  it.effect("is asked at its own address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* urlsOf({ wikipedia: true }), ["https://en.wikipedia.org/w/api.php"])
    })
  )

  it.effect("is asked about niches and not about competitors, and what it calls them is remembered", () =>
    Effect.gen(function* () {
      const niche = "Heat pumps"
      yield* Effect.orDie((yield* Competitors).create(AccountId.make(1), { name: "Acme", domain: "acme.example" }))
      yield* (yield* Reports).create(AccountId.make(1), {
        niche,
        report_type: "trend_report",
        context: null,
        title: niche
      })
      assert.deepInclude(yield* run, { state: "ok", error: null })
      const { requests } = yield* FakeWeb
      assert.deepStrictEqual(
        requests.map(({ url }) => url.searchParams.get("gsrsearch")),
        ["heat pumps"]
      )
      assert.deepStrictEqual(yield* (yield* Searches).names("heat pumps"), [
        "thermal pump",
        "HP",
        "reverse-cycle air conditioning"
      ])
    }).pipe(
      Effect.provide(
        ingestWorld({ wikipedia: { base: "https://wiki.example" } }, { "wiki.example": () => ({ body: answer(pump) }) })
      )
    )
  )
})
