import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { parse } from "./documents.ts"

/** Real answers of real publishers, kept outside of the repository because the texts are theirs. */
const FOLDER = new URL("../../../../shared/captures/open/", import.meta.url)

const KINDS = [
  "atom",
  "rss2",
  "rdf",
  "rss09x",
  "jsonfeed",
  "legacy-encoding",
  "reddit-atom",
  "google-trends-rss-new",
  "google-trends-rss-old",
  "gzip",
  "malformed"
]

/** Documents whose items carry no link or no date at all. */
const WITHOUT_DATES = /finanzen|rdf_UTF8|0\.91_encoding_2|legacy-encoding/i
const WITHOUT_LINKS = /legacy-encoding/

const present = existsSync(FOLDER)
const files = present
  ? KINDS.flatMap((kind) => readdirSync(new URL(`${kind}/`, FOLDER)).map((name) => `${kind}/${name}`))
  : []

describe.skipIf(!present)(
  `real feeds${present ? "" : " (skipped: no ../shared/captures/open beside the repository)"}`,
  () => {
    it.effect.each(files.length === 0 ? ["none"] : files)("%s is read with titles, links and dates", (file) =>
      Effect.gen(function* () {
        const { items } = yield* parse(readFileSync(new URL(file, FOLDER)))
        const share = (has: (item: (typeof items)[number]) => boolean) =>
          items.length === 0 ? 1 : items.filter(has).length / items.length
        expect(share(({ title }) => title !== "" && !/<\/?(?:p|a|b|br|div|img|span)\b|Ã.|â€/.test(title))).toBe(1)
        if (!WITHOUT_LINKS.test(file)) expect(share(({ link }) => link !== null && /^https?:\/\//.test(link))).toBe(1)
        if (!WITHOUT_DATES.test(file)) expect(share(({ publishedAt }) => publishedAt !== null)).toBe(1)
        expect(
          items.every(({ text, title, summary }) => [text, title, summary].every((each) => each.isWellFormed()))
        ).toBe(true)
        expect(new Set(items.map(({ guid }) => guid)).size).toBe(items.length)
      })
    )
  }
)
