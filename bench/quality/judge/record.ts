import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { ReportSource } from "../../../src/domain/Report.ts"
import { pairs } from "../../../src/reports/judge/Pairs.ts"
import { readVerdicts } from "../../../src/reports/judge/Questions.ts"
import { isRefused } from "../../../src/reports/judge/Trial.ts"
import { keyOf, promptOf } from "../Recording.ts"
import { questions } from "./Recorded.ts"
import { halfOf, refusedByRules, refusedTable, wrongClaims } from "./Table.ts"

/*
 * node bench/quality/judge/record.ts write FOLDER [PAIRS]: every prompt about pairs, as 1.prompt.txt …
 * node bench/quality/judge/record.ts read FOLDER "which model, when": keeps what it answered as 1.answer.txt …
 * node bench/quality/judge/record.ts score FOLDER PAIRS: prints what it caught, by kind and by half, and keeps nothing.
 *
 * PAIRS is a file of other pairs, one JSON object a line; without it the pairs that come with Sonde are meant.
 */

const Other = Schema.Struct({
  id: Schema.Int,
  label: Schema.Literals(["fault", "faithful"]),
  kind: Schema.String,
  claim: Schema.String,
  citations: Schema.Array(Schema.Int),
  sources: Schema.Array(ReportSource)
})

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Other))

/** Pairs of a file, mixed: neighbours there often share a source. */
const othersIn = (file: string) => {
  const place = ({ id }: typeof Other.Type) => (id * 7919) % 1009
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line, index) => ({ ...decode(line), half: halfOf(index) }))
    .toSorted((one, other) => place(one) - place(other))
    .map(({ citations, claim, half, kind, label, sources }) => {
      const cited = sources.filter(({ n }) => citations.includes(n))
      return { half, label, kind, claim: { text: claim, sources: cited.map((source, n) => ({ ...source, n: n + 1 })) } }
    })
}

const [, , what, folder, more] = process.argv
if (folder === undefined || !["write", "read", "score"].includes(what!) || (what !== "write" && more === undefined))
  throw new Error('usage: record.ts write FOLDER [PAIRS] | read FOLDER "recorded from …, on …" | score FOLDER PAIRS')

const path = (n: number, kind: "prompt" | "answer") => join(folder, `${n + 1}.${kind}.txt`)
const answerOf = (n: number) => (existsSync(path(n, "answer")) ? readFileSync(path(n, "answer"), "utf8") : null)
const others = what !== "read" && more !== undefined ? othersIn(more) : null
const asked = questions(others ?? pairs)

if (what === "write") {
  mkdirSync(folder, { recursive: true })
  asked.forEach(({ question }, n) => writeFileSync(path(n, "prompt"), promptOf(question)))
} else if (what === "read") {
  const answers = asked.flatMap(({ question }, n) => {
    const answer = answerOf(n)
    return answer === null ? [] : [{ prompt: keyOf(promptOf(question)), answer }]
  })
  writeFileSync(new URL("recorded.json", import.meta.url), `${JSON.stringify({ from: more, answers }, null, 2)}\n`)
  console.log(`${answers.length} answers`)
} else {
  const verdicts = asked.flatMap(({ batch }, n) => readVerdicts(answerOf(n) ?? "", batch.length))
  const judged = (others ?? []).map((pair, index) => ({
    ...pair,
    rules: refusedByRules(pair),
    judge: isRefused(pair, verdicts[index] ?? null)
  }))
  console.log([...refusedTable(judged), "wrong in the tuning half:", ...wrongClaims(judged)].join("\n"))
}
