import type { ReportSource } from "../../domain/Report.ts"
import type { Verdict } from "../../domain/Verdict.ts"
import { runs } from "../../text/Words.ts"

/** No span is longer than the longest evidence: what is more is not looked at. */
const longest = 8_000

/** Letters and digits alone: sources leave out spaces after full stops, and models change quotation marks. */
const lettersOf = (text: string): string =>
  ` ${Array.from(runs(text.normalize("NFKC").toLowerCase()), ([run]) => run).join(" ")} `

/** Whether the source has these words and figures in this order. */
const has = ({ quote, title }: ReportSource, span: string): boolean => {
  const words = span.length > longest ? "  " : lettersOf(span)
  return words !== "  " && lettersOf(`${title}\n${quote}`).includes(words)
}

/** Whether each fact of a verdict is supported, and rests on words that one of these sources has. */
export const isBorneOut = ({ facts, supported }: Verdict, sources: ReadonlyArray<ReportSource>): boolean =>
  supported &&
  facts.every(
    ({ spans, verdict }) =>
      verdict === "supported" &&
      spans.length > 0 &&
      spans.every(({ n, text }) => sources.some((source) => source.n === n && has(source, text)))
  )

/** The numbers of the sources that a verdict rests on; null for one that names none. */
export const restsOn = ({ facts }: Verdict): ReadonlySet<number> | null =>
  facts.length === 0 ? null : new Set(facts.flatMap(({ spans }) => spans.map(({ n }) => n)))
