import { Readability } from "@mozilla/readability"
import { maxArticleText } from "./Limits.ts"

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "))

/** Elements that begin a line of their own (block elements); all others are inline. */
const blockElements = names(
  "address article aside blockquote body center dd details div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre " +
    "section summary table tbody td tfoot th thead tr ul"
)

/** Parts of an article that are not its text: links to other pages, captions, forms. */
const besideText = names(
  "aside button figcaption figure footer form iframe input nav noscript option script select style svg template textarea"
)

/** One line of the main text, and how much it looks like text. */
interface Line {
  readonly text: string
  /** Share of its characters that are in links. */
  readonly linked: number
  readonly isHeading: boolean
  readonly isItem: boolean
  readonly isCell: boolean
  readonly inHeader: boolean
}

interface Surroundings extends Omit<Line, "text" | "linked"> {
  readonly inArticle: boolean
}

const outermost: Surroundings = { isHeading: false, isItem: false, isCell: false, inHeader: false, inArticle: false }

const within = (name: string, around: Surroundings): Surroundings => ({
  isHeading: around.isHeading || /^h[1-6]$/.test(name),
  isItem: around.isItem || name === "li",
  isCell: around.isCell || name === "td" || name === "th",
  inHeader: around.inHeader || name === "header",
  inArticle: around.inArticle || name === "article"
})

/** The lines under an element in reading order. An article inside another one is a teaser of another page. */
const linesOf = (root: Element): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let parts: Array<string> = []
  let length = 0
  let linked = 0
  const end = ({ inHeader, isCell, isHeading, isItem }: Surroundings): void => {
    const text = parts.join("").replace(/\s+/gu, " ").trim()
    if (text !== "")
      lines.push({ text, linked: length === 0 ? 0 : linked / length, inHeader, isCell, isHeading, isItem })
    parts = []
    length = linked = 0
  }
  const walk = (parent: Node, around: Surroundings, inLink: boolean): void => {
    for (const node of parent.childNodes) {
      if (node.nodeType === 3) {
        const text = node.textContent ?? ""
        parts.push(text)
        length += text.length
        if (inLink) linked += text.length
      } else if (node.nodeType === 1) {
        const name = (node as Element).localName
        if (name === "br") parts.push(" ")
        if (besideText.has(name) || (name === "article" && around.inArticle)) continue
        const isBlock = blockElements.has(name)
        if (isBlock) end(around)
        const inside = isBlock ? within(name, around) : around
        walk(node, inside, inLink || name === "a")
        if (isBlock) end(inside)
      }
    }
  }
  walk(root, outermost, false)
  end(outermost)
  return lines
}

/**
 * How many words a line has: a character of a script without spaces counts half a word. Unlike in text/Words.ts a
 * combining mark ends a word: the bounds below were chosen with such words.
 */
export const wordCount = (text: string): number => {
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0
  const spaced = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return dense === 0 ? spaced : Math.max(spaced, dense / 2)
}

const endsSentence = (text: string): boolean => /[.!?…。！？؟।]["'”’»」』)\]]{0,3}$/u.test(text.slice(-8))

/** A line of running text: a sentence, or as long as one. */
const isProse = (line: Line): boolean => {
  if (line.isHeading) return false
  const words = wordCount(line.text)
  return words >= 20 || (words >= 7 && endsSentence(line.text))
}

/** A line of links that are not part of a sentence. */
const isPointer = (line: Line): boolean =>
  line.linked > 0.8 && !line.isCell && (line.isItem || !endsSentence(line.text))

/** Longer than any byline or date in the header of an article. */
const headerWords = 40

/**
 * Removes the lines around an article: bylines and dates of its header, links to other pages, and short lines before
 * its first sentence and after its last.
 */
const trimmed = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  const kept = lines.filter((line) => !(line.inHeader && wordCount(line.text) <= headerWords) && !isPointer(line))
  const first = kept.findIndex(isProse)
  return first === -1 ? kept : kept.slice(first, kept.findLastIndex(isProse) + 1)
}

/** The main text of a page, a line for each block; "" if there is none. Changes the document. */
export const mainText = (document: Document): string => {
  let root: Element | undefined
  const reader = new Readability<string>(document, {
    // The tree itself is read below, because its text alone does not separate paragraphs.
    serializer: (element) => {
      root = element as Element
      return ""
    }
  })
  reader.parse()
  if (root === undefined) return ""
  const text = trimmed(linesOf(root))
    .map((line) => line.text)
    .join("\n")
  if (text.length <= maxArticleText) return text
  const end = text.lastIndexOf("\n", maxArticleText)
  return text.slice(0, end > 0 ? end : maxArticleText).toWellFormed()
}
