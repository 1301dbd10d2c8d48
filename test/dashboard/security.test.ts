import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { reportWorkersLayer } from "../../src/app/App.ts"
import { policy } from "../../src/dashboard/Policy.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { type Answer, World } from "../../harness/World.ts"

/*
 * All pages at once: whatever one can come to from the overview by following links, over data whose every text would
 * like to run as script. What the browser makes of it is tested in a browser.
 */

const script = `<script>alert(1)</script>`
const hostile = `"'><img src=x onerror=alert(1)>${script}`
const hostileUrl = "javascript:alert(1)"

/** Everything that comes from outside, as bad as it can be; and an account that owns one of each thing. */
const fill = Effect.gen(function* () {
  const world = yield* World
  const name = SourceName.make("feed:test")
  yield* (yield* Signals).upsert(name, [
    {
      identity: "1",
      guid: "1",
      title: `Heat pump sales grew 12 percent in Spain ${hostile}`,
      snippet: `Heat pump sales grew by 12 percent ${hostile}`,
      url: "https://news.example/1",
      source: `News ${hostile}`,
      published_at: null
    },
    {
      identity: "2",
      guid: "2",
      title: `Heat pump makers hire ${hostile}`,
      snippet: "",
      url: hostileUrl,
      source: hostile,
      published_at: null
    }
  ])
  yield* (yield* SocialTrends).replace(name, "reddit", [
    {
      title: hostile,
      score: 1,
      score_kind: "points",
      subreddit: hostile,
      site: hostile,
      url: hostileUrl,
      rank: 1
    }
  ])
  yield* (yield* TrendingKeywords).upsert([{ keyword: hostile, country: "US", volume: 1 }])
  yield* (yield* Companies).upsert([
    {
      key: "import:1",
      name: hostile,
      tickers: [hostile],
      industry: hostile,
      revenue: 1,
      market_cap: 1,
      revenue_period_end: null,
      source_url: hostileUrl
    }
  ])
  yield* TestClock.adjust("2 hours")
  const session = yield* world.session()
  const post = (path: string, body: unknown) => world.send(`/api/v1${path}`, { method: "POST", session, body })
  const competitor = yield* post("/public/competitors", { name: hostile, domain: "acme.example" })
  const keyword = yield* post("/public/seo/keywords", {
    keyword: hostile,
    target_url: `https://acme.example/${hostile}`
  })
  const report = yield* post("/public/reports", { niche: `heat pump ${hostile}`, context: hostile })
  const key = yield* post("/dashboard/keys", { name: hostile, scopes: ["signals"] })
  const target = { kind: "json", url: "https://hooks.example/1" }
  const endpoint = yield* post("/public/endpoints", { name: hostile, target })
  const endpoints = [endpoint.json.data.id]
  const watch = yield* post("/public/watches", {
    name: hostile,
    subject: { kind: "trending", about: script },
    endpoints
  })
  yield* (yield* TrendingKeywords).upsert([{ keyword: `${hostile} again`, country: "US", volume: 1 }])
  const owned = {
    keys: key,
    reports: report,
    competitors: competitor,
    keywords: keyword,
    endpoints: endpoint,
    watches: watch
  }
  const oneOfEach = Object.entries(owned).map(([place, { json }]) => `/dashboard/${place}/${json.data.id}`)
  return { session, key: key.json.data.key as string, oneOfEach }
})

const unescaped = (attribute: string) => attribute.replaceAll("&amp;", "&").replaceAll("&#39;", "'")

const tagsOf = (html: string) => html.match(/<[a-z][^>]*>/gi) ?? []

const attributesOf = (tag: string) =>
  [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => ({
    name,
    value: unescaped(value)
  }))

/** Every page that links lead to, by its path. */
const crawl = Effect.fnUntraced(function* (session: string, more: ReadonlyArray<string> = []) {
  const world = yield* World
  const pages = new Map<string, Answer>()
  const waiting = ["/dashboard", ...more]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const answer = yield* world.send(path, { session })
    pages.set(path, answer)
    const links = tagsOf(answer.text).flatMap((tag) =>
      tag.startsWith("<a") ? attributesOf(tag).flatMap(({ name, value }) => (name === "href" ? [value] : [])) : []
    )
    for (const link of links) {
      const { hash, origin, pathname, search } = new URL(link, `http://sonde.test${path}`)
      if (origin === "http://sonde.test" && pathname.startsWith("/dashboard") && hash === "")
        waiting.push(pathname + search)
    }
  }
  return pages
})

/** A path as a browser sends it. */
const normal = (path: string): string => {
  const { pathname, search } = new URL(path, "http://sonde.test")
  return pathname + search
}

const searches = ["signals", "companies"].map((place) => `/dashboard/${place}?q=${encodeURIComponent(hostile)}`)

const inWorld = Effect.provide(Layer.provideMerge(reportWorkersLayer, World.layer))

