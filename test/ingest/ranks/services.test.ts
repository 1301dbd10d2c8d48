import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
import { Parser } from "../../../ingest/parse/Parser.ts"
import { RankSource } from "../../../ingest/ranks/RankSource.ts"
import { ranksLayer, type RankSettings } from "../../../ingest/ranks/Settings.ts"
import { type FakeAnswer, type FakeHost, FakeWeb } from "../../support/FakeWeb.ts"

const key = Redacted.make("s3cret-key")

/** What the services differ in: where they are asked, and how they write what. */
interface Service {
  readonly settings: RankSettings
  readonly host: string
  readonly page: (url: URL) => number
  readonly results: (urls: ReadonlyArray<unknown>, more: boolean) => object
  readonly nothing: object
}

const services: Record<string, Service> = {
  SearXNG: {
    settings: { source: "searxng", url: "http://user:pass@searx.example:8080/sx/" },
    host: "searx.example:8080",
    page: ({ searchParams }) => Number(searchParams.get("pageno")),
    results: (urls) => ({
      query: "heat pump",
      number_of_results: 0,
      results: urls.map((url) => ({
        url,
        title: "T",
        content: "C",
        engine: "brave",
        engines: ["brave"],
        positions: [1]
      })),
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [["google", "timeout"]]
    }),
    nothing: { query: "heat pump", results: [], unresponsive_engines: [] }
  },
  SerpApi: {
    settings: { source: "serpapi", key },
    host: "serpapi.com",
    page: ({ searchParams }) => Number(searchParams.get("start")) / 10 + 1,
    results: (urls, more) => ({
      search_metadata: { id: "1", status: "Success" },
      search_information: { organic_results_state: "Results for exact spelling" },
      organic_results: urls.map((link, n) => ({ position: n + 1, title: "T", link })),
      serpapi_pagination: { current: 1, ...(more && { next: "https://serpapi.com/search.json?start=10" }) }
    }),
    nothing: {
      search_metadata: { id: "1", status: "Success" },
      search_information: { organic_results_state: "Fully empty" },
      error: "Google hasn't returned any results for this query."
    }
  },
  "Google Programmable Search": {
    settings: { source: "google_cse", key, id: "engine-1" },
    host: "customsearch.googleapis.com",
    page: ({ searchParams }) => (Number(searchParams.get("start")) - 1) / 10 + 1,
    results: (urls, more) => ({
      kind: "customsearch#search",
      queries: { request: [{ count: 10 }], ...(more && { nextPage: [{ startIndex: 11 }] }) },
      searchInformation: { totalResults: "100" },
      items: urls.map((link) => ({ kind: "customsearch#result", title: "T", link, displayLink: "d" }))
    }),
    nothing: { kind: "customsearch#search", queries: { request: [{}] }, searchInformation: { totalResults: "0" } }
  }
}

const world = ({ host, settings }: Service, answer: FakeHost) => {
  const web = FakeWeb.layer({ [host]: answer })
  const reached = Layer.merge(Fetch.layerOverClient({ gap: 0 }), Parser.layerInline).pipe(Layer.provide(web))
  return Effect.provide(Layer.merge(ranksLayer(settings).pipe(Layer.provide(reached)), web))
}

const look = (keyword = "heat pump", host = "acme.example") =>
  Effect.flatMap(RankSource, (ranks) => ranks!.look(keyword, host))

const requests = Effect.map(FakeWeb, ({ requests }) => requests.map(({ url }) => url))

const others = (n: number, from = 0) => Array.from({ length: n }, (_, i) => `https://other${from + i}.example/`)

