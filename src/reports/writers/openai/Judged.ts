import { Effect } from "effect"
import type { ReportSource } from "../../../domain/Report.ts"
import type { Verdict } from "../../../domain/Verdict.ts"
import type { Claim, Judge } from "../../judge/Judge.ts"
import { exactFaultOf, isQuoted } from "../../check/Support.ts"
import type { Statement } from "../Writer.ts"
import { edited, type Written } from "./RejectedStatements.ts"

/** What stands in for a verdict that did not come: nothing is published on trust. */
const none: Verdict = { supported: false, facts: [] }

/**
 * What was written, each statement with a judge's verdict. The judge is not asked about quotations, nor about what
 * falls by the exact rules whatever it says; a figure that no source has may follow from theirs.
 */
export const judged = Effect.fnUntraced(function* (
  judge: Judge["Service"],
  written: Written,
  sources: ReadonlyArray<ReportSource>
) {
  const known = new Map(sources.map((source) => [source.n, source]))
  const claims = new Map<number, Claim>()
  edited(written, (statement, place) => {
    const cited = statement.citations.flatMap((n) => known.get(n) ?? [])
    const isOpen =
      statement.verdict === undefined &&
      cited.length > 0 &&
      cited.length === statement.citations.length &&
      exactFaultOf(statement.text, cited) !== "quotation" &&
      !isQuoted(statement.text, cited)
    if (isOpen) claims.set(place, { text: statement.text, sources: cited })
    return statement
  })
  if (claims.size === 0) return { written, tokens: { input: 0, output: 0 } }
  const { tokens, verdicts } = yield* judge.judge([...claims.values()])
  const byPlace = new Map([...claims.keys()].map((place, index) => [place, verdicts[index] ?? none]))
  const withVerdict = (statement: Statement, place: number): Statement => {
    const verdict = byPlace.get(place)
    return verdict === undefined ? statement : { ...statement, verdict }
  }
  return { written: edited(written, withVerdict), tokens }
})
