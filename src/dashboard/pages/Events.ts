import { Effect, Schema } from "effect"
import { pathId } from "../../api/Query.ts"
import { WatchId } from "../../domain/Watch.ts"
import { EventId, type WatchEvent } from "../../domain/WatchEvent.ts"
import { html, type Html } from "../../text/Html.ts"
import { field, sent } from "../Form.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { eventList } from "../parts/EventList.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { missing } from "../../domain/Missing.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

const place = `${home}/events`

/** Events of a page. */
const pageSize = 20

const done = { read: "All events are marked as read." }

const query = Schema.decodeUnknownEffect(
  Schema.Struct({ watch: Schema.optionalKey(pathId(WatchId)), before: Schema.optionalKey(pathId(EventId)) })
)

/** What the address asks for; what a form leaves empty is not asked for. */
const askedOf = (given: URLSearchParams) =>
  query(
    Object.fromEntries(
      ["watch", "before"].flatMap((name) => {
        const value = given.get(name) ?? ""
        return value === "" ? [] : [[name, value]]
      })
    )
  )

const addressOf = (asked: { readonly watch?: number | undefined; readonly before?: number | undefined }): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? place : `${place}?${query.toString()}`
}

const filter = (watches: ReadonlyArray<{ readonly id: WatchId; readonly name: string }>, chosen?: WatchId): Html =>
  html`<form method="get" action="${place}" class="filters bar">
    <label
      >Watch
      <select name="watch">
        <option value="">All watches</option>
        ${watches.map(({ id, name }) => html`<option value="${id}" ${id === chosen && html`selected`}>${name}</option>`)}
      </select></label
    >
    <button>Show</button>
  </form>`

const allRead = (newest: WatchEvent): Html =>
  html`<form method="post" action="${place}/read">
    <input type="hidden" name="up_to" value="${newest.id}" />
    <button>Mark all as read</button>
  </form>`

const show = Effect.fnUntraced(function* ({ account, api, now, query }: PageRequest) {
  const asked = yield* askedOf(query)
  const { before, watch } = asked
  const { data: watches } = yield* api.watches.list()
  const { data: found } = yield* api.watches.events({ query: { ...asked, limit: pageSize + 1 } })
  const events = found.slice(0, pageSize)
  const isFirst = before === undefined
  const [newest] = events
  return {
    title: "Events",
    place,
    modules: ["events.js"],
    main: html`${heading(
        "Events",
        "What your watches have found, the newest first.",
        account.events.unread > 0 && isFirst && watch === undefined && newest !== undefined && allRead(newest)
      )}
      ${notice(done, query)} ${watches.length > 0 && filter(watches, watch)}
      <section class="panel" id="events" ${isFirst && html`data-live`}>
        ${
          events.length > 0
            ? eventList(events, now, { watches: true })
            : watches.length === 0
              ? empty("No watch yet", html`Events come from watches. <a href="${home}/watches/new">Make one</a>.`)
              : empty("No event", "News from now on that matches a watch is listed here.")
        }
        ${
          (!isFirst || found.length > pageSize) &&
          html`<nav class="pager" aria-label="Pages">
            ${!isFirst && html`<a class="button" href="${addressOf({ watch })}">Newest</a>`}
            ${found.length > pageSize && html`<a class="button" rel="next" href="${addressOf({ watch, before: events.at(-1)!.id })}">Older</a>`}
          </nav>`
        }
      </section>`
  } satisfies Page
})

const read = Effect.fnUntraced(function* ({ api }: PageRequest) {
  const form = yield* sent
  const up_to = yield* pathParam(pathId(EventId), field(form, "up_to"), missing("not_found"))
  yield* api.watches.read({ payload: { up_to }, headers: {} })
  return new Moved(`${place}?done=read`)
})

export const eventsPages = [view("/events", show), action("/events/read", read)]
