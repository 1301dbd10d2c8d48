import { decodeHTML } from "entities"
import { collapse, line } from "./Text.ts"

/** Elements whose content is no text, each with what ends it. */
const DROPPED = new Map(
  ["script", "style", "template", "iframe", "noscript", "object", "svg", "math", "head"].map((name) => [
    name,
    new RegExp(`</(?:[a-z]{1,20}:)?${name}`, "gi")
  ])
)

/** Elements inside a line; every other one separates words. */
const INLINE = new Set(
  "a abbr acronym b bdi bdo big cite code data dfn del em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var wbr".split(
    " "
  )
)

const REFERENCE = /&(?:#(?:x[\da-f]+|\d+)|[a-z][a-z\d]*);?/gi

/** Characters of the longest reference in use, with a few leading zeros: longer ones stay text. */
const MAX_REFERENCE = 40

/** References decoded before: a text uses few different ones, and looking one up among all 2,231 names is slow. */
const seen = new Map<string, string>()
const MAX_SEEN = 1_000

const decodeReference = (reference: string): string => {
  if (reference.length > MAX_REFERENCE) return reference
  const known = seen.get(reference)
  if (known !== undefined) return known
  const decoded = decodeWhole(reference)
  if (seen.size < MAX_SEEN) seen.set(reference, decoded)
  return decoded
}

const decodeWhole = (reference: string): string => {
  const decoded = decodeHTML(reference)
  // Without a semicolon only whole names count: `&copy 2020` is a sign, `?a=1&region=2` is not.
  return reference.endsWith(";") || reference[1] === "#" || decoded.length === 1 ? decoded : reference
}

/** Character references decoded once. */
export const decodeReferences = (text: string): string =>
  text.includes("&") ? text.replace(REFERENCE, decodeReference) : text

/** Text that still shows the tags of HTML: it was escaped once more than its format asks for. */
const SHOWS_TAGS =
  /<\/(?:p|a|b|i|u|em|strong|span|div|li|ul|ol|font|h[1-6]|td|tr|table|blockquote|small|sub|sup|figure|code|pre)\s*>|<(?:br|hr|img|p)(?=[\s/>])[^<>]*>/i

export const showsMarkup = (text: string): boolean => text.includes("<") && SHOWS_TAGS.test(text)

/** Text whose references were escaped once more than its format asks for, like `Women&#39;s`. */
export const showsReferences = (text: string): boolean =>
  text.includes("&") && /&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i.test(text)

/** The end of the tag that opens at `start`, quoted `>` skipped; -1 where none follows. */
const tagEnd = (html: string, start: number): number => {
  let quote = ""
  for (let at = start; at < html.length; at++) {
    const char = html[at]!
    if (quote !== "") {
      if (char === quote) quote = ""
    } else if (char === ">") return at
    else if ((char === '"' || char === "'") && html[at - 1] === "=") quote = char
  }
  // A quote that never closes: the first `>` ends the tag.
  return html.indexOf(">", start)
}

const TAG = /<(\/?)([a-z][a-z\d:-]*)/iy

/** Text put together piece by piece, with white space runs as one space. */
class Collected {
  readonly chunks: Array<string> = []
  length = 0
  #spaced = true

  add(text: string): void {
    const collapsed = collapse(text)
    const chunk = this.#spaced && collapsed.startsWith(" ") ? collapsed.slice(1) : collapsed
    if (chunk === "") return
    this.chunks.push(chunk)
    this.length += chunk.length
    this.#spaced = chunk.endsWith(" ")
  }
}

/** The text in an HTML fragment, in order, in one pass; stops after about `enough` characters. */
const textOf = (html: string, enough: number): string => {
  const out = new Collected()
  let at = 0
  while (at < html.length && out.length < enough) {
    const open = html.indexOf("<", at)
    if (open !== at) {
      out.add(decodeReferences(html.slice(at, open === -1 ? at + 4 * enough : Math.min(open, at + 4 * enough))))
      if (open === -1) break
    }
    TAG.lastIndex = open
    const tag = TAG.exec(html)
    if (tag === null) {
      const next = html[open + 1]
      if (next !== "!" && next !== "?" && next !== "/") {
        out.add("<")
        at = open + 1
        continue
      }
      const end = html.startsWith("<!--", open) ? html.indexOf("-->", open + 4) : html.indexOf(">", open)
      if (end === -1) break
      at = html.indexOf(">", end) + 1
      continue
    }
    const end = tagEnd(html, TAG.lastIndex)
    if (end === -1) {
      // No tag ends any more: a tag that was cut off has attributes, a comparison has not.
      const rest = html.slice(open, open + 4 * enough)
      if (!rest.includes("=")) out.add(decodeReferences(rest))
      break
    }
    at = end + 1
    const name = tag[2]!.slice(tag[2]!.lastIndexOf(":") + 1).toLowerCase()
    if (!INLINE.has(name)) out.add(" ")
    const close = tag[1] === "" && html[end - 1] !== "/" ? DROPPED.get(name) : undefined
    if (close !== undefined) {
      close.lastIndex = at
      const found = close.exec(html)
      if (found === null) break
      at = found.index
    }
  }
  return out.chunks.join("")
}

const HAS_TAGS = /<[a-z/!]/i

/**
 * An HTML fragment as one line of plain text of at most `max` code points, in linear time: tags, comments, scripts and styles go, blocks
 * are kept apart, character references are decoded once. A fragment that has no tags until it is decoded was escaped twice and is read twice.
 */
export const htmlToLine = (html: string, max: number): string => {
  // A code point has at most two units; the pass collapses white space, so this many units always suffice.
  const enough = 2 * max + 2
  const once = textOf(html, enough)
  return line(!HAS_TAGS.test(html) && showsMarkup(once) ? textOf(once, enough) : once, max)
}
