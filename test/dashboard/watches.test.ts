import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, type Call, World } from "../../harness/World.ts"
import { toTimestamp } from "../../src/domain/Timestamp.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Deliveries } from "../../src/storage/watches/Deliveries.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { start } from "../support/Contract.ts"
import { news, store } from "../support/News.ts"

const tell = Effect.gen(function* () {
  const signals = yield* Signals
  while ((yield* signals.tellStories(100)).length > 0);
})

/** What somebody who is signed in does in a browser. */
const signedIn = Effect.fnUntraced(function* (account = "local") {
  const { send, session: begin } = yield* World
  const session = yield* begin(account)
  const open = (path: string, call: Call = {}) => send(`/dashboard${path}`, { session, ...call })
  return {
    open,
    submit: (path: string, fields: ReadonlyArray<readonly [string, string]> | Readonly<Record<string, string>> = {}) =>
      open(path, {
        method: "POST",
        body: new URLSearchParams(fields as Record<string, string>).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" }
      }),
    call: (method: string, path: string, body?: unknown) =>
      send(`/api/v1/public${path}`, { session, method, ...(body !== undefined && { body }) })
  }
})

const words = ({ text }: Answer): string =>
  text
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()

const whereTo = ({ headers, text }: Answer): string => {
  assert.isNotNull(headers.get("location"), text)
  return headers.get("location")!.slice("/dashboard".length)
}

/** Where "Watch this" leads, after `/dashboard`. */
const watchLinks = ({ text }: Answer): ReadonlyArray<string> =>
  [...text.matchAll(/href="\/dashboard(\/watches\/new\?[^"]*)"/g)].map(([, link]) => link!.replaceAll("&amp;", "&"))

type Services = World | Reports | Signals | Deliveries | TrendingKeywords | Companies

const world = <A, E>(name: string, self: Effect.Effect<A, E, Services>) =>
  it.effect(name, () =>
    Effect.andThen(TestClock.setTime(start.getTime()), Effect.provide(self, World.layer) as Effect.Effect<A, E>)
  )

