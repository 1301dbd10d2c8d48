import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { World } from "../../harness/World.ts"
import { maxSavedViews } from "../../src/domain/SavedView.ts"

const asked = (session: string) => {
  const get = (path: string) => Effect.flatMap(World, ({ send }) => send(path, { session }))
  const post = (path: string, form: ReadonlyArray<readonly [string, string]> = []) =>
    Effect.flatMap(World, ({ send }) =>
      send(`/dashboard/views${path}`, {
        method: "POST",
        session,
        body: new URLSearchParams(form.map(([name, value]) => [name, value])).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
    )
  return { get, post }
}

const question = "q=%22heat+pump%22&sort=newest&since=2026-01-01&language=de&source=A+%26+B&source=C&tag=food&tag=eu"

/** Fields of the form that nobody sees. */
const hidden = (text: string): ReadonlyArray<readonly [string, string]> =>
  [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!.replaceAll("&quot;", '"').replaceAll("&amp;", "&")
  ])

describe("saved views", () => {
  it.effect("keep a search with filters and order, beside the search of the account, without script", () =>
    Effect.gen(function* () {
      const { get, post } = asked(yield* (yield* World).session())
      const search = yield* get(`/dashboard/signals?${question}`)
      const [, form] = /<a class="button" href="(\/dashboard\/views\/new[^"]*)">Save this search/.exec(search.text)!
      const fields = hidden((yield* get(form!.replaceAll("&amp;", "&"))).text)
      const saved = yield* post("", [...fields, ["name", "<b>Pumps</b>"]])
      assert.deepStrictEqual([saved.status, saved.headers.get("location")], [303, "/dashboard/views?done=saved"])
      const list = (yield* get("/dashboard/views")).text
      assert.include(list, "&lt;b&gt;Pumps&lt;/b&gt;")
      assert.match(
        list.replace(/<[^>]+>/g, ""),
        /“"?&quot;heat pump&quot;”, from 1 Jan 2026, by A &amp; B or C, tagged food or eu, in German, newest first/
      )
      const [, found] = /<nav class="views"[^]*?<a href="\/dashboard\/signals\?([^"]*)"/.exec(
        (yield* get("/dashboard/signals")).text
      )!
      const parameters = (text: string) => [...new URLSearchParams(text)].sort()
      assert.deepStrictEqual(parameters(found!.replaceAll("&amp;", "&")), parameters(question))
      const [, page] = /href="(\/dashboard\/views\/\d+)"/.exec(list)!
      const own = page!.slice("/dashboard/views".length)
      yield* post("", [
        ["q", "tea"],
        ["name", "Tea"]
      ])
      const taken = yield* post(`${own}/rename`, [["name", "Tea"]])
      assert.strictEqual(taken.status, 409)
      assert.match(taken.text, /id="field-name-fault">Is another view&#39;s already/)
      assert.strictEqual(
        (yield* post(`${own}/rename`, [["name", " Heat "]])).headers.get("location"),
        "/dashboard/views?done=renamed"
      )
      assert.match((yield* get("/dashboard/signals")).text, /<nav class="views"[^]*Heat[^]*Tea/)
      yield* post(`${own}/remove`)
      assert.strictEqual((yield* get(page!)).status, 404)
      const other = asked(yield* (yield* World).session("user-1"))
      assert.notInclude((yield* other.get("/dashboard/signals")).text, '<nav class="views"')
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("say what is wrong with one: no name, nothing to search for, a filter that is none, too many", () =>
    Effect.gen(function* () {
      const { get, post } = asked(yield* (yield* World).session())
      assert.match(
        (yield* post("", [
          ["q", "tea"],
          ["name", " "]
        ])).text,
        /id="field-name-fault">Must be 1 to 100/
      )
      assert.match((yield* post("", [["name", "All"]])).text, /role="alert">Search must have one member/)
      assert.match(
        (yield* post("", [
          ["name", "All"],
          ["since", "soon"]
        ])).text,
        /role="alert">Since /
      )
      for (let n = 0; n <= maxSavedViews; n++) {
        const { status, text } = yield* post("", [
          ["q", "tea"],
          ["name", `${n}`]
        ])
        if (n < maxSavedViews) assert.strictEqual(status, 303)
        else assert.match(text, /role="alert">The account has 50 saved views/)
      }
      assert.notInclude((yield* get("/dashboard/signals")).text, "Save this search")
    }).pipe(Effect.provide(World.layer))
  )
})
