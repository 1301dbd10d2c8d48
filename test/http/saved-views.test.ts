import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Call, World } from "../../harness/World.ts"

const views = "/api/v1/dashboard/views"

const heat = { name: "Heat", search: { q: "heat pump", source: ["A & B"], language: "de", sort: "newest" } }

const asked = Effect.map(
  World,
  ({ send, session }) =>
    (path: string, call: Call = {}) =>
      Effect.flatMap(session(), (secret) => send(`${views}${path}`, { session: secret, ...call }))
)

const post = (body: unknown) => ({ method: "POST", body })

describe("saved views", () => {
  it.effect("are kept, listed by name, renamed and removed", () =>
    Effect.gen(function* () {
      const send = yield* asked
      const made = yield* send("", post(heat))
      const { id } = made.json.data
      assert.strictEqual(made.status, 201)
      assert.deepStrictEqual(made.json.data, { id, ...heat, created_at: "1970-01-01T00:00:00" })
      yield* send("", post({ name: "Everything", search: { since: "2026-01-01", before: "2026-02-01" } }))
      const names = Effect.map(send(""), ({ json }) => json.data.map(({ name }: { readonly name: string }) => name))
      assert.deepStrictEqual(yield* names, ["Everything", "Heat"])
      const renamed = yield* send(`/${id}`, { method: "PATCH", body: { name: "  All of heat " } })
      assert.deepStrictEqual(renamed.json.data, { ...made.json.data, name: "All of heat" })
      const taken = yield* send(`/${id}`, { method: "PATCH", body: { name: "Everything" } })
      assert.deepStrictEqual([taken.status, taken.json.error.code], [409, "already_exists"])
      assert.strictEqual((yield* send(`/${id}`, { method: "DELETE" })).status, 204)
      assert.strictEqual((yield* send(`/${id}`, { method: "DELETE" })).json.error.code, "view_not_found")
      assert.deepStrictEqual(yield* names, ["Everything"])
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("refuse what GET /signals would refuse, and what it does not know", () =>
    Effect.gen(function* () {
      const send = yield* asked
      for (const [search, member] of [
        [{}, "search"],
        [{ q: "x".repeat(501) }, "q"],
        [{ q: "two\u0000words" }, "q"],
        [{ sort: "oldest" }, "sort"],
        [{ since: "2026-02-30" }, "since"],
        [{ source: Array.from({ length: 21 }, () => "A") }, "source"],
        [{ language: "english" }, "language"],
        [{ q: "tea", langauge: "de" }, "langauge"],
        [{ q: "tea", cursor: "x" }, "cursor"]
      ] as const) {
        const { json, status } = yield* send("", post({ name: "Heat", search }))
        assert.strictEqual(status, 422, member)
        assert.include(json.error.details[0].location, member)
      }
      for (const name of ["", "x".repeat(101), "a\u0000b"])
        assert.strictEqual((yield* send("", post({ ...heat, name }))).status, 422)
    }).pipe(Effect.provide(World.layer))
  )
})