describe("watches in the dashboard", () => {
  world(
    "are made from a search, after a look at what they would have told",
    Effect.gen(function* () {
      const { call, open, submit } = yield* signedIn()
      yield* store(news("Tea <b>prices</b> rise in Assam"), news("Coffee is cheap"))
      yield* tell
      const [link] = watchLinks(yield* open("/signals?q=tea+prices&source=Example&language=en&tag=rivals&tag=eu"))
      const form = yield* open(link!)
      for (const part of [
        'value="tea prices"',
        ">Example</textarea>",
        'name="language" type="text" value="en"',
        'value="rivals, eu"'
      ])
        assert.include(form.text.replace(/\s+/g, " ").replace(/> /g, ">"), part)
      const once = /name="once" value="([^"]+)"/.exec(form.text)![1]!
      const fields = { once, kind: "search", q: "tea prices", min_publishers: "1", cooldown_minutes: "15" }
      const preview = yield* submit("/watches/new", { ...fields, step: "preview" })
      assert.strictEqual(preview.status, 200)
      assert.include(preview.text, "<mark>Tea</mark> &lt;b&gt;<mark>prices</mark>&lt;/b&gt; rise in Assam")
      assert.include(words(preview), "It would have had 1 event")
      assert.include(words(preview), "Why: matches")
      assert.notInclude(words(preview), "Coffee")
      assert.include(preview.text, 'value="15"', "what was typed is still there")
      assert.deepStrictEqual((yield* call("GET", "/watches")).json.data, [], "a preview saves nothing")
      const none = yield* submit("/watches/new", { ...fields, tags: "rivals", step: "preview" })
      assert.include(words(none), "It would have had no events")
      const quiet = { from: "22:00", to: "06:30", zone: "Europe/Vienna" }
      const saved = yield* submit("/watches/new", { ...fields, ...quiet, step: "save" })
      assert.strictEqual(whereTo(yield* submit("/watches/new", { ...fields, ...quiet, step: "save" })), whereTo(saved))
      const [watch, ...others] = (yield* call("GET", "/watches")).json.data
      assert.deepStrictEqual(others, [])
      assert.deepInclude(watch, { name: "News for “tea prices”", subject: { kind: "search", q: "tea prices" } })
      assert.deepStrictEqual(watch.conditions, { min_publishers: 1, cooldown_minutes: 15, quiet_hours: quiet })
      const shown = words(yield* open(whereTo(saved)))
      for (const part of ["The watch is saved", "15 minutes", "22:00 to 06:30, Europe/Vienna", "No event yet"])
        assert.include(shown, part)
    })
  )

  world(
    "are refused with what is wrong at its place, and what was typed",
    Effect.gen(function* () {
      const { call, open, submit } = yield* signedIn()
      const wrong = {
        kind: "search",
        q: "",
        tags: "fine, Not fine",
        cooldown_minutes: "99999",
        from: "22:00",
        to: "",
        zone: "Nowhere"
      }
      for (const step of ["preview", "save"]) {
        const refused = yield* submit("/watches/new", { ...wrong, name: "<i>Mine</i>", step })
        assert.strictEqual(refused.status, 422)
        for (const name of ["q", "tags", "cooldown_minutes", "to", "zone"])
          assert.include(refused.text, `id="field-${name}-fault"`, name)
        assert.include(refused.text, 'value="&lt;i&gt;Mine&lt;/i&gt;"')
      }
      const same = yield* submit("/watches/new", { kind: "key", days: "3", from: "22:00", to: "22:00", zone: "UTC" })
      assert.include(words(same), "Quiet hours from and to must differ.")
      yield* call("POST", "/competitors", { name: "Acme", domain: "acme.example" })
      const gone = yield* submit("/watches/new", { kind: "competitor", competitor_id: "7", step: "save" })
      assert.include(words(gone), "Must be the id of a competitor that there is.")
      assert.include(words(yield* open("/watches/new?kind=company")), "Which company?")
      assert.include(words(yield* open("/watches/new?kind=telepathy")), "What do you want to be told about?")
    })
  )

  world(
    "are changed, paused, resumed, read as a feed and deleted",
    Effect.gen(function* () {
      const { call, open, submit } = yield* signedIn()
      const subject = { kind: "trending", about: "tea", states: ["rising"], country: "DE" }
      const { id } = (yield* call("POST", "/watches", { name: "Tea", subject })).json.data
      const form = yield* open(`/watches/${id}/edit`)
      const checked = [...form.text.matchAll(/name="states"\s+value="(\w+)"\s+checked/g)].map(([, value]) => value)
      assert.deepStrictEqual(checked, ["rising"])
      const fields = [
        ["kind", "trending"],
        ["about", "green tea"],
        ["states", "new"],
        ["states", "rising"],
        ["name", "Green tea"],
        ["cooldown_minutes", "0"],
        ["step", "save"]
      ] as const
      assert.strictEqual(whereTo(yield* submit(`/watches/${id}/edit`, fields)), `/watches/${id}?done=changed`)
      const changed = (yield* call("GET", `/watches/${id}`)).json.data
      assert.deepStrictEqual(changed.subject, { kind: "trending", about: "green tea", states: ["new", "rising"] })
      yield* submit(`/watches/${id}/pause`)
      assert.include(words(yield* open("/watches")), "Green tea Searches about “green tea”: new or rising paused")
      yield* submit(`/watches/${id}/resume`)
      assert.strictEqual((yield* call("GET", `/watches/${id}`)).json.data.status, "active")
      const feed = yield* submit(`/watches/${id}/feed`)
      const address = /<code>(http[^<]+\.rss)<\/code>/.exec(feed.text)![1]!
      const { send } = yield* World
      const read = Effect.map(send(new URL(address).pathname), ({ status }) => status)
      assert.strictEqual(yield* read, 200)
      assert.notInclude((yield* open(`/watches/${id}`)).text, new URL(address).pathname)
      yield* submit(`/watches/${id}/end-feed`)
      assert.strictEqual(yield* read, 404)
      assert.include((yield* open(`/watches/${id}/delete`)).text, "Delete “Green tea”?")
      assert.strictEqual(whereTo(yield* submit(`/watches/${id}/delete`)), "/watches?done=deleted")
      assert.deepStrictEqual((yield* call("GET", "/watches")).json.data, [])
    })
  )

  world(
    "keep to any platform when they are edited",
    Effect.gen(function* () {
      const { call, open, submit } = yield* signedIn()
      const subject = { kind: "social", about: "tea" }
      const { id } = (yield* call("POST", "/watches", { name: "Tea", subject })).json.data
      const { text } = yield* open(`/watches/${id}/edit`)
      const [, options] = /<select id="field-platform"[^>]*>([^]*?)<\/select>/.exec(text)!
      const [first] = [...options!.matchAll(/value="(\w*)"/g)].map(([, value]) => value)
      assert.deepStrictEqual([first, options!.includes("selected")], ["", false])
      const fields = { ...subject, platform: first!, name: "Tea", cooldown_minutes: "0", step: "save" }
      yield* submit(`/watches/${id}/edit`, fields)
      assert.deepStrictEqual((yield* call("GET", `/watches/${id}`)).json.data.subject, subject)
    })
  )

  world(
    "are a link away on what can be watched",
    Effect.gen(function* () {
      const { call, open } = yield* signedIn()
      const make = (path: string, body: unknown) => Effect.map(call("POST", path, body), ({ json }) => json.data.id)
      const competitor = yield* make("/competitors", { name: "Acme & Co", domain: "acme.example" })
      const keyword = yield* make("/seo/keywords", { keyword: "green tea", target_url: "https://tea.example/" })
      const asked = { niche: "tea & coffee", report_type: "decision_brief" as const, context: null, title: "Tea" }
      const { id: report } = yield* (yield* Reports).create(yield* (yield* World).account(), asked)
      yield* (yield* TrendingKeywords).upsert([{ keyword: "tea & milk", country: "DE", volume: 1 }])
      yield* (yield* Companies).upsert([
        {
          key: "import:1",
          name: "Tea & Sons",
          tickers: ["TEA"],
          industry: "Tea",
          revenue: 1,
          market_cap: 1,
          revenue_period_end: null,
          source_url: null
        }
      ])
      const company = (yield* call("GET", "/market-data/search?q=tea")).json.data[0].id
      for (const [path, ...filled] of [
        [`/competitors/${competitor}`, ">Acme &amp; Co</option>"],
        [`/keywords/${keyword}`, ">green tea</option>"],
        [`/reports/${report}`, 'value="tea &amp; coffee"'],
        ["/trends", 'name="country"', 'value="tea &amp; milk"'],
        ["/trends/x", 'value="x" selected'],
        ["/companies?q=tea", ">Tea &amp; Sons</option>"],
        [`/companies/${company}`, ">Tea &amp; Sons</option>"]
      ] as ReadonlyArray<readonly [string, ...ReadonlyArray<string>]>) {
        const links = watchLinks(yield* open(path))
        const forms = yield* Effect.forEach(links, (link) => open(link))
        for (const form of forms) assert.strictEqual(form.status, 200, path)
        const texts = forms.map(({ text }) => text.replace(/\s+/g, " ")).join("")
        for (const part of filled) assert.include(texts, part, path)
      }
    })
  )
})

