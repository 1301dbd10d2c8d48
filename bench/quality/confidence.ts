import { Effect } from "effect"
import { absent, captures } from "../../harness/captures/Captures.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import {
  byConfidence,
  byStep,
  type Known,
  knownOnCaptures,
  knownOnDemo,
  type Meant
} from "./reports/confidence/Confidence.ts"

const shown = (value: number | null): string => (value === null ? "–" : String(value))

/** The cells of a row, the name first. */
export const cellsOf = ({
  age,
  confidence,
  name,
  onTopic,
  publishers,
  reports,
  stated
}: Meant): ReadonlyArray<string> => [
  name,
  String(reports),
  shown(confidence),
  onTopic === null ? "–" : `${(100 * onTopic).toFixed(1)} %`,
  shown(publishers),
  shown(age),
  shown(stated)
]

export const head = ["reports", "confidence", "on topic", "publishers", "age in days", "facts of 25"]

const table = (name: string, all: ReadonlyArray<Known>): ReadonlyArray<string> =>
  [["by confidence", byConfidence(all)] as const, ["by evidence", byStep(all)] as const].flatMap(([by, rows]) => [
    ...aligned([[`${name}, ${by}`, ...head], ...rows.map(cellsOf)]).map((line) => `  ${line}`)
  ])

/** What each value of confidence has meant on evidence of which more is known. */
export const confidence: Bench = {
  name: "confidence",
  document: null,
  run: () =>
    Effect.gen(function* () {
      const demo = yield* knownOnDemo
      const files = captures()
      const real = files === null ? null : yield* knownOnCaptures(files)
      return {
        figures: {},
        lines: [
          "medians; on topic is the share of all cited news",
          ...table("the demo's markets", demo),
          ...(real === null ? [absent] : table("judged niches on captured feeds", real))
        ]
      }
    })
}
