import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { type Answer, type Call, World } from "../../harness/World.ts"

const base = "/api/v1/public/competitors"

/** Calls with a key of the account. */
const as = Effect.fnUntraced(function* (account: string) {
  const { key, send } = yield* World
  const { key: value } = yield* key({ account })
  const call = (method: string, path = "", more: Call = {}) => send(`${base}${path}`, { method, key: value, ...more })
  return {
    get: (path = "") => call("GET", path),
    post: (body: unknown) => call("POST", "", { body }),
    patch: (id: number, body: unknown) => call("PATCH", `/${id}`, { body }),
    remove: (id: number) => call("DELETE", `/${id}`)
  }
})

const refused = (answer: Answer, status: number, code: string) => {
  assert.deepStrictEqual([answer.status, answer.json.error.code], [status, code], answer.text)
  return answer.json.error
}

const source = SourceName.make("feed:news.example")

const publish = Effect.fnUntraced(function* (...titles: ReadonlyArray<string>) {
  const signals = yield* Signals
  yield* signals.upsert(
    source,
    titles.map((title, n) => ({
      identity: title,
      guid: title,
      title,
      snippet: "",
      url: `https://news.example/${n}`,
      source: "News",
      published_at: new Date(-n * 60_000)
    }))
  )
})

const titles = ({ json }: Answer): ReadonlyArray<string> => json.data.map(({ title }: { title: string }) => title)

