import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Puts what a script printed in its place in a document of docs/: between `<!-- bench: name -->` and `<!-- /bench -->`.
 */
export const writeDown = (name: string, lines: ReadonlyArray<string>, document = "performance.md"): void => {
  const file = join(import.meta.dirname, "../docs", document)
  const text = readFileSync(file, "utf8")
  const begin = `<!-- bench: ${name} -->\n`
  const start = text.indexOf(begin)
  const end = text.indexOf("<!-- /bench -->", start)
  if (start === -1 || end === -1) throw new Error(`docs/${document} has no place for ${name}`)
  const block = ["```", ...lines, "```"].join("\n")
  writeFileSync(file, `${text.slice(0, start + begin.length)}${block}\n${text.slice(end)}`)
}
