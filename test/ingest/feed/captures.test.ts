import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { absent, captures } from "../../../harness/captures/Captures.ts"
import { parse } from "./Documents.ts"

/** Documents whose items carry no link or no date at all. */
const WITHOUT_DATES = /finanzen|rdf_UTF8|0\.91_encoding_2|legacy-encoding/i
const WITHOUT_LINKS = /legacy-encoding/

const files = captures()

describe.skipIf(files === null)(`real feeds${files === null ? ` (${absent})` : ""}`, () => {
  const named = files?.map(({ bytes, name }) => [name, bytes] as const)
  it.effect.each(named ?? [["none", new Uint8Array()] as const])(
    "%s is read with titles, links and dates",
    ([file, bytes]) =>
      Effect.gen(function* () {
        const { items } = yield* parse(bytes)
        const share = (has: (item: (typeof items)[number]) => boolean) =>
          items.length === 0 ? 1 : items.filter(has).length / items.length
        assert.strictEqual(
          share(({ title }) => title !== "" && !/<\/?(?:p|a|b|br|div|img|span)\b|Ã.|â€/.test(title)),
          1
        )
        if (!WITHOUT_LINKS.test(file))
          assert.strictEqual(
            share(({ link }) => link !== null && /^https?:\/\//.test(link)),
            1
          )
        if (!WITHOUT_DATES.test(file))
          assert.strictEqual(
            share(({ publishedAt }) => publishedAt !== null),
            1
          )
        assert.strictEqual(
          items.every(({ text, title, summary }) => [text, title, summary].every((each) => each.isWellFormed())),
          true
        )
        assert.strictEqual(new Set(items.map(({ guid }) => guid)).size, items.length)
      })
  )
})
