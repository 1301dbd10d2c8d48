import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { factsQuestion } from "../../../src/reports/judge/Questions.ts"
import { citedOf, file, recording } from "../fluent.ts"
import { promptOf } from "../Recording.ts"

/*
 * node bench/quality/fluent/record.ts write FOLDER: what the judge is asked about the recorded sentences, as
 * 1.prompt.txt …
 * node bench/quality/fluent/record.ts read FOLDER "which model, when": keeps what it answered as 1.answer.txt …
 */

const [, , what, folder, from] = process.argv
if (folder === undefined || (what !== "write" && (what !== "read" || from === undefined)))
  throw new Error('usage: record.ts write FOLDER | read FOLDER "recorded from …, on …"')

const path = (n: number, kind: "prompt" | "answer") => join(folder, `${n + 1}.${kind}.txt`)
const recorded = recording()
const cited = citedOf(recorded)

if (what === "write") {
  mkdirSync(folder, { recursive: true })
  for (const [n, { claims }] of recorded.questions.entries()) {
    const asked = claims.map(({ cites, text }) => ({ text, sources: cited(cites) }))
    writeFileSync(path(n, "prompt"), promptOf(factsQuestion(asked)))
  }
} else {
  const missing = recorded.questions.filter((_, n) => !existsSync(path(n, "answer"))).length
  if (missing > 0) throw new Error(`${missing} prompts have no answer`)
  const questions = recorded.questions.map((question, n) => ({
    ...question,
    answer: readFileSync(path(n, "answer"), "utf8")
  }))
  writeFileSync(file, `${JSON.stringify({ ...recorded, from, questions }, null, 1)}\n`)
  console.log(`${questions.length} answers`)
}
