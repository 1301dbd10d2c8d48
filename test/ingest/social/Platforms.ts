import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { Fetched } from "../../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../../ingest/Ingest.ts"
import { type Platform, type SocialTrend } from "../../../src/domain/SocialTrend.ts"
import type { IngestEvent } from "../../../src/domain/Source.ts"
import { SocialTrends } from "../../../src/storage/SocialTrends.ts"

type Finished = Extract<IngestEvent, { readonly _tag: "Finished" }>

/** Runs one source and says how that ended. */
export const run = (name: string) =>
  Effect.gen(function* () {
    const events = yield* Stream.runCollect((yield* Ingest).run(name))
    const last = events.at(-1)
    assert(last?._tag === "Finished", `${name} did not run: ${JSON.stringify(last)}`)
    return last satisfies Finished
  })

export const listed = (platform: Platform): Effect.Effect<ReadonlyArray<SocialTrend>, never, SocialTrends> =>
  Effect.flatMap(SocialTrends, (trends) => trends.list(platform, 100))

/** An answer as the network gives it. */
export const answer = (body: string | Uint8Array): Fetched => ({
  status: 200,
  url: "https://site.example/",
  movedTo: null,
  bytes: typeof body === "string" ? new TextEncoder().encode(body) : body,
  contentType: "application/json",
  validators: { etag: null, last_modified: null },
  cacheSeconds: null,
  retryAfter: null
})
