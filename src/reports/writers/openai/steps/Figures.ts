import type { ReportSource } from "../../../../domain/Report.ts"
import type { Fact } from "../../../../domain/Verdict.ts"
import { computed } from "../../../check/Calculation.ts"
import { hasWords } from "../../../check/Quotations.ts"
import type { Said } from "../Answer.ts"

const placeholder = "{figure}"

/** A sentence with its figure worked out, and the fact that this makes; null for one that cannot be worked out. */
export const withFigure = (
  text: string,
  formula: Said["formula"],
  sources: ReadonlyArray<ReportSource>
): { readonly text: string; readonly fact: Fact | null } | null => {
  const [before, after, ...more] = text.split(placeholder)
  if (after === undefined) return { text, fact: null }
  const derived = formula === null || more.length > 0 ? null : computed(formula.text, formula.form, sources)
  if (derived === null) return null
  const spans = derived.of.flatMap((figure) => {
    const source = sources.find((source) => hasWords(source, figure))
    return source === undefined ? [] : [{ n: source.n, text: figure }]
  })
  if (spans.length === 0) return null
  // What follows the placeholder may repeat the unit: "{figure}%", "{figure} times".
  const unit = /(?:%| times| percentage points)$/.exec(derived.figure)?.[0].trim() ?? ""
  const rest = unit !== "" && after.trimStart().startsWith(unit) ? after.trimStart().slice(unit.length) : after
  const said = `${before}${derived.figure}${rest}`
  // A reader can work it out as well.
  const missing = derived.of.filter((figure) => !said.includes(/\d[\d.,]*/.exec(figure)?.[0] ?? figure))
  const shown =
    missing.length === 0 ? said : said.replace(/[.!?]$/, (end) => ` (${derived.of.join(" against ")})${end}`)
  return {
    text: shown,
    fact: { fact: derived.calculation, verdict: "supported", spans, calculation: derived.calculation }
  }
}
