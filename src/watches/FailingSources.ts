import { DateTime, Effect } from "effect"
import type { SourceName } from "../domain/Source.ts"
import { Sources } from "../storage/sources/Sources.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"
import { ActiveWatches } from "./ActiveWatches.ts"
import { contentOf, occurrence } from "./Occurrences.ts"

/** As many failed runs in a row make an event where the watch does not say. */
export const usual = 3

/** What is said of a source that fails. */
export const failureContent = (name: SourceName, failures: number, error: string | null) =>
  contentOf("source", {
    title: `The source ${name} fails: ${failures === 1 ? "1 run" : `${failures} runs in a row`}`,
    text: error,
    change: { what: "failures", before: 0, after: failures },
    link: { kind: "source", id: name, url: null }
  })

/** Records that a source fails, once for each row of failures and each number of them that a watch asks for. */
export const recordFailure = Effect.fnUntraced(function* (name: SourceName) {
  const { of } = yield* (yield* ActiveWatches).read
  const watched = of("source").filter(({ watch: { subject } }) => (subject.source ?? name) === name)
  if (watched.length === 0) return
  const source = (yield* (yield* Sources).list).find((one) => one.name === name)
  if (source === undefined || source.failures === 0) return
  const { failures, last_error, last_success_at } = source
  const now = yield* DateTime.nowAsDate
  const found = watched.flatMap((owned) => {
    const { failures: least = usual } = owned.watch.subject
    if (failures < least) return []
    const content = failureContent(name, failures, last_error)
    return [occurrence(owned, now, { key: `failing:${name}:${last_success_at ?? "never"}:${least}`, content })]
  })
  yield* (yield* WatchEvents).record(found)
})
