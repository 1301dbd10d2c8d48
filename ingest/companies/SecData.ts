import { Effect } from "effect"
import type { Fetch } from "../fetch/Fetch.ts"
import type { Parser } from "../parse/Parser.ts"
import type { Reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import { asSourceFailed, type SourceFailed } from "../Source.ts"
import { factBytes, latestRevenueIn } from "./FactFile.ts"
import { type FrameFact, factsOfFrame } from "./Frame.ts"
import type { Revenue } from "./Revenue.ts"
import { fileBytes, paddedCik } from "./Rows.ts"
import { submissionBytes, submissionOf, type Submission } from "./Submission.ts"

/** SEC's data service, file by file. What SEC does not have (404) is null and no failure. */
export interface SecData {
  /** Last year's facts of a tag, or those of an instant: `us-gaap/Revenues/USD/CY2025`. */
  readonly frame: (path: string) => Effect.Effect<ReadonlyArray<FrameFact> | null, SourceFailed>
  readonly submission: (key: string) => Effect.Effect<Submission | null, SourceFailed>
  readonly revenue: (key: string) => Effect.Effect<Revenue | null, SourceFailed>
}

/** Over the service at this address. Fetch keeps a second between two requests, a tenth of what SEC allows. */
export const secData = Effect.fnUntraced(function* (base: string): Effect.fn.Return<SecData, never, Fetch | Parser> {
  const documents = yield* reading
  const read = <Args extends ReadonlyArray<unknown>, A>(
    path: string,
    maxBytes: number,
    reader: Reader<Args, A>,
    ...args: Args
  ) =>
    documents.read(reader, `${base}${path}`, { accept: "application/json", maxBytes }, ...args).pipe(
      Effect.map(({ value }) => value),
      Effect.catchIf(
        (failure) => failure._tag === "FetchFailed" && failure.status === 404,
        () => Effect.succeed(null)
      ),
      Effect.mapError(asSourceFailed)
    )
  return {
    frame: (path) => read(`/api/xbrl/frames/${path}.json`, fileBytes, factsOfFrame, path.split("/")[2]!),
    submission: (key) => read(`/submissions/${paddedCik(key)}.json`, submissionBytes, submissionOf, key),
    revenue: (key) => read(`/api/xbrl/companyfacts/${paddedCik(key)}.json`, factBytes, latestRevenueIn)
  }
})
