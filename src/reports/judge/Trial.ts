import { Effect } from "effect"
import type { JudgeTrial } from "../../domain/JudgeTrial.ts"
import type { Verdict } from "../../domain/Verdict.ts"
import { supportFault } from "../check/Check.ts"
import type { Judge } from "./Judge.ts"
import type { Pair } from "./Pairs.ts"

/** Whether a report would not say this: by the exact rules, or by the judge. */
export const isRefused = ({ claim: { sources, text } }: Pair, verdict: Verdict | null): boolean =>
  supportFault(text, sources, verdict ?? { supported: false, facts: [] }) !== null

/** The figures of a judge's verdicts on these pairs. */
export const trialOf = (
  judge: string,
  pairs: ReadonlyArray<Pair>,
  verdicts: ReadonlyArray<Verdict | null>
): JudgeTrial => {
  const refused = pairs.map((pair, index) => isRefused(pair, verdicts[index] ?? null))
  const count = (of: (pair: Pair) => boolean) => ({
    of: pairs.filter(of).length,
    refused: pairs.filter((pair, index) => of(pair) && refused[index]).length
  })
  const kinds = [...new Map(pairs.map(({ kind, label }) => [`${label} ${kind}`, { label, kind }])).values()]
  return {
    judge,
    faults: count(({ label }) => label === "fault"),
    faithful: count(({ label }) => label === "faithful"),
    kinds: kinds.map(({ kind, label }) => ({
      label,
      kind,
      ...count((pair) => pair.kind === kind && pair.label === label)
    })),
    unanswered: verdicts.filter((verdict) => verdict === null).length
  }
}

/** Has a judge decide on the pairs. */
export const tryJudge = (judge: Judge["Service"], pairs: ReadonlyArray<Pair>) =>
  Effect.map(judge.judge(pairs.map(({ claim }) => claim)), ({ verdicts }) => trialOf(judge.name, pairs, verdicts))
