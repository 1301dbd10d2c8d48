import { NodeRuntime } from "@effect/platform-node"
import { Effect, References } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { ReportRequest } from "../../../src/domain/Report.ts"
import { answersIn, writePrompts } from "../Recording.ts"
import { keep, recorded, replay, requests } from "./Recorded.ts"
import { evidenceOnDemo } from "./Written.ts"

/*
 * node bench/quality/reports/record.ts FOLDER: writes the reports with the answers in FOLDER (NAME.answer.txt beside
 * NAME.prompt.txt), and there the prompts that are still without one. Answer them, and run it again, until it says that
 * none is missing.
 * node bench/quality/reports/record.ts FOLDER "recorded from …, on …": the same; keeps the reports of which none is
 * missing.
 * node bench/quality/reports/record.ts FOLDER again: on the evidence that is kept, after the prompts have changed. A
 * report of which none is kept is written on that of today.
 */

const [, , folder, from] = process.argv
if (folder === undefined) throw new Error('usage: record.ts FOLDER ["recorded from …, on …" | again]')

const nameOf = ({ niche, report_type }: ReportRequest): string => `${niche.replaceAll(" ", "-")}-${report_type}`

const program = Effect.gen(function* () {
  const known = recorded()
  const kept = from === "again" && known !== null ? known.given : []
  const isKept = (request: ReportRequest) => kept.some((one) => nameOf(one.request) === nameOf(request))
  const open = requests.filter((request) => !isKept(request))
  const gathered = yield* evidenceOnDemo(open)
  const given = [...kept, ...open.map((request, index) => ({ request, evidence: gathered[index]! }))]
  // Answers of one label are not taken for those of another.
  const answers = new Map([...(from === "again" ? (known?.answers ?? []) : []), ...answersIn(folder)])
  const written = yield* Effect.forEach(given, (one) => replay(one, answers))
  const missing = new Map(written.flatMap((one) => [...one.missing]))
  writePrompts(folder, missing)
  mkdirSync(folder, { recursive: true })
  for (const { request, result } of written)
    writeFileSync(join(folder, `${nameOf(request)}.json`), JSON.stringify(result, null, 2))
  const unanswered = written.filter((one) => one.missing.size > 0).length
  console.log(`${missing.size} prompts without an answer, for ${unanswered} of ${written.length} reports`)
  if (from === undefined) return
  const whole = written.flatMap((one, index) =>
    one.missing.size === 0 ? [{ ...given[index]!, used: one.used, further: one.further }] : []
  )
  // What was recorded before stays until there is something to take its place.
  if (whole.length === 0) throw new Error("no report is whole: nothing is kept")
  keep(from === "again" ? known!.from : from, whole, new Map(whole.flatMap(({ used }) => [...used])))
  console.log(`${whole.length} reports kept`)
})

program.pipe(Effect.provideService(References.MinimumLogLevel, "Error"), NodeRuntime.runMain)
