import { decodeHTML } from "entities"
import { collapse, cut, isClean, line } from "./Text.ts"

/** Elements whose content is no text. */
const DROPPED = new Set(["script", "style", "template", "iframe", "noscript", "object", "svg", "math", "head"])

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

/** What a tag does to the text around it. */
interface Kind {
  /** Whether it stands inside of a line; every other tag separates words. */
  readonly inline: boolean
  /** What ends the content that is no text. */
  readonly ending: RegExp | null
}

const kinds = new Map<string, Kind>()
const MAX_KINDS = 1_000

const kindOf = (written: string): Kind => {
  const known = kinds.get(written)
  if (known !== undefined) return known
  const name = written.slice(written.lastIndexOf(":") + 1).toLowerCase()
  const ending = DROPPED.has(name) ? new RegExp(`</(?:[a-z]{1,20}:)?${name}`, "gi") : null
  const kind = { inline: INLINE.has(name), ending }
  if (kinds.size < MAX_KINDS) kinds.set(written, kind)
  return kind
}

/** Text put together piece by piece, with white space runs as one space. */
class Collected {
  text = ""
  /** Whether all of it may stand in one line as it is. */
  #clean = true
  #spaced = true

  add(text: string): void {
    const clean = isClean(text)
    if (!clean) this.#clean = false
    this.#append(clean ? text : collapse(text))
  }

  space(): void {
    if (!this.#spaced) this.#append(" ")
  }

  #append(text: string): void {
    const chunk = this.#spaced && text.startsWith(" ") ? text.slice(1) : text
    if (chunk === "") return
    this.text += chunk
    this.#spaced = chunk.endsWith(" ")
  }

  line(max: number): string {
    return this.#clean ? cut(this.text, max) : line(this.text, max)
  }
}

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)

const isNamePart = (code: number): boolean =>
  isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x3a || code === 0x2d

const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27

/** Reads the text in an HTML fragment, in order, in one pass. */
class HtmlReader {
  readonly #html: string
  /** Whether a `>` may follow. After one search without result there is no further search. */
  #tags = true
  /** Whether quotes count in tags. After a quote that never closes they don't. */
  #quotes = true

  constructor(html: string) {
    this.#html = html
  }

  /** Stops after about `enough` characters. */
  read(enough: number): Collected {
    const html = this.#html
    const out = new Collected()
    let at = 0
    while (at < html.length && out.text.length < enough) {
      const open = html.indexOf("<", at)
      if (open !== at) {
        const end = open === -1 ? html.length : open
        out.add(decodeReferences(html.slice(at, Math.min(end, at + 4 * enough))))
        if (open === -1) break
      }
      const name = html.charCodeAt(open + 1) === SLASH ? open + 2 : open + 1
      if (!isLetter(html.charCodeAt(name))) {
        at = this.#declarationEnd(open)
        if (at === -1) break
        if (at === open) {
          out.add("<")
          at = open + 1
        }
        continue
      }
      let nameEnd = name + 1
      while (isNamePart(html.charCodeAt(nameEnd))) nameEnd++
      const end = this.#tagEnd(nameEnd)
      if (end === -1) {
        // No further tag ends. What has attributes is a tag that was cut off; what has none is a comparison (`a < b`).
        const rest = html.slice(open, open + 4 * enough)
        if (!rest.includes("=")) out.add(decodeReferences(rest))
        break
      }
      at = end + 1
      const { ending, inline } = kindOf(html.slice(name, nameEnd))
      if (!inline) out.space()
      if (ending !== null && name === open + 1 && html.charCodeAt(end - 1) !== SLASH) {
        ending.lastIndex = at
        const found = ending.exec(html)
        if (found === null) break
        at = found.index
      }
    }
    return out
  }

  /** The end of a part that is not text; `open` if it is text, -1 if it takes the rest of the document. */
  #declarationEnd(open: number): number {
    const html = this.#html
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 4)
      return end === -1 ? -1 : end + 3
    }
    if (!DECLARATION.test(html.slice(open, open + 3))) return open
    const end = this.#tags ? html.indexOf(">", open) : -1
    if (end !== -1) return end + 1
    this.#tags = false
    return html.startsWith(CDATA, open) ? open + CDATA.length : open
  }

  /** The end of the tag whose attributes begin at `start`, quoted `>` skipped; -1 where none follows. */
  #tagEnd(start: number): number {
    const html = this.#html
    let quote = 0
    for (let at = start; this.#quotes && at < html.length; at++) {
      const code = html.charCodeAt(at)
      if (quote !== 0) {
        if (code === quote) quote = 0
      } else if (code === GREATER) return at
      else if ((code === DOUBLE_QUOTE || code === SINGLE_QUOTE) && html.charCodeAt(at - 1) === EQUALS) quote = code
    }
    // A quote that never closes: this tag and all further ones end at their first `>`. Otherwise each would be read to
    // the end of the document.
    this.#quotes = false
    return html.indexOf(">", start)
  }
}

/** What begins as `<!DOCTYPE`, `<![endif]`, `<?xml` or as an end tag without a name does; `a <! b` is text. */
const DECLARATION = /^<(?:![a-z[>]|[?/])/i

/** The mark of a section whose end got lost. */
const CDATA = "<![CDATA["

const HAS_TAGS = /<[a-z/!]/i

/**
 * An HTML fragment as one line of plain text of at most `max` code points, in linear time: tags, comments, scripts and
 * styles go, blocks are kept apart, character references are decoded once. A fragment that has no tags until it is
 * decoded was escaped twice and is read twice.
 */
export const htmlToLine = (html: string, max: number): string => {
  if (!html.includes("<") && !html.includes("&")) return line(html, max)
  // A code point has at most two units; the pass collapses white space, so this many units always suffice.
  const enough = 2 * max + 2
  const once = new HtmlReader(html).read(enough)
  const twice = !HAS_TAGS.test(html) && showsMarkup(once.text)
  return (twice ? new HtmlReader(once.text).read(enough) : once).line(max)
}
