import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type ListChange, type ListedEntry, noChoice, SourceList } from "../../src/storage/sources/SourceList.ts"
import { contract } from "../support/Contract.ts"

const feed = (name: string, more: object = {}): ListedEntry => ({
  name,
  service: "feeds",
  entry: { url: `https://${name}/feed`, ...more }
})

const change = (made: ListChange) =>
  Effect.flatMap(SourceList, (list) => list.change(() => Effect.succeed([made, undefined] as const)))

const read = Effect.flatMap(SourceList, (list) => list.read)

contract("SourceList", SourceList.layer, (it) => {
  it.effect("is empty and was filled from no file at first", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read, { entries: [], choices: [], files: new Set<string>() })
    })
  )

  it.effect("keeps entries as they were written, in the order in which they came", () =>
    Effect.gen(function* () {
      const google = {
        name: "google_trends",
        service: "google_trends",
        entry: { countries: ["US", "GB"], every: "1 hour" }
      }
      yield* change({ put: [feed("z.example", { title: "Ünïcode \u{1f600}" }), google] })
      yield* change({ put: [feed("a.example")] })
      yield* change({ put: [feed("z.example", { title: "Z" })] })
      assert.deepStrictEqual((yield* read).entries, [feed("z.example", { title: "Z" }), google, feed("a.example")])
      yield* change({ remove: ["google_trends", "nobody"], put: [feed("b.example")] })
      assert.deepStrictEqual((yield* read).entries, [
        feed("z.example", { title: "Z" }),
        feed("a.example"),
        feed("b.example")
      ])
    })
  )

  it.effect("keeps what is chosen for a source until nothing is", () =>
    Effect.gen(function* () {
      const paused = { ...noChoice("b"), paused: true }
      const chosen = { name: "a", paused: false, every: "30 6 * * *", tags: ["rivals", "büro"] }
      yield* change({ choose: [paused, chosen] })
      assert.deepStrictEqual((yield* read).choices, [chosen, paused])
      yield* change({ choose: [noChoice("b"), { ...chosen, tags: [] }] })
      assert.deepStrictEqual((yield* read).choices, [{ ...chosen, tags: [] }])
    })
  )

  it.effect("knows the files that were read into it", () =>
    Effect.gen(function* () {
      yield* change({ file: "one" })
      yield* change({ file: "one" })
      yield* change({ file: "two" })
      assert.deepStrictEqual([...(yield* read).files].sort(), ["one", "two"])
    })
  )

  it.effect("changes once after the other, each from what the one before has left, or not at all", () =>
    Effect.gen(function* () {
      const list = yield* SourceList
      const addNext = list.change(({ entries }) =>
        Effect.as(Effect.yieldNow, [{ put: [feed(`${entries.length}.example`)] }, entries.length] as const)
      )
      const counts = yield* Effect.all(
        Array.from({ length: 5 }, () => addNext),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...counts].sort(), [0, 1, 2, 3, 4])
      assert.strictEqual(yield* Effect.flip(list.change(() => Effect.fail("no"))), "no")
      assert.strictEqual((yield* read).entries.length, 5)
    })
  )
})
