/**
 * Namespaces that feeds use, by the prefix they get here whatever prefix the document chose; "" is the feed's own
 * vocabulary.
 */
const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ["www.w3.org/2005/atom", "atom"],
  ["purl.org/atom/ns", "atom"],
  ["www.w3.org/1999/02/22-rdf-syntax-ns", "rdf"],
  ["purl.org/rss/1.0", ""],
  ["my.netscape.com/rdf/simple/0.9", ""],
  ["channel.netscape.com/rdf/simple/0.9", ""],
  ["backend.userland.com/rss", ""],
  ["backend.userland.com/rss2", ""],
  ["purl.org/dc/elements/1.1", "dc"],
  ["purl.org/dc/elements/1.0", "dc"],
  ["purl.org/dc/terms", "dcterms"],
  ["purl.org/rss/1.0/modules/content", "content"],
  ["purl.org/rss/1.0/modules/syndication", "sy"],
  ["search.yahoo.com/mrss", "media"],
  ["video.search.yahoo.com/mrss", "media"],
  ["www.itunes.com/dtds/podcast-1.0.dtd", "itunes"],
  ["rssnamespace.org/feedburner/ext/1.0", "feedburner"],
  ["www.w3.org/1999/xhtml", "xhtml"],
  ["www.w3.org/xml/1998/namespace", "xml"]
])

/** Some write https, some leave the slash or the sign at the end out. */
const prefixOf = (uri: string): string | undefined =>
  NAMESPACES.get(
    uri
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, "")
      .replace(/(?<![/#])[/#]+$/, "")
  )

/**
 * The one name of an element or attribute: lower case, the usual prefix of its namespace. Prefixes are the document's,
 * not the element's: no feed binds one prefix twice.
 */
export class Names {
  readonly #prefixes = new Map<string, string>()
  readonly #names = new Map<string, string>()

  #atomRoot = false

  /** Takes note of a namespace declaration; other attributes are ignored. */
  declare(attribute: string, value: string): void {
    if (!attribute.startsWith("xmlns:")) return
    const prefix = prefixOf(value)
    const key = attribute.slice(6).toLowerCase()
    if (prefix === undefined || this.#prefixes.get(key) === prefix) return
    this.#prefixes.set(key, prefix)
    this.#names.clear()
  }

  /**
   * Tells what the root's own prefix stands for, and whether Atom is the document's vocabulary or an extension of
   * another.
   */
  adopt(root: string, prefix: string, atom: boolean): void {
    const colon = root.indexOf(":")
    if (colon > 0) this.#prefixes.set(root.slice(0, colon).toLowerCase(), prefix)
    this.#atomRoot = atom
    this.#names.clear()
  }

  canonical(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const lower = name.toLowerCase()
    const colon = lower.indexOf(":")
    const declared = colon === -1 ? "" : (this.#prefixes.get(lower.slice(0, colon)) ?? lower.slice(0, colon))
    const prefix = declared === "atom" && this.#atomRoot ? "" : declared
    const local = lower.slice(colon + 1).replace(/[^\w.-]/g, "")
    const canonical = prefix === "" ? local : `${prefix}:${local}`
    // Bounded, since a document may have thousands of different names.
    if (this.#names.size < 1_000) this.#names.set(name, canonical)
    return canonical
  }
}
