import type { Document } from "./Document.ts"

/** What a worker is asked: to load a module and to have one of its functions read a document. */
export interface Call {
  readonly module: string
  readonly name: string
  readonly document: Document
  readonly args: ReadonlyArray<unknown>
}

/** Why a document is refused, as it crosses from thread to thread. */
export interface ReadFailure {
  readonly state: "error" | "blocked" | "gone"
  readonly message: string
  readonly restSeconds: number | null
}

/** What a worker answers. `fault`: the reader stumbled, and where; that is a fault of ours. */
export type Answer = { readonly value: unknown } | { readonly failed: ReadFailure } | { readonly fault: string }

/** Where it happened, without the message: that may repeat the document. */
const stackOf = (error: unknown): string =>
  error instanceof Error
    ? [error.name, ...(error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "))]
        .slice(0, 6)
        .join("\n")
    : typeof error

/**
 * Any function of a reader's form, given back as plain data. It knows nothing of Effect, so that a worker starts
 * quickly.
 */
export const answerOf = async (
  read: (document: Document, ...args: ReadonlyArray<unknown>) => unknown,
  document: Document,
  args: ReadonlyArray<unknown>
): Promise<Answer> => {
  try {
    const result = (await read(document, ...args)) as
      | { readonly _tag: "Success"; readonly success: unknown }
      | { readonly _tag: "Failure"; readonly failure: string | ReadFailure }
    if (result._tag === "Success") return { value: result.success }
    if (typeof result.failure === "string")
      return { failed: { state: "error", message: result.failure, restSeconds: null } }
    const { message, restSeconds, state } = result.failure
    return { failed: { state, message, restSeconds } }
  } catch (error) {
    return { fault: stackOf(error) }
  }
}
