import { type NewSignal, usableDate } from "../domain/Signal.ts"
import type { SourceName } from "../domain/Source.ts"

/** What of a stored signal decides whether an item changes it. */
export interface StoredSignal {
  readonly id: number
  /** The source whose words these are: the first to bring the story. */
  readonly source_name: string
  readonly title: string
  readonly snippet: string
  readonly url: string
  readonly source: string
  readonly published_at: Date
  readonly published_at_estimated: boolean
}

/** An item of a batch with the name that recognises it again; null where that name stands for several stories. */
export interface Listed {
  readonly guid: string | null
  readonly item: NewSignal
}

/** What to write so that the store says what the source lists. */
export interface SignalChanges {
  readonly insert: ReadonlyArray<Omit<StoredSignal, "id" | "source_name"> & { readonly identity: string }>
  readonly update: ReadonlyArray<Omit<StoredSignal, "source_name">>
}

/**
 * The items of one listing, each once. Some feeds give one guid to all their items: a guid that several stories of a listing
 * share names none of them, or they would overwrite each other.
 */
export const listed = (items: ReadonlyArray<NewSignal>): ReadonlyArray<Listed> => {
  const identities = new Map<string, string | null>()
  for (const { guid, identity } of items) {
    const other = identities.get(guid)
    identities.set(guid, other === undefined || other === identity ? identity : null)
  }
  const unique = new Map<string, Listed>()
  for (const item of items) {
    const guid = identities.get(item.guid) === null ? null : item.guid
    const key = JSON.stringify([guid, item.identity])
    if (!unique.has(key)) unique.set(key, { guid, item })
  }
  return [...unique.values()]
}

/**
 * Compares a listing with what is stored (`known`, one for each item, null where nothing is). Of several items for one story
 * the first listed counts. A story's words belong to the source that brought it first, so that two sources with
 * different words for it don't overwrite each other by turns; a real date replaces an estimated one whoever brings it.
 */
export const changes = (
  source: SourceName,
  items: ReadonlyArray<Listed>,
  known: ReadonlyArray<StoredSignal | null>,
  now: Date
): SignalChanges => {
  const insert = new Map<string, SignalChanges["insert"][number]>()
  const update = new Map<number, SignalChanges["update"][number] | null>()
  items.forEach(({ item }, n) => {
    const stored = known[n] ?? null
    const date = usableDate(item.published_at, now)
    const words = { title: item.title, snippet: item.snippet, url: item.url, source: item.source }
    if (stored === null) {
      if (insert.has(item.identity)) return
      const published = { published_at: date ?? now, published_at_estimated: date === null }
      insert.set(item.identity, { identity: item.identity, ...words, ...published })
    } else if (!update.has(stored.id)) {
      const own = stored.source_name === source
      const next = { ...stored, ...(own ? words : {}) }
      if (date !== null && (own || stored.published_at_estimated)) {
        next.published_at = date
        next.published_at_estimated = false
      }
      update.set(stored.id, same(stored, next) ? null : next)
    }
  })
  return {
    // The first listed is the newest: inserted last it has the highest id, by which equal dates are ordered.
    insert: [...insert.values()].toReversed(),
    update: [...update.values()].filter((change) => change !== null)
  }
}

const same = (one: StoredSignal, other: StoredSignal): boolean =>
  one.title === other.title &&
  one.snippet === other.snippet &&
  one.url === other.url &&
  one.source === other.source &&
  one.published_at.getTime() === other.published_at.getTime() &&
  one.published_at_estimated === other.published_at_estimated
