import { Effect, type Result } from "effect"
import type { Fetch } from "../fetch/Fetch.ts"
import { fromFetch, type SourceFailed, unreadable } from "../Source.ts"
import { readFactFile } from "./FactFile.ts"
import { type FrameFact, readFrame } from "./Frame.ts"
import type { Revenue } from "./Revenue.ts"
import { paddedCik } from "./Rows.ts"
import { readSubmission, type Submission } from "./Submission.ts"

/** SEC's data service, file by file. What SEC does not have (404) is null and no failure. */
export interface SecData {
  /** Last year's facts of a tag, or those of an instant: `us-gaap/Revenues/USD/CY2025`. */
  readonly frame: (path: string) => Effect.Effect<ReadonlyArray<FrameFact> | null, SourceFailed>
  readonly submission: (key: string) => Effect.Effect<Submission | null, SourceFailed>
  readonly revenue: (key: string) => Effect.Effect<Revenue | null, SourceFailed>
}

/** Over the service at this address. Fetch keeps a second between two requests, a tenth of what SEC allows. */
export const secData = (fetch: Fetch["Service"], base: string): SecData => {
  const read = <A>(path: string, reader: (text: string) => Result.Result<A, string>) =>
    fetch.get(`${base}${path}`, { accept: "application/json" }).pipe(
      Effect.flatMap(({ bytes }) =>
        Effect.mapError(Effect.fromResult(reader(new TextDecoder().decode(bytes))), unreadable)
      ),
      Effect.catchTag("FetchFailed", (failure) =>
        failure.status === 404 ? Effect.succeed(null) : Effect.fail(fromFetch(failure))
      )
    )
  return {
    frame: (path) => read(`/api/xbrl/frames/${path}.json`, (text) => readFrame(text, path.split("/")[2]!)),
    submission: (key) => read(`/submissions/${paddedCik(key)}.json`, (text) => readSubmission(text, key)),
    revenue: (key) => read(`/api/xbrl/companyfacts/${paddedCik(key)}.json`, readFactFile)
  }
}
