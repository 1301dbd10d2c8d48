import { Redacted } from "effect"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { newSigningSecret, signatureHeaders } from "../../src/delivery/Signature.ts"

const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")

/** Where there are programs for readers. */
const documents = ["docs/clients.md", "README.md", "clients/typescript/README.md", "clients/python/README.md"]

const textOf = (document: string): string => readFileSync(join(root, document), "utf8")

/** The programs in a language, in their order. */
export const examplesIn = (language: "effect" | "python" | "typescript") => {
  const block = new RegExp(
    `<!-- example: ${language}(?:, until it prints "(.+)")? -->\\n\`\`\`\\w+\\n([^]*?)\\n\`\`\``,
    "g"
  )
  return documents.flatMap((document) =>
    [...textOf(document).matchAll(block)].map(([, until, program]) => ({ until: until ?? null, program: program! }))
  )
}

/** The commands that begin with `curl` in a document: what is indented, with its further lines. */
export const curlsIn = (document: string): ReadonlyArray<string> =>
  [...textOf(document).matchAll(/^ {4}(curl (?:.*\\\n)*.*)$/gm)].map(([, command]) => command!)

/** The lines for the command `sonde` in a document, without what is said of them: words, and a file that they write. */
export const sondesIn = (document: string) =>
  [...textOf(document).matchAll(/^ {4}sonde (.*?)(?: +#.*)?$/gm)].map(([, line]) => {
    const [words, file] = line!.split(/ >>? /)
    return { line: line!, words: words!.split(" "), file: file ?? null }
  })

/** An example for this service. */
export const placed = (text: string, url: string): string => text.replaceAll("http://127.0.0.1:4646", url)

/** A Python that has these modules; null where there is none. `SONDE_PYTHON` names another one than `python3`. */
export const python = async (modules: string): Promise<string | null> => {
  const command = process.env["SONDE_PYTHON"] ?? "python3"
  try {
    await run(command, ["-c", `import sys, ${modules}; assert sys.version_info >= (3, 10)`])
    return command
  } catch {
    return null
  }
}

/** Runs a program in Python that has the client, and gives what it prints. */
const runProgram = async (
  command: string,
  args: ReadonlyArray<string>,
  given: Readonly<Record<string, string>>,
  input = ""
): Promise<string> => {
  const env = { ...process.env, PYTHONPATH: join(root, "clients/python/src"), ...given }
  const running = run(command, args, { env })
  running.child.stdin!.end(input)
  return (await running).stdout
}

/** Runs the examples for Python against a service, each as a program of its own. */
export const runPython = async (command: string, url: string, key: string): Promise<ReadonlyArray<string>> => {
  const printed: Array<string> = []
  for (const { program } of examplesIn("python"))
    printed.push(await runProgram(command, ["-c", placed(program, url)], { SONDE_KEY: key }))
  return printed
}

/** Holds the client for Python to what it promises beside its calls. */
export const provePython = (command: string): Promise<string> => {
  const body = JSON.stringify({ type: "watch.search", timestamp: "2026-11-22T12:00:00", data: { id: 7 } })
  const secrets = [newSigningSecret(), newSigningSecret()]
  const webhook = {
    body,
    headers: signatureHeaders("evt_1", new Date(), body, secrets),
    secrets: secrets.map(Redacted.value)
  }
  return runProgram(command, [join(root, "test/clients/generators/behaviour.py")], {}, JSON.stringify(webhook))
}

/** Has the MCP SDK for Python use a service. */
export const runAgent = (command: string, url: string, key: string): Promise<string> =>
  runProgram(command, [join(root, "test/clients/agent.py")], { SONDE_URL: url, SONDE_KEY: key })
