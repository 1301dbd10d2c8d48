import { Effect } from "effect"
import type { RunResult } from "../../src/domain/Source.ts"
import { Fetch, type GetOptions } from "../fetch/Fetch.ts"
import { failed, type FetchFailed } from "../fetch/FetchFailed.ts"
import { type Answer, asSourceFailed, done, type Source, type SourceFailed, unchanged } from "../Source.ts"
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
    /** A run of a source that is one document: what the reader makes of it is stored, unless it has not changed. */
    runOf:
      <Args extends ReadonlyArray<unknown>, A>(
        reader: Reader<Args, A>,
        url: string,
        options: Omit<GetOptions, "validators">,
        store: (value: A) => Effect.Effect<RunResult, SourceFailed>,
        ...args: Args
      ): Source["run"] =>
      (validators) =>
        answered(reader, url, { ...options, validators }, args).pipe(
          Effect.mapError(asSourceFailed),
          Effect.flatMap(({ answer, value }) =>
            value === undefined
              ? Effect.succeed(unchanged(answer))
              : Effect.map(store(value), (result) => done(answer, result, ttlOf(value)))
          )
        ),
    /** What the reader makes of a document that is asked for whether changed or not. */
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

/** For how many minutes a document says that it holds, where its reader tells. */
const ttlOf = (value: unknown): number | null | undefined =>
  (value as { readonly ttlMinutes?: number | null }).ttlMinutes
