import { Result, Schema } from "effect"
import { applyEdits, findNodeAtLocation, parseTree } from "jsonc-parser"
import { createHash } from "node:crypto"
import { WebAddress } from "../list/Entry.ts"
import { MAX_URL } from "../feed/Limits.ts"
import { cap } from "../feed/Text.ts"
import { feedName } from "../list/FeedName.ts"
import { parse } from "../list/SourcesFile.ts"
import { nameOf as nameOfFeed } from "../signals/feeds.ts"
import type { OpmlFeed } from "./Opml.ts"

/** A list of sources with feeds added, and what became of each feed. */
export interface Added {
  /** The whole list, all but the added feeds as the operator wrote it. */
  readonly text: string
  readonly added: ReadonlyArray<{ readonly url: string; readonly title: string | null }>
  /** How many the list had already, or the document twice. */
  readonly known: number
  readonly leftOut: ReadonlyArray<{ readonly line: number; readonly reason: string }>
}

interface Entry {
  readonly url: string
  readonly title?: string
  readonly name?: string
}

/** Two addresses are one feed when only their fragments or ways of writing differ. */
const keyOf = (address: string): string => {
  const url = URL.parse(address)
  if (url === null) return address
  url.hash = ""
  return url.href
}

/** The same feed has the same name in every list, unless a neighbour has it. */
const nameOf = (url: string, taken: ReadonlySet<string>): { readonly name: string; readonly made: boolean } => {
  const name = feedName(url)
  if (!taken.has(name)) return { name, made: false }
  const hash = createHash("sha256").update(keyOf(url)).digest("hex").slice(0, 8)
  return { name: `${name.slice(0, 80)}.${hash}`, made: true }
}

const written = (entry: Entry): string =>
  `    { ${Object.entries(entry)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(", ")} }`

/** `jsonc-parser` finds the place; its own formatting would take several lines for each feed. */
const insertedInto = (json: string, entries: ReadonlyArray<Entry>): string => {
  const rows = entries.map(written).join(",\n")
  const root = parseTree(json)!
  const feeds = findNodeAtLocation(root, ["feeds"])
  if (feeds === undefined) {
    const content = `\n  "feeds": [\n${rows}\n  ]${root.children?.length === 0 ? "\n" : ","}`
    return applyEdits(json, [{ offset: root.offset + 1, length: 0, content }])
  }
  const last = feeds.children?.at(-1)
  const start = last === undefined ? feeds.offset + 1 : last.offset + last.length
  const length = feeds.offset + feeds.length - 1 - start
  return applyEdits(json, [{ offset: start, length, content: `${last === undefined ? "" : ","}\n${rows}\n  ` }])
}

const isWebAddress = Schema.is(WebAddress)

const isJson = (text: string): boolean => /^\s*[{[]/.test(text)

/** A list with nothing in it. */
export const emptyList = "{}\n"

/** Adds the feeds that the list does not have. Fails with every fault where the list itself cannot be used. */
export const addFeeds = (text: string, feeds: ReadonlyArray<OpmlFeed>): Result.Result<Added, ReadonlyArray<string>> => {
  const list = parse(text)
  if (Result.isFailure(list)) return Result.fail(list.failure)
  const plain = !isJson(text)
  const { feeds: listed } = list.success
  const urls = new Set(listed.map(({ url }) => keyOf(url)))
  const names = new Set<string>(listed.map(nameOfFeed))
  const entries: Array<Entry> = []
  const leftOut: Array<Added["leftOut"][number]> = []
  let known = 0
  for (const { line, title, url } of feeds) {
    if (!isWebAddress(url) || url.length > MAX_URL) {
      leftOut.push({ line, reason: "must be an http(s) URL without user name and password" })
      continue
    }
    if (urls.has(keyOf(url))) {
      known += 1
      continue
    }
    const { made, name } = nameOf(url, names)
    if (plain && made) {
      leftOut.push({ line, reason: `would have the name of another feed, ${feedName(url)}` })
      continue
    }
    urls.add(keyOf(url))
    names.add(name)
    entries.push({ url, ...(title === null ? {} : { title: cap(title, 200) }), ...(made ? { name } : {}) })
  }
  const added = entries.map(({ title = null, url }) => ({ url, title }))
  if (entries.length === 0) return Result.succeed({ text, added, known, leftOut })
  const next = plain
    ? `${text.replace(/(?<!\n)\n*$/, "\n")}${entries.map(({ title, url }) => (title === undefined ? url : `${url}  # ${title}`)).join("\n")}\n`
    : insertedInto(text, entries)
  // The operator may write JSON in any style. The result is written only if it is a list that has all of the feeds.
  return Result.flatMap(parse(next), ({ feeds: all }) =>
    all.length === listed.length + entries.length
      ? Result.succeed({ text: next, added, known, leftOut })
      : Result.fail(['the member "feeds" cannot be found'])
  )
}
