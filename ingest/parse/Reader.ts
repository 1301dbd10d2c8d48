import type { Result } from "effect"
import type { SourceFailed } from "../Source.ts"
import type { Document } from "./Document.ts"

/**
 * What a reader gives: plain data, or why the document is refused. Words alone are the reason of a document that is not
 * what was expected.
 */
export type Read<A> = Result.Result<A, SourceFailed | string>

/**
 * A function that reads documents of strangers, for a worker to call. The worker finds it by the module that exports it
 * and by its name; what goes in beside the document, and what comes out, has to survive `structuredClone`.
 */
export interface Reader<Args extends ReadonlyArray<unknown>, A> {
  readonly module: string
  readonly name: string
  readonly read: (document: Document, ...args: Args) => Read<A> | Promise<Read<A>>
}

/** The reader that the module exports under the function's own name: `reader(import.meta.url, readTrends)`. */
export const reader = <Args extends ReadonlyArray<unknown>, A>(
  module: string,
  read: Reader<Args, A>["read"]
): Reader<Args, A> => ({ module, name: read.name, read })
