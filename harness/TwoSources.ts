import { Duration, Effect, Stream } from "effect"
import { type IngestEvent, SourceName } from "../src/domain/Source.ts"
import type { Timestamp } from "../src/domain/Timestamp.ts"
import { Conflict } from "../src/domain/Failure.ts"
import { missing } from "../src/domain/Missing.ts"
import type { IngestActions, ListActions, SourceReport } from "../src/ports/IngestControl.ts"

export const good = SourceName.make("feed:good.example")
export const bad = SourceName.make("feed:bad.example")

const source = (name: SourceName) => ({
  name,
  kind: "signals" as const,
  title: `Title of ${name}`,
  url: `https://${name.slice("feed:".length)}/feed`,
  missing: null,
  paused: false,
  tags: []
})

const attempt = (name: SourceName) => {
  const result = { fetched: 20, new: 3, changed: 1, skipped: { undated: 2 } }
  const finished = { _tag: "Finished", name, idle: null, next_check_at: new Date("2030-01-01T00:30:00.500Z") } as const
  return name === good
    ? ({ ...finished, state: "ok", result, error: null, skew_seconds: 1 } as const)
    : ({ ...finished, state: "error", result: null, error: "the server answered 404", skew_seconds: null } as const)
}

const health = (name: SourceName): SourceReport => ({
  ...source(name),
  state: "error",
  last_success_at: null,
  next_check_at: "2030-01-01T00:00:00" as Timestamp,
  failures: 2,
  items: 0,
  idle: null,
  offline_since: null,
  last_error: "the server answered 404 \u001b[31m",
  moved_to: null,
  listed: true,
  service: "feeds",
  interval_seconds: 1_800,
  cron: null
})

const known = (name: string) =>
  name === good || name === bad ? Effect.succeed(health(name as SourceName)) : missing("source_not_found")

/** A list that takes what is done to it, and stays as it is; the bad source is never alone. */
const unchanged: ListActions = {
  add: () => Effect.succeed([health(good)]),
  change: (name, change) =>
    Effect.map(known(name), (report) => ({ ...report, paused: change.paused ?? false, tags: change.tags ?? [] })),
  remove: (name) =>
    name === bad
      ? Effect.fail(new Conflict({ code: "source_not_alone", message: `${name} is one of several sources` }))
      : Effect.asVoid(known(name)),
  importList: () => Effect.succeed({ added: [], changed: [], removed: [], known: 2, left_out: [] }),
  exportList: (format) => Effect.succeed(format === "json" ? "{}" : "<opml/>"),
  discover: (url) => Effect.succeed([{ url, title: "Found", items: [], source: null }]),
  changedFile: Effect.succeed(null)
}

/** Ingestion of two sources: one that is read and one that fails. */
export const twoSources: IngestActions = {
  sources: Effect.succeed([good, bad].map((name) => ({ ...source(name), every: Duration.minutes(30) }))),
  list: unchanged,
  status: Effect.succeed([health(bad)]),
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
