import { exactFaultOf } from "../../../src/reports/check/Support.ts"
import type { Pair } from "../../../src/reports/judge/Pairs.ts"
import { aligned } from "../../Figures.ts"

export const halves = ["tuning", "reporting"] as const

export interface JudgedPair extends Pair {
  readonly half: (typeof halves)[number]
  /** Whether the exact rules refuse it by themselves. */
  readonly rules: boolean
  /** Whether they or the judge refuse it. */
  readonly judge: boolean
}

/** Odd pairs may be looked at when prompts and rules change; even ones are for reporting. */
export const halfOf = (index: number) => halves[index % 2]!

export const refusedByRules = ({ claim }: Pair): boolean => exactFaultOf(claim.text, claim.sources) !== null

export const percent = (part: number, whole: number): number => Math.round((1000 * part) / whole) / 10

const row = (name: string, of: ReadonlyArray<JudgedPair>) => {
  const [byRules, byJudge] = [of.filter(({ rules }) => rules).length, of.filter(({ judge }) => judge).length]
  return [`  ${name}`, `${of.length}`, `${percent(byRules, of.length)} %`, `${percent(byJudge, of.length)} %`]
}

/** What was refused, by kind and by half. */
export const refusedTable = (judged: ReadonlyArray<JudgedPair>): ReadonlyArray<string> =>
  aligned(
    (["fault", "faithful"] as const).flatMap((label) => {
      const own = judged.filter((pair) => pair.label === label)
      const kinds = [...new Set(own.map(({ kind }) => kind))]
      return [
        [label, "pairs", "refused by rules", "and by the judge"],
        ...kinds.map((name) =>
          row(
            name,
            own.filter(({ kind }) => kind === name)
          )
        ),
        ...halves.map((name) =>
          row(
            `all, ${name} half`,
            own.filter(({ half }) => half === name)
          )
        )
      ]
    })
  )

/** The claims for tuning that are refused and should not be, or the other way round. */
export const wrongClaims = (judged: ReadonlyArray<JudgedPair>): ReadonlyArray<string> =>
  judged
    .filter(({ half, judge, label }) => half === "tuning" && judge !== (label === "fault"))
    .map(({ claim, kind, label, rules }) => `    ${label}, ${kind}${rules ? " (rules)" : ""}: ${claim.text}`)