describe("the pages of the dashboard", () => {
  it.effect("hold nothing that could run, name no key and no session, and are kept by nobody", () =>
    Effect.gen(function* () {
      const { key, oneOfEach, session } = yield* fill
      const pages = yield* crawl(session, searches)
      for (const path of oneOfEach) assert.isTrue(pages.has(path), path)
      for (const [path, { headers, status, text }] of pages) {
        assert.notStrictEqual(
          status,
          404,
          `a link leads to ${path}, where no page is: list the page's routes in src/dashboard/Dashboard.ts, or mend the link (src/dashboard/Place.ts has those of the navigation)`
        )
        assert.strictEqual(status, 200, path)
        if (path.endsWith("/markdown")) {
          assert.match(headers.get("content-disposition")!, /^attachment;/, path)
          continue
        }
        assert.strictEqual(headers.get("content-security-policy"), policy, path)
        assert.strictEqual(headers.get("cache-control"), "no-store", path)
        assert.strictEqual(headers.get("referrer-policy"), "same-origin", path)
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff", path)
        assert.strictEqual(headers.get("x-frame-options"), "DENY", path)
        assert.strictEqual(headers.get("cross-origin-opener-policy"), "same-origin", path)
        for (const secret of [key, session]) assert.notInclude(text, secret, path)

        assert.notInclude(text.toLowerCase(), "<img", path)
        for (const [, attributes = "", inside = ""] of text.matchAll(/<script([^>]*)>([^<]*)/g)) {
          assert.match(attributes, / src="\/dashboard\/assets\//, path)
          assert.strictEqual(inside, "", path)
        }
        for (const tag of tagsOf(text)) {
          assert.notMatch(tag, /^<(style|iframe|object|embed|base)\b/i, path)
          for (const { name, value } of attributesOf(tag)) {
            assert.notMatch(name, /^(on.*|style)$/i, `${path}: ${tag}`)
            if (!["href", "src", "action"].includes(name)) continue
            assert.match(value, /^(\/(?!\/)|#|https:\/\/)/, `${path}: ${tag}`)
            if (value.startsWith("https:")) assert.match(tag, /^<a .*rel="[^"]*noopener[^"]*"/, `${path}: ${tag}`)
          }
        }
      }
      // The event is there, with what it is about.
      assert.include(pages.get("/dashboard/events")!.text, "again”, new")
      assert.isTrue([...pages.values()].some(({ text }) => text.includes("&lt;script&gt;alert(1)")))
    }).pipe(inWorld)
  )

  it.effect("are for who is signed in, and lead everyone else to sign in and back", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { session } = yield* fill
      const paths = [...(yield* crawl(session, searches)).keys()].filter((path) => path !== "/dashboard/sign-in")
      assert.isAbove(paths.length, 15)
      for (const path of paths) {
        for (const call of [{}, { session: "x".repeat(43) }]) {
          const answer = yield* world.send(path, call)
          assert.strictEqual(answer.status, 303, path)
          const { pathname, searchParams } = new URL(answer.headers.get("location")!, "http://sonde.test")
          assert.strictEqual(pathname, "/dashboard/sign-in")
          assert.strictEqual(searchParams.get("next") ?? "/dashboard", normal(path))
          assert.strictEqual(answer.text, "")
        }
      }
      // Keys are for programs: no page is shown for one.
      const { key } = yield* world.key()
      assert.strictEqual((yield* world.send("/dashboard/keys", { key })).status, 303)
    }).pipe(inWorld)
  )

  it.effect("show nobody another account's things", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { oneOfEach } = yield* fill
      const stranger = yield* world.session("stranger")
      for (const path of oneOfEach) {
        assert.strictEqual((yield* world.send(path, { session: stranger })).status, 404, path)
      }
      const theirs = yield* crawl(stranger)
      for (const path of oneOfEach) assert.isFalse(theirs.has(path), path)
    }).pipe(inWorld)
  )

  it.effect("do nothing that another site's form asks for", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { session } = yield* fill
      const state = Effect.forEach(
        [
          "dashboard/keys",
          "public/competitors",
          "public/seo/keywords",
          "public/reports",
          "public/watches",
          "public/events",
          "public/endpoints"
        ],
        (path) => Effect.map(world.send(`/api/v1/${path}`, { session }), ({ json }) => json.data)
      )
      const before = yield* state
      const forms = new Set<string>()
      for (const [path, { text }] of yield* crawl(session)) {
        for (const [, attributes = "", inside = ""] of text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)) {
          const form = Object.fromEntries(attributesOf(attributes).map(({ name, value }) => [name, value]))
          if (form["method"]?.toLowerCase() !== "post") continue
          // Browsers keep what is behind `#` to themselves.
          const [target = ""] = (form["action"] ?? path).split("#")
          const fields = tagsOf(inside).flatMap((tag) => {
            const { name, value } = Object.fromEntries(attributesOf(tag).map(({ name, value }) => [name, value]))
            return name === undefined ? [] : [[name, value || "acme"]]
          })
          forms.add(target)
          for (const headers of [
            { "sec-fetch-site": "cross-site", origin: "http://evil.test" },
            { "sec-fetch-site": "same-site", origin: "http://other.sonde.test" },
            { "sec-fetch-site": "cross-site", origin: "null" }
          ]) {
            const answer = yield* world.send(target, {
              method: "POST",
              session,
              body: new URLSearchParams(fields).toString(),
              headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
            })
            if (target !== "/dashboard/sign-out") assert.strictEqual(answer.status, 403, target)
            else {
              assert.strictEqual(answer.headers.get("location"), "/dashboard/sign-in?problem=origin", target)
            }
          }
        }
      }
      assert.include([...forms], "/dashboard/sign-out")
      assert.include([...forms], "/dashboard/keys")
      assert.isAbove(forms.size, 8)
      assert.deepStrictEqual(yield* state, before)
    }).pipe(inWorld)
  )
})
