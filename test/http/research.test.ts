import { assert, describe, it } from "@effect/vitest"
import { type Duration, Effect, Layer, Result, type Scope } from "effect"
import * as Zlib from "node:zlib"
import { Fetch } from "../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import { parse } from "../../ingest/list/SourcesFile.ts"
import { Parser } from "../../ingest/parse/Parser.ts"
import { reportWorkersLayer } from "../../src/app/App.ts"
import { researchLayer } from "../../src/app/Ingestion.ts"
import type { ReportResearch } from "../../src/domain/Report.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { type Answer, World } from "../../harness/World.ts"
import { loopbackWeb, type Site } from "../support/LoopbackWeb.ts"

/*
 * Reports whose niche is looked up at sites on this machine, over real connections.
 */

const niche = "vertical farming"

const body = (n: number): string =>
  `<p>Grower ${n} of Ostrava opened a vertical farming hall on Tuesday, three months ahead of schedule, and will employ ${100 + n} people there. </p>`.repeat(
    6
  )

const page = (n: number, head = "", main = body(n)): string =>
  `<!doctype html><html lang="en"><head><title>Hall ${n} opens</title>${head}</head><body><article><h1>Hall ${n} opens</h1>${main}</article></body></html>`

const html = (text: string | Uint8Array, headers: Record<string, string> = {}): Site => {
  return (path, response) =>
    path === "/robots.txt"
      ? response.writeHead(404).end()
      : response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(text)
}

const status = (code: number, headers: Record<string, string> = {}): Site => {
  return (path, response) => response.writeHead(path === "/robots.txt" ? 404 : code, headers).end()
}

const json = (value: unknown): Site => {
  return (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value))
}

const hangs: Site = () => {}

/** Sends a byte now and then, and never comes to an end. */
const endless: Site = (path, response, request) => {
  if (path === "/robots.txt") return void response.writeHead(404).end()
  response.writeHead(200, { "content-type": "text/html" }).write("<html><body><p>It")
  const timer = setInterval(() => response.write(" goes on"), 50)
  request.on("close", () => clearInterval(timer))
}

const paid = '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>'

/** Twenty publishers, and how each of them is. */
const publishers: Readonly<Record<string, Site>> = {
  "plain.example": html(page(1)),
  "slow.example": (path, response, request) => void setTimeout(() => html(page(2))(path, response, request), 700),
  "moving.example": status(302, { location: "https://moved.example/there" }),
  "gzip.example": html(Zlib.gzipSync(page(4)), { "content-encoding": "gzip" }),
  "brotli.example": html(Zlib.brotliCompressSync(page(5)), { "content-encoding": "br" }),
  "latin.example": html(Buffer.from(page(6).replaceAll("Ostrava", "München"), "latin1"), {
    "content-type": "text/html; charset=iso-8859-1"
  }),
  "robots.example": (path, response) =>
    path === "/robots.txt"
      ? response.writeHead(200, { "content-type": "text/plain" }).end("user-agent: *\ndisallow: /")
      : response.writeHead(200, { "content-type": "text/html" }).end(page(7)),
  "paywall.example": html(page(8, paid, body(8).slice(0, 150))),
  "large.example": html(page(9, "", `<p>${"x".repeat(5_100_000)}</p>`)),
  "full.example": html(page(10, "", `${body(10)}<!--${"x".repeat(4_500_000)}-->`)),
  "endless.example": endless,
  "silent.example": hangs,
  "gone.example": status(410),
  "missing.example": status(404),
  "broken.example": status(500),
  "busy.example": status(429, { "retry-after": "600" }),
  "empty.example": html("<html><body></body></html>"),
  "cut.example": (path, response) => {
    if (path === "/robots.txt") return void response.writeHead(404).end()
    response.writeHead(200, { "content-length": "5000" }).write("<html>")
    setTimeout(() => response.destroy(), 20)
  },
  "loop.example": status(302, { location: "https://loop.example/again" }),
  // Hacker News leads to it, GDELT to the others.
  "maker.example": html(page(20))
}

const addressOf = (host: string): string => `https://${host}/story`

const seen = new Date(Date.now() - 3_600_000).toISOString().replace(/[-:]|\.\d+/g, "")

const articles = Object.keys(publishers)
  .filter((host) => host !== "maker.example")
  .map((host, n) => ({
    url: addressOf(host),
    title: `${["Grower", "Retailer", "Fund", "Mayor", "Chemist"][n % 5]} ${host.split(".")[0]} bets ${n + 3} million on vertical farming`,
    seendate: seen,
    domain: host
  }))

