import { DateTime, Effect } from "effect"
import type { SourceName, Validators } from "../domain/Source.ts"
import { clean } from "../domain/Text.ts"
import { readings, type StoredSource, succeeded } from "./SourceReadings.ts"
import type { Sources } from "./Sources.ts"

interface Entry {
  source: StoredSource
  validators: Validators
}

const never: Pick<Entry, "validators"> & {
  readonly source: Omit<StoredSource, "name" | "kind" | "platform" | "configured">
} = {
  source: { state: "empty", last_success_at: null, next_check_at: null, failures: 0, items: 0, last_error: null },
  validators: { etag: null, last_modified: null }
}

/** Sources in memory, with the promises of the port. */
export const makeMemory = (): Sources["Service"] => {
  const entries = new Map<SourceName, Entry>()
  const open = new Map<number, SourceName>()
  let runs = 0

  const stored = Effect.sync(() =>
    [...entries.values()].map(({ source }) => source).sort((one, other) => (one.name < other.name ? -1 : 1))
  )

  return {
    ...readings(stored),
    register: (sources) =>
      Effect.sync(() => {
        const names = new Set(sources.map(({ name }) => name))
        for (const name of entries.keys()) if (!names.has(name)) entries.delete(name)
        for (const source of sources) {
          const { validators, ...known } = entries.get(source.name) ?? never
          entries.set(source.name, { validators, source: { ...known.source, ...source } })
        }
      }),
    begin: (name, { lease, force }) =>
      Effect.map(DateTime.nowAsDate, (now) => {
        const entry = entries.get(name)
        if (entry === undefined || !entry.source.configured) return null
        const { failures, next_check_at } = entry.source
        if (!force && next_check_at !== null && next_check_at > now) return null
        entry.source = { ...entry.source, next_check_at: lease }
        runs += 1
        open.set(runs, name)
        return { run: runs, validators: entry.validators, failures }
      }),
    finish: (name, run, { error, next_check_at, result, state, validators }) =>
      Effect.map(DateTime.nowAsDate, (now) => {
        const entry = entries.get(name)
        if (entry === undefined || open.get(run) !== name) return
        open.delete(run)
        const success = succeeded(state)
        entry.validators = validators ?? entry.validators
        entry.source = {
          ...entry.source,
          state,
          next_check_at,
          last_error: error === null ? null : clean(error),
          failures: success ? 0 : entry.source.failures + 1,
          last_success_at: success ? now : entry.source.last_success_at,
          items: result?.fetched ?? entry.source.items
        }
      })
  }
}
