import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { absent, captures } from "../../../harness/captures/Captures.ts"
import { mark } from "../../../harness/captures/Expected.ts"
import { parse } from "./Documents.ts"

const files = captures()

describe.skipIf(files === null)(`what real feeds hold${files === null ? ` (${absent})` : ""}`, () => {
  it.effect("is found: titles, absolute links, dates to the second and text without markup", () =>
    Effect.gen(function* () {
      const kinds = new Map<string, { fields: number; right: number }>()
      const wrong: Array<string> = []
      for (const { bytes, name } of files!) {
        const { items } = yield* parse(bytes)
        const marks = mark(
          name,
          items.map(({ link, publishedAt, text, title }) => ({ title, link, date: publishedAt, text }))
        )
        const kind = kinds.get(name.split("/")[0]!) ?? { fields: 0, right: 0 }
        kinds.set(name.split("/")[0]!, { fields: kind.fields + marks.fields, right: kind.right + marks.right })
        wrong.push(...marks.wrong)
        for (const { summary, text, title } of items) {
          assert.notMatch(title + text + summary, /<(?:p|div|span|br|img|script)[\s/>]/i, name)
        }
      }
      const all = [...kinds.values()].reduce((sum, { fields }) => sum + fields, 0)
      assert.isAbove(all, 5_000)
      assert.isAtLeast((all - wrong.length) / all, 0.995, wrong.join("\n"))
      for (const [kind, { fields, right }] of kinds) {
        assert.isAbove(fields, 0, kind)
        assert.isAtLeast(right / fields, 0.95, `${kind}: ${wrong.join("\n")}`)
      }
    })
  )
})
