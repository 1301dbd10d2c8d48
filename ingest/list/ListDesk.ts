import { Context, DateTime, Effect, FileSystem, Layer, Result, Schema } from "effect"
import { isDeepStrictEqual } from "node:util"
import type { AuditAction, AuditEvent } from "../../src/domain/AuditEvent.ts"
import { Conflict } from "../../src/domain/Failure.ts"
import { fileFault } from "../../src/domain/FileFault.ts"
import { missing } from "../../src/domain/Missing.ts"
import { validationError } from "../../src/domain/ValidationError.ts"
import type { NewSource } from "../../src/domain/SourceList.ts"
import type { ListActions, ListOrigin } from "../../src/ports/IngestControl.ts"
import { AuditTrail } from "../../src/storage/accounts/AuditTrail.ts"
import { Transaction } from "../../src/storage/database/Transaction.ts"
import {
  type ListChange,
  type ListedEntry,
  noChoice,
  type SourceChoice,
  SourceList,
  type StoredList
} from "../../src/storage/sources/SourceList.ts"
import { HttpUrl } from "../../src/text/Text.ts"
import { Ingest } from "../Ingest.ts"
import { addressOf, listedFeed, freeName, newFeeds } from "../opml/NewFeeds.ts"
import { writeOpml } from "../opml/Opml.ts"
import { Parser } from "../parse/Parser.ts"
import { isRefused, notPublic, withScheme } from "../fetch/Address.ts"
import { makeDiscovery } from "./Discovery.ts"
import { type ListDocument, listDocument } from "./ListDocument.ts"
import { definitions } from "../Registry.ts"
import { decode, load } from "./SourcesFile.ts"
import { choicesOf, entriesOf, usable, writtenOf } from "./WrittenList.ts"

/** Nobody keeps a larger list: ten thousand feeds take 3 MB. */
const maxBytes = 10_000_000

const services = Object.keys(definitions)

const isHttpUrl = Schema.is(HttpUrl)

/** An address in an entry, and where it stands there. */
type Written = readonly [path: ReadonlyArray<string>, url: URL]

/** The addresses in an entry of the list; a title may look like one and is none. */
const addressesIn = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<Written> => {
  if (typeof value === "string") {
    const url = /^https?:/i.test(value) ? URL.parse(value) : null
    return url === null ? [] : [[path, url]]
  }
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => (key === "title" ? [] : addressesIn(part, [...path, key])))
}

/** One thing that was done to the list. */
type Deed = Pick<AuditEvent, "action" | "source" | "detail">

const deed = (action: AuditAction, source: string | null, detail: string | null = null): Deed => ({
  action,
  source,
  detail
})

/** What another choice does to a source. */
const deedsOf = (before: SourceChoice, { every, name, paused, tags }: SourceChoice): ReadonlyArray<Deed> => [
  ...(paused === before.paused ? [] : [deed(paused ? "source_paused" : "source_resumed", name)]),
  ...(every === before.every ? [] : [deed("source_retimed", name, every ?? "usual times")]),
  ...(isDeepStrictEqual(tags, before.tags) ? [] : [deed("source_tagged", name, tags.join(", ") || "no tags")])
]

const chosen = (choices: ReadonlyArray<SourceChoice>, name: string): SourceChoice =>
  choices.find((choice) => choice.name === name) ?? noChoice(name)

const alreadyThere = (message: string) => new Conflict({ code: "already_exists", message })

/** What is wrong with an entry, at its place in the body of a request. */
const entryFault = ({ entry, service }: NewSource) => {
  if (!Object.hasOwn(definitions, service))
    return validationError([{ location: ["body", "service"], message: `must be one of ${services.join(", ")}` }])
  const isFeed = service === "feeds"
  const checked = decode({ [service]: isFeed ? [entry] : entry })
  if (Result.isSuccess(checked)) return null
  return validationError(
    checked.failure.map(({ message, path }) => {
      const keys = path.slice(isFeed ? 2 : 1).map((key) => (typeof key === "number" ? key : String(key)))
      return { location: ["body", "entry", ...keys], message }
    })
  )
}

