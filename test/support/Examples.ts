import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")

/** The examples of docs/clients.md in a language, in their order. */
export const examplesIn = (language: "effect" | "python" | "typescript") => {
  const text = readFileSync(join(root, "docs/clients.md"), "utf8")
  const block = new RegExp(
    `<!-- example: ${language}(?:, until it prints "(.+)")? -->\\n\`\`\`\\w+\\n([^]*?)\\n\`\`\``,
    "g"
  )
  return [...text.matchAll(block)].map(([, until, program]) => ({ until: until ?? null, program: program! }))
}

/** The commands that begin with `curl` in a document: what is indented, with its further lines. */
export const curlsIn = (document: string): ReadonlyArray<string> => {
  const text = readFileSync(join(root, document), "utf8")
  return [...text.matchAll(/^ {4}(curl (?:.*\\\n)*.*)$/gm)].map(([, command]) => command!)
}

/** An example for this service. */
export const placed = (text: string, url: string): string => text.replaceAll("http://127.0.0.1:4646", url)

/** A Python that has httpx; null where there is none. `SONDE_PYTHON` names another one than `python3`. */
export const python = async (): Promise<string | null> => {
  const command = process.env["SONDE_PYTHON"] ?? "python3"
  try {
    await run(command, ["-c", "import sys, httpx; assert sys.version_info >= (3, 10)"])
    return command
  } catch {
    return null
  }
}

/** Runs the examples for Python against a service, each as a program of its own. */
export const runPython = async (command: string, url: string, key: string): Promise<ReadonlyArray<string>> => {
  const printed: Array<string> = []
  for (const { program } of examplesIn("python")) {
    const env = { ...process.env, PYTHONPATH: join(root, "clients/python/src"), SONDE_KEY: key }
    printed.push((await run(command, ["-c", placed(program, url)], { env })).stdout)
  }
  return printed
}
