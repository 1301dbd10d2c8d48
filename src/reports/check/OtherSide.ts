import type { ReportSource } from "../../domain/Report.ts"
import { quoted, shown } from "../document/Markdown.ts"

/*
 * How a report goes on where it has quoted one side of a contradiction: with the other side, in the words of its
 * source.
 */

/** A publisher's name as it stands inside a sentence, which `Yahoo! News` would end. */
export const withinSentence = (publisher: string): string =>
  publisher.replace(/(?<![.!?。！？])[.!?。！？]+(?=\s)/g, "")

const lead = (publisher: string): string => `${withinSentence(publisher)} says otherwise: `

/** The other side as a sentence of running text, or of a list, whose lines end without a full stop of ours. */
export const otherSide = (publisher: string, words: string, isRunning: boolean): string => {
  const said = quoted(words)
  return `${lead(publisher)}${said}${isRunning && !/[.!?…]”$/.test(said) ? "." : ""}`
}

/** What such a sentence quotes, if its source is among these; any other sentence as it stands. */
export const quotationOf = (text: string, sources: ReadonlyArray<ReportSource>): string => {
  const own = sources.flatMap(({ publisher }) => (publisher === null ? [] : `${shown(lead(publisher))} “`))
  const begin = own.find((begin) => text.startsWith(begin))
  return begin !== undefined && /^[^“”]*”\.?$/.test(text.slice(begin.length)) ? text.slice(begin.length - 1) : text
}
