import { Effect } from "effect"
import { absent, captures } from "../../harness/captures/Captures.ts"
import type { Bench } from "../Bench.ts"
import { aligned, digits } from "../Figures.ts"
import { agreements } from "./kinds/Measure.ts"

/** How often the service sorts news by kinds of events as a reader did. */
export const kinds: Bench = {
  name: "kinds",
  document: null,
  run: () =>
    Effect.gen(function* () {
      const files = captures()
      const found = yield* Effect.promise(() => agreements(files))
      return {
        figures: Object.fromEntries(
          found.map(({ agreement, half, kind }) => [`half for ${half}, ${kind}: agreement`, agreement])
        ),
        lines: [
          ...(files === null ? [absent] : []),
          ...aligned([
            ["half", "kind", "judged", "agreement", "precision", "recall"],
            ...found.map(({ agreement, half, judged, kind, precision, recall }) => [
              half,
              kind,
              String(judged),
              digits(agreement),
              digits(precision),
              digits(recall)
            ])
          ])
        ]
      }
    })
}
