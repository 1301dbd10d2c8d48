import { MAX_MARKUP } from "./Limits.ts"
import type { Names } from "./Namespaces.ts"
import { decodeXml } from "./References.ts"
import { attributesIn } from "./Scanner.ts"
import { resolveUrl } from "./Url.ts"

/** What is read of attributes. All else is left out. */
const ATTRIBUTES = new Set(
  "version type mode rel href ispermalink term label text datetime xml:base xml:lang rdf:about".split(" ")
)

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

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

/**
 * An element of the tree. Its attributes and its inside stay as written until somebody asks: most of them nobody reads.
 */
export class XmlElement {
  readonly name: string
  /** All its children, in order. */
  readonly elements: Array<XmlElement> = []
  readonly #names: Names | null
  readonly #tag: string
  #attributes: ReadonlyMap<string, string> | null = null
  #inside: string | null = null
  #markup = false
  #text = ""

  /** `tag` is what the start tag says behind the element's name. */
  constructor(name: string, tag: string, names: Names | null) {
    this.name = name
    this.#tag = tag
    this.#names = names
  }

  addText(text: string): void {
    this.#text += text
  }

  /** Takes all that stands between the tags for the element's text, markup and all. */
  hold(inside: string): void {
    this.#inside = inside
  }

  /** What rss-parser tells the versions of RSS apart by. */
  get $(): { readonly version: string } {
    return { version: this.attribute("version") }
  }

  /** The element's own text. */
  get text(): string {
    this.#read()
    return this.#text.trim()
  }

  /** An attribute's value, "" where there is none. */
  attribute(name: string): string {
    if (name === "type") {
      this.#read()
      if (this.#markup) return "html"
    }
    return (this.#attributes ??= this.#readAttributes()).get(name) ?? ""
  }

  /** The children of that name, in order. */
  children(name: string): ReadonlyArray<XmlElement> {
    return this.elements.filter((child) => child.name === name)
  }

  /** The first child of that name, an empty element where there is none. */
  child(name: string): XmlElement {
    return this.elements.find((child) => child.name === name) ?? NONE
  }

  /** The texts of all children of these names, the names in order of preference, blank ones left out. */
  texts(...names: ReadonlyArray<string>): ReadonlyArray<string> {
    const texts: Array<string> = []
    for (const name of names)
      for (const child of this.elements) if (child.name === name && child.text !== "") texts.push(child.text)
    return texts
  }

  firstText(...names: ReadonlyArray<string>): string {
    for (const name of names)
      for (const child of this.elements) if (child.name === name && child.text !== "") return child.text
    return ""
  }

  /** A text of the media module, which may stand in the item, in a group or beside one of several files. */
  mediaText(name: string): string {
    const places: ReadonlyArray<XmlElement> = [this, ...this.children("media:group"), ...this.children("media:content")]
    return places.map((place) => place.firstText(name)).find((text) => text !== "") ?? ""
  }

  /** The dates in all children of these names; some publishers put HTML's `<time datetime>` there. */
  dates(...names: ReadonlyArray<string>): ReadonlyArray<string> {
    const dates: Array<string> = []
    for (const name of names)
      for (const child of this.elements)
        if (child.name === name) dates.push(child.child("time").attribute("datetime") || child.text)
    return dates
  }

  /** The texts at a path like `ht:news_item/ht:news_item_title`. */
  textsAt(path: string): ReadonlyArray<string> {
    return path
      .toLowerCase()
      .split("/")
      .reduce<ReadonlyArray<XmlElement>>((elements, name) => elements.flatMap((each) => each.children(name)), [this])
      .map(({ text }) => text)
  }

  /** What relative URLs inside of the element are relative to. */
  base(outer: string): string {
    const base = this.attribute("xml:base")
    return (base === "" ? null : resolveUrl(base, outer)) ?? outer
  }

  #readAttributes(): ReadonlyMap<string, string> {
    if (this.#names === null || !this.#tag.includes("=")) return NO_ATTRIBUTES
    const attributes = new Map<string, string>()
    for (const [written, value] of attributesIn(this.#tag)) {
      const name = this.#names.canonical(written)
      if (ATTRIBUTES.has(name) && !attributes.has(name)) attributes.set(name, decodeXml(value))
    }
    return attributes
  }

  /**
   * Markup inside of text stays in its order: together they are the HTML that the text would be if it had been escaped.
   */
  #read(): void {
    if (this.#inside === null) return
    const inside = this.#inside.slice(0, MAX_MARKUP)
    this.#inside = null
    if (inside.includes("<")) {
      const sections = sectionsOf(inside)
      this.#markup = sections.some(({ cdata, text }) => !cdata && /<[a-z/!?]/i.test(text))
      this.#text = sections.map(({ cdata, text }) => (cdata || this.#markup ? text : decodeXml(text))).join("")
    } else this.#text = decodeXml(inside)
  }
}

const NONE = new XmlElement("", "", null)
