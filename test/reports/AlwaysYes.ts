import type { ReportSource } from "../../src/domain/Report.ts"
import type { Verdict } from "../../src/domain/Verdict.ts"
import { supportFault } from "../../src/reports/check/Check.ts"

/** What news bears out, and what it does not. */
export interface News {
  readonly evidence: string
  readonly right: ReadonlyArray<string>
  readonly wrong: ReadonlyArray<string>
}

export const sourceOf = (quote: string): ReportSource => ({
  n: 1,
  kind: "signal",
  title: "From the trade",
  url: null,
  publisher: "Leaf Weekly",
  published_at: "2026-09-14",
  quote
})

/** The answer of a judge who says yes to everything, with the calculation that it gives for a figure. */
const yes = (calculation = ""): Verdict => ({
  supported: true,
  facts: [{ fact: "It is so.", verdict: "supported", spans: [{ n: 1, text: "From the trade" }], calculation }]
})

/** What is wrong with a sentence about this evidence whatever a judge says; null for nothing. */
export const faultOf = (text: string, evidence: string, calculation?: string) =>
  supportFault(text, [sourceOf(evidence)], yes(calculation))
