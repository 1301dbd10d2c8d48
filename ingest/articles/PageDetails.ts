import { boundedJson, type JsonBounds } from "../feed/BoundedJson.ts"
import { parseFeedDate } from "../feed/FeedDate.ts"
import { line } from "../feed/Text.ts"
import { maxJsonLd } from "./Limits.ts"
import type { Page } from "./Page.ts"

/** What a page says about itself. */
export interface Details {
  readonly title: string
  readonly author: string | null
  readonly published_at: string | null
  readonly language: string | null
  /** `false`: the page itself says that its text is not free to read (schema.org `isAccessibleForFree`). */
  readonly isFree: boolean | null
  /** Whether the page calls itself an article, in schema.org's or Open Graph's words. */
  readonly isArticle: boolean
}

type Thing = Readonly<Record<string, unknown>>

const isThing = (value: unknown): value is Thing => typeof value === "object" && value !== null && !Array.isArray(value)

/** The most things read from one block: a shop's page has hundreds, an article a handful. */
const maxThings = 200

/** The most blocks read: publishers use one for the article and one for a list of others. */
const bounds: JsonBounds = { maxLength: maxJsonLd, maxDepth: 50, maxValues: 50_000 }

/**
 * The things of a JSON-LD block (https://www.w3.org/TR/json-ld11/), those in lists and graphs too; none if it is not
 * JSON.
 */
const thingsIn = (block: string): ReadonlyArray<Thing> => {
  let json: unknown
  try {
    json = boundedJson(block.trim(), bounds)
  } catch {
    return []
  }
  const things: Array<Thing> = []
  const waiting: Array<unknown> = [json]
  for (let next = waiting.shift(); next !== undefined && things.length < maxThings; next = waiting.shift()) {
    if (Array.isArray(next)) waiting.push(...next.slice(0, maxThings))
    else if (isThing(next)) {
      things.push(next)
      if (Array.isArray(next["@graph"])) waiting.push(...next["@graph"].slice(0, maxThings))
      if (isThing(next["mainEntity"])) waiting.push(next["mainEntity"])
    }
  }
  return things
}

const textOf = (value: unknown): string | null => {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === "string" ? first : isThing(first) && typeof first["name"] === "string" ? first["name"] : null
}

const articleTypes = /^(?:(?:https?:)?\/\/schema\.org\/)?(?:\w{0,20}Article|BlogPosting|LiveBlogPosting|Report|Review)$/

const isArticleThing = (thing: Thing): boolean =>
  [thing["@type"]].flat().some((type) => typeof type === "string" && articleTypes.test(type.slice(0, 100)))

const parsed = (written: string | null | undefined, language: string | null): string | null => {
  const date = written === null || written === undefined ? null : parseFeedDate(written, language)
  return date === null ? null : date.toISOString()
}

const metaDates = [
  'meta[property="article:published_time"]',
  'meta[itemprop="datePublished"]',
  'meta[name="datePublished"]',
  'meta[name="parsely-pub-date"]',
  'meta[name="sailthru.date"]',
  'meta[name="dc.date.issued"]',
  'meta[name="DC.date.issued"]',
  'meta[name="publish-date"]',
  'meta[name="pubdate"]',
  'meta[name="date"]'
]

const languageTag = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/i

const tagOf = (written: string | null | undefined): string | null =>
  languageTag.test(written?.trim() ?? "") ? written!.trim().replaceAll("_", "-") : null

/** Some pages give a role ("Reuters Staff") or an address instead of a name; an address is not a name. */
const nameOf = (written: string | null | undefined): string | null => {
  const name = line(written ?? "", 200).replace(/^by\s+/i, "")
  return name === "" || /^https?:/i.test(name) ? null : name
}

/**
 * What the page says about itself: from JSON-LD, then meta elements (Open Graph, Dublin Core and others), then marks in
 * the text.
 */
export const detailsOf = ({ document, jsonLd }: Page): Details => {
  const things = jsonLd.slice(0, 50).flatMap(thingsIn)
  const article = things.find(isArticleThing)
  const meta = (selector: string) => document.querySelector(selector)?.getAttribute("content")
  const first = (selectors: ReadonlyArray<string>) =>
    selectors.map(meta).find((content) => content !== null && content !== undefined && content !== "")
  const language =
    tagOf(document.documentElement?.getAttribute("lang")) ??
    tagOf(textOf(article?.["inLanguage"])) ??
    tagOf(meta('meta[property="og:locale"]'))
  const free = article?.["isAccessibleForFree"]
  return {
    title: line(
      textOf(article?.["headline"]) ??
        meta('meta[property="og:title"]') ??
        document.querySelector("title")?.textContent ??
        "",
      500
    ),
    author:
      nameOf(textOf(article?.["author"])) ??
      nameOf(first(['meta[name="author"]', 'meta[property="article:author"]', 'meta[name="parsely-author"]'])) ??
      nameOf(document.querySelector('[rel="author"], [itemprop="author"]')?.textContent),
    published_at:
      parsed(textOf(article?.["datePublished"]), language) ??
      parsed(first(metaDates), language) ??
      parsed(
        document
          .querySelector("time[datetime][pubdate], time[datetime][itemprop=datePublished]")
          ?.getAttribute("datetime"),
        language
      ),
    language,
    isFree:
      free === undefined ? null : !(free === false || (typeof free === "string" && /^(?:false|no|0)$/i.test(free))),
    isArticle: article !== undefined || meta('meta[property="og:type"]') === "article"
  }
}
