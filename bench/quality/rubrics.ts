import { Effect } from "effect"
import { ReportType } from "../../src/domain/Report.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import { agreed, agreedByKind, compared } from "./reports/rubrics/Judged.ts"
import { byKind, type Recalled, recalled, type Share, shareOf } from "./reports/rubrics/Recall.ts"
import { onDemo } from "./reports/Written.ts"

/** The writers that are measured; one whose answers are recorded is added here when Written.ts can replay it. */
const writers = ["extractive"] as const

export const percent = ({ of, part }: Share): string => (of === 0 ? "–" : `${((100 * part) / of).toFixed(1)} %`)
const counted = (share: Share): string => `${share.part} of ${share.of}`

const halves = ["tuning", "reporting"] as const

const table = (reports: ReadonlyArray<Recalled>): ReadonlyArray<string> => {
  const niches = [...new Set(reports.map(({ request }) => request.niche))]
  return aligned([
    ["facts stated, of those that each kind of report must state", ...ReportType.literals, "all"],
    ...halves.flatMap((half) => {
      const own = reports.filter((report) => report.half === half)
      const row = (name: string, among: ReadonlyArray<Recalled>) => [
        name,
        ...ReportType.literals.map((type) =>
          percent(shareOf(among.filter(({ request }) => request.report_type === type)))
        ),
        percent(shareOf(among))
      ]
      return [
        row(`half for ${half}`, own),
        ...niches
          .filter((niche) => own.some(({ request }) => request.niche === niche))
          .map((niche) =>
            row(
              `  ${niche}`,
              own.filter(({ request }) => request.niche === niche)
            )
          )
      ]
    })
  ])
}

const kindsTable = (reports: ReadonlyArray<Recalled>): ReadonlyArray<string> => {
  const [tuned, reported] = halves.map((half) => byKind(reports.filter((report) => report.half === half)))
  return aligned([
    ["by what the facts are about", "tuning", "", "reporting", ""],
    ...tuned!.map(([kind, share], n) => [
      kind,
      counted(share),
      percent(share),
      counted(reported![n]![1]),
      percent(reported![n]![1])
    ])
  ])
}

/** How often a reader of eight of the reports and the words that a fact is recognised by come to the same. */
const agreement = (): ReadonlyArray<string> => {
  const all = compared()
  const own = halves.map((half) => all.filter((one) => one.half === half))
  const row = (name: string, shares: ReadonlyArray<Share>) => [
    name,
    ...shares.flatMap((share) => [counted(share), percent(share)])
  ]
  return aligned([
    ["whether a fact is stated: readers and matchers agree", "tuning", "", "reporting", ""],
    ...agreedByKind(all).map(([kind], n) =>
      row(
        kind,
        own.map((one) => agreedByKind(one)[n]![1])
      )
    ),
    row("all", own.map(agreed))
  ])
}

/** Of the half for tuning alone: who improves a writer must not know what the other half asks for. */
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
      for (const writer of writers) {
        const reports = (yield* onDemo(writer)).map(recalled)
        for (const half of halves) {
          const { of, part } = shareOf(reports.filter((report) => report.half === half))
          figures[`${writer}, half for ${half}: facts stated %`] = (100 * part) / of
        }
        lines.push(
          `${writer} writer`,
          ...table(reports).map((line) => `  ${line}`),
          ...kindsTable(reports).map((line) => `  ${line}`),
          ...(missed ? missedOf(reports).map((line) => `  ${line}`) : [])
        )
      }
      return { figures, lines: [...lines, ...agreement()] }
    })
}
