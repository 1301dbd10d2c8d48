import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, References } from "effect"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { ReportType } from "../../../../src/domain/Report.ts"
import { recordedReports } from "../../fluent.ts"
import { onDemo } from "../Written.ts"
import { judgedFile, type JudgedReport, judgedReports } from "./Judged.ts"
import { factsFor, statedIn } from "./Recall.ts"

/*
 * node bench/quality/reports/rubrics/judge.ts write FOLDER: reports for a reader to judge, n.prompt.txt each.
 * node bench/quality/reports/rubrics/judge.ts read FOLDER READER: puts the reader's n.answer.txt into judged.json.
 */

/** Each market twice and each kind of report twice, by the writer without a model and by a recorded model. */
const chosen: ReadonlyArray<readonly [niche: string, type: ReportType, writer: "extractive" | "recorded"]> = [
  ["electric vehicle charging", "competitor_analysis", "extractive"],
  ["heat pumps", "decision_brief", "extractive"],
  ["on-device AI chips", "trend_report", "extractive"],
  ["oat milk", "competitor_analysis", "extractive"],
  ["electric vehicle charging", "comprehensive_analysis", "recorded"],
  ["heat pumps", "trend_report", "recorded"],
  ["on-device AI chips", "decision_brief", "recorded"],
  ["oat milk", "comprehensive_analysis", "recorded"]
]

const reports = Effect.gen(function* () {
  const known = judgedReports()
  if (known.length > 0) return known
  const extractive = (yield* onDemo()).map(({ request, result }) => ({
    niche: request.niche,
    report_type: request.report_type,
    writer: "extractive",
    statements: statedIn(result)
  }))
  const recorded = recordedReports().map(({ request, written }) => ({
    niche: request.niche,
    report_type: request.report_type,
    writer: "recorded",
    statements: written
  }))
  return chosen.map(([niche, type, writer]): JudgedReport => {
    const report = [...extractive, ...recorded].find(
      (one) => one.niche === niche && one.report_type === type && one.writer === writer
    )!
    return { ...report, readings: [] }
  })
})

const promptOf = (report: JudgedReport): string =>
  [
    `Below are all statements of a report on the market for ${report.niche}, and then 25 facts. Which of the facts does the report state?`,
    "A fact is stated if one statement, read alone or with the statements around it for what “it” or “the company” is, tells a reader what the fact says. All of it: who, what, and each figure or direction of a change that the fact names. A day or a quarter may be left out, figures may be rounded or derived, words may be others.",
    `Answer with a JSON array of the numbers of the facts that are stated, such as [1, 4, 25], and nothing else.`,
    "",
    "STATEMENTS",
    ...report.statements.map((statement) => `- ${statement}`),
    "",
    "FACTS",
    ...factsFor(report).map(({ sentence }, n) => `${n + 1}. ${sentence}`)
  ].join("\n")

const [command, folder, reader] = process.argv.slice(2)

const write = Effect.fnUntraced(function* (folder: string) {
  mkdirSync(folder, { recursive: true })
  const all = yield* reports
  all.forEach((report, n) => writeFileSync(join(folder, `${n + 1}.prompt.txt`), promptOf(report)))
  yield* Console.log(`${all.length} reports to judge are in ${folder}; answers go into n.answer.txt beside them.`)
})

const read = Effect.fnUntraced(function* (folder: string, by: string) {
  const judged = (yield* reports).map((report, n): JudgedReport => {
    const file = join(folder, `${n + 1}.answer.txt`)
    if (!existsSync(file)) return report
    const numbers: ReadonlyArray<number> = JSON.parse(/\[[\d,\s]*\]/.exec(readFileSync(file, "utf8"))![0])
    const facts = factsFor(report)
    const stated = numbers.map((n) => facts[n - 1]!.id)
    return { ...report, readings: [...report.readings.filter((one) => one.by !== by), { by, stated }] }
  })
  writeFileSync(judgedFile, `${JSON.stringify(judged, null, 2)}\n`)
})

const run =
  command === "write" && folder !== undefined
    ? write(folder)
    : command === "read" && folder !== undefined && reader !== undefined
      ? read(folder, reader)
      : Effect.fail(new Error("judge.ts write FOLDER, or judge.ts read FOLDER READER"))

run.pipe(Effect.provideService(References.MinimumLogLevel, "Warn"), NodeRuntime.runMain)
