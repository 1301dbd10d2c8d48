import { Effect } from "effect"
import { type Pair, pairs } from "../../src/reports/judge/Pairs.ts"
import { isRefused } from "../../src/reports/judge/Trial.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import { anchorPairs, figurePairs, rolePairs } from "./judge/FigurePairs.ts"
import { recordedVerdicts } from "./judge/Recorded.ts"
import { halfOf, halves, percent, refusedByRules, refusedTable, wrongClaims } from "./judge/Table.ts"

/** Faults that are wrong in a figure, a date or a unit, and in nothing else. */
const ofFigures: ReadonlySet<string> = new Set(
  "magnitude number number_swap unit date period part_whole change_level points bound range rank currency base count multiple side quotation".split(
    " "
  )
)

/** What the rules alone make of faults in figures and of faithful claims. */
const rulesAlone = (name: string, of: ReadonlyArray<Pair>): ReadonlyArray<string> => {
  const faults = of.filter(({ kind, label }) => label === "fault" && ofFigures.has(kind))
  const faithful = of.filter(({ label }) => label === "faithful")
  const share = (own: typeof of) => {
    const refused = own.filter(refusedByRules).length
    return `${refused} of ${own.length} (${percent(refused, own.length)} %)`
  }
  return [name, share(faults), share(faithful)]
}

/**
 * What a judge makes of the pairs of claim and evidence that come with Sonde, by answers that were recorded from a
 * language model, beside the exact rules alone.
 */
export const judge: Bench = {
  name: "judge",
  document: null,
  run: () =>
    Effect.sync(() => {
      const { from, tokens, verdicts } = recordedVerdicts()
      const all = pairs.map((pair, index) => ({
        ...pair,
        half: halfOf(index),
        answered: verdicts[index] !== null,
        rules: refusedByRules(pair),
        judge: isRefused(pair, verdicts[index] ?? null)
      }))
      const answered = all.filter((pair) => pair.answered)
      const figures = [
        ["rules alone, on figures", "faults refused", "faithful refused"],
        ...halves.map((half) =>
          rulesAlone(
            `  pairs, ${half} half`,
            all.filter((pair) => pair.half === half)
          )
        ),
        ...[
          ["figures", figurePairs] as const,
          ["roles", rolePairs] as const,
          ["anchors", anchorPairs] as const
        ].flatMap(([name, all]) =>
          halves.map((half) =>
            rulesAlone(
              `  ${name}, ${half} half`,
              all.filter((pair) => pair.half === half)
            )
          )
        )
      ]
      const share = (label: "fault" | "faithful", half: string) => {
        const own = answered.filter((pair) => pair.label === label && pair.half === half)
        return percent(own.filter((pair) => pair.judge).length, own.length)
      }
      return {
        figures:
          answered.length === 0
            ? {}
            : {
                "faults caught %, reporting half": share("fault", "reporting"),
                "false alarms %, reporting half": share("faithful", "reporting")
              },
        lines: [
          `${answered.length} of ${pairs.length} pairs, judged by answers ${from}`,
          `some ${Math.round(tokens / answered.length)} tokens for each, questions and answers`,
          ...refusedTable(answered),
          ...aligned(figures),
          "  wrong in the tuning half:",
          ...wrongClaims(answered)
        ]
      }
    })
}
