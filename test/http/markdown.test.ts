import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { World } from "../../harness/World.ts"
import { operations } from "../support/Operations.ts"

describe("/docs.md and /llms.txt", () => {
  it.effect("name every operation of the contract, to everybody", () =>
    Effect.gen(function* () {
      const { send } = yield* World
      const docs = yield* send("/docs.md")
      const llms = yield* send("/llms.txt")
      assert.strictEqual(docs.headers.get("content-type"), "text/markdown; charset=utf-8")
      assert.strictEqual(llms.headers.get("content-type"), "text/plain; charset=utf-8")
      assert.match(llms.text, /^# Sonde\n\n> .+\n/)
      const links = [...llms.text.matchAll(/^- \[(\w+ \/.*)\]\(\/docs\.md#(.+)\): /gm)]
      const titles = links.map(([, title]) => title!)
      for (const { method, path } of operations) {
        assert.include(docs.text, `### ${method} ${path}\n`)
        assert.include(titles, `${method} ${path}`)
      }
      assert.strictEqual(new Set(links.map(([, , anchor]) => anchor)).size, links.length)
      assert.include(llms.text, "](/docs.md#get-apiv1publicreportsreport_id):")
      assert.notInclude(docs.text, "[object Object]")
      assert.notInclude(docs.text, "undefined")
    }).pipe(Effect.provide(World.layer))
  )
})
