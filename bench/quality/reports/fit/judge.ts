import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, References } from "effect"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { onDemo } from "../Written.ts"
import { isSampled, type Item, itemsOf, judgedFile, judgements } from "./Fit.ts"

/*
 * node bench/quality/reports/fit/judge.ts write FOLDER [all]: what the reports on the demo say, n.prompt.txt, for a
 * reader to judge; what was judged before is left out, but for `all`.
 * node bench/quality/reports/fit/judge.ts read FOLDER READER: puts the reader's n.answer.txt into judged.json.
 */

const rules = readFileSync(new URL("README.md", import.meta.url), "utf8")
  .split("## ")
  .find((part) => part.startsWith("Rules"))!

/** Items that a reader takes in at once. */
const atOnce = 120

const promptOf = (items: ReadonlyArray<Item>): string => {
  const places = Map.groupBy(items, ({ niche, section }) => `${niche}: ${section.title} (${section.about})`)
  return [
    "Below are statements of market reports, grouped by market and section; the purpose of the section is in brackets. Judge each by these rules:",
    rules.replace(/^Rules.*\n+/, ""),
    "Answer with the ids of the statements that do not fit, one on a line, and nothing else. All others count as fitting.",
    ...[...places].flatMap(([place, own]) => ["", `# ${place}`, ...own.map(({ hash, text }) => `${hash} ${text}`)])
  ].join("\n")
}

const known = () => new Set(judgements().flatMap(({ no, yes }) => [...yes, ...no]))

const write = Effect.fnUntraced(function* (folder: string, all: boolean) {
  mkdirSync(folder, { recursive: true })
  const before = known()
  const items = [...new Map(itemsOf(yield* onDemo()).map((item) => [item.hash, item])).values()]
    .filter(isSampled)
    .filter(({ hash }) => all || !before.has(hash))
    .toSorted((one, other) =>
      [one.section.title, one.niche].join() < [other.section.title, other.niche].join() ? -1 : 1
    )
  for (let at = 0; at < items.length; at += atOnce)
    writeFileSync(join(folder, `${at / atOnce + 1}.prompt.txt`), promptOf(items.slice(at, at + atOnce)))
  yield* Console.log(`${items.length} statements to judge are in ${folder}; answers go into n.answer.txt beside them.`)
})

const read = (folder: string, by: string) =>
  Effect.sync(() => {
    const own = judgements().find((one) => one.by === by)
    const verdicts = new Map([
      ...(own?.yes ?? []).map((hash) => [hash, true] as const),
      ...(own?.no ?? []).map((hash) => [hash, false] as const)
    ])
    for (let n = 1; existsSync(join(folder, `${n}.prompt.txt`)); n++) {
      const [prompt, answer] = ["prompt", "answer"].map((kind) => join(folder, `${n}.${kind}.txt`))
      if (!existsSync(answer!)) continue
      const no = new Set(readFileSync(answer!, "utf8").match(/\b[0-9a-f]{10}\b/g))
      for (const [hash] of readFileSync(prompt!, "utf8").matchAll(/^[0-9a-f]{10}(?= )/gm))
        verdicts.set(hash, !no.has(hash))
    }
    const of = (which: boolean) => [...verdicts].flatMap(([hash, yes]) => (yes === which ? [hash] : [])).toSorted()
    const all = [...judgements().filter((one) => one.by !== by), { by, yes: of(true), no: of(false) }]
    writeFileSync(judgedFile, `${JSON.stringify(all, null, 2)}\n`)
  })

const [command, folder, third] = process.argv.slice(2)

const run =
  command === "write" && folder !== undefined
    ? write(folder, third === "all")
    : command === "read" && folder !== undefined && third !== undefined
      ? read(folder, third)
      : Effect.fail(new Error("judge.ts write FOLDER [all], or judge.ts read FOLDER READER"))

run.pipe(Effect.provideService(References.MinimumLogLevel, "Warn"), NodeRuntime.runMain)