describe("POST /competitors", () => {
  it.effect("takes other names and phrases to keep out, 20 of each at most, and lists its news by them", () =>
    Effect.gen(function* () {
      const { get, patch, post } = yield* as("names")
      const more = { aliases: ["Block"], exclude: ["Madison Square Garden"] }
      const made = yield* post({ name: "Square", domain: "square.example", ...more })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json.data, more)
      yield* publish("Block grows", "Bulls at Madison Square Garden")
      const { id } = made.json.data
      assert.deepStrictEqual(titles(yield* get(`/${id}/signals`)), ["Block grows"])
      const changed = yield* patch(id, { exclude: [], aliases: null })
      assert.deepInclude(changed.json.data, { aliases: ["Block"], exclude: [] })
      const many = Array.from({ length: 21 }, (_, n) => `Name ${n}`)
      for (const aliases of [many, ["Twice", "Twice"], [""], "Block"])
        refused(yield* post({ name: "Other", domain: "other.example", aliases }), 422, "validation_error")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("takes a domain in lower case and punycode", () =>
    Effect.gen(function* () {
      const { get, post } = yield* as("a")
      const made = yield* post({ name: " Wattmühle ", domain: "Wattmühle.CO.UK." })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.json.data, { name: "Wattmühle", domain: "xn--wattmhle-b6a.co.uk", status: "active" })
      assert.deepStrictEqual((yield* get()).json.data, [made.json.data])
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("refuses what nobody can register, and names all faults at once", () =>
    Effect.gen(function* () {
      const { get, post } = yield* as("a")
      for (const domain of ["co.uk", "com", "127.0.0.1", "localhost", "https://acme.com", "acme.com:80", "", 5, null]) {
        const error = refused(yield* post({ name: "Acme", domain }), 422, "validation_error")
        assert.deepStrictEqual(error.details[0].location, ["body", "domain"], String(domain))
        assert.strictEqual(error.details.length, 1)
      }
      const both = refused(yield* post({ name: "", domain: "co.uk" }), 422, "validation_error")
      assert.strictEqual(both.details.length, 2)
      assert.deepStrictEqual((yield* get()).json.data, [])
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("refuses a domain that the account watches, however it is written, until that entry is archived", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* as("one"), yield* as("two")]
      const { id } = (yield* one.post({ name: "Acme", domain: "acme.co.uk" })).json.data
      refused(yield* one.post({ name: "Again", domain: "ACME.co.uk." }), 409, "already_exists")
      assert.strictEqual((yield* two.post({ name: "Acme", domain: "acme.co.uk" })).status, 201)
      assert.strictEqual((yield* one.remove(id)).json.data.status, "archived")
      assert.strictEqual((yield* one.post({ name: "Again", domain: "acme.co.uk" })).status, 201)
    }).pipe(Effect.provide(World.layer))
  )
})

describe("PATCH and DELETE /competitors/{id}", () => {
  it.effect("pause, resume and archive; what is paused or archived is not searched for", () =>
    Effect.gen(function* () {
      const { get, patch, post, remove } = yield* as("a")
      const competitors = yield* Competitors
      const searched = Effect.map(competitors.interests(10), (all) => all.map(({ text }) => text))
      const { id } = (yield* post({ name: "Acme", domain: "acme.example" })).json.data
      assert.deepStrictEqual(yield* searched, ["Acme"])
      assert.strictEqual((yield* patch(id, { status: "paused" })).json.data.status, "paused")
      assert.deepStrictEqual(yield* searched, [])
      assert.strictEqual((yield* patch(id, { status: "active", name: "Acme AG" })).json.data.name, "Acme AG")
      assert.deepStrictEqual(yield* searched, ["Acme AG"])
      const unchanged = yield* patch(id, { status: null, name: null })
      assert.deepInclude(unchanged.json.data, { status: "active", name: "Acme AG" })
      refused(yield* patch(id, { status: "gone" }), 422, "validation_error")
      refused(yield* patch(id, { name: " " }), 422, "validation_error")
      assert.strictEqual((yield* remove(id)).status, 200)
      assert.deepStrictEqual(yield* searched, [])
      for (const change of [{ status: "active" }, { status: "archived" }, { name: "Acme SE" }, {}]) {
        refused(yield* patch(id, change), 409, "competitor_archived")
      }
      refused(yield* remove(id), 409, "competitor_archived")
      const other = yield* as("b")
      refused(yield* other.patch(id, { status: "active" }), 404, "competitor_not_found")
      assert.deepStrictEqual((yield* get()).json.data, [])
      assert.strictEqual((yield* get("?status=archived")).json.data.length, 1)
    }).pipe(Effect.provide(World.layer))
  )
})

describe("GET /competitors/{id}/signals", () => {
  it.effect("lists what mentions the competitor, in the form of /signals, newest first", () =>
    Effect.gen(function* () {
      const { get, post } = yield* as("a")
      const { key, send } = yield* World
      yield* publish("Acme opens a plant", "Nothing of it", "Found by a search", "ACME closes a plant")
      yield* (yield* Signals).link("acme", source, ["Found by a search"])
      const { id } = (yield* post({ name: "Acme", domain: "acme.example" })).json.data
      const answer = yield* get(`/${id}/signals`)
      assert.deepStrictEqual(titles(answer), ["Acme opens a plant", "Found by a search", "ACME closes a plant"])
      const all = yield* send("/api/v1/public/signals?q=opens", { key: (yield* key()).key })
      assert.deepStrictEqual(answer.json.data[0], all.json.data[0])
      assert.deepStrictEqual(titles(yield* get(`/${id}/signals?limit=1`)), ["Acme opens a plant"])
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("takes limit as /signals does", () =>
    Effect.gen(function* () {
      const { get, post } = yield* as("a")
      yield* publish(...Array.from({ length: 101 }, (_, n) => `Acme story ${n}`))
      const { id } = (yield* post({ name: "Acme", domain: "acme.example" })).json.data
      assert.lengthOf((yield* get(`/${id}/signals`)).json.data, 20)
      assert.lengthOf((yield* get(`/${id}/signals?limit=100`)).json.data, 100)
      for (const limit of ["0", "101", "-1", "1e1", "+5", "5.0", "", "x", "1&limit=2"]) {
        const error = refused(yield* get(`/${id}/signals?limit=${limit}`), 422, "validation_error")
        assert.deepStrictEqual(error.details[0].location, ["query", "limit"])
      }
      refused(yield* get("/2147483647/signals?limit=0"), 422, "validation_error")
      refused(yield* get("/x/signals"), 422, "validation_error")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("goes on for a paused one, and ends with an archived one", () =>
    Effect.gen(function* () {
      const { get, patch, post, remove } = yield* as("a")
      yield* publish("Acme opens a plant")
      const { id } = (yield* post({ name: "Acme", domain: "acme.example" })).json.data
      yield* patch(id, { status: "paused" })
      assert.lengthOf((yield* get(`/${id}/signals`)).json.data, 1)
      yield* remove(id)
      refused(yield* get(`/${id}/signals`), 404, "competitor_not_found")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("tells another account nothing: neither the signals nor that there is such a competitor", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* as("one"), yield* as("two")]
      yield* publish("Acme opens a plant")
      const { id } = (yield* one.post({ name: "Acme", domain: "acme.example" })).json.data
      const theirs = refused(yield* two.get(`/${id}/signals`), 404, "competitor_not_found")
      const nobodys = refused(yield* two.get(`/${id + 1}/signals`), 404, "competitor_not_found")
      assert.deepStrictEqual({ ...theirs, request_id: "" }, { ...nobodys, request_id: "" })
    }).pipe(Effect.provide(World.layer))
  )
})
