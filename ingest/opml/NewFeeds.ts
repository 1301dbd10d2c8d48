import { Schema } from "effect"
import { createHash } from "node:crypto"
import type { ListedEntry } from "../../src/storage/sources/SourceList.ts"
import { isRefused, notPublic } from "../fetch/Address.ts"
import { MAX_URL } from "../feed/Limits.ts"
import { cap } from "../feed/Text.ts"
import { WebAddress } from "../list/Entry.ts"
import { feedName } from "../list/FeedName.ts"
import type { OpmlFeed } from "./Opml.ts"

/** Feeds that a list does not have, as its entries. */
export interface NewFeeds {
  readonly entries: ReadonlyArray<ListedEntry>
  /** How many the list had already, or the document twice. */
  readonly known: number
  readonly leftOut: ReadonlyArray<{ readonly line: number; readonly reason: string }>
}

/** An entry of the list that is a feed, as it was checked. */
export const listedFeed = (entry: unknown) =>
  entry as { readonly url: string; readonly name?: string; readonly title?: string }

/** Two addresses are one feed when only their fragments or ways of writing differ. */
export const addressOf = (address: string): string => {
  const url = URL.parse(address)
  if (url === null) return address
  url.hash = ""
  return url.href
}

/** The same feed has the same name in every list, unless a neighbour has it. */
export const freeName = (url: string, taken: { readonly has: (name: string) => boolean }): string => {
  const name = feedName(url)
  if (!taken.has(name)) return name
  const hash = createHash("sha256").update(addressOf(url)).digest("hex").slice(0, 8)
  return `${name.slice(0, 80)}.${hash}`
}

const isWebAddress = Schema.is(WebAddress)

/** The feeds of a document that are not among those listed, each once. */
export const newFeeds = (
  listed: ReadonlyArray<ListedEntry>,
  feeds: ReadonlyArray<OpmlFeed>,
  allowHosts: ReadonlyArray<string> = []
): NewFeeds => {
  const addresses = new Set(listed.map(({ entry }) => addressOf(listedFeed(entry).url)))
  const names = new Set(listed.map(({ name }) => name))
  const entries: Array<ListedEntry> = []
  const leftOut: Array<NewFeeds["leftOut"][number]> = []
  let known = 0
  for (const { line, title, url } of feeds) {
    if (!isWebAddress(url) || url.length > MAX_URL) {
      leftOut.push({ line, reason: "must be an http(s) URL without user name and password" })
      continue
    }
    if (addresses.has(addressOf(url))) {
      known += 1
      continue
    }
    if (isRefused(allowHosts, new URL(url))) {
      leftOut.push({ line, reason: notPublic })
      continue
    }
    const name = freeName(url, names)
    addresses.add(addressOf(url))
    names.add(name)
    entries.push({ name, service: "feeds", entry: { url, ...(title !== null && { title: cap(title, 200) }) } })
  }
  return { entries, known, leftOut }
}
