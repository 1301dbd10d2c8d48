import { Effect } from "effect"
import { NewWatch } from "../../api/Watches.ts"
import type { WatchKind } from "../../domain/Watch.ts"
import type { EventPreview } from "../../domain/WatchEvent.ts"
import { html } from "../../text/Html.ts"
import { body, emptyForm, field, type FormState, onceOf, orAgain, sent } from "../Form.ts"
import type { Page } from "../Layout.ts"
import { heading } from "../parts/Heading.ts"
import { bodyOf, watchForm } from "../parts/WatchForm.ts"
import { kindWords } from "../parts/WatchKind.ts"
import { initialValues, thingsOf } from "../parts/WatchSubject.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

const place = `${home}/watches`
const path = `${place}/new`

const isKind = (kind: string): kind is WatchKind => Object.hasOwn(kindWords, kind)

const crumb = html`<p class="crumb"><a href="${place}">Watches</a></p>`

/** The first step: what kind of thing is to be watched. */
const kindsPage: Page = {
  title: "New watch",
  place,
  main: html`${crumb} ${heading("New watch", "What do you want to be told about?")}
    <ul class="tiles kinds">
      ${Object.entries(kindWords).map(
        ([kind, { about, name }]) =>
          html`<li>
            <a href="${path}?kind=${kind}"><b>${name}</b><span class="quiet">${about}</span></a>
          </li>`
      )}
    </ul>`
}

const formPage = Effect.fnUntraced(function* (
  asked: PageRequest,
  kind: WatchKind,
  state: FormState,
  more: { readonly status?: number; readonly preview?: EventPreview } = {}
) {
  const things = yield* thingsOf(asked, kind, state.values)
  const { data: endpoints } = yield* asked.api.endpoints.list()
  return {
    title: "New watch",
    place,
    status: more.status ?? 200,
    main: html`${crumb}
    ${heading(kindWords[kind].name, html`${kindWords[kind].about} <a href="${path}">Watch something else</a>`)}
    ${watchForm({ kind, path, state, things, endpoints, preview: more.preview ?? null, word: "Save the watch" })}`
  } satisfies Page
})

const show = Effect.fnUntraced(function* (asked: PageRequest) {
  const kind = asked.query.get("kind") ?? ""
  if (!isKind(kind)) return kindsPage
  return yield* formPage(asked, kind, { ...emptyForm, values: initialValues(kind, asked.query) })
})

const make = Effect.fnUntraced(function* (asked: PageRequest) {
  const { api } = asked
  const form = yield* sent
  const kind = field(form, "kind")
  if (!isKind(kind)) return kindsPage
  const things = yield* thingsOf(asked, kind, form)
  return yield* body(NewWatch, bodyOf(kind, form, things)).pipe(
    Effect.flatMap(
      Effect.fnUntraced(function* (payload) {
        if (field(form, "step") === "save") {
          const { data } = yield* api.watches.create({ payload, headers: onceOf(form) })
          return new Moved(`${place}/${data.id}?done=made`)
        }
        const { conditions, subject } = payload
        const draft = { subject, ...(conditions && { conditions }) }
        const { data: preview } = yield* api.watches.preview({ payload: draft, headers: {} })
        return yield* formPage(asked, kind, { ...emptyForm, values: form }, { preview })
      })
    ),
    orAgain(form, (state, status) => formPage(asked, kind, state, { status }))
  )
})

export const newWatchPages = [view("/watches/new", show), action("/watches/new", make)]
