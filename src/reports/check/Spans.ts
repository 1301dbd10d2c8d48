import type { ReportSource } from "../../domain/Report.ts"
import type { Verdict } from "../../domain/Verdict.ts"
import { hasWords } from "./Quotations.ts"

/** Whether each fact of a verdict is supported, and rests on words that one of these sources has. */
export const isBorneOut = ({ facts, supported }: Verdict, sources: ReadonlyArray<ReportSource>): boolean =>
  supported &&
  facts.every(
    ({ spans, verdict }) =>
      verdict === "supported" &&
      spans.length > 0 &&
      spans.every(({ n, text }) => sources.some((source) => source.n === n && hasWords(source, text)))
  )

/** The numbers of the sources that a verdict rests on; null for one that names none. */
export const restsOn = ({ facts }: Verdict): ReadonlySet<number> | null =>
  facts.length === 0 ? null : new Set(facts.flatMap(({ spans }) => spans.map(({ n }) => n)))
