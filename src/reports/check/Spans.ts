import type { ReportSource } from "../../domain/Report.ts"
import type { Fact, Verdict } from "../../domain/Verdict.ts"
import { hasWords } from "./Quotations.ts"

/** Whether a fact rests on words that one of these sources has. */
const hasGround = ({ spans }: Fact, sources: ReadonlyArray<ReportSource>): boolean =>
  spans.length > 0 && spans.every(({ n, text }) => sources.some((source) => source.n === n && hasWords(source, text)))

/** Whether each fact of a verdict is supported, and rests on words that one of these sources has. */
export const isBorneOut = ({ facts, supported }: Verdict, sources: ReadonlyArray<ReportSource>): boolean =>
  supported && facts.every((fact) => fact.verdict === "supported" && hasGround(fact, sources))

/** Whether a verdict agrees with itself, and with the evidence on the words that it takes from there. */
export const isSound = ({ facts, supported }: Verdict, sources: ReadonlyArray<ReportSource>): boolean =>
  facts.every((fact) => fact.verdict !== "supported" || hasGround(fact, sources)) &&
  (facts.length === 0 || supported === facts.every(({ verdict }) => verdict === "supported"))

/** The numbers of the sources that a verdict rests on; null for one that names none. */
export const restsOn = ({ facts }: Verdict): ReadonlySet<number> | null =>
  facts.length === 0 ? null : new Set(facts.flatMap(({ spans }) => spans.map(({ n }) => n)))
