import { Effect } from "effect"
import { exactFaultOf } from "../../src/reports/check/Support.ts"
import { pairs } from "../../src/reports/judge/Pairs.ts"
import { isRefused } from "../../src/reports/judge/Trial.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import { recordedVerdicts } from "./judge/Recorded.ts"

const percent = (part: number, whole: number): number => Math.round((1000 * part) / whole) / 10

/**
 * What a judge makes of the pairs of claim and evidence that come with Sonde, by answers that were recorded from a
 * language model, beside the exact rules alone. Odd pairs may be looked at when prompts and rules change; even ones are
 * for reporting.
 */
export const judge: Bench = {
  name: "judge",
  document: null,
  run: () =>
    Effect.sync(() => {
      const { from, tokens, verdicts } = recordedVerdicts()
      const all = pairs.map((pair, index) => ({
        ...pair,
        half: index % 2 === 0 ? "tuning" : "reporting",
        answered: verdicts[index] !== null,
        rules: exactFaultOf(pair.claim.text, pair.claim.sources) !== null,
        judge: isRefused(pair, verdicts[index] ?? null)
      }))
      const answered = all.filter((pair) => pair.answered)
      const row = (name: string, of: typeof all) => [
        `  ${name}`,
        `${of.length}`,
        `${percent(of.filter(({ rules }) => rules).length, of.length)} %`,
        `${percent(of.filter(({ judge }) => judge).length, of.length)} %`
      ]
      const part = (label: "fault" | "faithful") => {
        const own = answered.filter((pair) => pair.label === label)
        return [
          [label, "pairs", "refused by rules", "and by the judge"],
          ...[...new Set(own.map(({ kind }) => kind))].map((kind) =>
            row(
              kind,
              own.filter((pair) => pair.kind === kind)
            )
          ),
          ...["tuning", "reporting"].map((half) =>
            row(
              `all, ${half} half`,
              own.filter((pair) => pair.half === half)
            )
          )
        ]
      }
      const wrong = answered.filter((pair) => pair.judge !== (pair.label === "fault"))
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
          ...aligned([...part("fault"), ...part("faithful")]),
          "  wrong:",
          ...wrong.map(
            ({ claim, kind, label, rules }) => `    ${label}, ${kind}${rules ? " (rules)" : ""}: ${claim.text}`
          )
        ]
      }
    })
}
