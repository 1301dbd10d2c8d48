import { Effect } from "effect"
import { pathId } from "../../api/Query.ts"
import { WatchChange } from "../../api/Watches.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { missing } from "../../domain/Missing.ts"
import { type ListedWatch, WatchId, type WatchStatus } from "../../domain/Watch.ts"
import type { EventPreview } from "../../domain/WatchEvent.ts"
import { html, type Html } from "../../text/Html.ts"
import { body, emptyForm, field, type FormState, orAgain, sent } from "../Form.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { ask, type Question, questionView } from "../parts/Confirmation.ts"
import { copied } from "../parts/Copied.ts"
import { eventList } from "../parts/EventList.ts"
import { fact, facts } from "../parts/Facts.ts"
import { count, counted } from "../parts/Figure.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { pauseForm } from "../parts/PauseForm.ts"
import { section } from "../parts/Section.ts"
import { copiedLink, shownOnce } from "../parts/ShownOnce.ts"
import { instant, when } from "../parts/Time.ts"
import { bodyOf, valuesOf, watchForm } from "../parts/WatchForm.ts"
import { watchStatus } from "../parts/WatchKind.ts"
import { subjectWords, thingsOf } from "../parts/WatchSubject.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

const place = `${home}/watches`

/** Events that its page shows; the others are under Events. */
const shown = 10

const done = {
  made: "The watch is saved. News from now on makes events.",
  changed: "The watch is changed.",
  paused: "The watch is paused: news makes no events until you resume it.",
  active: "The watch is active again.",
  feed_ended: "The feed is ended: its addresses no longer work."
}

const idOf = (asked: PageRequest) => pathParam(pathId(WatchId), asked.params["id"], missing("watch_not_found"))

const find = (asked: PageRequest) =>
  idOf(asked).pipe(
    Effect.flatMap((watch_id) => asked.api.watches.get({ params: { watch_id } })),
    Effect.map(({ data }) => data)
  )

const question = ({ id, name }: ListedWatch): Question => ({
  path: `${place}/${id}/delete`,
  title: `Delete “${name}”?`,
  text: "It is deleted with its events and its feed. This cannot be undone. To stop it for a while, pause it.",
  yes: "Delete the watch",
  danger: true
})

const about = (watch: ListedWatch, endpoints: ReadonlyArray<Endpoint>, now: Date): Html => {
  const { conditions, last_event_at: last } = watch
  const { cooldown_minutes: cooldown, min_publishers: publishers, quiet_hours: quiet } = conditions
  const to = endpoints.filter(({ id }) => watch.endpoints.includes(id))
  return facts([
    fact("Status", watchStatus(watch.status)),
    fact("Last event", last === null ? "none yet" : when(last, now)),
    fact("Events in 7 days", count(watch.events_last_7_days)),
    publishers > 1 && fact("Publishers, at least", publishers),
    cooldown > 0 && fact("Cooldown", counted(cooldown, "minute")),
    quiet !== null && fact("Quiet hours", `${quiet.from} to ${quiet.to}, ${quiet.zone}`),
    fact(
      "Sent to",
      to.length === 0
        ? "nowhere, only listed"
        : to.map(({ id, name }, n) => [n > 0 && ", ", html`<a href="${home}/endpoints/${id}">${name}</a>`])
    ),
    fact("Made", instant(watch.created_at))
  ])
}

const feed = ({ has_feed, id }: ListedWatch): Html =>
  has_feed
    ? html`<p>
          Its events can be read in a feed reader, at the addresses that were shown when they were made. Both of these
          end them.
        </p>
        <div class="actions">
          <form method="post" action="${place}/${id}/feed"><button>Make new addresses</button></form>
          <form method="post" action="${place}/${id}/end-feed"><button class="danger-quiet">End the feed</button></form>
        </div>`
    : html`<p>Read its events in any feed reader, at secret addresses. You can end the feed at any time.</p>
        <form method="post" action="${place}/${id}/feed"><button>Make the feed</button></form>`

const show = Effect.fnUntraced(function* (asked: PageRequest) {
  const { api, now, query } = asked
  const watch = yield* find(asked)
  const { id, name, subject } = watch
  const things = yield* thingsOf(asked, subject.kind, valuesOf(watch))
  const { data: endpoints } = yield* api.endpoints.list()
  const { data: events } = yield* api.watches.events({ query: { watch: id, limit: shown } })
  return {
    title: name,
    place,
    modules: ["events.js"],
    main: html`<p class="crumb"><a href="${place}">Watches</a></p>
      ${heading(name, subjectWords(subject, things), [
        html`<a class="button" href="${place}/${id}/edit">Edit</a>`,
        pauseForm(`${place}/${id}`, watch.status),
        ask(question(watch), "Delete")
      ])}
      ${notice(done, query)} ${section("About", about(watch, endpoints, now))}
      ${section(
        "Events",
        events.length === 0
          ? empty("No event yet", "Matching news from now on is listed here.")
          : eventList(events, now, { watches: false }),
        events.length > 0 && html`<a href="${home}/events?watch=${id}">All of its events</a>`
      )}
      ${section("Feed", feed(watch))}`
  } satisfies Page
})