const looked = {
  "api.gdeltproject.org": json({ articles }),
  "hn.algolia.com": json({
    hits: [{ objectID: "1", title: "Show HN: Sensors for vertical farming", url: "https://maker.example/sensors" }]
  }),
  "en.wikipedia.org": json({
    query: { pages: [{ title: "Vertical farming", redirects: [{ title: "Skyfarming" }, { title: "Plant factory" }] }] }
  })
}

const others: Readonly<Record<string, Site>> = {
  "moved.example": html(page(3))
}

const list = { gdelt: true, hacker_news: true, google_news: { terms_accepted: false }, wikipedia: true }

/** Everything that answers is waited for, however busy this machine is. */
const patient = { RESEARCH_SECONDS: "60" }

/** A service that writes reports, on a web of these sites. */
const world = Effect.fnUntraced(function* (
  sites: Readonly<Record<string, Site>>,
  environment: Record<string, string> = {},
  deadline: Duration.Input = "20 seconds"
) {
  const web = yield* loopbackWeb(sites)
  const ingest = Ingest.layerOfList(Result.getOrThrow(parse(JSON.stringify(list)))).pipe(
    Layer.provideMerge(Layer.merge(Fetch.layerOverClient({ gap: "10 millis", deadline }), Parser.layerInline)),
    Layer.provide(web.client)
  )
  const layer = reportWorkersLayer.pipe(
    Layer.provide(researchLayer),
    Layer.provide(ingest),
    Layer.provideMerge(World.over(Storage.layerMemory, { REPORTS_PER_HOUR: "0", ...environment }))
  )
  return { ...web, layer }
})

/** Orders a report on the niche, and looks at it until it is final. */
const report = Effect.fnUntraced(function* (more: object = {}, onStep: (step: string) => void = () => {}) {
  const { key, send } = yield* World
  const credential = yield* key()
  const ordered = yield* send("/api/v1/public/reports", {
    method: "POST",
    key: credential.key,
    body: { niche, ...more },
    headers: { prefer: "respond-async" }
  })
  assert.strictEqual(ordered.status, 202, ordered.text)
  const begun = performance.now()
  const steps = new Set<string>()
  const told: Array<ReportResearch> = []
  while (true) {
    const { json }: Answer = yield* send(ordered.headers.get("location")!, { key: credential.key })
    const { research, status, step } = json.data
    if (step !== null) {
      steps.add(step)
      onStep(step)
    }
    if (research !== null) told.push(research)
    if (status !== "queued" && status !== "processing")
      return { ...json.data, key: credential.key, steps, told, seconds: (performance.now() - begun) / 1_000 }
    yield* Effect.sleep(20)
  }
})

const live = (name: string, test: Effect.Effect<void, unknown, Scope.Scope>) =>
  it.live(name, () => test, { timeout: 40_000 })

const publishersOf = ({ sections }: { readonly sections: { readonly sources: ReadonlyArray<any> } }) =>
  new Set(sections.sources.map(({ publisher }) => publisher))

