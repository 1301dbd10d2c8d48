import { Parser } from "htmlparser2"
import { parseHTML } from "linkedom"
import { decodeText } from "../feed/Charset.ts"
import { type PageInput, PageRefused } from "./Article.ts"
import {
  maxAncestors,
  maxAttribute,
  maxAttributes,
  maxElements,
  maxEscapedSigns,
  maxNesting,
  maxPageBytes,
  maxPageText,
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
  readonly styles: ReadonlyArray<string>
}

const voidElements = new Set("area base br col embed hr img input link meta source track wbr".split(" "))
const keptAttributes = new Set(
  "alt aria-hidden class content datetime dir hidden href http-equiv id itemprop itemtype lang name property pubdate rel role src style title".split(
    " "
  )
)

/** Attributes that can hide an element. One that is too long to be looked at counts as one that does. */
const hidingAttributes = new Set("class hidden id style".split(" "))

/** The elements around the whole page. Pages hide them only until a script shows them, so hiding them is ignored. */
const roots = new Set(["html", "body"])

/*
 * Escaped by hand, not by text/Html.ts: the markup is read by a parser again and shown to nobody, so that `&` and what
 * ends a text or a value are enough, and the signs of a page are counted on the way.
 */
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
  const opened = new Set<string>()
  let depth = 0
  let elements = 0
  let ancestors = 0
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
        if ((ancestors += depth) > maxAncestors)
          throw new PageRefused("too_complex", "the page nests too many of its elements")
        if (roots.has(name)) opened.add(name)
        inTitle ||= name === "title"
        html.push("<", name)
        for (const key in attribs) {
          if (++attributes > maxAttributes) throw new PageRefused("too_complex", "the page has too many attributes")
          if (!keptAttributes.has(key)) continue
          if (attribs[key]!.length <= maxAttribute) html.push(" ", key, '="', escapeValue(attribs[key]!), '"')
          else if (hidingAttributes.has(key)) html.push(" hidden")
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
  // Pages may leave these tags out (https://html.spec.whatwg.org/multipage/syntax.html#optional-tags).
  const body = opened.has("body") ? html.join("") : `<body>${html.join("")}</body>`
  return { html: opened.has("html") && opened.has("body") ? body : `<html>${body}</html>`, jsonLd, styles }
}

