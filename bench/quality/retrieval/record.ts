import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { absent, captures } from "../../../harness/captures/Captures.ts"
import type { Shown, Standing } from "../../../src/reports/evidence/model/NicheModel.ts"
import {
  expansionQuestion,
  readStandings,
  textsPerQuestion,
  topicQuestion
} from "../../../src/reports/evidence/model/Questions.ts"
import * as Storage from "../../../src/storage/Storage.ts"
import { promptOf } from "../Recording.ts"
import { newsFor, storeCaptures } from "./Gathering.ts"
import { niches } from "./Niches.ts"
import { keep, recordedModel, recording, standingsIn } from "./Recorded.ts"

/*
 * node bench/quality/retrieval/record.ts …
 *
 * words write FOLDER: for each niche the question for its words, as 1.prompt.txt …
 * words read FOLDER "which model, when": adds the answers 1.answer.txt …; the last one for a niche stands.
 * texts write FOLDER: the questions which texts are about a niche, of those that nobody has answered yet. They have
 *   publishers' words: keep them out of the repository.
 * texts read FOLDER "which model, when": adds the answers; the last one about a text stands.
 */

/** The languages of the captured texts, the most frequent first, as a model is told them. */
const languages = ["en", "de", "ru", "pt"]

const [, , what, how, folder, from] = process.argv
if (folder === undefined || (how === "read" && from === undefined))
  throw new Error('usage: record.ts words|texts write FOLDER | words|texts read FOLDER "recorded from …, on …"')

const path = (n: number, kind: "prompt.txt" | "answer.txt" | "batch.json") => join(folder, `${n + 1}.${kind}`)
const answerOf = (n: number) => (existsSync(path(n, "answer.txt")) ? readFileSync(path(n, "answer.txt"), "utf8") : null)
const all = niches().map(({ niche }) => niche)

interface Batch {
  readonly niche: string
  readonly ids: ReadonlyArray<string>
}

/** The texts that a model would be asked about and of which nothing is recorded. */
const unanswered = Effect.gen(function* () {
  const files = captures()
  if (files === null) throw new Error(absent)
  yield* storeCaptures(files)
  const model = recordedModel(recording(), true)
  for (const niche of all) yield* newsFor(niche, model)
  return model.unanswered
}).pipe(Effect.provide(Layer.provideMerge(Storage.layerMemory, TestClock.layer())), Effect.scoped)

/** Texts in an order that says nothing about how relevant they are by their words. */
const mixed = (texts: ReadonlyMap<string, Shown>) => [...texts].toSorted(([one], [other]) => (one < other ? -1 : 1))

mkdirSync(folder, { recursive: true })
const recorded = recording()
if (what === "words" && how === "write")
  all.forEach((niche, n) => writeFileSync(path(n, "prompt.txt"), promptOf(expansionQuestion(niche, languages))))
else if (what === "words") {
  const answers = all.flatMap((niche, n) => {
    const answer = answerOf(n)
    return answer === null ? [] : [{ niche, answer }]
  })
  const answered = new Set(answers.map(({ niche }) => niche))
  const others = recorded.words.answers.filter(({ niche }) => !answered.has(niche))
  keep({ ...recorded, words: { from: from!, answers: [...others, ...answers] } })
  console.log(`${answers.length} answers`)
} else if (how === "write") {
  let n = 0
  for (const [niche, texts] of await Effect.runPromise(unanswered))
    for (let rest = mixed(texts); rest.length > 0; rest = rest.slice(textsPerQuestion), n++) {
      const batch = rest.slice(0, textsPerQuestion)
      const question = topicQuestion(
        niche,
        batch.map(([, text]) => text)
      )
      writeFileSync(path(n, "prompt.txt"), promptOf(question))
      writeFileSync(path(n, "batch.json"), JSON.stringify({ niche, ids: batch.map(([id]) => id) } satisfies Batch))
    }
  console.log(`${n} questions`)
} else {
  const known = standingsIn(recorded)
  let count = 0
  for (let n = 0; existsSync(path(n, "batch.json")); n++) {
    const { ids, niche }: Batch = JSON.parse(readFileSync(path(n, "batch.json"), "utf8"))
    const standings = readStandings(answerOf(n) ?? "", ids.length)
    if (standings === null) {
      console.log(`${n + 1}: no answer of use`)
      continue
    }
    const own = known.get(niche) ?? new Map<string, Standing>()
    known.set(niche, own)
    ids.forEach((id, index) => own.set(id, standings[index]!))
    count += ids.length
  }
  const answers = [...known].map(([niche, judged]) => {
    const of = (standing: Standing) => [...judged].flatMap(([id, answer]) => (answer === standing ? [id] : []))
    return { niche, about: of("about"), bears_on: of("bears_on"), neither: of("neither") }
  })
  keep({ ...recorded, texts: { from: from!, answers } })
  console.log(`${count} texts judged`)
}