/** What is wrong with the times that an operator chooses. */
const timesFault = (every: string) => {
  const checked = decode({ schedule: { every } })
  return Result.isSuccess(checked)
    ? null
    : validationError(checked.failure.map(({ message }) => ({ location: ["body", "every"], message })))
}

/** A feed is one by its address; another one may have taken its name, and it gets one of its own then. */
const namedEntry = Effect.fnUntraced(function* (service: string, entry: unknown, { entries }: StoredList) {
  const names = new Set(entries.map(({ name }) => name))
  if (service !== "feeds") {
    if (names.has(service))
      return yield* alreadyThere(`The list has an entry ${service} already: remove it first, or import its new form`)
    return { name: service, service, entry } satisfies ListedEntry
  }
  const { name, url } = listedFeed(entry)
  const same = entries.find(
    (other) => other.service === "feeds" && addressOf(listedFeed(other.entry).url) === addressOf(url)
  )
  if (same !== undefined) return yield* alreadyThere(`The list has this feed already, as ${same.name}`)
  if (name !== undefined && names.has(name)) return yield* alreadyThere(`The list has a feed named ${name} already`)
  return { name: name ?? freeName(url, names), service, entry } satisfies ListedEntry
})

const namesOf = (entries: ReadonlyArray<ListedEntry>): ReadonlyArray<string> => entries.map(({ name }) => name)

/** What an import does to the list. */
const importOf = (
  document: Exclude<ListDocument, { readonly kind: "faults" }>,
  list: StoredList,
  replace: boolean,
  allowHosts: ReadonlyArray<string>
) => {
  const feeds = list.entries.filter(({ service }) => service === "feeds")
  const before = new Map(list.entries.map((entry) => [entry.name, entry]))
  if (document.kind === "opml") {
    const { entries, known, leftOut } = newFeeds(feeds, document.feeds, allowHosts)
    const named = new Set(document.feeds.map(({ url }) => addressOf(url)))
    const removed = replace ? feeds.filter(({ entry }) => !named.has(addressOf(listedFeed(entry).url))) : []
    return {
      put: entries,
      changed: [],
      removed,
      known,
      leftOut,
      choose: namesOf(removed).map(noChoice),
      file: undefined
    }
  }
  const entries = entriesOf(document.list)
  const names = new Set(entries.map(({ name }) => name))
  const put = entries.filter(({ entry, name }) => !isDeepStrictEqual(before.get(name)?.entry, entry))
  return {
    put,
    changed: put.filter(({ name }) => before.has(name)),
    removed: replace ? list.entries.filter(({ name }) => !names.has(name)) : [],
    known: entries.length - put.length,
    leftOut: [],
    choose: replace
      ? [...list.choices.map(({ name }) => noChoice(name)), ...choicesOf(document.list)]
      : choicesOf(document.list, list.choices),
    file: document.digest
  }
}

type Import = Pick<ReturnType<typeof importOf>, "put" | "changed" | "removed" | "choose">

const addedBy = ({ changed, put }: Import): ReadonlyArray<ListedEntry> => {
  const known = new Set(namesOf(changed))
  return put.filter(({ name }) => !known.has(name))
}

/** What is told of an import that changes something: each entry, each choice, and at last how many there were. */
const importDeeds = (done: Import, choices: ReadonlyArray<SourceChoice>): ReadonlyArray<Deed> => {
  const added = addedBy(done)
  const { changed, removed } = done
  const gone = new Set(namesOf(removed))
  const before = new Map(choices.map((choice) => [choice.name, choice]))
  // The last choice for a source holds.
  const after = new Map(done.choose.map((choice) => [choice.name, choice]))
  const deeds = [
    ...namesOf(added).map((name) => deed("source_added", name)),
    ...namesOf(changed).map((name) => deed("source_changed", name)),
    ...namesOf(removed).map((name) => deed("source_removed", name)),
    ...[...after.values()].flatMap((choice) =>
      gone.has(choice.name) ? [] : deedsOf(before.get(choice.name) ?? noChoice(choice.name), choice)
    )
  ]
  const counts = `${added.length} added, ${changed.length} changed, ${removed.length} removed`
  return deeds.length === 0 ? [] : [...deeds, deed("sources_imported", null, counts)]
}

