import { Result } from "effect"
import { type ListedEntry, noChoice, type SourceChoice, type StoredList } from "../../src/storage/sources/SourceList.ts"
import { definitions } from "../Registry.ts"
import { nameOf as nameOfFeed } from "../signals/feeds.ts"
import { decode, type SourcesList, type WrittenList } from "./SourcesFile.ts"

/*
 * The list as it is stored, and in the form of its file. What is stored is in that form too, entry by entry, so that
 * the rules of the file are those of the list.
 */

type Members = Readonly<Record<string, unknown>>

/** What stands in a list beside its entries. */
const aboutSources = ["schedule", "paused", "tags"]

const feedsOf = (written: WrittenList) => (written["feeds"] ?? []) as ReadonlyArray<Members & { readonly url: string }>

/** The name under which an entry is stored: that of the feed, or of the service. */
export const nameOf = (service: string, entry: unknown): string =>
  service === "feeds" ? nameOfFeed(entry as { readonly url: string }) : service

/** The entries of a list that can be used. */
export const entriesOf = (written: WrittenList): ReadonlyArray<ListedEntry> => [
  ...feedsOf(written).map((entry) => ({ name: nameOf("feeds", entry), service: "feeds", entry })),
  ...Object.entries(written).flatMap(([service, entry]) =>
    service === "feeds" || aboutSources.includes(service) ? [] : [{ name: service, service, entry }]
  )
]

/** What is chosen in a list for single sources, beside what was chosen before. */
export const choicesOf = (
  { paused = [], schedule = {}, tags = {} }: WrittenList,
  before: ReadonlyArray<SourceChoice> = []
): ReadonlyArray<SourceChoice> => {
  const choices = new Map(before.map((choice) => [choice.name, choice]))
  const choose = (name: string, choice: Partial<SourceChoice>) =>
    choices.set(name, { ...(choices.get(name) ?? noChoice(name)), ...choice })
  for (const name of paused as ReadonlyArray<string>) choose(name, { paused: true })
  for (const [name, every] of Object.entries(schedule as Record<string, string>)) choose(name, { every })
  for (const [name, of] of Object.entries(tags as Record<string, ReadonlyArray<string>>)) choose(name, { tags: of })
  return [...choices.values()]
}

const isPlain = (service: string, entry: unknown): boolean =>
  definitions[service as keyof typeof definitions]?.switchable && Object.keys(entry as object).length === 0

/** A feed keeps the name under which it is stored, whatever name its address would give it today. */
const feedOf = ({ entry, name }: ListedEntry): unknown =>
  nameOf("feeds", entry) === name ? entry : { ...(entry as Members), name }

const members = <A>(
  choices: ReadonlyArray<SourceChoice>,
  of: (choice: SourceChoice) => A | null
): Readonly<Record<string, A>> =>
  Object.fromEntries(choices.flatMap((choice) => (of(choice) === null ? [] : [[choice.name, of(choice)!]])))

/** The list in the form of its file. */
export const writtenOf = ({ choices, entries }: Pick<StoredList, "choices" | "entries">): WrittenList => {
  const feeds = entries.filter(({ service }) => service === "feeds").map(feedOf)
  const services = entries.filter(({ service }) => service !== "feeds")
  const schedule = members(choices, ({ every }) => every)
  const paused = choices.filter((choice) => choice.paused).map(({ name }) => name)
  const tags = members(choices, ({ tags }) => (tags.length === 0 ? null : tags))
  return {
    ...(feeds.length > 0 && { feeds }),
    ...Object.fromEntries(
      services.map(({ entry, service }) => [service, isPlain(service, entry) ? true : entry] as const)
    ),
    ...(Object.keys(schedule).length > 0 && { schedule }),
    ...(paused.length > 0 && { paused }),
    ...(Object.keys(tags).length > 0 && { tags })
  }
}

const isUsable = (part: Partial<Pick<StoredList, "choices" | "entries">>): boolean =>
  Result.isSuccess(decode(writtenOf({ choices: [], entries: [], ...part })))

/**
 * The stored list with every default filled in. Rules may have changed since an entry was stored: one that breaks them
 * is left out, by its name, and the others are read.
 */
export const usable = (
  stored: StoredList
): { readonly list: SourcesList; readonly unusable: ReadonlyArray<string> } => {
  const whole = decode(writtenOf(stored))
  if (Result.isSuccess(whole)) return { list: whole.success, unusable: [] }
  const entries = stored.entries.filter((entry) => isUsable({ entries: [entry] }))
  const choices = stored.choices.filter((choice) => isUsable({ choices: [choice] }))
  const kept = new Set([...entries, ...choices].map(({ name }) => name))
  return {
    list: Result.getOrThrow(decode(writtenOf({ entries, choices }))),
    unusable: [...stored.entries, ...stored.choices].map(({ name }) => name).filter((name) => !kept.has(name))
  }
}
