import { Effect } from "effect"
import { ReportType } from "../../src/domain/Report.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import { kinds } from "./reports/rubrics/Fact.ts"
import { agreed, compared } from "./reports/rubrics/Judged.ts"
import {
  byKind,
  byMarket,
  halves,
  percent,
  type Recalled,
  recalled,
  shareOf,
  statedIn
} from "./reports/rubrics/Recall.ts"
import { replayed } from "./reports/Recorded.ts"
import { onDemo } from "./reports/Written.ts"

/** What every writer states that is measured. */
const writers = {
  "extractive writer": Effect.map(onDemo(), (reports) =>
    reports.map(({ request, result }) => recalled(request, statedIn(result)))
  ),
  "writer in steps, answers recorded from a language model": Effect.map(replayed, (reports) =>
    reports.map(({ request, result }) => recalled(request, statedIn(result)))
  )
}

/** How often a reader of eight reports and the word patterns of the facts agree. */
const agreement = (): ReadonlyArray<ReadonlyArray<string>> => {
  const all = compared()
  const cells = (among: typeof all) => {
    const share = agreed(among)
    return [`${share.part} of ${share.of}`, percent(share)]
  }
  const row = (name: string, among: typeof all) => [
    name,
    ...halves.flatMap((half) => cells(among.filter((one) => one.half === half)))
  ]
  return [
    ...kinds.map((kind) =>
      row(
        kind,
        all.filter((one) => one.kind === kind)
      )
    ),
    row("all", all)
  ]
}

const columns = ["tuning", "", "reporting", ""]

/** Of the half for tuning only: people who improve a writer must not know what the other half asks for. */
const missedOf = (reports: ReadonlyArray<Recalled>): ReadonlyArray<string> =>
  reports
    .filter(({ half }) => half === "tuning")
    .flatMap(({ missed, request }) => [
      `missed in the ${request.report_type} on ${request.niche}`,
      ...missed.map(({ about, from, id, sentence }) => `  ${id} (${about}, ${from}): ${sentence}`)
    ])

/**
 * How much of what a good report on the demo's markets must state is stated; `--missed` lists what is not, for the
 * markets by which writers may be improved.
 */
export const rubrics: Bench = {
  name: "rubrics",
  document: null,
  run: ({ missed = false }) =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const figures: Record<string, number> = {}
      for (const [writer, stated] of Object.entries(writers)) {
        const reports = yield* stated
        for (const half of halves) {
          const { of, part } = shareOf(reports.filter((report) => report.half === half))
          figures[`${writer}, half for ${half}: facts stated %`] = (100 * part) / of
        }
        lines.push(
          writer,
          ...aligned([["facts stated", ...ReportType.literals, "all"], ...byMarket(reports)]),
          ...aligned([["by what they are about", ...columns], ...byKind(reports)]),
          ...(missed ? missedOf(reports) : [])
        )
      }
      lines.push(...aligned([["whether they are stated: readers and patterns agree", ...columns], ...agreement()]))
      return { figures, lines }
    })
}
