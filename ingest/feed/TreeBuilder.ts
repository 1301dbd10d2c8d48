import { MAX_DEPTH, MAX_ELEMENTS, MAX_ITEMS, MAX_MARKUP } from "./Limits.ts"
import { Names } from "./Namespaces.ts"
import { decodeXml } from "./References.ts"
import { attributesIn, Scanner, type Token } from "./Scanner.ts"
import { UnreadableDocument } from "./UnreadableDocument.ts"
import { XmlElement } from "./Xml.ts"

/** A document as a tree with one name for each thing, and what was left out on the way. */
export interface Tree {
  readonly root: XmlElement
  /** Items past the cap. */
  readonly overLimit: number
  /** 1 where the document ends inside an item. */
  readonly cutOff: number
}

/** The root elements of feeds, and the name that rss-parser knows each by. */
const ROOTS: Readonly<Record<string, string>> = { rss: "rss", feed: "feed", rdf: "rdf:RDF", channel: "channel" }

/** Elements that hold text, with or without markup of their own. */
const TEXTUAL = new Set(
  (
    "title description summary content subtitle tagline rights copyright body content:encoded dc:title dc:description " +
    "media:title media:description itunes:title itunes:summary itunes:subtitle xhtml:body atom:title atom:summary atom:content"
  ).split(" ")
)

const ITEM_TAG = /<(?:[\w-]+:)?(?:item|entry)[\s>]/g
const VOID = new Set(["br", "hr", "img", "input", "meta"])
const PAGE = new Set(["html", "head", "body", "meta"])
const BLANK = /^\s*$/

class TreeBuilder {
  readonly #scanner: Scanner
  readonly #names = new Names()
  readonly #open: Array<XmlElement> = []
  /** The names of the open elements as the document has them. */
  readonly #written: Array<string> = []
  #root: XmlElement | null = null
  #done = false
  /** The depth of the open item, -1 where none is. */
  #item = -1
  #items = 0
  #elements = 0

  constructor(source: string) {
    this.#scanner = new Scanner(source)
  }

  build(): Tree {
    let token: Token | null = null
    while (!this.#done && this.#items < MAX_ITEMS && (token = this.#scanner.next()) !== null) {
      if (token.kind === "open") this.#start(token)
      else if (token.kind === "close") this.#end(token.name)
      else if (this.#open.length > 1 && !BLANK.test(token.text)) {
        const text = token.text.slice(0, MAX_MARKUP)
        this.#open.at(-1)!.addText(token.kind === "cdata" ? text : decodeXml(text))
      }
    }
    const root = this.#root
    if (root === null) throw new UnreadableDocument("not_a_feed", "the document has no element that a feed begins with")
    const cutOff = token === null && this.#item !== -1 ? 1 : 0
    const overLimit = this.#items < MAX_ITEMS ? 0 : (this.#scanner.rest.match(ITEM_TAG)?.length ?? 0)
    if (this.#item !== -1) this.#open[this.#item - 1]!.elements.pop()
    if (root.name !== "channel") return { root, overLimit, cutOff }
    const rss = new XmlElement("rss", "", this.#names)
    rss.elements.push(root)
    return { root: rss, overLimit, cutOff }
  }

  #start({ name: written, tag, empty }: Token & { kind: "open" }): void {
    if (tag.includes("xmlns:")) for (const [name, value] of attributesIn(tag)) this.#names.declare(name, value)
    const name = this.#root === null ? this.#rootName(written) : this.#names.canonical(written)
    if (name === null) return
    if (name === "item" || name === "entry") {
      if (this.#item !== -1) this.#closeTo(this.#item)
      this.#item = this.#open.length
    }
    if (++this.#elements > MAX_ELEMENTS)
      throw new UnreadableDocument("too_large", `the document has more than ${MAX_ELEMENTS} elements`)
    const element = new XmlElement(name, tag, this.#names)
    this.#root ??= element
    this.#open.at(-1)?.elements.push(element)
    const inside = !empty && TEXTUAL.has(name) ? this.#scanner.inside(written) : null
    if (inside !== null) return element.hold(inside)
    this.#open.push(element)
    this.#written.push(written)
    if (this.#open.length > MAX_DEPTH)
      throw new UnreadableDocument("too_deep", `elements are nested more than ${MAX_DEPTH} deep`)
    if (empty || VOID.has(name)) this.#closeTo(this.#open.length - 1)
  }

  /** What the root is called in the tree; null for what stands before it. */
  #rootName(written: string): string | null {
    const local = written.slice(written.indexOf(":") + 1).toLowerCase()
    if (PAGE.has(local)) throw new UnreadableDocument("html", "the document is a web page, not a feed")
    const name = Object.hasOwn(ROOTS, local) ? ROOTS[local]! : null
    if (name !== null) this.#names.adopt(written, local === "rdf" ? "rdf" : "", local === "feed")
    return name
  }

  #end(written: string): void {
    if (written === this.#written.at(-1)) return this.#closeTo(this.#open.length - 1)
    const canonical = this.#names.canonical(written)
    const name = canonical === "rdf:rdf" ? "rdf:RDF" : canonical
    const depth = this.#open.findLastIndex((element) => element.name === name)
    if (depth !== -1) this.#closeTo(depth)
  }

  #closeTo(depth: number): void {
    this.#open.length = depth
    this.#written.length = depth
    this.#done = depth === 0
    if (depth <= this.#item) {
      this.#item = -1
      this.#items++
    }
  }
}

// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/**
 * The text without the characters that XML forbids. Done unit by unit: replacing millions of them takes more memory
 * than the worker has.
 */
const withoutForbidden = (text: string): string => {
  if (!FORBIDDEN.test(text)) return text
  const units = new Uint16Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code >= 0x20 && code < 0xfffe) || code === 0x09 || code === 0x0a || code === 0x0d) units[length++] = code
  }
  return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(units.subarray(0, length))
}

/**
 * The tree of whatever publishers send: what stands before the first tag goes, so do comments, the DOCTYPE (no entity
 * is ever expanded and nothing is ever fetched), and characters that XML forbids; ampersands, tags and attributes are
 * mended; prefixes and case follow the namespaces; the document ends after MAX_ITEMS items or at the last complete one.
 */
export const buildTree = (source: string): Tree => new TreeBuilder(withoutForbidden(source).toWellFormed()).build()
