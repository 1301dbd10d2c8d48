import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { type Answer, answerOf, type Call } from "./Call.ts"

const answer = async ({ args, document, module, name }: Call): Promise<Answer> => {
  const exported: unknown = ((await import(module)) as Readonly<Record<string, unknown>>)[name]
  if (typeof exported !== "function") return { fault: `${module} exports no ${name}` }
  return answerOf(exported as Parameters<typeof answerOf>[0], document, args)
}

/**
 * Below the threads that answer requests, where the system has priorities of single threads: elsewhere it would be the
 * whole process.
 */
const reading = 10
if (process.platform === "linux" && !("Deno" in globalThis)) setPriority(reading)

const port = parentPort
port?.on("message", async (call: Call) => port.postMessage(await answer(call)))