describe("events in the dashboard", () => {
  world(
    "are unread until somebody has read them, in every browser",
    Effect.gen(function* () {
      const { call, open, submit } = yield* signedIn()
      const { id: tea } = (yield* call("POST", "/watches", { name: "T", subject: { kind: "search", q: "tea" } })).json
        .data
      yield* call("POST", "/watches", { name: "C", subject: { kind: "search", q: "coffee" } })
      for (let n = 1; n <= 22; n++) {
        yield* store(news(`Tea${n} ships arrive with tea in harbour ${n}`))
        yield* tell
      }
      yield* store(news("Coffee burns"))
      yield* tell
      const unread = Effect.map(open("/companies"), ({ text }) => /data-unread\s*>(\d+)</.exec(text)?.[1])
      assert.strictEqual(yield* unread, "23")
      const first = yield* open("/events")
      assert.strictEqual(yield* unread, "23", "looking alone changes nothing")
      assert.lengthOf(first.text.match(/data-event=/g)!, 20)
      assert.include(first.text, "<mark>Coffee</mark> burns")
      const older = /href="\/dashboard(\/events\?before=\d+)"[^>]*>Older/.exec(first.text)![1]!
      assert.lengthOf((yield* open(older)).text.match(/data-event=/g)!, 3)
      const filtered = yield* open(`/events?watch=${tea}`)
      assert.notInclude(filtered.text, "Coffee")
      assert.strictEqual((yield* open("/events?watch=x")).status, 422)
      const [, upTo] = /name="up_to" value="(\d+)"/.exec(first.text)!
      yield* store(news("Coffee ships sink"))
      yield* tell
      assert.strictEqual(whereTo(yield* submit("/events/read", { up_to: upTo! })), "/events?done=read")
      const other = yield* (yield* signedIn()).open("/events")
      assert.deepStrictEqual(other.text.match(/data-event="\d+"/g), ['data-event="24"'])
      assert.strictEqual(yield* unread, "1")
      const stranger = yield* signedIn("stranger")
      yield* stranger.submit("/events/read", { up_to: "24" })
      assert.strictEqual(yield* unread, "1")
      assert.include(words(yield* stranger.open("/events")), "No watch yet")
    })
  )
})

