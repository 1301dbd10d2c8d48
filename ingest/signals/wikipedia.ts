import { Duration, Effect, Result, Schema } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { isStopWord, stem, words as allWords } from "../../src/text/Words.ts"
import { line } from "../feed/Text.ts"
import { address, interval, service } from "../list/Definition.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import { type Found, searches, wordsOf } from "./searches.ts"

/** A page with the titles that lead to it. A redirect with a fragment leads to a part of the page: a narrower thing. */
const Page = Schema.Struct({
  title: Schema.String,
  redirects: Schema.optionalKey(
    Schema.Array(Schema.Struct({ title: Schema.String, fragment: Schema.optionalKey(Schema.String) }))
  ),
  pageprops: Schema.optionalKey(Schema.Struct({ disambiguation: Schema.optionalKey(Schema.String) }))
})

/** A search without results has no `query`. */
const Answer = Schema.Struct({
  query: Schema.optionalKey(Schema.Struct({ pages: Schema.Array(Page) }))
})

/** Names that a niche gets at most, and characters of each. */
const most = { names: 20, length: 60 }

/** Letters of a word that means one thing even alone, such as "photovoltaics". */
const telling = 9

const isTelling = (name: string): boolean => {
  const words = wordsOf(name)
  return words.length > 1 || /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(name) || (words[0]?.length ?? 0) >= telling
}

/** Titles begin with a capital letter; within a sentence only proper names do. */
const asWithin = (title: string): string => title.replace(/^\p{Lu}(?=\P{Lu}*$)/u, (first) => first.toLowerCase())

/** Two names of the same key are one: "heat pump" and "Heat pumps". */
const keyOf = (text: string): string =>
  allWords(text)
    .filter((word) => !isStopWord(word))
    .map(stem)
    .join(" ")

/**
 * What Wikipedia calls the niche beside its own words: titles that lead to the page which has the niche as its title or
 * as one of these. None where there is no such page: the page that the search likes best may be about anything.
 */
export const readNames = (document: Document, niche: string): Read<Found> =>
  Result.map(readJson(document, Answer, "an answer of Wikipedia"), ({ query }) => {
    const own = keyOf(niche)
    for (const { pageprops, redirects = [], title } of query?.pages ?? []) {
      if (pageprops?.disambiguation !== undefined) continue
      const titles = [title, ...redirects.flatMap(({ fragment, title }) => (fragment === undefined ? [title] : []))]
      if (!titles.some((title) => keyOf(title) === own)) continue
      const names = new Map<string, string>()
      for (const written of titles) {
        const name = line(written, 2 * most.length)
        const key = keyOf(name)
        const isOther = !` ${key} `.includes(` ${own} `)
        if (isOther && !names.has(key) && name.length <= most.length && isTelling(name) && !/[():]/.test(name))
          names.set(key, asWithin(name))
      }
      return { fetched: titles.length, signals: [], skipped: [], names: [...names.values()].slice(0, most.names) }
    }
    return { fetched: 0, signals: [], skipped: [], names: [] }
  })

const names = reader(import.meta.url, readNames)

/**
 * What else the niches of reports are called, by the redirects of Wikipedia. News about them is found by these names as
 * well. It brings no signals: what an encyclopedia says is no news.
 */
export const wikipedia = service(
  {
    base: address("https://en.wikipedia.org"),
    // Names stay for years.
    every: interval(Duration.days(1))
  },
  Effect.fnUntraced(function* ({ base, every }) {
    const { read } = yield* reading
    const url = `${base}/w/api.php`
    const source = yield* searches({
      name: SourceName.make("wikipedia"),
      title: "Wikipedia, other names of what reports are about",
      site: "Wikipedia",
      url,
      missing: null,
      every,
      about: "niche",
      perRun: 20,
      pause: 0,
      ask: Effect.fnUntraced(function* ({ words }) {
        const niche = words.join(" ")
        const parameters = new URLSearchParams({
          action: "query",
          format: "json",
          formatversion: "2",
          generator: "search",
          gsrsearch: niche,
          gsrlimit: "3",
          prop: "redirects|pageprops",
          ppprop: "disambiguation",
          rdprop: "title|fragment",
          rdnamespace: "0",
          rdlimit: "500"
        })
        return (yield* read(names, `${url}?${parameters}`, { accept: "application/json" }, niche)).value
      })
    })
    return [source]
  }),
  { switchable: true }
)
