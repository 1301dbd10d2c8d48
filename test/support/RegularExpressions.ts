import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "vitest/node"

/*
 * The regular expressions of the project's own code, as the parser finds them: literals, and places where one is put
 * together while the program runs.
 */

/** The project's own directory. */
export const root = join(import.meta.dirname, "..", "..")

/** A literal as it is written. */
export interface Literal {
  /** Where it is, from the project's root. */
  readonly file: string
  readonly line: number
  readonly source: string
  readonly flags: string
}

/** A file that puts regular expressions together, with how many places of it do. */
export interface Maker {
  readonly file: string
  readonly places: number
}

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null

const walk = (value: unknown, visit: (node: Node) => void): void => {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (isNode(value)) {
    visit(value)
    for (const each of Object.values(value)) walk(each, visit)
  }
}

const makes = ({ callee, type }: Node): boolean =>
  (type === "NewExpression" || type === "CallExpression") && isNode(callee) && callee["name"] === "RegExp"

const found: { literals: Array<Literal>; makers: Array<Maker> } = { literals: [], makers: [] }
for (const file of globSync("{src,ingest}/**/*.{ts,js}", { cwd: root }).sort()) {
  if (file.endsWith(".d.ts")) continue
  const text = readFileSync(join(root, file), "utf8")
  let places = 0
  walk(parseAst(text, { lang: "ts" }), (node) => {
    if (makes(node)) places++
    const { regex, start } = node
    if (node["type"] !== "Literal" || !isNode(regex)) return
    const line = text.slice(0, Number(start)).split("\n").length
    found.literals.push({ file, line, source: String(regex["pattern"]), flags: String(regex["flags"]) })
  })
  if (places > 0) found.makers.push({ file, places })
}

/** Every literal in src and ingest. */
export const literals: ReadonlyArray<Literal> = found.literals

/** Every file there that calls `RegExp`. */
export const makers: ReadonlyArray<Maker> = found.makers

/**
 * What the program makes of `RegExp` meanwhile, by the file that asks. A file's own are made when it is loaded: it must
 * not have been loaded before.
 */
export const madeDuring = async (run: () => Promise<unknown>): Promise<ReadonlyArray<Literal>> => {
  const made: Array<Literal> = []
  const native = globalThis.RegExp
  globalThis.RegExp = new Proxy(native, {
    construct(target, [pattern, flags]: [string | RegExp, string | undefined]) {
      const [, file, line] = /\/((?:src|ingest)\/[^:)]+\.ts):(\d+)/.exec(new Error().stack!.split("\n")[2]!) ?? []
      const regExp = new target(pattern, flags)
      if (file !== undefined) made.push({ file, line: Number(line), source: regExp.source, flags: regExp.flags })
      return regExp
    }
  })
  try {
    await run()
  } finally {
    globalThis.RegExp = native
  }
  return made
}
