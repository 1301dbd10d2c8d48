import { Duration, Effect, Stream } from "effect"
import { type IngestEvent, SourceName } from "../src/domain/Source.ts"
import type { Timestamp } from "../src/domain/Timestamp.ts"
import type { IngestActions } from "../src/ports/IngestControl.ts"

export const good = SourceName.make("feed:good.example")
export const bad = SourceName.make("feed:bad.example")

const source = (name: SourceName) => ({
  name,
  kind: "signals" as const,
  title: `Title of ${name}`,
  url: `https://${name.slice("feed:".length)}/feed`,
  missing: null
})

const attempt = (name: SourceName) => {
  const result = { fetched: 20, new: 3, changed: 1, skipped: { undated: 2 } }
  const finished = { _tag: "Finished", name, idle: null, next_check_at: new Date("2030-01-01T00:30:00.500Z") } as const
  return name === good
    ? ({ ...finished, state: "ok", result, error: null, skew_seconds: 1 } as const)
    : ({ ...finished, state: "error", result: null, error: "the server answered 404", skew_seconds: null } as const)
}

/** Ingestion of two sources: one that is read and one that fails. */
export const twoSources: IngestActions = {
  sources: [good, bad].map((name) => ({ ...source(name), every: Duration.minutes(30) })),
  status: Effect.succeed([
    {
      ...source(bad),
      state: "error",
      last_success_at: null,
      next_check_at: "2030-01-01T00:00:00" as Timestamp,
      failures: 2,
      items: 0,
      idle: null,
      last_error: "the server answered 404 \u001b[31m",
      moved_to: null,
      listed: true
    }
  ]),
  run: (name) => {
    const names = [good, bad].filter((source) => name === "all" || name === source)
    if (names.length === 0) {
      return Stream.fail({ _tag: "UnknownSource", message: `there is no source named ${name}` } as const)
    }
    return Stream.fromIterable(
      names.flatMap((name): ReadonlyArray<IngestEvent> => [
        { _tag: "Started", name, of: names.length },
        { _tag: "Progressed", name, done: 1, of: 4 },
        attempt(name)
      ])
    )
  }
}
