import { Effect } from "effect"
import type { ReportSource } from "../../../domain/Report.ts"
import type { Verdict } from "../../../domain/Verdict.ts"
import type { Claim, Judge } from "../../judge/Judge.ts"
import { sentencesOf } from "../../check/Sentences.ts"
import { isQuotation, misquotes } from "../../check/Quotations.ts"
import { noTokens, type Tokens } from "../../model/Tokens.ts"
import { statementMarkdown } from "../Compose.ts"
import type { Statement } from "../Writer.ts"
import { edited, type Written } from "./RejectedStatements.ts"

/** The verdict on what falls by a rule already: it is told to the writer by that rule. */
const refused: Verdict = { supported: false, facts: [] }

/** What was written, each statement with a verdict or known as a quotation. */
export interface JudgedWriting {
  readonly written: Written
  /** Statements that were left out because the judge said nothing usable about them. */
  readonly unjudged: number
  readonly tokens: Tokens
}

/**
 * Has a judge decide about each statement, as the check will read it. The judge is not asked about sentences that stand
 * in their source, nor about what falls by the exact rules whatever it says; a figure that no source has may follow
 * from theirs. Nothing is left without a decision.
 */
export const judged = Effect.fnUntraced(function* (
  judge: Judge["Service"],
  written: Written,
  sources: ReadonlyArray<ReportSource>
): Effect.fn.Return<JudgedWriting, Effect.Error<ReturnType<Judge["Service"]["judge"]>>> {
  const known = new Map(sources.map((source) => [source.n, source]))
  const claims = new Map<number, Claim>()
  const decided = edited(written, (statement, place) => {
    if (statement.verdict !== undefined || statement.quoting === true) return statement
    const [sentence, ...others] = sentencesOf(statementMarkdown(statement))
    const cited = statement.citations.flatMap((n) => known.get(n) ?? [])
    if (sentence === undefined || others.length > 0 || cited.length === 0 || cited.length < statement.citations.length)
      return { ...statement, verdict: refused }
    if (isQuotation(sentence.text, cited)) return { ...statement, quoting: true }
    if (misquotes(sentence.text, cited)) return { ...statement, verdict: refused }
    claims.set(place, { text: sentence.text, sources: cited })
    return statement
  })
  if (claims.size === 0) return { written: decided, unjudged: 0, tokens: noTokens }
  const { tokens, verdicts } = yield* judge.judge([...claims.values()])
  const byPlace = new Map([...claims.keys()].map((place, index) => [place, verdicts[index] ?? null]))
  const withVerdict = (statement: Statement, place: number): Statement | null => {
    const verdict = byPlace.get(place)
    return verdict === undefined ? statement : verdict === null ? null : { ...statement, verdict }
  }
  return {
    written: edited(decided, withVerdict),
    unjudged: [...byPlace.values()].filter((verdict) => verdict === null).length,
    tokens
  }
})
