import { MAX_BROKEN_LENGTH, MAX_BROKEN_TAGS, MAX_TAG } from "./Limits.ts"
import { UnreadableDocument } from "./UnreadableDocument.ts"

export type Token =
  | { readonly kind: "text" | "cdata"; readonly text: string }
  | { readonly kind: "close"; readonly name: string }
  /** `tag` is what stands behind the name. */
  | { readonly kind: "open"; readonly name: string; readonly tag: string; readonly empty: boolean }

const ATTRIBUTE = /(?<![^\s"'])([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/** The attributes in the inside of a tag, as written. */
export const attributesIn = (inside: string): ReadonlyArray<readonly [name: string, value: string]> =>
  inside.includes("=")
    ? Array.from(inside.matchAll(ATTRIBUTE), (match) => [match[1]!, match[2] ?? match[3] ?? match[4] ?? ""] as const)
    : []

const BANG = 0x21
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const SLASH = 0x2f
const LESS = 0x3c
const EQUALS = 0x3d
const GREATER = 0x3e
const QUESTION = 0x3f

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)

/** Letters, digits, `_`, `:`, `.` and `-`. */
const isNamePart = (code: number): boolean =>
  isLetter(code) || (code >= 0x30 && code <= 0x3a) || code === 0x5f || code === 0x2e || code === 0x2d

/**
 * Names as written whose end tags are looked for, each once through the document. Nobody writes one element in so many
 * ways.
 */
const MAX_ENDINGS = 200

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

/** Where a string was found last, so that looking for one that is far away or absent costs one pass in all. */
class Needle {
  readonly #needle: string
  #from = 0
  #at = -2

  constructor(needle: string) {
    this.#needle = needle
  }

  find(source: string, from: number): number {
    if (this.#at === -2 || this.#from > from || (this.#at !== -1 && this.#at < from)) {
      this.#from = from
      this.#at = source.indexOf(this.#needle, from)
    }
    return this.#at
  }
}

/**
 * Walks through markup of any quality in linear time. Comments, processing instructions and the DOCTYPE with all it
 * declares are passed over.
 */
export class Scanner {
  readonly source: string
  #at = 0
  #brokenTags = 0
  #brokenLength = 0
  /** The markup behind a text that was handed out. */
  #pending: Token | null = null
  readonly #cdata = new Needle("<![CDATA[")
  readonly #cdataEnd = new Needle("]]>")
  readonly #commentEnd = new Needle("-->")
  readonly #less = new Needle("<")
  readonly #greater = new Needle(">")
  readonly #bracket = new Needle("[")
  readonly #items = ["<item", "<entry", "</item", "</entry"].map((needle) => new Needle(needle))
  readonly #endings = new Map<string, number>()

  constructor(source: string) {
    this.source = source
  }

  get rest(): string {
    return this.source.slice(this.#at)
  }

  next(): Token | null {
    const pending = this.#pending
    if (pending !== null) {
      this.#pending = null
      return pending
    }
    const { source } = this
    let from = this.#at
    for (let at = from; ;) {
      const open = source.indexOf("<", at)
      if (open === -1) {
        this.#at = source.length
        return from < source.length ? { kind: "text", text: source.slice(from) } : null
      }
      this.#at = open
      const token = this.#markup(open)
      if (this.#at === open) {
        // No markup begins here: the sign is text.
        at = open + 1
        continue
      }
      if (open > from) {
        this.#pending = token
        return { kind: "text", text: source.slice(from, open) }
      }
      if (token !== null) return token
      at = from = this.#at
    }
  }

  /**
   * All between here and the end tag of `name`, CDATA respected, or null where that end tag is missing or belongs to
   * another item.
   */
  inside(name: string): string | null {
    const from = this.#at
    const end = this.#ending(name, from)
    if (end === -1) return null
    for (const item of this.#items) {
      const at = item.find(this.source, from)
      if (at !== -1 && at < end) return null
    }
    this.#at = end
    return this.source.slice(from, end)
  }

  /**
   * Where the end tag of `name` begins that ends a text from here. What was found once holds for all texts that begin
   * before it.
   */
  #ending(name: string, from: number): number {
    const known = this.#endings.get(name)
    if (known !== undefined && (known === -1 || known >= from)) return known
    if (known === undefined && this.#endings.size === MAX_ENDINGS) return -1
    const { source } = this
    const needle = `</${name}`
    let at = source.indexOf(needle, from)
    for (let section = this.#cdata.find(source, from); section !== -1 && section < at;) {
      const close = this.#cdataEnd.find(source, section)
      if (close === -1) break
      if (close > at) at = source.indexOf(needle, close)
      section = this.#cdata.find(source, close)
    }
    this.#endings.set(name, at)
    return at
  }

  /** Moves behind the markup that begins at `from`, if any does. What is passed over gives no token. */
  #markup(from: number): Token | null {
    const { source } = this
    const next = source.charCodeAt(from + 1)
    if (next === SLASH || isLetter(next)) return this.#tag(from, next === SLASH)
    if (next !== QUESTION && !(next === BANG && /[a-z[-]/i.test(source[from + 2] ?? ""))) return null
    if (!source.startsWith("<![CDATA[", from)) {
      this.#at = this.#afterDeclaration(from)
      return null
    }
    const end = this.#cdataEnd.find(source, from)
    this.#at = end === -1 ? source.length : end + 3
    return { kind: "cdata", text: source.slice(from + 9, end === -1 ? source.length : end) }
  }

  #afterDeclaration(from: number): number {
    const { source } = this
    if (source.startsWith("<!--", from)) {
      const end = this.#commentEnd.find(source, from + 4)
      return end === -1 ? from + 4 : end + 3
    }
    let end = this.#greater.find(source, from)
    if (source[from + 1] === "!") {
      const subset = this.#bracket.find(source, from)
      // A subset ends at `]>`: entities declared in it are never used, so what they hold does not matter.
      if (subset !== -1 && subset < end) {
        const close = /\]\s*>/g
        close.lastIndex = subset
        end = close.exec(source) === null ? -1 : close.lastIndex - 1
      }
    }
    return end === -1 ? source.length : end + 1
  }

  #tag(from: number, closing: boolean): Token | null {
    const { source } = this
    const begin = closing ? from + 2 : from + 1
    if (!isLetter(source.charCodeAt(begin))) return null
    let nameEnd = begin + 1
    while (isNamePart(source.charCodeAt(nameEnd))) nameEnd++
    const end = this.#tagEnd(nameEnd)
    if (end === -1) return null
    this.#at = end + 1
    const name = source.slice(begin, nameEnd)
    if (closing) return { kind: "close", name }
    const empty = source.charCodeAt(end - 1) === SLASH
    return { kind: "open", name, empty, tag: source.slice(nameEnd, empty ? end - 1 : end) }
  }

  #tagEnd(from: number): number {
    const { source } = this
    let quote = 0
    const limit = Math.min(source.length, from + MAX_TAG)
    let at = from
    for (; at < limit; at++) {
      const code = source.charCodeAt(at)
      if (quote !== 0) {
        if (code === quote) quote = 0
      } else if (code === GREATER) return at
      else if (code === LESS) break
      else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
        const before = source.charCodeAt(at - 1)
        if (before === EQUALS || isSpace(before)) quote = code
      }
    }
    this.#brokenLength += at - from
    if (++this.#brokenTags > MAX_BROKEN_TAGS || this.#brokenLength > MAX_BROKEN_LENGTH)
      throw new UnreadableDocument("malformed", "the document is full of tags that never end")
    const end = this.#greater.find(source, from)
    const open = this.#less.find(source, from)
    return end === -1 || end >= limit || (open !== -1 && open < end) ? -1 : end
  }
}
