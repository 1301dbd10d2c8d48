import { decodeHTMLStrict } from "entities"
import { MAX_DEPTH, MAX_ELEMENTS, MAX_ITEMS, MAX_MARKUP } from "./Limits.ts"
import { Names } from "./Names.ts"
import { Refusal } from "./Refusal.ts"
import { attributesIn, Scanner, type Token } from "./Scanner.ts"

/** Well-formed XML with one name for each thing, and what was left out on the way. */
export interface Repaired {
  readonly xml: string
  /** Items past the cap. */
  readonly overLimit: number
  /** 1 where the document ends inside an item. */
  readonly cutOff: number
}

/** The root elements of feeds, and the name the XML reader knows each by. */
const ROOTS: Readonly<Record<string, string>> = { rss: "rss", feed: "feed", rdf: "rdf:RDF", channel: "channel" }

/** Elements that hold text, with or without markup of their own. */
const TEXTUAL = new Set(
  (
    "title description summary content subtitle tagline rights copyright body content:encoded dc:title dc:description " +
    "media:title media:description itunes:summary itunes:subtitle xhtml:body atom:summary atom:content"
  ).split(" ")
)

/** What is read of attributes. All else is left out. */
const ATTRIBUTES = new Set(
  "version type mode rel href src url ispermalink term label datetime xml:base xml:lang rdf:about rdf:resource".split(
    " "
  )
)

const ITEM_TAG = /<(?:[\w-]+:)?(?:item|entry)[\s>]/g
const VOID = new Set(["br", "hr", "img", "input", "meta"])
const PAGE = new Set(["html", "head", "body", "meta"])
const REFERENCE = /&(?:#(\d{1,7}|x[\da-f]{1,6})|([a-z][a-z\d]{0,31}));/gi

const PREDEFINED: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'"
}

/** The character of a numeric reference, "" for what XML forbids. */
const characterOf = (digits: string): string => {
  const code = Number(digits.replace(/^x/i, "0x"))
  return code === 0 || code > 0x10ffff ? "" : String.fromCodePoint(code)
}

/** References decoded, HTML's names among them; an ampersand that begins no reference stands for itself. */
const decode = (text: string): string =>
  text.includes("&")
    ? text.replace(REFERENCE, (reference, digits?: string) =>
        digits === undefined ? (PREDEFINED[reference] ?? decodeHTMLStrict(reference)) : characterOf(digits)
      )
    : text

/** Text as XML. CDATA, because the XML reader takes a microsecond for each reference and nothing for a bare character. */
const characterData = (text: string): string =>
  /[&<>]/.test(text) ? `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>` : text

const attributeValue = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => (char === "&" ? "&amp;" : char === "<" ? "&lt;" : char === ">" ? "&gt;" : "&quot;"))

/** The sections of an element's inside: character data, and CDATA without its marks. */
const sectionsOf = (inside: string): ReadonlyArray<{ readonly cdata: boolean; readonly text: string }> => {
  const sections: Array<{ cdata: boolean; text: string }> = []
  let at = 0
  while (at < inside.length) {
    const open = inside.indexOf("<![CDATA[", at)
    const close = open === -1 ? -1 : inside.indexOf("]]>", open)
    if (open > at || open === -1)
      sections.push({ cdata: false, text: inside.slice(at, open === -1 ? inside.length : open) })
    if (open === -1) break
    sections.push({ cdata: true, text: inside.slice(open + 9, close === -1 ? inside.length : close) })
    if (close === -1) break
    at = close + 3
  }
  return sections
}

class Repair {
  readonly #scanner: Scanner
  readonly #names = new Names()
  readonly #out: Array<string> = []
  readonly #open: Array<string> = []
  #root = ""
  #done = false
  /** Where the open item began: its depth and its place in the output. */
  #item: { readonly depth: number; readonly out: number } | null = null
  #items = 0
  #elements = 0

  constructor(source: string) {
    this.#scanner = new Scanner(source)
  }