describe("endpoints in the dashboard", () => {
  world(
    "show their secret once, and what became of what was sent",
    Effect.gen(function* () {
      const { call, open, submit } = yield* signedIn()
      const refused = yield* submit("/endpoints", { name: "Hook", kind: "webhook", url: "ftp://hooks.example" })
      assert.strictEqual(refused.status, 422)
      assert.include(refused.text, 'id="field-url-fault"')
      const added = yield* submit("/endpoints", { name: "Hook <i>", kind: "webhook", url: "http://localhost:9/hook" })
      const secret = /<code>(whsec_[^<]+)<\/code>/.exec(added.text)![1]!
      const [{ id }] = (yield* call("GET", "/endpoints")).json.data
      assert.include(added.text, `data-once="/dashboard/endpoints/${id}"`)
      const page = Effect.map(open(`/endpoints/${id}`), ({ text }) => text)
      assert.notInclude(yield* page, secret)
      const rotated = yield* submit(`/endpoints/${id}/rotate`)
      assert.match(rotated.text, /<code>whsec_[^<]+<\/code>/)
      assert.include(words(rotated), "Until 2026-03-11 12:00 UTC requests are signed")
      assert.include(words(yield* submit(`/endpoints/${id}/test`)), "The test event was not delivered")

      yield* call("POST", "/watches", { name: "Tea", subject: { kind: "search", q: "tea" }, endpoints: [id] })
      yield* store(news("Tea is dear"))
      yield* tell
      const deliveries = yield* Deliveries
      const [taken] = yield* deliveries.take(1)
      const attempt = { at: toTimestamp(start), delivered: false, status: 503, error: "503", took_ms: 12 }
      const disabled = "No attempt has succeeded for two days."
      yield* deliveries.settle(taken!, { ...attempt, answer: "<script>busy</script>" }, { disabled })
      const failing = yield* page
      assert.include(failing, "It answered 503: something is wrong at the receiver.")
      assert.include(failing, "&lt;script&gt;busy&lt;/script&gt;")
      assert.include(failing, disabled)
      assert.include(words(yield* open("/endpoints")), `${disabled} Webhook`)
      assert.strictEqual(whereTo(yield* submit(`/endpoints/${id}/resume`)), `/endpoints/${id}?done=active`)
      assert.notInclude(yield* page, disabled)
      const again = yield* submit(`/endpoints/${id}/redeliver`, { event: "1" })
      assert.strictEqual(whereTo(again), `/endpoints/${id}?done=redelivered`)
      const [repeated] = yield* deliveries.take(1)
      const delivered = { ...attempt, delivered: true, status: 200, error: null, answer: "taken" }
      yield* deliveries.settle(repeated!, delivered, "delivered")
      const log = words(yield* open(`/endpoints/${id}`))
      assert.match(log, /All 2 attempts .* 503, 12 ms .*busy.* delivered, 200, 12 ms taken/)

      const change = { name: "Other", url: "https://hooks.example/2" }
      assert.strictEqual(whereTo(yield* submit(`/endpoints/${id}/edit`, change)), `/endpoints/${id}?done=changed`)
      assert.deepInclude((yield* call("GET", `/endpoints/${id}`)).json.data, { name: "Other" })
      assert.strictEqual(whereTo(yield* submit(`/endpoints/${id}/remove`)), "/endpoints?done=removed")
      const plain = yield* submit("/endpoints", { name: "J", kind: "json", url: "https://hooks.example/3" })
      assert.match(whereTo(plain), /^\/endpoints\/\d+\?done=added$/)
    })
  )
})
