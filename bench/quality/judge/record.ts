import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { keyOf, promptOf, questions } from "./Recorded.ts"

/*
 * node bench/quality/judge/record.ts write FOLDER: every prompt that a judge gets about the pairs, as 1.prompt.txt …
 * node bench/quality/judge/record.ts read FOLDER "which model, when": takes what it answered from 1.answer.txt …
 */

const [, , what, folder, from] = process.argv
if (folder === undefined || (what !== "write" && (what !== "read" || from === undefined)))
  throw new Error('usage: record.ts write FOLDER | record.ts read FOLDER "recorded from …, on …"')

const path = (n: number, kind: "prompt" | "answer") => join(folder, `${n + 1}.${kind}.txt`)

if (what === "write") {
  mkdirSync(folder, { recursive: true })
  questions().forEach(({ question }, n) => writeFileSync(path(n, "prompt"), promptOf(question)))
} else {
  const answers = questions().flatMap(({ question }, n) =>
    existsSync(path(n, "answer"))
      ? [{ prompt: keyOf(promptOf(question)), answer: readFileSync(path(n, "answer"), "utf8") }]
      : []
  )
  writeFileSync(new URL("recorded.json", import.meta.url), `${JSON.stringify({ from, answers }, null, 2)}\n`)
  console.log(`${answers.length} answers`)
}
