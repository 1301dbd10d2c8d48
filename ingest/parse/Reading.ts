import { Effect } from "effect"
import { Fetch, type GetOptions } from "../fetch/Fetch.ts"
import { failed, type FetchFailed } from "../fetch/FetchFailed.ts"
import type { Answer, SourceFailed } from "../Source.ts"
import { Parser } from "./Parser.ts"
import type { Reader } from "./Reader.ts"

/** Fetches documents and has them read: what a source does with an address. */
export const reading = Effect.gen(function* () {
  const fetch = yield* Fetch
  const parser = yield* Parser

  const answered = Effect.fnUntraced(function* <Args extends ReadonlyArray<unknown>, A>(
    reader: Reader<Args, A>,
    url: string,
    options: GetOptions,
    args: Args
  ): Effect.fn.Return<{ readonly answer: Answer; readonly value: A | undefined }, FetchFailed | SourceFailed> {
    // The scope is that of the bytes: a large document keeps others waiting until it has been read.
    return yield* Effect.scoped(
      Effect.gen(function* () {
        const fetched = yield* fetch.get(url, options)
        const { bytes: _, ...answer } = fetched
        return { answer, value: answer.status === 304 ? undefined : yield* parser.read(reader, fetched, ...args) }
      })
    )
  })

  return {
    /** What the reader makes of the document; undefined where it has not changed since the validators. */
    readIfChanged: <Args extends ReadonlyArray<unknown>, A>(
      reader: Reader<Args, A>,
      url: string,
      options: GetOptions,
      ...args: Args
    ) => answered(reader, url, options, args),
    /** The same for a document that is asked for whether changed or not. */
    read: Effect.fnUntraced(function* <Args extends ReadonlyArray<unknown>, A>(
      reader: Reader<Args, A>,
      url: string,
      options: Omit<GetOptions, "validators">,
      ...args: Args
    ) {
      const { answer, value } = yield* answered(reader, url, options, args)
      if (value === undefined)
        return yield* failed("http_status", "the server answered 304 to who had nothing", { status: 304 })
      return { answer, value: value as A }
    })
  }
})
