import { Effect } from "effect"
import type { JudgeTrial } from "../../domain/JudgeTrial.ts"
import type { Verdict } from "../../domain/Verdict.ts"
import { supportFault } from "../check/Check.ts"
import type { Judge } from "./Judge.ts"
import type { Pair } from "./Pairs.ts"

/** Whether a report would not say this: by the exact rules, or by the judge. */
export const isRefused = ({ claim: { sources, text } }: Pair, verdict: Verdict | null): boolean =>
  supportFault(text, sources, verdict ?? { supported: false, facts: [] }) !== null

/** The figures of a judge's verdicts on these pairs; those about which it said nothing usable are not counted. */
export const trialOf = Effect.fnUntraced(function* (
  judge: string,
  pairs: ReadonlyArray<Pair>,
  verdicts: ReadonlyArray<Verdict | null>
) {
  const answered: Array<Pair & { readonly refused: boolean }> = []
  for (const [index, pair] of pairs.entries()) {
    const verdict = verdicts[index] ?? null
    if (verdict !== null) answered.push({ ...pair, refused: isRefused(pair, verdict) })
    // The rules take some milliseconds for each.
    yield* Effect.yieldNow
  }
  const count = (of: (pair: Pair) => boolean) => {
    const own = answered.filter(of)
    return { of: own.length, refused: own.filter(({ refused }) => refused).length }
  }
  const kinds = [...new Map(answered.map(({ kind, label }) => [`${label} ${kind}`, { label, kind }])).values()]
  return {
    judge,
    faults: count(({ label }) => label === "fault"),
    faithful: count(({ label }) => label === "faithful"),
    kinds: kinds.map(({ kind, label }) => ({
      label,
      kind,
      ...count((pair) => pair.kind === kind && pair.label === label)
    })),
    unanswered: pairs.length - answered.length
  } satisfies JudgeTrial
})

/** Has a judge decide on the pairs, whether it is believed or not. */
export const tryJudge = (judge: Judge["Service"], pairs: ReadonlyArray<Pair>) =>
  Effect.flatMap(judge.tried(pairs.map(({ claim }) => claim)), (verdicts) => trialOf(judge.name, pairs, verdicts))
