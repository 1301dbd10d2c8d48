import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"
import { World } from "../../harness/World.ts"
import { listWorld, listWorldOf } from "../support/ListWorld.ts"

const asked = (session: string) => {
  const get = (path: string) => Effect.flatMap(World, ({ send }) => send(`/dashboard/sources${path}`, { session }))
  const post = (path: string, form: Record<string, string> = {}) =>
    Effect.flatMap(World, ({ send }) =>
      send(`/dashboard/sources${path}`, {
        method: "POST",
        session,
        body: new URLSearchParams(form).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
    )
  return { get, post }
}

/** Sends the form with a file, as browsers do. */
const uploaded = (session: string, bytes: Uint8Array<ArrayBuffer>) =>
  Effect.gen(function* () {
    const form = new FormData()
    form.set("file", new File([bytes], "feeds.opml"))
    form.set("document", "")
    const coded = new Response(form)
    const body = new Uint8Array(yield* Effect.promise(() => coded.arrayBuffer()))
    const headers = { "content-type": coded.headers.get("content-type")! }
    const { send } = yield* World
    return yield* send("/dashboard/sources/import", { method: "POST", session, body, headers })
  })

describe("the page of sources", () => {
  it.effect("adds, changes, pauses and removes a source for an operator, without script", () =>
    Effect.gen(function* () {
      const { get, post } = asked(yield* (yield* World).session())
      const url = "https://a.example/feed"
      const added = yield* post("", { url, title: "A <i>", every: "2 hours", tags: "rivals, büro" })
      assert.deepStrictEqual([added.status, added.headers.get("location")], [303, "/dashboard/sources?done=added"])
      const list = (yield* get("?done=added")).text
      assert.include(list, 'href="/dashboard/sources/feed%3Aa.example"')
      assert.include(list, "A &lt;i&gt;")
      assert.include(list, "It is on the list")
      const again = yield* post("", { url })
      assert.strictEqual(again.status, 409)
      assert.match(again.text, /id="field-url-fault">Is on the list already/)
      const page = "/feed%3Aa.example"
      assert.match((yield* get(page)).text, /name="every"[^>]*value="2h"/)
      const changed = yield* post(`${page}/change`, { every: "30 6 * * 1-5", tags: "rivals" })
      assert.strictEqual(changed.headers.get("location"), "/dashboard/sources/feed%3Aa.example?done=changed")
      assert.match((yield* get(page)).text, /name="every"[^>]*value="30 6 \* \* 1-5"/)
      const faulty = yield* post(`${page}/change`, { every: "now and then", tags: "Upper Case" })
      assert.strictEqual(faulty.status, 422)
      assert.match(faulty.text, /id="field-tags-fault"/)
      assert.match((yield* post(`${page}/change`, { every: "now and then", tags: "" })).text, /id="field-every-fault"/)
      yield* post(`${page}/change`, { every: "", tags: "" })
      assert.match((yield* get(page)).text, /name="every"[^>]*value="2h"/)
      yield* post(`${page}/pause`)
      assert.match((yield* get("")).text, /paused[^]*Resume/)
      yield* post(`${page}/resume`)
      assert.include((yield* get(`${page}/remove`)).text, "Remove it from the list")
      yield* post(`${page}/remove`)
      assert.include((yield* get("")).text, "No source")
      assert.strictEqual((yield* get(page)).status, 404)
    }).pipe(Effect.provide(listWorld))
  )

  it.effect("shows the feeds of a site with their newest items before one is added", () =>
    Effect.gen(function* () {
      const { get, post } = asked(yield* (yield* World).session())
      const found = (yield* post("/discover", { url: "https://s.example/" })).text
      assert.match(found, /The S[^]*https:\/\/s\.example\/feed[^]*A &amp; B/)
      const form =
        /name="url" value="(https:\/\/s\.example\/feed)" \/>\s*<input type="hidden" name="title" value="([^"]*)"/
      const [, url, title] = form.exec(found)!
      assert.include((yield* get("")).text, "No source")
      yield* post("", { url: url!, title: title! })
      assert.include((yield* get("")).text, "The S")
      assert.match((yield* post("/discover", { url: "s.example" })).text, /href="[^"]*feed%3As\.example">on the list/)
      assert.match((yield* post("/discover", { url: "https://nowhere.example/" })).text, /id="field-url-fault"/)
    }).pipe(
      Effect.provide(
        listWorldOf({
          "s.example": ({ url }) => ({
            body:
              url.pathname === "/feed"
                ? "<rss version='2.0'><channel><title>The S</title><item><title>A &amp; B</title><link>https://s.example/1</link></item></channel></rss>"
                : '<link rel="alternate" type="application/rss+xml" href="/feed">'
          })
        })
      )
    )
  )

  it.effect("imports and exports lists, and says what is wrong with one", () =>
    Effect.gen(function* () {
      const session = yield* (yield* World).session()
      const { get, post } = asked(session)
      const upload = (bytes: Uint8Array<ArrayBuffer>) => uploaded(session, bytes)
      const opml = '<opml><body><outline text="A" xmlUrl="https://a.example/feed"/><outline xmlUrl="x:"/></body></opml>'
      const imported = (yield* post("/import", { document: opml })).text
      assert.match(imported, /1 added, 0 changed, 0 as they were/)
      assert.include(imported, "line 1 must be an http(s) URL")
      const latin =
        '<?xml version="1.0" encoding="ISO-8859-1"?><opml><body><outline text="Bü" xmlUrl="https://u.example/"/></body></opml>'
      assert.match((yield* upload(new TextEncoder().encode(opml))).text, /0 added, 0 changed, 1 as they were/)
      assert.match((yield* upload(Buffer.from(latin, "latin1"))).text, /1 added/)
      assert.include((yield* get("")).text, "Bü")
      yield* post("/feed%3Au.example/remove")
      // Nothing was chosen: browsers send an empty file.
      const nothing = yield* upload(new Uint8Array())
      assert.strictEqual(nothing.status, 422)
      assert.include(nothing.text, 'id="field-document-fault"')
      const hostile = `<!DOCTYPE o [<!ENTITY a "x">]><opml>${"<outline>".repeat(200)}`
      assert.match((yield* upload(new TextEncoder().encode(hostile))).text, /100 folders inside each other/)
      const large = yield* upload(new Uint8Array(70_000).fill(32))
      assert.strictEqual(large.status, 413)
      assert.include(large.text, "The file is larger than 60 KB")
      const broken = yield* post("/import", { document: "<opml>" })
      assert.strictEqual(broken.status, 422)
      assert.match(broken.text, /id="field-document-fault">[^<]*line 1/i)
      const json = yield* get("/export?format=json")
      assert.deepStrictEqual(JSON.parse(json.text), { feeds: [{ url: "https://a.example/feed", title: "A" }] })
      assert.match(json.headers.get("content-disposition")!, /attachment; filename="sources\.json"/)
      assert.include((yield* get("/export?format=opml")).text, 'xmlUrl="https://a.example/feed"')
      // A service that makes several sources goes with all of them.
      yield* post("/import", { document: '{"google_trends": {"countries": ["US", "GB"]}}' })
      assert.include((yield* get("/google-trends%3Aus/remove")).text, "with all of its sources")
      yield* post("/google-trends%3Aus/remove")
      assert.notInclude((yield* get("")).text, "google-trends")
    }).pipe(Effect.provide(listWorld))
  )

  it.effect("says once that this machine seems offline, and not of each source that it fails", () =>
    Effect.gen(function* () {
      const { send, session } = yield* World
      const { get, post } = asked(yield* session())
      const sources = yield* Sources
      for (const host of ["a", "b", "c", "d"]) {
        yield* post("", { url: `https://${host}.example/feed`, title: `The ${host}` })
        const name = SourceName.make(`feed:${host}.example`)
        yield* sources.ensure({ name, kind: "signals", platform: null, configured: true })
        const { run } = (yield* sources.begin(name, null))!
        const ended = { result: null, idle: null, counts: true, validators: null, move: null, gone: false }
        yield* sources.finish(name, run, {
          ...ended,
          state: "error",
          error: "the host name could not be resolved",
          unreached: `${host}.example`,
          next_check_at: new Date(3_600_000)
        })
      }
      const list = (yield* get("")).text.replace(/<[^>]+>/g, "").replace(/\s+/g, " ")
      assert.include(list, "This machine seems offline. Since 1970-01-01 00:00 UTC")
      assert.include(list, "nobody has answered for 4 sources: The a, The b, The c and 1 more.")
      assert.include(list, "0 fresh, 0 failing, 4 not reached, 4 in all")
      assert.notInclude(list, "could not be resolved")
      const overview = (yield* send("/dashboard", { session: yield* session() })).text.replace(/<[^>]+>/g, "")
      assert.include(overview, "This machine seems offline.")
      assert.include(overview, "4 not reached")
      assert.notInclude(overview, "cannot be read")
      const { json } = yield* send("/api/v1/public/status")
      assert.strictEqual(json.data.components.ingestion.offline_since, "1970-01-01T00:00:00")
    }).pipe(Effect.provide(listWorld))
  )

  it.effect("shows others how sources fare, and nothing that they may not do", () =>
    Effect.gen(function* () {
      const operator = asked(yield* (yield* World).session())
      yield* operator.post("", { url: "https://a.example/feed?key=secret-token" })
      const { get, post } = asked(yield* (yield* World).session("user-1"))
      const { text } = yield* get("")
      assert.include(text, "a.example")
      assert.notMatch(text, /secret-token|<form method="post" action="\/dashboard\/sources/)
      assert.strictEqual((yield* get("/export?format=json")).status, 403)
      assert.strictEqual((yield* post("", { url: "https://b.example/" })).status, 403)
    }).pipe(Effect.provide(listWorld))
  )
})
