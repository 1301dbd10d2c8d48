import { type NewSignal, usableDate } from "../../domain/Signal.ts"
import type { SourceName } from "../../domain/Source.ts"
import { type Headline, type Story, storyOf } from "../../domain/Story.ts"
import { detect, fallback, languageOf } from "../../search/Languages.ts"
import { Stories } from "./Stories.ts"

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
  /** The key of its story, see domain/Story.ts. */
  readonly story: number | null
}

/** How an item of a listing is recognised. */
export interface Recognised extends StoredSignal {
  /** By its name in its source, as which it needs no further sighting. */
  readonly sighted: boolean
  /** The item is another page than the signal's: it is recognised by the story that its title told once. */
  readonly elsewhere: boolean
}

/** That a source lists a signal under this name. */
interface Sighting {
  readonly guid: string
  /** The signal: its id, or its identity where it is new. */
  readonly id: number | null
  readonly identity: string
  /** The identity of the item's own page, where it is the story's title that makes it a sighting of the signal. */
  readonly page: string | null
  /** Publisher and page of the item, where its words are not the signal's. */
  readonly source: string | null
  readonly url: string | null
}

/** An item of a batch with the name that recognises it again; null where that name stands for several stories. */
export interface Listed {
  readonly guid: string | null
  readonly item: NewSignal
}

/** What to write so that the store says what the source lists. */
export interface SignalChanges {
  /** `n` is the number of the item in the listing. */
  readonly insert: ReadonlyArray<
    Omit<StoredSignal, "id" | "source_name"> & {
      readonly n: number
      readonly identity: string
      readonly language: string
    }
  >
  readonly update: ReadonlyArray<Omit<StoredSignal, "source_name">>
  /** Signals whose words are as they were, and whose key is not: rows older than the rule for it. */
  readonly refile: ReadonlyArray<Pick<StoredSignal, "id" | "story">>
  readonly sight: ReadonlyArray<Sighting>
}

/** Whether there is nothing to write. */
export const isNothing = (changes: SignalChanges): boolean => Object.values(changes).every((rows) => rows.length === 0)

/**
 * The items of one listing, each once. Some feeds give one guid to all their items: a guid that several stories of a
 * listing share names none of them, or they would overwrite each other.
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

/** The language of an item. What tells none is analysed in the fallback, and kept so: looking again costs the most. */
export const spokenIn = ({ language, snippet, title }: NewSignal): string =>
  languageOf(language) ?? detect(`${title}. ${snippet}`) ?? fallback

/** The headline of an item that is not stored yet. */
export const headlineOf = (item: NewSignal, now: Date): Headline => ({
  ...item,
  published_at: usableDate(item.published_at, now) ?? now
})

/**
 * After so many items others have their turn: to tell an item's story and language takes some tenths of a millisecond.
 */
const itemsInStep = 50

/**
 * Compares a listing with what is stored: `known`, one for each item, null where nothing is; `told`, the stories of
 * those that are not; `stories`, what may tell the same. Of several items for one story the first listed counts. A
 * story's words belong to the source that brought it first, so that two sources with different words for it don't
 * overwrite each other by turns; a real date of the same page replaces an estimated one whoever brings it. When a page
 * was seen or submitted replaces no other date: the page's own may stand there. In steps, so that a long list holds up
 * nobody.
 */
export function* changes(
  source: SourceName,
  items: ReadonlyArray<Listed>,
  known: ReadonlyArray<Recognised | null>,
  told: ReadonlyArray<Story | null>,
  stories: Stories,
  now: Date
): Generator<void, SignalChanges> {
  const insert = new Map<string, SignalChanges["insert"][number]>()
  const seen = new Map<number, { readonly stored: StoredSignal; next: StoredSignal; own: boolean }>()
  const sight: Array<Sighting> = []
  const sighted = (guid: string | null, sighting: Omit<Sighting, "guid">) => {
    // Another page is remembered even where the source has no name for it: titles change, and dates do.
    const name = guid ?? sighting.page
    if (name !== null) sight.push({ guid: name, ...sighting })
  }

  const take = ({ guid, item }: Listed, n: number): void => {
    const stored = known[n] ?? null
    const date = usableDate(item.published_at, now)
    const isEstimated = date === null || item.dated === "seen"
    const words = { title: item.title, snippet: item.snippet, url: item.url, source: item.source }
    const signal = { id: null, identity: item.identity, page: null, source: null, url: null }
    if (stored !== null) {
      const own = !stored.elsewhere && stored.source_name === source
      const publisher = own ? {} : { source: item.source, url: item.url }
      const page = stored.elsewhere ? item.identity : null
      if (!stored.sighted) sighted(guid, { ...signal, id: stored.id, ...publisher, page })
      const listed = seen.get(stored.id) ?? { stored, next: stored, own: false }
      seen.set(stored.id, listed)
      const first = own && !listed.own
      listed.own ||= own
      if (first) listed.next = { ...listed.next, ...words }
      const replaces = own && item.dated === undefined ? first : !stored.elsewhere && listed.next.published_at_estimated
      if (date !== null && !isEstimated && replaces) {
        listed.next = { ...listed.next, published_at: date, published_at_estimated: false }
      }
      return
    }
    if (insert.has(item.identity)) return sighted(guid, signal)
    const story = told[n] ?? null
    const lead = stories.tell(item, story)
    if (lead !== null) {
      return sighted(guid, { ...lead, page: item.identity, source: item.source, url: item.url })
    }
    stories.add({ id: null, identity: item.identity }, story)
    const published = { published_at: date ?? now, published_at_estimated: isEstimated }
    const language = spokenIn(item)
    const { identity } = item
    insert.set(identity, { n, identity, ...words, ...published, story: story?.key ?? null, language })
    sighted(guid, signal)
  }

  for (const [n, listing] of items.entries()) {
    take(listing, n)
    if (n % itemsInStep === itemsInStep - 1) yield
  }
  const refiled = [...seen.values()].map(({ next, stored }) => ({
    stored,
    next: { ...next, story: storyOf(next)?.key ?? null }
  }))
  return {
    // The first listed is the newest: inserted last it has the highest id, by which equal dates are ordered.
    insert: [...insert.values()].toReversed(),
    update: refiled.filter(({ next, stored }) => !same(stored, next)).map(({ next }) => next),
    refile: refiled
      .filter(({ next, stored }) => same(stored, next) && next.story !== stored.story)
      .map(({ next: { id, story } }) => ({ id, story })),
    sight
  }
}

const same = (one: StoredSignal, other: StoredSignal): boolean =>
  one.title === other.title &&
  one.snippet === other.snippet &&
  one.url === other.url &&
  one.source === other.source &&
  one.published_at.getTime() === other.published_at.getTime() &&
  one.published_at_estimated === other.published_at_estimated
