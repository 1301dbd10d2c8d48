import { Effect } from "effect"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import { agreedOn, fitOf, itemsOf, judgements } from "./reports/fit/Fit.ts"
import { onDemo } from "./reports/Written.ts"
import { percent } from "./reports/rubrics/Recall.ts"

/** How much of what reports say stands at its place, by a judged sample; bench/quality/reports/fit has the rules. */
export const fit: Bench = {
  name: "fit",
  document: null,
  run: () =>
    Effect.gen(function* () {
      const found = fitOf(itemsOf(yield* onDemo()))
      const [summaries, sections] = found
      const { of, part } = agreedOn()
      return {
        figures: {
          "sentences of summaries that fit %": (100 * summaries!.fit.part) / summaries!.fit.of,
          "items of sections that fit %": (100 * sections!.fit.part) / sections!.fit.of
        },
        lines: [
          `judged by ${judgements()
            .map(({ by }) => by)
            .join("; ")}`,
          ...(of === 0 ? [] : [`readers agree on ${part} of ${of} statements that two of them judged`]),
          ...aligned([
            ["extractive writer", "fit", "of", "", "not judged yet"],
            ...found.map(({ fit, name, unjudged }) => [
              name,
              String(fit.part),
              String(fit.of),
              percent(fit),
              String(unjudged)
            ])
          ])
        ]
      }
    })
}
