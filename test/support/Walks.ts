import { readFileSync } from "node:fs"
import { join } from "node:path"

export const document = "docs/architecture.md"

export const text = readFileSync(join(import.meta.dirname, "../..", document), "utf8")

/** The cells of a line of a table. */
const cells = (line: string): ReadonlyArray<string> =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

/** What a cell has between backquotes. */
export const quoted = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)

/** The rows of a table that begin with a quoted name. */
export const rowsOf = (part: string) =>
  part.split("\n").flatMap((line) => (line.startsWith("| `") ? [cells(line)] : []))

/** How data passes through the files, as the document tells it. */
export const walks = text
  .slice(text.indexOf("## Walks"))
  .split(/^### /m)
  .slice(1)
  .map((part) => ({
    name: part.slice(0, part.indexOf("\n")),
    said: Number(/<!-- files -->(\d+)<!-- \/files -->/.exec(part)?.[1]),
    steps: rowsOf(part).map(([file, , again]) => ({ file: quoted(file!)[0]!, again: again! }))
  }))