/** What operators do to the list of sources, with its rules and its audit trail. */
export class ListDesk extends Context.Service<ListDesk, ListActions>()("sonde/ingest/list/ListDesk") {
  /** `file` is what fills the list; `tellsOfChanges` says whether a change of it is worth telling. */
  static readonly layer = ({
    allowHosts = [],
    file,
    tellsOfChanges
  }: {
    readonly file: string
    readonly tellsOfChanges: boolean
    readonly allowHosts?: ReadonlyArray<string>
  }) =>
    Layer.effect(
      ListDesk,
      Effect.gen(function* () {
        const ingest = yield* Ingest
        const parser = yield* Parser
        const list = yield* SourceList
        const trail = yield* AuditTrail
        const transaction = yield* Transaction
        const files = yield* FileSystem.FileSystem

        const recorded = ({ account, ...context }: ListOrigin, deeds: ReadonlyArray<Deed>) =>
          account === null ? Effect.void : trail.record(account, ...deeds.map((deed) => ({ ...context, ...deed })))

        const refusedIn = (entry: unknown) => addressesIn(entry).filter(([, url]) => isRefused(allowHosts, url))

        const reports = (isOne: (name: string) => boolean) =>
          Effect.map(ingest.status, (all) => all.filter(({ listed, name }) => listed && isOne(name)))

        const add: ListActions["add"] = Effect.fnUntraced(function* (given, origin) {
          const { service, tags } = given
          const { url } = given.entry
          const entry =
            service === "feeds" && typeof url === "string"
              ? { ...given.entry, url: withScheme(allowHosts, url) }
              : given.entry
          const fault = entryFault({ entry, service, tags })
          if (fault !== null) return yield* fault
          const inside = refusedIn(entry)
          if (inside.length > 0)
            return yield* validationError(
              inside.map(([path]) => ({ location: ["body", "entry", ...path], message: notPublic }))
            )
          const names = yield* transaction.run(
            Effect.gen(function* () {
              const { name, names } = yield* list.change((stored) =>
                Effect.gen(function* () {
                  const put = yield* namedEntry(service, entry, stored)
                  const { list } = usable({ entries: [put], choices: [], files: stored.files })
                  const made = (yield* ingest.sourcesIn(list)).filter((source) => source.service === service)
                  const names = made.map(({ name }) => name as string)
                  const choose = names.map((name) => ({ ...noChoice(name), tags }))
                  return [
                    { put: [put], choose },
                    { name: put.name, names }
                  ] as const
                })
              )
              yield* recorded(origin, [deed("source_added", name, tags.join(", ") || null)])
              return names
            })
          )
          return yield* reports((name) => names.includes(name))
        })

        const change: ListActions["change"] = Effect.fnUntraced(function* (name, { every, paused, tags }, origin) {
          const fault = typeof every === "string" ? timesFault(every) : null
          if (fault !== null) return yield* fault
          if ((yield* reports((listed) => listed === name)).length === 0) return yield* missing("source_not_found")
          yield* transaction.run(
            Effect.gen(function* () {
              const deeds = yield* list.change(({ choices }) => {
                const before = chosen(choices, name)
                const after: SourceChoice = {
                  name,
                  paused: paused ?? before.paused,
                  every: every === undefined ? before.every : every,
                  tags: tags ?? before.tags
                }
                const deeds = deedsOf(before, after)
                const change: ListChange = deeds.length === 0 ? {} : { choose: [after] }
                return Effect.succeed([change, deeds] as const)
              })
              yield* recorded(origin, deeds)
            })
          )
          const [source] = yield* reports((listed) => listed === name)
          return source === undefined ? yield* missing("source_not_found") : source
        })

        /** The entry that goes with a source, or with a service. */
        const entryOf = Effect.fnUntraced(function* (name: string, { entries }: StoredList) {
          const entry = entries.find((entry) => entry.name === name)
          if (entry !== undefined) return entry
          const sources = yield* ingest.sources
          const service = sources.find((source) => source.name === name)?.service
          const made = sources.filter((source) => source.service === service)
          const of = entries.find((entry) => entry.name === service)
          if (service === undefined || of === undefined) return yield* missing("source_not_found")
          if (made.length === 1) return of
          return yield* new Conflict({
            code: "source_not_alone",
            message: `${name} is one of ${made.length} sources of the entry ${service}: pause it, or remove ${service} with all of them`
          })
        })

        const remove: ListActions["remove"] = Effect.fnUntraced(function* (name, origin) {
          const sources = yield* ingest.sources
          yield* transaction.run(
            Effect.gen(function* () {
              const removed = yield* list.change((stored) =>
                Effect.map(entryOf(name, stored), (entry) => {
                  const gone =
                    entry.service === "feeds"
                      ? [entry.name]
                      : sources.filter(({ service }) => service === entry.service).map(({ name }) => name)
                  return [{ remove: [entry.name], choose: gone.map(noChoice) }, entry.name] as const
                })
              )
              yield* recorded(origin, [deed("source_removed", removed)])
            })
          )
        })

        const importList: ListActions["importList"] = Effect.fnUntraced(function* (given, replace, origin) {
          const refused = (faults: ReadonlyArray<string>) =>
            validationError(faults.map((message) => ({ location: ["body", "document"], message })))
          const bytes =
            given ??
            (yield* files
              .readFile(file)
              .pipe(Effect.mapError((error) => refused([`SOURCES_FILE ${file}: ${fileFault(error)}`]))))
          if (bytes.byteLength > maxBytes) return yield* refused(["is larger than 10 MB"])
          const document = yield* parser
            .read(listDocument, { bytes: new Uint8Array(bytes), contentType: null, url: "" })
            .pipe(Effect.mapError(({ message }) => refused([message])))
          if (document.kind === "faults") return yield* refused(document.faults)
          return yield* transaction.run(
            Effect.gen(function* () {
              const { deeds, done } = yield* list.change((stored) => {
                const done = importOf(document, stored, replace, allowHosts)
                const { choose, file, put, removed } = done
                const inside = put.filter(({ entry }) => refusedIn(entry).length > 0)
                if (inside.length > 0) return refused(namesOf(inside).map((name) => `${name}: ${notPublic}`))
                const change: ListChange = {
                  put,
                  choose,
                  remove: namesOf(removed),
                  ...(file !== undefined && { file })
                }
                return Effect.succeed([change, { done, deeds: importDeeds(done, stored.choices) }] as const)
              })
              yield* recorded(origin, deeds)
              return {
                added: namesOf(addedBy(done)),
                changed: namesOf(done.changed),
                removed: namesOf(done.removed),
                known: done.known,
                left_out: done.leftOut
              }
            })
          )
        })

        const exportList: ListActions["exportList"] = (format) =>
          Effect.gen(function* () {
            const stored = yield* list.read
            if (format === "json") return `${JSON.stringify(writtenOf(stored), null, 2)}\n`
            const feeds = stored.entries.flatMap(({ entry, service }) => {
              if (service !== "feeds") return []
              const { title = null, url } = listedFeed(entry)
              return [{ url, title }]
            })
            return writeOpml(feeds, yield* DateTime.nowAsDate)
          })

        const discovered = yield* makeDiscovery
        const discover: ListActions["discover"] = Effect.fnUntraced(function* (typed) {
          const site = withScheme(allowHosts, typed)
          if (!isHttpUrl(site))
            return yield* validationError([
              { location: ["body", "url"], message: "must be an absolute http or https URL" }
            ])
          const feeds = yield* discovered(site)
          const { entries } = yield* list.read
          const listed = new Map(
            entries.flatMap(({ entry, name, service }) =>
              service === "feeds" ? [[addressOf(listedFeed(entry).url), name]] : []
            )
          )
          return feeds.map((feed) => ({ ...feed, source: listed.get(addressOf(feed.url)) ?? null }))
        })

        const changedFile = !tellsOfChanges
          ? Effect.succeed(null)
          : load(file).pipe(
              Effect.flatMap(({ digest }) => Effect.map(list.read, ({ files }) => (files.has(digest) ? null : file))),
              Effect.orElseSucceed(() => file),
              Effect.provideService(FileSystem.FileSystem, files)
            )

        return ListDesk.of({
          add,
          change,
          remove,
          importList,
          exportList,
          discover,
          changedFile
        })
      })
    )
}