describe("a report on a niche of which nothing is stored", () => {
  live(
    "rests on what sources find and publishers write, however they are, and is there in time",
    Effect.gen(function* () {
      // A source keeps its answer until the client has seen the search, however busy this machine is.
      const { promise: searching, resolve: seen } = Promise.withResolvers<void>()
      const hackerNews: Site = (...asked) => void searching.then(() => looked["hn.algolia.com"](...asked))
      const sites = { ...looked, "hn.algolia.com": hackerNews, ...others, ...publishers }
      const { asked, layer } = yield* world(sites, patient, "5 seconds")
      yield* Effect.gen(function* () {
        const { send } = yield* World
        const made = yield* report({}, (step) => step === "searching" && seen())
        assert.strictEqual(made.status, "completed")
        assert.isBelow(made.seconds, 30)
        assert.isAtLeast(publishersOf(made).size, 5)
        const quoted = made.sections.sources.filter(({ quote }: any) =>
          quote.includes("opened a vertical farming hall")
        )
        assert.isAtLeast(publishersOf({ sections: { sources: quoted } }).size, 5)
        for (const step of ["searching", "reading"]) assert.isTrue(made.steps.has(step), step)
        const { pages, searches } = made.research as ReportResearch
        assert.deepStrictEqual(searches, [
          { source: "GDELT", state: "answered", found: 19, reason: null },
          { source: "Hacker News", state: "answered", found: 1, reason: null },
          { source: "Wikipedia", state: "answered", found: 0, reason: null }
        ])
        assert.strictEqual(pages.of, 20)
        assert.isAtLeast(pages.read, 7)
        assert.isTrue(made.told.some(({ pages }: ReportResearch) => pages.done > 0 && pages.done < pages.of))
        const gap = made.sections.gaps.find((gap: string) => gap.startsWith("Pages behind the news"))
        assert.include(gap, `${20 - pages.read} of 20`)
        assert.deepInclude(pages.unread, { host: "robots.example", why: "robots.txt forbids it" })
        // What became of each page, as the API shows it.
        const { json } = yield* send("/api/v1/public/signals?limit=50", { key: made.key })
        const states: Record<string, string> = {}
        for (const { id, url } of json.data) {
          const { article } = (yield* send(`/api/v1/public/signals/${id}`, { key: made.key })).json.data
          states[new URL(url).host] = article?.state ?? "not wanted"
        }
        for (const host of ["plain", "slow", "moving", "gzip", "brotli", "latin", "full", "maker"])
          assert.strictEqual(states[`${host}.example`] ?? "", "read", host)
        const expected = {
          robots: "robots",
          paywall: "paywall",
          large: "unreadable",
          empty: "unreadable",
          gone: "gone",
          missing: "gone",
          broken: "queued",
          busy: "queued",
          silent: "queued",
          endless: "queued",
          cut: "queued",
          loop: "failed"
        }
        for (const [host, state] of Object.entries(expected))
          assert.strictEqual(states[`${host}.example`] ?? "", state, host)
        assert.notInclude(asked, "robots.example/story")

        // The next report on it asks nobody twice.
        const before = [...asked]
        const again = yield* report()
        assert.strictEqual(again.status, "completed")
        assert.isAtLeast(publishersOf(again).size, 5)
        assert.deepStrictEqual(again.research.searches, searches)
        const news = asked.slice(before.length)
        assert.deepStrictEqual(
          news.filter((address) => before.includes(address)),
          []
        )
      }).pipe(Effect.provide(layer))
    })
  )

  live(
    "ends in time and says what could not be reached when nobody answers as they should",
    Effect.gen(function* () {
      const { layer } = yield* world(
        { "api.gdeltproject.org": hangs, "en.wikipedia.org": status(500), "silent.example": hangs },
        { RESEARCH_SECONDS: "6" }
      )
      yield* Effect.gen(function* () {
        const url = addressOf("silent.example")
        const stored = { title: "A vertical farming hall opens", snippet: "", source: "Silent", published_at: null }
        yield* (yield* Signals).upsert(SourceName.make("feed:silent"), [{ identity: url, guid: url, url, ...stored }])
        const made = yield* report()
        assert.strictEqual(made.status, "completed")
        assert.isBelow(made.seconds, 15)
        assert.lengthOf(made.sections.sources, 1)
        assert.includeMembers(made.sections.gaps, [
          "GDELT gave no answer within the time for searches.",
          "Hacker News could not be searched: the server refused the connection.",
          "Wikipedia could not be searched: the server answered 500.",
          "Pages behind the news: 1 of 1 could not be read: silent.example (there was no time)."
        ])
        assert.deepStrictEqual(
          made.research.searches.map(({ state }: { readonly state: string }) => state),
          ["late", "failed", "failed"]
        )
      }).pipe(Effect.provide(layer))
    })
  )

  live(
    "is not looked up when the caller, the time or the operator says so",
    Effect.gen(function* () {
      const nobody = Effect.fnUntraced(function* (environment: Record<string, string>, more: object = {}) {
        const { asked, layer } = yield* world(looked, environment)
        yield* Effect.gen(function* () {
          const made = yield* report(more)
          assert.strictEqual(made.status, "completed")
          assert.isNull(made.research)
          assert.isFalse(made.steps.has("searching"))
        }).pipe(Effect.provide(layer))
        assert.deepStrictEqual(asked, [])
      })
      yield* nobody({}, { research: false })
      yield* nobody({ RESEARCH_SECONDS: "0" })
      yield* nobody({ INGEST_ENABLED: "false" })
    })
  )

  live(
    "is searched for, but no page is read, where articles are off",
    Effect.gen(function* () {
      const { asked, layer } = yield* world({ ...looked, ...others, ...publishers }, { ...patient, ARTICLES: "off" })
      yield* Effect.gen(function* () {
        // Two who ask the same at the same time are one search.
        const [made, other] = yield* Effect.all([report(), report()], { concurrency: 2 })
        assert.isAtLeast(publishersOf(made).size, 5)
        assert.deepStrictEqual(other.research, made.research)
        assert.deepStrictEqual(made.research.pages, { of: 0, done: 0, read: 0, unread: [] })
      }).pipe(Effect.provide(layer))
      assert.lengthOf(asked, 3)
    })
  )
})
