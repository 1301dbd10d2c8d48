import type { ReportSource } from "../../domain/Report.ts"
import { quoted, shown } from "../document/Markdown.ts"

/*
 * After a report has quoted one side of a contradiction, it quotes the other side in the words of its source.
 */

/** A publisher's name for use inside a sentence: the `!` of `Yahoo! News` would end it. */
export const withinSentence = (publisher: string): string =>
  publisher.replace(/(?<![.!?。！？])[.!?。！？]+(?=\s)/g, "")

const lead = (publisher: string): string => `${withinSentence(publisher)} says otherwise: `

/** The other side as a sentence of running text, or as a line of a list, which gets no full stop. */
export const otherSide = (publisher: string, words: string, isRunning: boolean): string => {
  const said = quoted(words)
  return `${lead(publisher)}${said}${isRunning && !/[.!?…]”$/.test(said) ? "." : ""}`
}

/** The quotation in such a sentence, if its publisher is among these sources; any other sentence unchanged. */
export const quotationOf = (text: string, sources: ReadonlyArray<ReportSource>): string => {
  const own = sources.flatMap(({ publisher }) => (publisher === null ? [] : `${shown(lead(publisher))} “`))
  const begin = own.find((begin) => text.startsWith(begin))
  return begin !== undefined && /^[^“”]*”\.?$/.test(text.slice(begin.length)) ? text.slice(begin.length - 1) : text
}