const turn = (status: WatchStatus) =>
  Effect.fnUntraced(function* (asked: PageRequest) {
    const id = yield* idOf(asked)
    yield* asked.api.watches.update({ params: { watch_id: id }, payload: { status } })
    return new Moved(`${place}/${id}?done=${status}`)
  })

const editPage = Effect.fnUntraced(function* (
  asked: PageRequest,
  given: FormState | null,
  more: { readonly status?: number; readonly preview?: EventPreview } = {}
) {
  const watch = yield* find(asked)
  const { kind } = watch.subject
  const state = given ?? { ...emptyForm, values: valuesOf(watch) }
  const things = yield* thingsOf(asked, kind, state.values)
  const { data: endpoints } = yield* asked.api.endpoints.list()
  return {
    title: `Edit ${watch.name}`,
    place,
    status: more.status ?? 200,
    main: html`<p class="crumb"><a href="${place}">Watches</a> / <a href="${place}/${watch.id}">${watch.name}</a></p>
      ${heading("Edit the watch")}
      ${watchForm({
        kind,
        path: `${place}/${watch.id}/edit`,
        state,
        things,
        endpoints,
        preview: more.preview ?? null,
        word: "Save the changes"
      })}`
  } satisfies Page
})

const edit = Effect.fnUntraced(function* (asked: PageRequest) {
  const form = yield* sent
  const { id, subject: known } = yield* find(asked)
  const things = yield* thingsOf(asked, known.kind, form)
  return yield* body(WatchChange, bodyOf(known.kind, form, things)).pipe(
    Effect.flatMap(
      Effect.fnUntraced(function* (payload) {
        if (field(form, "step") === "save") {
          yield* asked.api.watches.update({ params: { watch_id: id }, payload })
          return new Moved(`${place}/${id}?done=changed`)
        }
        const { conditions, subject = known } = payload
        const draft = { subject, ...(conditions && { conditions }) }
        const { data: preview } = yield* asked.api.watches.preview({ payload: draft, headers: {} })
        return yield* editPage(asked, { ...emptyForm, values: form }, { preview })
      })
    ),
    orAgain(form, (state, status) => editPage(asked, state, { status }))
  )
})

const remove = Effect.fnUntraced(function* (asked: PageRequest) {
  yield* asked.api.watches.remove({ params: { watch_id: yield* idOf(asked) } })
  return new Moved(`${place}?done=deleted`)
})

/** Makes the feed, and shows its addresses at the only moment when they are known. */
const makeFeed = Effect.fnUntraced(function* (asked: PageRequest) {
  const { id, name } = yield* find(asked)
  const { data: urls } = yield* asked.api.watches.feed({ params: { watch_id: id } })
  const path = `${place}/${id}`
  return shownOnce({
    title: "The feed's addresses",
    place,
    path,
    above: html`<p class="crumb"><a href="${place}">Watches</a> / <a href="${path}">${name}</a></p>`,
    text: "Copy one now: they are shown only once. Whoever has an address can read the events of this watch.",
    copies: [
      copied("RSS", "feed-rss", urls.rss),
      copied("Atom", "feed-atom", urls.atom),
      copied("JSON Feed", "feed-json", urls.json)
    ],
    onward: copiedLink(path)
  })
})

const endFeed = Effect.fnUntraced(function* (asked: PageRequest) {
  const id = yield* idOf(asked)
  yield* asked.api.watches.removeFeed({ params: { watch_id: id } })
  return new Moved(`${place}/${id}?done=feed_ended`)
})

export const watchPages = [
  view("/watches/:id", show),
  view("/watches/:id/edit", (asked) => editPage(asked, null)),
  action("/watches/:id/edit", edit),
  action("/watches/:id/pause", turn("paused")),
  action("/watches/:id/resume", turn("active")),
  view("/watches/:id/delete", questionView(place, find, question)),
  action("/watches/:id/delete", remove),
  action("/watches/:id/feed", makeFeed),
  action("/watches/:id/end-feed", endFeed)
]