  run(): Repaired {
    let token: Token | null = null
    while (!this.#done && this.#items < MAX_ITEMS && (token = this.#scanner.next()) !== null) {
      if (token.kind === "open") this.#start(token)
      else if (token.kind === "close") this.#end(token.name)
      else if (this.#open.length > 1 && token.text.trim() !== "") {
        const text = token.text.slice(0, MAX_MARKUP)
        this.#out.push(characterData(token.kind === "cdata" ? text : decode(text)))
      }
    }
    if (this.#root === "") throw new Refusal("not_a_feed", "the document has no element that a feed begins with")
    const cutOff = token === null && this.#item !== null ? 1 : 0
    const overLimit = this.#items < MAX_ITEMS ? 0 : (this.#scanner.rest.match(ITEM_TAG)?.length ?? 0)
    if (this.#item !== null) {
      this.#out.length = this.#item.out
      this.#open.length = this.#item.depth
    }
    this.#closeTo(0)
    const xml = this.#out.join("")
    return { xml: this.#root === "channel" ? `<rss version="2.0">${xml}</rss>` : xml, overLimit, cutOff }
  }

  #start({ name: written, attributes: inside, empty }: Token & { kind: "open" }): void {
    const attributes = attributesIn(inside)
    for (const [attribute, value] of attributes) this.#names.declare(attribute, value)
    if (this.#root === "" && !this.#isRoot(written)) return
    const canonical = this.#names.canonical(written)
    const name = this.#open.length === 0 ? this.#root : canonical
    if (name === "item" || name === "entry") {
      if (this.#item !== null) this.#closeTo(this.#item.depth)
      this.#item = { depth: this.#open.length, out: this.#out.length }
    }
    if (++this.#elements > MAX_ELEMENTS)
      throw new Refusal("too_large", `the document has more than ${MAX_ELEMENTS} elements`)
    const text = !empty && TEXTUAL.has(name) ? this.#scanner.inside(written) : null
    if (text === null) {
      this.#out.push(`<${name}${this.#attributes(attributes)}>`)
      this.#open.push(name)
      if (this.#open.length > MAX_DEPTH)
        throw new Refusal("too_deep", `elements are nested more than ${MAX_DEPTH} deep`)
      if (empty || VOID.has(name)) this.#closeTo(this.#open.length - 1)
      return
    }
    const sections = sectionsOf(text.slice(0, MAX_MARKUP))
    const markup = sections.some((section) => !section.cdata && /<[a-z/!?]/i.test(section.text))
    // Markup inside of text stays in its order: it becomes the escaped HTML that means the same.
    const kept = markup
      ? attributes.filter(([attribute]) => attribute !== "type").concat([["type", "html"]])
      : attributes
    this.#out.push(`<${name}${this.#attributes(kept)}>`)
    for (const section of sections)
      this.#out.push(characterData(markup || section.cdata ? section.text : decode(section.text)))
    this.#out.push(`</${name}>`)
  }

  #isRoot(written: string): boolean {
    const local = written.slice(written.indexOf(":") + 1).toLowerCase()
    if (PAGE.has(local)) throw new Refusal("html", "the document is a web page, not a feed")
    const root = Object.hasOwn(ROOTS, local) ? ROOTS[local] : undefined
    if (root === undefined) return false
    this.#root = root
    this.#names.adopt(written, local === "rdf" ? "rdf" : "", local === "feed")
    return true
  }

  #attributes(attributes: ReadonlyArray<readonly [string, string]>): string {
    let out = ""
    for (const [written, value] of attributes) {
      const name = this.#names.canonical(written)
      if (ATTRIBUTES.has(name)) out += ` ${name}="${attributeValue(decode(value))}"`
    }
    return out
  }

  #end(written: string): void {
    const canonical = this.#names.canonical(written)
    const depth = this.#open.lastIndexOf(canonical === "rdf:rdf" ? "rdf:RDF" : canonical)
    if (depth !== -1) this.#closeTo(depth)
  }

  #closeTo(depth: number): void {
    while (this.#open.length > depth) this.#out.push(`</${this.#open.pop()}>`)
    this.#done = depth === 0
    if (this.#item !== null && depth <= this.#item.depth) {
      this.#item = null
      this.#items++
    }
  }
}

/**
 * Makes well-formed XML of what publishers send: what stands before the first tag goes, so do comments, the DOCTYPE (no entity is ever expanded
 * and nothing is ever fetched), and characters that XML forbids; ampersands, tags and attributes are mended; prefixes and case
 * follow the namespaces; the document ends after MAX_ITEMS items or at the last complete one.
 */
export const repair = (source: string): Repaired =>
  // eslint-disable-next-line no-control-regex
  new Repair(source.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").toWellFormed()).run()
