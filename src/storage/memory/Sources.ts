import { DateTime, Effect, Layer } from "effect"
import type { Move, SourceName, Validators } from "../../domain/Source.ts"
import { clean } from "../../text/Text.ts"
import { readings, type StoredSource, succeeded } from "../sources/SourceReadings.ts"
import { type FailingSource, mostFailing, type RegisteredSource, Sources } from "../sources/Sources.ts"

interface Entry {
  source: StoredSource
  validators: Validators
  move: Move | null
}

interface Run {
  readonly name: SourceName
  readonly slot: number | null
  state: "open" | "ended" | "stopped"
}

const fresh = ({ first_slot, ...registered }: RegisteredSource): Entry => ({
  source: {
    ...registered,
    state: "empty",
    last_success_at: null,
    next_check_at: first_slot ?? null,
    failures: 0,
    items: 0,
    idle: null,
    last_error: null,
    moved_to: null,
    moved_sightings: 0,
    reached_at: null,
    unreached_host: null,
    unreached_since: null,
    gone: false
  },
  validators: { etag: null, last_modified: null },
  move: null
})

const latest = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one

/** Sources in memory, with the promises of the port. */
const make = (): Sources["Service"] => {
  const entries = new Map<SourceName, Entry>()
  const runs = new Map<number, Run>()
  const ended: Array<FailingSource & { readonly success: boolean }> = []

  const stored = Effect.sync(() =>
    [...entries.values()].map(({ source }) => source).sort((one, other) => (one.name < other.name ? -1 : 1))
  )

  return {
    ...readings(stored),
    register: (sources) =>
      Effect.sync(() => {
        const names = new Set(sources.map(({ name }) => name))
        for (const name of entries.keys()) if (!names.has(name)) entries.delete(name)
        for (const registered of sources) {
          const { source, ...kept } = entries.get(registered.name) ?? fresh(registered)
          const { first_slot = null, ...given } = registered
          const next_check_at = source.next_check_at ?? first_slot
          entries.set(registered.name, { ...kept, source: { ...source, ...given, next_check_at } })
        }
      }),
    ensure: (source) =>
      Effect.sync(() => {
        if (!entries.has(source.name)) entries.set(source.name, fresh(source))
      }),
    slots: Effect.map(stored, (sources) =>
      sources
        .flatMap(({ configured, gone, name, next_check_at: slot }) =>
          configured && !gone && slot !== null ? [{ name, slot }] : []
        )
        .sort((one, other) => one.slot.getTime() - other.slot.getTime())
    ),
    begin: (name, due) =>
      Effect.sync(() => {
        const entry = entries.get(name)
        if (entry === undefined) return null
        const slot = due?.getTime() ?? null
        if (slot !== null && (!entry.source.configured || entry.source.next_check_at?.getTime() !== slot)) return null
        const earlier = [...runs.values()].filter((run) => slot !== null && run.name === name && run.slot === slot)
        const broken_off = earlier.filter(({ state }) => state !== "stopped").length
        for (const run of earlier) if (run.state === "open") run.state = "ended"
        const run = runs.size + 1
        runs.set(run, { name, slot, state: "open" })
        return { run, validators: entry.validators, failures: entry.source.failures, move: entry.move, broken_off }
      }),
    finish: (name, run, outcome) =>
      Effect.map(DateTime.nowAsDate, (now) => {
        const { counts, error, gone, idle, move, next_check_at, result, state, validators } = outcome
        const { reached = false, unreached = null } = outcome
        const entry = entries.get(name)
        const open = runs.get(run)
        if (entry === undefined || open?.name !== name || open.state !== "open") return false
        open.state = "ended"
        const success = succeeded(state)
        ended.push({ name, at: now, error: error === null ? null : clean(error), success })
        entry.validators = validators ?? entry.validators
        entry.move = move
        entry.source = {
          ...entry.source,
          state,
          idle,
          gone: counts ? gone : entry.source.gone,
          next_check_at: counts ? next_check_at : latest(entry.source.next_check_at, next_check_at),
          last_error: error === null ? null : clean(error),
          failures: success ? 0 : entry.source.failures + (counts ? 1 : 0),
          last_success_at: success && idle === null ? now : entry.source.last_success_at,
          items: result?.fetched ?? entry.source.items,
          moved_to: move?.to ?? null,
          moved_sightings: move?.sightings ?? 0,
          reached_at: reached ? now : entry.source.reached_at,
          unreached_host: unreached,
          unreached_since: unreached === null ? null : (entry.source.unreached_since ?? now)
        }
        return true
      }),
    failing: ({ failures, since, source }) =>
      Effect.sync(() => {
        const rows = new Map<SourceName, number>()
        const found: Array<FailingSource> = []
        for (const { success, ...run } of ended) {
          if (run.at < since || (source !== undefined && run.name !== source)) continue
          const row = success ? 0 : (rows.get(run.name) ?? 0) + 1
          rows.set(run.name, row)
          if (row === failures) found.push(run)
        }
        return found.toReversed().slice(0, mostFailing)
      }),
    abandon: (run) =>
      Effect.sync(() => {
        const open = runs.get(run)
        if (open?.state === "open") open.state = "stopped"
      })
  }
}

export const layer = Layer.sync(Sources, make)
