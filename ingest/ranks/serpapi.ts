import { Redacted, Result, Schema } from "effect"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { type Page, pagedRanks } from "./Pages.ts"
import { addresses } from "./Rows.ts"

/*
 * SerpApi's Google results (https://serpapi.com/search-api). A search without results is a success that has an `error`
 * as well.
 */

const Answer = Schema.Struct({
  search_metadata: Schema.optional(Schema.Struct({ status: Schema.optional(Schema.Unknown) })),
  organic_results: Schema.optional(Schema.Array(Schema.Unknown)),
  serpapi_pagination: Schema.optional(Schema.Struct({ next: Schema.optional(Schema.Unknown) }))
})

/** Places are counted by us: SerpApi's `position` begins anew on each page. */
export const readPage = (document: Document): Result.Result<Page, string> =>
  Result.flatMap(readJson(document, Answer), ({ organic_results, search_metadata, serpapi_pagination }) =>
    organic_results === undefined && search_metadata?.status !== "Success"
      ? Result.fail("SerpApi reports an error in place of results")
      : Result.map(addresses(organic_results ?? [], "link"), (results) => ({
          results,
          last: serpapi_pagination?.next === undefined
        }))
  )

const base = "https://serpapi.com/search.json"

/** Positions on Google by SerpApi; each page is a search that it charges. */
export const serpapi = (key: Redacted.Redacted) =>
  pagedRanks({
    title: "Search positions of tracked keywords, by SerpApi",
    url: base,
    address: (keyword, page) =>
      `${base}?${new URLSearchParams({ engine: "google", q: keyword, start: String((page - 1) * 10), api_key: Redacted.value(key) })}`,
    page: reader(import.meta.url, readPage),
    words: {
      401: "it does not know SERPAPI_KEY",
      403: "the account of SERPAPI_KEY may not search",
      429: "the account's searches are used up, or come too fast"
    }
  })