for (const [name, service] of Object.entries(services)) {
  const { nothing, page, results } = service
  const json = (body: unknown): FakeAnswer => ({ body: JSON.stringify(body) })

  describe(name, () => {
    it.effect("finds the host's first place, `www.` and other pages of it aside", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* look(), { position: 4, url: "https://www.acme.example/pumps?a=1" })
        assert.strictEqual((yield* requests).length, 1)
      }).pipe(
        world(service, () =>
          json(
            results(
              [
                "https://notacme.example/",
                "https://blog.acme.example/",
                "https://evil.example/https://acme.example/",
                "https://www.acme.example/pumps?a=1",
                "https://acme.example/"
              ],
              true
            )
          )
        )
      )
    )

    it.effect("counts on from page to page, a result that comes again once, one without address with its place", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* look(), { position: 11, url: "https://acme.example/" })
        assert.deepStrictEqual((yield* requests).map(page), [1, 2])
      }).pipe(
        world(service, ({ url }) =>
          json(
            page(url) === 1
              ? results([...others(8), "javascript:alert(1)"], true)
              : results([...others(2, 7), "https://acme.example/"], true)
          )
        )
      )
    )

    it.effect("looks at thirty results and no further", () =>
      Effect.gen(function* () {
        assert.isNull(yield* look())
        assert.deepStrictEqual((yield* requests).map(page), [1, 2, 3])
        assert.deepStrictEqual(yield* look("heat pump", "other29.example"), {
          position: 30,
          url: "https://other29.example/"
        })
      }).pipe(
        world(service, ({ url }) =>
          json(
            results([...others(10, 10 * (page(url) - 1)), ...(page(url) === 3 ? ["https://acme.example/"] : [])], true)
          )
        )
      )
    )

    it.effect("has nothing to find in no results", () =>
      Effect.gen(function* () {
        assert.isNull(yield* look())
        assert.strictEqual((yield* requests).length, 1)
      }).pipe(world(service, () => json(nothing)))
    )

    it.effect("sends a keyword as it is, and shows its key nowhere", () =>
      Effect.gen(function* () {
        const keyword = 'größe & "42"+#%00 日本'
        yield* look(keyword)
        const [url] = yield* requests
        assert.strictEqual(url!.searchParams.get("q"), keyword)
        const ranks = (yield* RankSource)!
        assert.notMatch(JSON.stringify([ranks.url, ranks.title, ranks]), /s3cret|user|pass/)
        assert.isNull(ranks.missing)
      }).pipe(world(service, () => json(nothing)))
    )

    it.effect("does not keep an address that is too long, nor give up the place for it", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* look(), { position: 1, url: null })
      }).pipe(world(service, () => json(results([`https://acme.example/${"x".repeat(2_000)}`], false))))
    )

    it.effect.each([
      ["a page", "<html>"],
      ["nothing", ""],
      ["half of it", '{"results": [{"url": "https://acme.'],
      ["a list", "[]"],
      ["another object", '{"ok": true}'],
      ["null", "null"],
      ["rows in another form", JSON.stringify(results([], true)).replace("[]", '[{"u": 1}, 7, null, "x"]')],
      ["bytes", new Uint8Array([0, 255, 254, 123])]
    ] as const)("takes %s for a failure, not for an answer", ([, body]) =>
      Effect.gen(function* () {
        const { failure, final } = yield* Effect.flip(look())
        assert.strictEqual(failure.state, "error")
        assert.isFalse(final, "the next keyword may fare better")
      }).pipe(world(service, () => ({ body })))
    )

    it.effect.each([
      [{ status: 401 }, "blocked", true],
      [{ status: 403 }, "blocked", true],
      [{ status: 429, headers: { "retry-after": "3600" } }, null, true],
      [{ status: 410 }, "blocked", true],
      [{ status: 500 }, "error", false],
      [{ status: 503 }, "error", true]
    ] as const)("fails with %j, without a word of the key", ([answer, state, final]) =>
      Effect.gen(function* () {
        const failed = yield* Effect.flip(look())
        if (state !== null) assert.strictEqual(failed.failure.state, state)
        assert.strictEqual(failed.final, final)
        assert.include(failed.failure.message, String(answer.status))
        assert.notMatch(JSON.stringify([failed, failed.failure.message]), /s3cret|user:|pass@/)
        if (answer.status === 429) assert.strictEqual(failed.failure.restSeconds, 3_600)
      }).pipe(world(service, () => ({ ...answer, body: '{"error": "s3cret-key is bad"}' })))
    )
  })
}

describe("what operators read", () => {
  const said = (service: Service, answer: FakeAnswer) =>
    Effect.map(Effect.flip(look()), ({ failure }) => failure.message).pipe(world(service, () => answer))

  it.effect("names what to mend", () =>
    Effect.gen(function* () {
      const { SearXNG, SerpApi, "Google Programmable Search": google } = services
      assert.strictEqual(
        yield* said(SearXNG!, { status: 403 }),
        "the server answered 403: its settings.yml must have `json` among search.formats"
      )
      assert.strictEqual(
        yield* said(SerpApi!, { status: 401 }),
        "the server answered 401: it does not know SERPAPI_KEY"
      )
      assert.include(yield* said(SerpApi!, { status: 429 }), "the account's searches are used up")
      assert.include(yield* said(google!, { status: 400 }), "it does not know GOOGLE_CSE_KEY or GOOGLE_CSE_ID")
      assert.include(yield* said(google!, { status: 429 }), "the day's searches are used up")
    })
  )

  it.effect("of a SearXNG whose engines are silent is that, and that it is no answer", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({
        results: [],
        unresponsive_engines: [["google", "Suspended:\u0000 CAPTCHA"], ["brave", "timeout"], "odd", [1, 2], {}]
      })
      assert.strictEqual(
        yield* said(services["SearXNG"]!, { body }),
        "SearXNG's engines do not answer: google: Suspended: CAPTCHA, brave: timeout, odd"
      )
    })
  )

  it.effect("of a SerpApi that failed is not that nothing was found", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ search_metadata: { status: "Error" }, error: "Proxy timeout" })
      assert.strictEqual(yield* said(services["SerpApi"]!, { body }), "SerpApi reports an error in place of results")
    })
  )

  it.effect("without a rank source is what to set", () =>
    Effect.gen(function* () {
      const ranks = (yield* RankSource)!
      assert.match(ranks.missing!, /^RANK_SOURCE is none: .* current_position stays null/)
    }).pipe(Effect.provide(RankSource.layerNone))
  )
})
