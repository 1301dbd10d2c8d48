import { Effect } from "effect"
import { absent, captures } from "../../harness/captures/Captures.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import {
  byConfidence,
  byStep,
  head,
  type Known,
  knownOnCaptures,
  knownOnDemo
} from "./reports/confidence/Confidence.ts"

const tables = (name: string, all: ReadonlyArray<Known>): ReadonlyArray<string> =>
  [
    { by: "by confidence", rows: byConfidence(all) },
    { by: "by evidence", rows: byStep(all) }
  ].flatMap(({ by, rows }) => aligned([[`${name}, ${by}`, ...head], ...rows]))

/** What each value of confidence meant on evidence whose quality is known. */
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
          ...tables("the demo's markets", demo),
          ...(real === null ? [absent] : tables("judged niches on captured feeds", real))
        ]
      }
    })
}