/** Declarations that hide an element from readers. */
const hiding =
  /(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0(?![.\d])|opacity\s{0,3}:\s{0,3}(?:0?\.0\d{0,10}|0(?![.\d])|\d(?:\.\d{1,10})?%)|(?:left|top|text-indent)\s{0,3}:\s{0,3}-\d{3,}|clip\s{0,3}:\s{0,3}rect\(\s{0,3}0)/i

/** An element without height, which hides its text only together with the other. */
const flat = /(?:^|[;\s])(?:max-)?height\s{0,3}:\s{0,3}0(?:px|r?em|%|vh)?\s{0,3}(?:!|;|$)/i
const cutOff = /(?:^|[;\s])overflow(?:-y)?\s{0,3}:\s{0,3}(?:hidden|clip)/i

/** The colours of text and of what is behind it. */
const colour =
  /(?:^|[;\s])(color|background(?:-color)?)\s{0,3}:\s{0,3}(#[\da-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s,.%/]{1,40}\))\s{0,3}(?:!important\s{0,3})?(?=;|$)/gi

/** Words that stand for no colour of their own. */
const noColours = new Set("inherit initial unset revert none transparent currentcolor".split(" "))

/** A colour in one way of writing, as far as text and background are likely to have different ones. */
const plainColour = (written: string): string => {
  const name = written.toLowerCase().replace(/\s/g, "")
  if (name === "white" || name === "rgb(255,255,255)") return "#ffffff"
  if (name === "black" || name === "rgb(0,0,0)") return "#000000"
  return /^#[\da-f]{3}$/.test(name) ? name.replace(/[\da-f]/g, "$&$&") : name
}

/** Whether text has the colour of its background. The last declaration counts. */
const isInvisible = (declarations: string): boolean => {
  let text: string | undefined
  let behind: string | undefined
  for (const [, property, value] of declarations.matchAll(colour)) {
    if (property!.toLowerCase() === "color") text = plainColour(value!)
    else behind = plainColour(value!)
  }
  return text !== undefined && text === behind && !noColours.has(text)
}

/** Whether declarations hide an element from readers. */
const hides = (declarations: string): boolean =>
  hiding.test(declarations) || (flat.test(declarations) && cutOff.test(declarations)) || isInvisible(declarations)

/** Comments and strings of CSS, whose signs mean nothing. One that is not closed ends with the sheet or the line. */
const commentOrString = /\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/g

/** Selectors of one class or id, which pages use to hide things; more complex ones are ignored. */
const plainSelector = /^(?:[a-z][a-z\d]{0,20})?[.#][\w-]{1,80}$/i

/** A selector that is a list of others, of elements with a name or of any. */
const listSelector = /(^|,)\s{0,10}([a-z][a-z\d]{0,20})?:(?:is|where)\(([^()]{0,2000})\)\s{0,10}(?=,|$)/gi

/** The selectors before a rule's brace. */
const selectorsOf = (head: string): ReadonlyArray<string> =>
  head
    .replace(listSelector, (_, before: string, name: string | undefined, list: string) =>
      [before, list.split(",").map((one) => `${name ?? ""}${one.trim()}`)].join("")
    )
    .split(",")

/** Whether the rules within an at-rule hold for everybody who reads on a screen with a browser of today. */
const isForAll = (head: string): boolean =>
  /^@media\s/i.test(head)
    ? head
        .slice(6)
        .split(",")
        .some((medium) => /^(?:only\s+)?(?:all|screen)$/i.test(medium.trim()))
    : /^@(?:layer\b|supports\b(?!\s{0,10}not\b))/i.test(head)

/** A rule that was opened, and the declarations in it. */
interface Rule {
  readonly head: string
  /** Whether it holds whenever the style sheet does. */
  readonly holds: boolean
  declarations: string
}

/**
 * Adds the plain selectors by which a style sheet hides elements. Rules with conditions that a reader may not meet
 * (`@media print`), and rules within other selectors, are ignored. The sheet is read once, whatever its braces are.
 */
const addHidden = (sheet: string, hidden: Set<string>): void => {
  const css = sheet.replace(commentOrString, "")
  const open: Array<Rule> = []
  const close = (): void => {
    const rule = open.pop()
    if (rule === undefined || !rule.holds || rule.head.startsWith("@") || !hides(rule.declarations)) return
    for (const selector of selectorsOf(rule.head)) {
      const [plain] = plainSelector.exec(selector.trim()) ?? []
      if (plain !== undefined) hidden.add(plain.replace(/^[^.#]+/, (name) => name.toLowerCase()))
    }
  }
  // Braces within more braces than anybody writes are counted only.
  let tooDeep = 0
  let start = 0
  const takeUntil = (at: number): string => {
    const text = css.slice(start, at)
    start = at + 1
    // What stands between braces are declarations of the rule, around other rules that it may hold.
    const rule = open.at(-1)
    if (rule?.holds === true && !rule.head.startsWith("@")) rule.declarations += `${text};`
    return text
  }
  for (let at = 0; at < css.length; at++) {
    const sign = css[at]
    if (sign === "{") {
      const text = takeUntil(at)
      // Statements such as `@import` may stand before the head of a rule.
      const head = text.slice(text.lastIndexOf(";") + 1).trim()
      if (open.length >= maxNesting) {
        tooDeep++
        continue
      }
      const around = open.at(-1)
      open.push({
        head,
        holds: around === undefined || (around.holds && isForAll(around.head)),
        declarations: ""
      })
    } else if (sign === "}") {
      takeUntil(at)
      if (tooDeep > 0) tooDeep--
      else close()
    }
  }
  // A sheet may end before its braces do.
  takeUntil(css.length)
  while (open.length > 0) close()
}

/** A page as a tree without hidden elements, and its data blocks. */
export interface Page {
  readonly document: Document
  readonly jsonLd: ReadonlyArray<string>
  readonly url: string
}

const isHidden = (element: Element, hidden: ReadonlySet<string>): boolean => {
  const { id, localName } = element
  const has = (selector: string) => hidden.has(selector) || hidden.has(`${localName}${selector}`)
  return (
    element.hasAttribute("hidden") ||
    element.getAttribute("aria-hidden") === "true" ||
    hides((element.getAttribute("style") ?? "").replace(commentOrString, "")) ||
    (hidden.size > 0 && (has(`#${id}`) || element.className.split(/\s+/).some((name) => has(`.${name}`))))
  )
}

/** Removes what readers of the page do not see: hidden text is written for machines. */
const removeHidden = (parent: ParentNode, hidden: ReadonlySet<string>): void => {
  for (let element = parent.firstElementChild, next; element !== null; element = next) {
    next = element.nextElementSibling
    if (!roots.has(element.localName) && isHidden(element, hidden)) element.remove()
    else removeHidden(element, hidden)
  }
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
  const { document } = parseHTML(html)
  const hidden = new Set<string>()
  for (const sheet of styles) addHidden(sheet, hidden)
  removeHidden(document, hidden)
  return { document, jsonLd, url: input.url }
}
