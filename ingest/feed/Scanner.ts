import { MAX_BROKEN_TAGS, MAX_TAG } from "./Limits.ts"
import { Refusal } from "./Refusal.ts"

export type Token =
  | { readonly kind: "text" | "cdata"; readonly text: string }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: string; readonly empty: boolean }

const NAME = /[a-z][\w:.-]*/iy
const ATTRIBUTE = /(?<![^\s"'])([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/** The attributes in the inside of a tag, as written. */
export const attributesIn = (inside: string): ReadonlyArray<readonly [name: string, value: string]> =>
  inside.includes("=")
    ? Array.from(inside.matchAll(ATTRIBUTE), (match) => [match[1]!, match[2] ?? match[3] ?? match[4] ?? ""] as const)
    : []

/** Walks through markup of any quality in linear time. Comments, processing instructions and the DOCTYPE with all it declares are passed over. */
export class Scanner {
  readonly source: string
  #at = 0
  #brokenTags = 0
  /** Where each needle was found last, so that looking for one that is far away or absent costs one pass in all. */
  readonly #found = new Map<string, { readonly from: number; readonly at: number }>()

  constructor(source: string) {
    this.source = source
  }

  get rest(): string {
    return this.source.slice(this.#at)
  }

  next(): Token | null {
    const { source } = this
    while (this.#at < source.length) {
      const from = this.#at
      if (source[from] !== "<") {
        const open = source.indexOf("<", from)
        this.#at = open === -1 ? source.length : open
        return { kind: "text", text: source.slice(from, this.#at) }
      }
      const next = source[from + 1]
      if (next === "!" && source.startsWith("<![CDATA[", from)) {
        const end = this.#find("]]>", from)
        this.#at = end === -1 ? source.length : end + 3
        return { kind: "cdata", text: source.slice(from + 9, end === -1 ? source.length : end) }
      }
      if (next === "!" || next === "?") {
        this.#at = this.#afterDeclaration(from)
        continue
      }
      const tag = this.#tag(from)
      if (tag !== null) return tag
      this.#at = from + 1
      return { kind: "text", text: "<" }
    }
    return null
  }

  /** All between here and the end tag of `name`, CDATA respected, or null where that end tag is missing or belongs to another item. */
  inside(name: string): string | null {
    const from = this.#at
    const ending = `</${name}`
    let end = this.#find(ending, from)
    for (let section = this.#find("<![CDATA[", from); section !== -1 && section < end;) {
      const close = this.#find("]]>", section)
      if (close === -1) break
      end = this.#find(ending, close)
      section = this.#find("<![CDATA[", close)
    }
    if (end === -1) return null
    if (["<item", "<entry", "</item", "</entry"].some((needle) => this.#within(needle, from, end))) return null
    this.#at = end
    return this.source.slice(from, end)
  }

  #within(needle: string, from: number, end: number): boolean {
    const at = this.#find(needle, from)
    return at !== -1 && at < end
  }

  #find(needle: string, from: number): number {
    const known = this.#found.get(needle)
    if (known !== undefined && known.from <= from && (known.at === -1 || known.at >= from)) return known.at
    const at = this.source.indexOf(needle, from)
    this.#found.set(needle, { from, at })
    return at
  }

  #afterDeclaration(from: number): number {
    const { source } = this
    if (source.startsWith("<!--", from)) {
      const end = this.#find("-->", from + 4)
      return end === -1 ? from + 4 : end + 3
    }
    let end = this.#find(">", from)
    if (source[from + 1] === "!") {
      const subset = this.#find("[", from)
      // A subset ends at `]>`: entities declared in it are never used, so what they hold does not matter.
      if (subset !== -1 && subset < end) {
        const close = /\]\s*>/g
        close.lastIndex = subset
        end = close.exec(source) === null ? -1 : close.lastIndex - 1
      }
    }
    return end === -1 ? source.length : end + 1
  }

  #tag(from: number): Token | null {
    const { source } = this
    const closing = source[from + 1] === "/"
    NAME.lastIndex = from + (closing ? 2 : 1)
    const name = NAME.exec(source)?.[0]
    if (name === undefined) return null
    const end = this.#tagEnd(NAME.lastIndex)
    if (end === -1) return null
    this.#at = end + 1
    if (closing) return { kind: "close", name }
    const empty = source[end - 1] === "/"
    return { kind: "open", name, empty, attributes: source.slice(from + 1 + name.length, empty ? end - 1 : end) }
  }

  #tagEnd(from: number): number {
    const { source } = this
    let quote = ""
    const limit = Math.min(source.length, from + MAX_TAG)
    for (let at = from; at < limit; at++) {
      const char = source[at]!
      if (quote !== "") {
        if (char === quote) quote = ""
      } else if (char === ">") return at
      else if (char === "<") break
      else if ((char === '"' || char === "'") && /[=\s]/.test(source[at - 1]!)) quote = char
    }
    if (++this.#brokenTags > MAX_BROKEN_TAGS)
      throw new Refusal("malformed", "the document is full of tags that never end")
    const end = this.#find(">", from)
    return end === -1 || end >= limit || this.#within("<", from, end) ? -1 : end
  }
}
