import { Effect } from "effect"
import { NewSavedView } from "../../api/SavedViews.ts"
import type { SavedView } from "../../domain/SavedView.ts"
import { html, type Html } from "../../text/Html.ts"
import { body, emptyForm, field, type FormState, input, orAgain, otherFaults, problem, sent } from "../Form.ts"
import type { Page } from "../Layout.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { addressOf, askedOf, hiddenFields, searchPath, searchWords } from "../parts/SearchAddress.ts"
import { table } from "../parts/Table.ts"
import { when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

/** Where saved views are changed. */
export const viewsPath = `${home}/views` as const

const done = {
  saved: "The view is saved. You find it beside the search, and in the palette.",
  renamed: "The view has its new name.",
  removed: "The view is removed."
}

/** The way back to the search. */
export const crumb = html`<p class="crumb"><a href="${searchPath}">Signals</a></p>`

const viewTable = (views: ReadonlyArray<SavedView>, now: Date): Html =>
  table("Saved views, by name", views, [
    {
      title: "View",
      cell: ({ name, search }) =>
        html`<a href="${addressOf(search)}">${name}</a>
          <p class="quiet">${searchWords(search)}</p>`
    },
    { title: "Saved", cell: ({ created_at: at }) => when(at, now) },
    {
      title: "Actions",
      kind: "actions",
      cell: ({ id, name }) => html`<a href="${viewsPath}/${id}">Rename or remove<span class="sr"> ${name}</span></a>`
    }
  ])

const show = Effect.fnUntraced(function* ({ api, now, query }: PageRequest) {
  const { data: views } = yield* api.views.list()
  return {
    title: "Saved views",
    place: searchPath,
    main: html`${crumb} ${heading("Saved views", "Searches that the account keeps, for everybody who signs in to it.")}
      ${notice(done, query)}
      <section class="panel">
        ${
          views.length === 0
            ? empty(
                "No view yet",
                html`<a href="${searchPath}">Search for something</a>, and choose “Save this search”.`
              )
            : viewTable(views, now)
        }
      </section>`
  } satisfies Page
})

const nameHint = "You find the view by this name beside the search, and in the palette."

/** The field for a view's name. */
export const nameField = (state: FormState, initial: string): Html =>
  input(state, { name: "name", label: "Name", hint: nameHint, initial, attributes: html`required maxlength="100"` })

/** The only field that shows its own faults. */
const shown = new URLSearchParams({ name: "" })

const newPage = (state: FormState, status = 200): Page => {
  const asked = askedOf(state.values)
  return {
    title: "Save a view",
    place: searchPath,
    status,
    main: html`${crumb} ${heading("Save a view", searchWords(asked))}
      <section class="panel">
        <form method="post" action="${viewsPath}" class="form">
          ${problem(state)} ${otherFaults({ ...state, values: shown })} ${hiddenFields(asked)}
          ${nameField(state, (asked.q ?? "").slice(0, 100))}
          <div class="actions">
            <button class="primary">Save</button><a class="button" href="${addressOf(asked)}">Cancel</a>
          </div>
        </form>
      </section>`
  }
}

const create = Effect.fnUntraced(function* ({ api }: PageRequest) {
  const form = yield* sent
  return yield* body(NewSavedView, { name: field(form, "name"), search: askedOf(form) }).pipe(
    Effect.flatMap((payload) => api.views.create({ payload })),
    Effect.as(new Moved(`${viewsPath}?done=saved`)),
    orAgain(form, (state, status) => Effect.succeed(newPage(state, status)), {
      taken: { field: "name", message: "is another view's already" }
    })
  )
})

export const savedViewsPages = [
  view("/views", show),
  action("/views", create),
  view("/views/new", ({ query }) => Effect.succeed(newPage({ ...emptyForm, values: query })))
]
