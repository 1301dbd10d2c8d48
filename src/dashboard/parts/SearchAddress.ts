import { html, type Html, type Part } from "../../text/Html.ts"
import { home } from "../Place.ts"
import { day } from "./Time.ts"

/*
 * What a search of signals asks for, in addresses and forms: one form for the page, its links and saved views.
 */

/** Where signals are searched. */
export const searchPath = `${home}/signals` as const

/** Parameters that are given once. */
const single = ["q", "sort", "since", "before", "language"] as const

/** Parameters of which any of several values counts. */
const several = ["source", "tag"] as const
export type SeveralName = (typeof several)[number]

/** What is searched for. */
export type Asked = { readonly [name in (typeof single)[number]]?: string | undefined } & {
  readonly [name in SeveralName]?: ReadonlyArray<string> | undefined
}

/** What an address or a form asks for. What a form leaves empty is not asked for. */
export const askedOf = (query: URLSearchParams): Asked => {
  const given = single.flatMap((name) => {
    const value = query.get(name)?.trim() ?? ""
    return value === "" ? [] : [[name, value] as const]
  })
  const lists = several.flatMap((name) => {
    const values = query.getAll(name).filter((value) => value !== "")
    return values.length === 0 ? [] : [[name, values] as const]
  })
  return Object.fromEntries<string | ReadonlyArray<string>>([...given, ...lists])
}

/** Each parameter with its value. */
const pairs = (asked: Asked): Array<[string, string]> => [
  ...single.flatMap((name): Array<[string, string]> => (asked[name] === undefined ? [] : [[name, asked[name]]])),
  ...several.flatMap((name) => (asked[name] ?? []).map((value): [string, string] => [name, value]))
]

/** The address of a page that is asked so; a cursor goes on in the list. */
export const addressOf = (asked: Asked, { cursor, path = searchPath }: { cursor?: string; path?: string } = {}) => {
  const query = new URLSearchParams(pairs(asked))
  if (cursor !== undefined) query.set("cursor", cursor)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** The same as fields of a form that nobody sees. */
export const hiddenFields = (asked: Asked): Part =>
  pairs(asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)

const languages = new Intl.DisplayNames("en", { type: "language", fallback: "code" })

/** A language by its code, in English. */
export const languageName = (code: string): string => languages.of(code) ?? code

/** What is asked, for people. */
export const searchWords = ({ before, language, q, since, sort, source = [], tag = [] }: Asked): Html => {
  const words: ReadonlyArray<Part> = [
    q !== undefined && `“${q}”`,
    since !== undefined && html`from ${day(since)}`,
    before !== undefined && html`before ${day(before)}`,
    source.length > 0 && `by ${source.join(" or ")}`,
    tag.length > 0 && `tagged ${tag.join(" or ")}`,
    language !== undefined && `in ${languageName(language)}`,
    sort === "newest" && "newest first"
  ].filter((part) => part !== false)
  return html`${words.map((part, n) => [n > 0 && ", ", part])}`
}
