import { Redacted, Result, Schema } from "effect"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { type Page, pagedRanks } from "./Pages.ts"
import { addresses } from "./Rows.ts"

/*
 * Google's Custom Search JSON API (https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list). An
 * answer without results has no `items`.
 */

const Answer = Schema.Struct({
  kind: Schema.optional(Schema.Unknown),
  items: Schema.optional(Schema.Array(Schema.Unknown)),
  queries: Schema.optional(Schema.Struct({ nextPage: Schema.optional(Schema.Unknown) }))
})

export const readPage = (document: Document): Result.Result<Page, string> =>
  Result.flatMap(readJson(document, Answer), ({ items, kind, queries }) =>
    kind !== "customsearch#search"
      ? Result.fail("not an answer of Google's search")
      : Result.map(addresses(items ?? [], "link"), (results) => ({ results, last: queries?.nextPage === undefined }))
  )

const base = "https://customsearch.googleapis.com/customsearch/v1"

/** Positions in the results of a Programmable Search Engine, which should search the whole web. */
export const googleCse = (key: Redacted.Redacted, id: string) =>
  pagedRanks({
    title: "Search positions of tracked keywords, by Google Programmable Search",
    url: base,
    address: (keyword, page) =>
      `${base}?${new URLSearchParams({ cx: id, q: keyword, num: "10", start: String((page - 1) * 10 + 1), key: Redacted.value(key) })}`,
    page: reader(import.meta.url, readPage),
    words: {
      400: "it does not know GOOGLE_CSE_KEY or GOOGLE_CSE_ID",
      403: "the project of GOOGLE_CSE_KEY may not use the Custom Search API",
      404: "it does not know GOOGLE_CSE_ID",
      429: "the day's searches are used up, or come too fast"
    }
  })
