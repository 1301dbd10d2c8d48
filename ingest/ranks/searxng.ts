import { Result, Schema } from "effect"
import { line } from "../feed/Text.ts"
import { withoutSlash } from "../list/Entry.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { type Page, pagedRanks } from "./Pages.ts"
import { addresses } from "./Rows.ts"

/*
 * A SearXNG of the operator's own (https://docs.searxng.org/dev/search_api.html): results of several engines, merged.
 */

const Answer = Schema.Struct({
  results: Schema.Array(Schema.Unknown),
  /** Pairs of an engine's name and what is wrong with it. */
  unresponsive_engines: Schema.optional(Schema.Array(Schema.Unknown))
})

const text = (value: unknown): string => (typeof value === "string" ? line(value, 40) : "")

const named = (engine: unknown): string => {
  const [name, fault] = Array.isArray(engine) ? engine : [engine]
  return [text(name), text(fault)].filter((part) => part !== "").join(": ")
}

/** An empty page while engines do not answer says nothing about the keyword. */
export const readPage = (document: Document): Result.Result<Page, string> =>
  Result.flatMap(readJson(document, Answer), ({ results, unresponsive_engines: silent = [] }) =>
    results.length === 0 && silent.length > 0
      ? Result.fail(`SearXNG's engines do not answer: ${silent.slice(0, 3).map(named).join(", ")}`)
      : Result.map(addresses(results, "url"), (results) => ({ results, last: false }))
  )

/** The base address as it may be shown and asked: without credentials, query and trailing slash. */
const baseOf = (address: string): string => {
  const { origin, pathname } = new URL(address)
  return `${origin}${withoutSlash(pathname)}`
}

/** Positions by the instance at this address, `/search` aside. */
export const searxng = (address: string) => {
  const base = baseOf(address)
  return pagedRanks({
    title: "Search positions of tracked keywords, by SearXNG",
    url: base,
    address: (keyword, page) =>
      `${base}/search?${new URLSearchParams({ q: keyword, format: "json", categories: "general", safesearch: "0", pageno: String(page) })}`,
    page: reader(import.meta.url, readPage),
    words: {
      403: "its settings.yml must have `json` among search.formats",
      404: "SEARXNG_URL must be the address of a SearXNG"
    }
  })
}
