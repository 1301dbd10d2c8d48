import { Effect } from "effect"
import { covered } from "../../src/reports/check/Support.ts"
import { chosenThreshold, type Count, halves, judge } from "./faults/Judge.ts"
import { truths } from "./faults/Truths.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"

const percent = ({ found, of }: Count): number => Math.round((1000 * found) / of) / 10

const rows = (counts: Readonly<Record<string, Count>>): ReadonlyArray<ReadonlyArray<string>> =>
  Object.entries(counts).map(([kind, count]) => [`  ${kind}`, `${count.found}`, `${count.of}`, `${percent(count)} %`])

const figures = (counts: Readonly<Record<string, Count>>, what: string): ReadonlyArray<readonly [string, number]> =>
  Object.entries(counts).map(([kind, count]) => [`${kind}: ${what} %`, percent(count)])

/**
 * How many of the faults planted in true sentences the check of reports finds, and how many true sentences it refuses.
 */
export const check: Bench = {
  name: "check",
  run: () =>
    Effect.sync(() => {
      const { controls, free, hard, planted } = judge(halves.reported)
      const told = truths.filter(({ told }) => told !== "untouched").length
      const wrong = Object.entries({ ...planted, ...controls, ...free }).flatMap(([kind, count]) =>
        count.wrong.map((sentence) => `    ${kind}: ${sentence}`)
      )
      return {
        figures: Object.fromEntries([
          ...figures(planted, "found"),
          ...figures(hard, "found"),
          ...figures({ ...controls, ...free }, "false alarms")
        ]),
        lines: [
          `${told} true sentences, and ${truths.length - told} as they stand in their sources; a seeded half of them below`,
          `threshold in use ${covered}, chosen on the other half ${chosenThreshold(halves.chosen)}`,
          ...aligned([
            ["planted faults", "found", "of", ""],
            ...rows(planted),
            ["beyond it", "found", "of", ""],
            ...rows(hard),
            ["true sentences", "alarms", "of", ""],
            ...rows({ ...controls, ...free })
          ]),
          `  wrong:`,
          ...wrong
        ]
      }
    })
}
