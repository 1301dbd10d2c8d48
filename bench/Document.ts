import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const docs = join(import.meta.dirname, "../docs")

/** Puts what a bench printed in its place in docs/: between `<!-- bench: name -->` and `<!-- /bench -->`. */
export const writeDown = (name: string, lines: ReadonlyArray<string>): void => {
  const begin = `<!-- bench: ${name} -->\n`
  const files = readdirSync(docs)
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(docs, file))
  const file = files.find((file) => readFileSync(file, "utf8").includes(begin))
  const text = file === undefined ? "" : readFileSync(file, "utf8")
  const start = text.indexOf(begin)
  const end = text.indexOf("<!-- /bench -->", start)
  if (file === undefined || end === -1) throw new Error(`docs/ has no place for ${name}`)
  const block = ["```", ...lines, "```"].join("\n")
  writeFileSync(file, `${text.slice(0, start + begin.length)}${block}\n${text.slice(end)}`)
}
