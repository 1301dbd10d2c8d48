import type { ReportSource } from "../../domain/Report.ts"
import { runs } from "../../text/Words.ts"
import { shown } from "../document/Markdown.ts"
import { split } from "./Sentences.ts"
import { beginWithName, isOthers, ownWords, saidBy, saying, says, turns } from "./Speakers.ts"
import { perSource } from "./PerSource.ts"

/*
 * What stands in a source word for word. Letters and digits are compared alone: sources leave out spaces after full
 * stops, and writers change quotation marks.
 */

/** The signs without which a figure is another one. */
const signs: Readonly<Record<string, string>> = { "%": "percent", $: "dollar", "€": "euro", "£": "pound", "¥": "yen" }

/**
 * The letters and digits of a text, and the signs of its figures, in rows, marked off so that a part of it is found
 * only as whole rows.
 */
export const lettersOf = (text: string): string => {
  const read = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[%$€£¥]/g, (sign) => ` ${signs[sign]!} `)
  return ` ${Array.from(runs(read), ([run]) => run).join(" ")} `
}

interface Read {
  /** Title and text. */
  readonly letters: string
  /** Each sentence and the title, and whether it asks. */
  readonly sentences: ReadonlySet<string>
}

const asks = (text: string): boolean => /[?？]["”’»')\]]{0,3}$/.test(text.trim().slice(-6))
const keyOf = (sentence: string): string => `${asks(sentence) ? "?" : ""}${lettersOf(sentence)}`

const read = perSource(({ published_at, publisher, quote, title }): Read => {
  const lines = [title, ...quote.split("\n")]
  const about = [publisher, published_at].filter((part) => part !== null).join(", ")
  // As it is stored, and as a reader is shown it.
  const both = [...lines, ...lines.map(shown)]
  return {
    letters: [lettersOf(lines.join("\n")), lettersOf(lines.map(shown).join("\n")), lettersOf(about)].join("|"),
    sentences: new Set(both.flatMap((line) => [line, ...split(line)]).map(keyOf))
  }
})

/** Whether the source has these words and figures in this order. */
export const hasWords = (source: ReportSource, words: string): boolean => {
  const letters = lettersOf(words)
  return letters !== "  " && read(source).letters.includes(letters)
}

/** Whether the text is a whole sentence of one of these sources, or a title, and asks only where that does. */
export const isQuotation = (text: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const key = keyOf(text)
  return lettersOf(text) !== "  " && sources.some((source) => read(source).sentences.has(key))
}

const pairs: Readonly<Record<string, string>> = {
  "“": "”",
  "„": "“”",
  "«": "»",
  "»": "«",
  "‘": "’",
  "‚": "‘’",
  "‹": "›",
  "›": "‹",
  "「": "」",
  "『": "』",
  "〝": "〞〟",
  "❝": "❞",
  "❛": "❜",
  '"': '"',
  "'": "'",
  "`": "`´’'"
}

/** As they stand upright, in half width, or turned. */
const forms: Readonly<Record<string, string>> = {
  "﹁": "「",
  "﹂": "」",
  "﹃": "『",
  "﹄": "』",
  "｢": "「",
  "｣": "」",
  "＂": '"',
  "＇": "'",
  "‟": "“",
  "‛": "‘"
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/**
 * The words between quotation marks of a text; null for an opening without an end. An apostrophe opens nothing behind a
 * letter, and closes nothing in front of one.
 */
export const quotationsIn = (written: string): ReadonlyArray<string | null> => {
  const text = written.replace(/[﹁﹂﹃﹄｢｣＂＇‟‛]/g, (mark) => forms[mark]!).replace(/`{2,}/g, "`")
  const found: Array<string | null> = []
  /** Marks that nothing closes any more: a text may be full of them. */
  const open = new Set<string>()
  for (let at = 0; at < text.length; at++) {
    const closing = pairs[text[at]!]
    const isApostrophe = /['‘`]/.test(text[at]!)
    if (closing === undefined || open.has(text[at]!) || (isApostrophe && isLetter(text[at - 1]))) continue
    let end = at + 1
    while (
      end < text.length &&
      !(closing.includes(text[end]!) && !("'’`´".includes(text[end]!) && isLetter(text[end + 1])))
    )
      end++
    if (end === text.length) {
      // A lone apostrophe is one: 'tis, the '90s.
      if (!isApostrophe) found.push(null)
      open.add(text[at]!)
      continue
    }
    found.push(text.slice(at + 1, end))
    at = end
  }
  return found
}

/** What somebody says without quotation marks: behind a colon, or in the first person. */
const direct = new RegExp(
  `\\b${saying}(?:\\s[^\\s:.;]{1,40}){0,8}\\s?[:：]\\s*(.{1,1500})$|\\b${saying}(?: that)?,? ((?:we|I|our|my)\\s.{1,1500})$`,
  "isu"
)

const first = `${ownWords}(?:['’]\\p{L}{1,3})?\\s`
const word = "[^\\s,.;:]{1,40}"
const speaker = `(?:[Hh]e|[Ss]he|[Tt]hey|[Tt]he(?: ${word}){1,6}|\\p{Lu}${word}(?: ${word}){0,6})`

/** The same in front of who says it: "We love ferries, Ina Solberg said." */
const ahead = new RegExp(
  `^\\s{0,4}(${first}.{1,1500}),\\s{1,4}(?:${speaker}(?:, [^,;:]{1,80},)? ${says}(?: [^\\s,;:]{1,40}){0,8}|(?!tell|told)${says} (?!\\p{Lu}\\p{Ll}{2,5}day)${speaker}(?:, [^,;:]{1,80})?)[.!]?\\s{0,4}$`,
  "su"
)

/** Behind the word for it: "Ina Solberg's exact words were: …". */
const wording = new RegExp(
  `(?:\\b(?:exact|very|own|actual|precise|[Hh]is|[Hh]er|[Tt]heir)|['’]s?) (?:words|quote|quotation)(?: ${word}){0,5}(?:\\s?[:：]\\s*(.{1,1500})|,? (${first}.{1,1500}))$`,
  "su"
)

/** The words that somebody says in a text without quotation marks; of those with marks the marks say where they end. */
const saidIn = (text: string, sources: ReadonlyArray<ReportSource>): string | null => {
  const [, behindColon, inFirstPerson] = direct.exec(text) ?? []
  const [, worded, wordedInFirstPerson] = wording.exec(text) ?? []
  const own = inFirstPerson ?? wordedInFirstPerson ?? ahead.exec(text)?.[1]
  const said = behindColon ?? worded ?? (own === undefined || beginWithName(own, sources) ? undefined : own)
  return said === undefined || quotationsIn(said).length > 0 ? null : said
}

/** Whether a text quotes words that no source has, or that all have with a "not", or of somebody else. */
export const misquotes = (text: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const marked = quotationsIn(text)
  const named = marked.length > 0 ? null : saidBy(text, sources)
  // Each once: a text may say the same again and again.
  const quoted = new Set([...marked, saidIn(text, sources) ?? named ?? []].flat())
  return [...quoted].some(
    (words) =>
      words === null ||
      !sources.some((source) => hasWords(source, words)) ||
      turns(text, words, sources) ||
      isOthers(text, words, sources)
  )
}
