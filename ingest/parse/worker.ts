import { setPriority } from "node:os"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
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

/** Collects garbage at once; does nothing where only the engine may. */
const collect = (): (() => void) => {
  if ("Deno" in globalThis) return () => {}
  setFlagsFromString("--expose-gc")
  return runInNewContext("gc") as () => void
}

/** Bytes from which a document leaves so much garbage that it is collected before the next one. */
const large = 2_000_000

const port = parentPort
const collectGarbage = collect()
port?.on("message", async (call: Call) => {
  const { buffer, byteLength } = call.document.bytes
  port.postMessage(await answer(call))
  // V8 alone would let the garbage of several documents pile up.
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
  if (byteLength > large) collectGarbage()
})
