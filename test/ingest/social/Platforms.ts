import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
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
