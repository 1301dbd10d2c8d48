import { Effect } from "effect"
import type { ListedWatch, WatchKind } from "../../domain/Watch.ts"
import { html, type Html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { count } from "../parts/Figure.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { pager, pageSize, skipOf } from "../parts/Pager.ts"
import { pauseForm } from "../parts/PauseForm.ts"
import { table } from "../parts/Table.ts"
import { when } from "../parts/Time.ts"
import { watchStatus } from "../parts/WatchKind.ts"
import { subjectWords, type Thing, thingsOf } from "../parts/WatchSubject.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"

const place = `${home}/watches`

const done = { deleted: "The watch is deleted, with its events." }

const watchTable = (
  watches: ReadonlyArray<ListedWatch>,
  things: ReadonlyMap<WatchKind, ReadonlyArray<Thing>>,
  now: Date
): Html =>
  table("Your watches, the newest first", watches, [
    {
      title: "Watch",
      cell: ({ id, name, subject }) => {
        const words = subjectWords(subject, things.get(subject.kind) ?? [])
        return html`<a href="${place}/${id}">${name}</a>${words !== name && html`<p class="quiet">${words}</p>`}`
      }
    },
    { title: "Status", cell: ({ status }) => watchStatus(status) },
    { title: "Last event", cell: ({ last_event_at: at }) => (at === null ? "none yet" : when(at, now)) },
    {
      title: "In 7 days",
      kind: "number",
      cell: ({ events_last_7_days: events, id }) =>
        events === 0 ? "0" : html`<a href="${home}/events?watch=${id}">${count(events)}</a>`
    },
    { title: "Actions", kind: "actions", cell: ({ id, name, status }) => pauseForm(`${place}/${id}`, status, name) }
  ])

/** Kinds whose watches name something that has a name of its own; companies have theirs on their pages. */
const named: ReadonlyArray<WatchKind> = ["competitor", "keyword", "source"]

const show = Effect.fnUntraced(function* (asked: PageRequest) {
  const { api, now, query } = asked
  const { data: all } = yield* api.watches.list()
  const skip = skipOf(query)
  const watches = all.toReversed().slice(skip, skip + pageSize)
  const kinds = named.filter((kind) => watches.some(({ subject }) => subject.kind === kind))
  const things = new Map<WatchKind, ReadonlyArray<Thing>>()
  for (const kind of kinds) things.set(kind, yield* thingsOf(asked, kind, query))
  return {
    title: "Watches",
    place,
    main: html`${heading("Watches", "Saved searches that alert you when something happens.", html`<a class="button primary" href="${place}/new">New watch</a>`)}
      ${notice(done, query)}
      <section class="panel">
        ${
          all.length === 0
            ? empty(
                "No watch yet",
                html`<a href="${place}/new">Make one</a>, or choose “Watch this” beside a search, a competitor, a
                  keyword, a trend, a company or a report.`
              )
            : [watchTable(watches, things, now), pager(place, skip, watches.length, all.length)]
        }
      </section>`
  } satisfies Page
})

export const watchesPages = [view("/watches", show)]
