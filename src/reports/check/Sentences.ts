import { plain } from "../document/Markdown.ts"

/** One sentence of a report: what it says without its markers, and the sources that it names. */
export interface Sentence {
  readonly text: string
  readonly citations: ReadonlyArray<number>
}

// Behind these a full stop ends no sentence. Looked for backwards from there, since text may be full of stops.
const abbreviation =
  /(?<=(?:^|[\s(“‘'"。！？])(?:[\p{L}]|(?:\p{Lu}\.)+\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Inc|Corp|Co|Ltd|Cie|Bros|vs|No|Nos|approx|est|ca|cf|e\.g|i\.e|etc|U\.S|U\.K|E\.U|U\.N|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.)/uy

const isAbbreviated = (text: string, end: number): boolean => {
  abbreviation.lastIndex = end
  return abbreviation.test(text)
}

/**
 * A text's sentences. A full stop ends one where white space and a new beginning follow; not after an abbreviation, nor
 * inside a quotation, which belongs whole to the sentence that quotes it. Markers after the full stop stay with it.
 */
export const split = (text: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  // A quotation mark that is never closed opens no quotation. Looked up once, because a text may be full of them.
  const lastClosing = text.lastIndexOf("”")
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === "“" && at < lastClosing) at = text.indexOf("”", at + 1)
    const stop = /[.!?。！？]/.test(text[at]!) || (text[at] === "”" && /[.!?…]/.test(text[at - 1] ?? ""))
    if (!stop) continue
    const tail = /^[.!?…]*[)”’"']*(?:\s*\[\d+\])*/.exec(text.slice(at + 1))![0]
    const end = at + 1 + tail.length
    const rest = text.slice(end)
    // Behind a marker a new sentence begins, with whatever character.
    const isMarked = text[at - 1] === "]" && /\[\d{1,4}\]$/.test(text.slice(Math.max(0, at - 6), at))
    const begins = isMarked || /^\s+["“‘(*]*[\p{Lu}\p{Lo}\p{N}]/u.test(rest) || /[。！？]/.test(text[at]!)
    if (!begins || (text[at] === "." && tail === "" && isAbbreviated(text, at + 1))) continue
    sentences.push(text.slice(start, end).trim())
    start = end
    at = end - 1
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== "")
}

const marker = /(?:(?<!\s)\s+)?\[(\d+)\]/g

/** What one sentence of a section's Markdown says, and what it cites. */
export const sentenceOf = (markdown: string): Sentence => ({
  text: plain(markdown.replace(marker, "")).trim(),
  citations: [...new Set([...markdown.matchAll(marker)].map(([, n]) => Number(n)))]
})

/**
 * The sentences of a section's Markdown, as they stand there. Headings are none; block quotes are what the caller
 * asked, repeated, which the report doesn't claim (no writer can make one: see Markdown.ts).
 */
export const markdownSentences = (markdown: string): ReadonlyArray<string> =>
  markdown
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:#{1,6} |>)/.test(line))
    .flatMap((line) => split(line.replace(/^- /, "")))

export const sentencesOf = (markdown: string): ReadonlyArray<Sentence> => markdownSentences(markdown).map(sentenceOf)
