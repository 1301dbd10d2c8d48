import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { SourceName } from "../../src/domain/Source.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { type Call, World } from "../../harness/World.ts"
import { everyPage } from "./Pages.ts"

const send = (path: string, call?: Call) => Effect.flatMap(World, (world) => world.send(path, call))

describe("the dashboard over HTTP", () => {
  it.effect("serves what pages load for good under a name of its contents, compressed as the browser wishes", () =>
    Effect.gen(function* () {
      const page = yield* send("/dashboard/sign-in")
      const [path] = /\/dashboard\/assets\/[\w-]{12}\/style\.css/.exec(page.text)!
      const plain = yield* send(path)
      assert.match(plain.headers.get("content-type")!, /^text\/css/)
      assert.strictEqual(plain.headers.get("cache-control"), "public, max-age=31536000, immutable")
      assert.strictEqual(plain.headers.get("vary"), "Accept-Encoding")
      for (const [accept, coding, decompress] of [
        ["gzip, deflate, br, zstd", "zstd", zstdDecompressSync],
        ["gzip, deflate, br", "br", brotliDecompressSync],
        ["gzip;q=1.0, br;q=0", "gzip", gunzipSync]
      ] as const) {
        const answer = yield* send(path, { headers: { "accept-encoding": accept } })
        assert.strictEqual(answer.headers.get("content-encoding"), coding)
        assert.strictEqual(decompress(answer.bytes).toString(), plain.text)
        assert.isBelow(answer.bytes.length, plain.text.length / 2)
      }
      assert.strictEqual((yield* send(path.replace("style.css", "..%2Fpage.js"))).status, 404)
      assert.strictEqual((yield* send(path.replace("style", "other"))).status, 404)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("answers HEAD as GET, and every method on what is no page with a page that says so", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("/dashboard/sign-in", { method: "HEAD" })).status, 200)
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const answer = yield* send("/dashboard/no/such/page", { method })
        assert.strictEqual(answer.status, 404, method)
        assert.include(answer.text, "There is no page at this address")
      }
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("shows none of the pages that the tests in a browser look at to who is not signed in", () =>
    Effect.gen(function* () {
      for (const { name, path } of everyPage({
        key: 1,
        report: 1,
        competitor: 1,
        keyword: 1,
        story: 1,
        company: 1,
        watch: 1,
        endpoint: 1,
        view: 1
      })) {
        if (name === "not-found" || name === "sign-in") continue
        const { headers, status } = yield* send(path)
        assert.strictEqual(status, 303, path)
        assert.match(headers.get("location")!, /^\/dashboard\/sign-in/, path)
      }
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("shows how far the research for a report is, and no step of research of a report without", () =>
    Effect.gen(function* () {
      const { account, session } = yield* World
      const signedIn = yield* session()
      const reports = yield* Reports
      const niche = { niche: "tea", report_type: "trend_report" as const, context: null, title: "Tea" }
      const { id } = yield* reports.create(yield* account(), niche)
      const step = Effect.map(send(`/dashboard/reports/${id}`, { session: signedIn }), ({ text }) => (name: string) => {
        const [, attributes, shown] = new RegExp(`<li([^>]*data-step="${name}"[^>]*)>(.*?)</li>`, "s").exec(text)!
        return { attributes, shown }
      })
      yield* reports.begin(id)
      assert.include((yield* step)("searching").attributes, "hidden")
      const search = { source: "GDELT", found: 7, reason: null, state: "answered" as const }
      const searches = [search, { ...search, source: "Hacker News", found: 0, state: "waiting" as const }]
      yield* reports.advance(id, "searching", { searches, pages: { of: 0, done: 0, read: 0, unread: [] } })
      const searching = (yield* step)("searching")
      assert.include(searching.attributes, 'aria-current="step"')
      assert.notInclude(searching.attributes, "hidden")
      assert.include(searching.shown, "1 of 2, 7 found")
      yield* reports.advance(id, "reading", { searches, pages: { of: 20, done: 3, read: 2, unread: [] } })
      assert.include((yield* step)("reading").shown, "3 of 20")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("says what it cannot make sense of, and what is not there", () =>
    Effect.gen(function* () {
      const session = yield* (yield* World).session()
      const status = (path: string) => Effect.map(send(`/dashboard${path}`, { session }), ({ status }) => status)
      for (const path of ["/keys/7", "/keys/x", "/reports/7", "/competitors/7", "/keywords/7", "/trends/myspace"])
        assert.strictEqual(yield* status(path), 404, path)
      assert.strictEqual(yield* status("/signals?q=two%00lines"), 422)
      const long = yield* send(`/dashboard/signals?q=${"x".repeat(501)}`, { session })
      assert.strictEqual(long.status, 422)
      assert.include(long.text, "q must be")
      for (const path of ["", "/reports?skip=x", "/activity?skip=-1", "/signals?limit=1e3", "/trends?country=zz"])
        assert.strictEqual(yield* status(path), 200, path)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("says in the API's own words what is not there", () =>
    Effect.gen(function* () {
      const session = yield* (yield* World).session()
      const message = (path: string, method = "GET") =>
        Effect.map(send(path, { session, method }), ({ json }): string => json.error.message)
      for (const [page, api, method] of [
        ["/reports/7", "/api/v1/public/reports/7", "GET"],
        ["/competitors/7", "/api/v1/public/competitors/7", "DELETE"],
        ["/keywords/7", "/api/v1/public/seo/keywords/7", "DELETE"],
        ["/keys/7", "/api/v1/dashboard/keys/7", "DELETE"],
        ["/trends/myspace", "/api/v1/public/nothing", "GET"]
      ] as const) {
        const shown = (yield* send(`/dashboard${page}`, { session })).text
        assert.include(shown, `<p>${yield* message(api, method)}</p>`, page)
      }
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("draws a platform's topics from the second day on, and says so on the first", () =>
    Effect.gen(function* () {
      const { session } = yield* World
      const trends = yield* SocialTrends
      const topic = {
        title: "Eclipse",
        score: 7,
        score_kind: "posts",
        subreddit: null,
        site: null,
        url: null,
        rank: 1
      } as const
      const page = Effect.gen(function* () {
        yield* trends.replace(SourceName.make("x"), "x", [topic])
        return (yield* send("/dashboard/trends/x", { session: yield* session() })).text
      })
      const first = yield* page
      assert.include(first, "The lines begin with the second day")
      assert.notInclude(first, '<svg class="plot')
      yield* TestClock.adjust("1 day")
      const second = yield* page
      assert.notInclude(second, "The lines begin with the second day")
      assert.lengthOf(second.match(/<svg class="plot (?:lines|columns)"/g) ?? [], 2)
      assert.lengthOf(second.match(/class="spark"/g) ?? [], 1)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("leads to places that are there, from the list of what can be found", () =>
    Effect.gen(function* () {
      const session = yield* (yield* World).session()
      const { text } = yield* send("/dashboard/find", { session })
      const links = [...text.matchAll(/<section[^]*?<\/section>/g)].flatMap(([section]) => [
        ...section.matchAll(/href="([^"#]+)(?:#([^"]+))?"/g)
      ])
      assert.isAbove(links.length, 20)
      for (const [, path, field] of links) {
        const { status, text } = yield* send(path!.replaceAll("&amp;", "&"), { session })
        assert.strictEqual(status, 200, path)
        if (field !== undefined) assert.include(text, ` id="${field}"`, path)
      }
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("counts one as one, and others as several", () =>
    Effect.gen(function* () {
      const session = yield* (yield* World).session()
      const body = { name: "Acme", domain: "acme.example" }
      yield* send("/api/v1/public/competitors", { method: "POST", session, body })
      const { text } = yield* send("/dashboard", { session })
      assert.include(text, '<b class="value">1</b> <span>competitor</span>')
      assert.include(text, '<b class="value">0</b> <span>reports</span>')
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("does what a form asks for once, however often it is sent", () =>
    Effect.gen(function* () {
      const session = yield* (yield* World).session()
      const page = yield* send("/dashboard/competitors", { session })
      const once = /name="once" value="([^"]+)"/.exec(page.text)![1]!
      const submit = send("/dashboard/competitors", {
        method: "POST",
        session,
        body: new URLSearchParams({ once, name: "Acme", domain: "acme.example" }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
      for (let times = 0; times < 2; times++) {
        const answer = yield* submit
        assert.strictEqual(answer.status, 303, answer.text)
        assert.strictEqual(answer.headers.get("location"), "/dashboard/competitors?done=added")
      }
    }).pipe(Effect.provide(World.layer))
  )
})
