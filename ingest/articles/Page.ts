import { Parser } from "htmlparser2"
import { parseHTML } from "linkedom"
import { decodeText } from "../feed/Charset.ts"
import { type PageInput, PageRefused } from "./Article.ts"
import {
  maxAttributes,
  maxElements,
  maxEscapedSigns,
  maxNesting,
  maxPageBytes,
  maxPageText,
  maxStyleRules,
  maxTitle
} from "./Limits.ts"

/** Where HTML declares its encoding: within the first 1,024 bytes, says the standard; pages put scripts before it. */
const metaBytes = 8_192
const metaCharset = /<meta[^>]{0,200}?charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i

const withMetaCharset = ({ bytes, contentType }: PageInput): string | undefined => {
  if (/charset=/i.test(contentType ?? "")) return contentType
  const label = metaCharset.exec(new TextDecoder("latin1").decode(bytes.subarray(0, metaBytes)))?.[1]
  return label === undefined ? contentType : `text/html; charset=${label}`
}

/** Parts of a page that are not text and are never read: without them most pages are a tenth as large. */
const unread = new Set(["script", "style", "svg", "iframe", "object", "template", "noscript"])

/** The data in scripts that are not programs (JSON-LD), and the style sheets. */
interface Scan {
  readonly html: string
  readonly jsonLd: ReadonlyArray<string>
  readonly styles: string
}

const voidElements = new Set("area base br col embed hr img input link meta source track wbr".split(" "))
const keptAttributes = new Set(
  "alt aria-hidden class content dir hidden href http-equiv id itemprop itemtype lang name property rel role src style title".split(
    " "
  )
)

const escapes = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"]
])
const escapeValue = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")

/**
 * Reads the markup once in linear time, refuses a page that is too much for a tree, and writes only what an article
 * needs: no script, no style, no embedded page, and only the few attributes that say something about text.
 */
const scan = (markup: string): Scan => {
  const html: Array<string> = []
  const jsonLd: Array<string> = []
  const styles: Array<string> = []
  let depth = 0
  let elements = 0
  let attributes = 0
  let skipped: { readonly name: string; readonly into: Array<string> | null } | null = null
  let nested = 0
  let length = 0
  let inTitle = false
  let titleLength = 0
  let signs = 0
  const escapeText = (text: string): string =>
    text
      .replaceAll("\u00a0", " ")
      .replace(/[&<>]/g, (sign) => (++signs > maxEscapedSigns ? " " : (escapes.get(sign) ?? sign)))
  const parser = new Parser(
    {
      onopentag: (name, attribs) => {
        if (skipped !== null) {
          if (name === skipped.name) nested++
          return
        }
        if (unread.has(name)) {
          const isData =
            name === "script" && /^application\/(?:[\w.-]{1,30}\+)?(?:ld\+)?json/i.test(attribs["type"] ?? "")
          skipped = { name, into: name === "style" ? styles : isData ? jsonLd : null }
          nested = 1
          skipped.into?.push("")
          return
        }
        // Everything that follows would be empty.
        if (length >= maxPageText) return
        if (++elements > maxElements) throw new PageRefused("too_complex", "the page has too many elements")
        if (!voidElements.has(name) && ++depth > maxNesting)
          throw new PageRefused("too_complex", "the page nests its elements too deeply")
        inTitle ||= name === "title"
        html.push("<", name)
        for (const key in attribs) {
          if (++attributes > maxAttributes) throw new PageRefused("too_complex", "the page has too many attributes")
          if (keptAttributes.has(key) && attribs[key]!.length <= 4_096)
            html.push(" ", key, '="', escapeValue(attribs[key]!), '"')
        }
        html.push(">")
      },
      ontext: (text) => {
        if (skipped === null) {
          const kept = text.slice(0, Math.min(maxPageText - length, inTitle ? maxTitle - titleLength : Infinity))
          length += kept.length
          if (inTitle) titleLength += kept.length
          html.push(escapeText(kept))
        } else if (skipped.into !== null) skipped.into[skipped.into.length - 1] += text
      },
      onclosetag: (name) => {
        if (skipped !== null) {
          if (name === skipped.name && --nested === 0) skipped = null
          return
        }
        if (voidElements.has(name) || length >= maxPageText) return
        depth--
        if (name === "title") inTitle = false
        html.push("</", name, ">")
      }
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true }
  )
  parser.write(markup)
  parser.end()
  return { html: html.join(""), jsonLd, styles: styles.join("\n") }
}

/** Declarations that hide an element from readers. */
const hiding =
  /(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0(?![.\d])|opacity\s{0,3}:\s{0,3}0(?![.\d])|(?:left|top|text-indent)\s{0,3}:\s{0,3}-\d{3,}|clip\s{0,3}:\s{0,3}rect\(\s{0,3}0)/i

/** Selectors of one class or id, which pages use to hide things; more complex ones are ignored. */
const plainSelector = /^(?:[a-z][a-z\d]{0,20})?[.#][\w-]{1,80}$/i

/** The simple selectors by which a style sheet hides elements. Conditional rules (`@media`) are ignored. */
const hiddenSelectors = (styles: string): ReadonlyArray<string> => {
  const selectors: Array<string> = []
  let rules = 0
  let at = 0
  let depth = 0
  while (rules < maxStyleRules) {
    const open = styles.indexOf("{", at)
    const close = styles.indexOf("}", at)
    if (close !== -1 && close < open) {
      depth = Math.max(0, depth - 1)
      at = close + 1
      continue
    }
    if (open === -1 || close === -1) break
    const head = styles.slice(Math.max(at, open - 1_000), open).trim()
    if (head.startsWith("@")) {
      depth++
      at = open + 1
      continue
    }
    rules++
    if (depth === 0 && hiding.test(styles.slice(open + 1, Math.min(close, open + 2_000))))
      for (const selector of head.split(",")) if (plainSelector.test(selector.trim())) selectors.push(selector.trim())
    at = close + 1
  }
  return selectors
}

/** A page as a tree without hidden elements, and its data blocks. */
export interface Page {
  readonly document: Document
  readonly jsonLd: ReadonlyArray<string>
  readonly url: string
}

/** Removes what readers of the page do not see: hidden text is written for machines. */
const removeHidden = (document: Document, styles: string): void => {
  for (const element of document.querySelectorAll("[hidden], [aria-hidden=true], [style]")) {
    const style = element.getAttribute("style")
    if (style === null || hiding.test(style.slice(0, 2_000))) element.remove()
  }
  for (const selector of hiddenSelectors(styles))
    for (const element of document.querySelectorAll(selector)) if (element.localName !== "body") element.remove()
}

/** The page as a tree, in this thread. Throws a {@link PageRefused}. */
export const readPage = (input: PageInput): Page => {
  if (input.bytes.length > maxPageBytes)
    throw new PageRefused("too_large", `the page is larger than ${maxPageBytes} bytes`)
  const markup = decodeText(input.bytes, withMetaCharset(input))
  const head = markup.slice(0, 100_000)
  const isXml = /^\s{0,100}<(?:\?xml|rss|feed|rdf:)/i.test(head) && !/<html[\s>]/i.test(head)
  if (isXml || !/<(?:html|head|body|article|main|div|p|title)[\s>]/i.test(head))
    throw new PageRefused("not_html", "the answer is not an HTML page")
  const { html, jsonLd, styles } = scan(markup)
  const { document } = parseHTML(/<body[\s>]/.test(html) ? html : `<html><body>${html}</body></html>`)
  removeHidden(document, styles)
  return { document, jsonLd, url: input.url }
}
