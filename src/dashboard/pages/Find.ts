import { Effect } from "effect"
import { html, type Html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { heading } from "../parts/Heading.ts"
import { addressOf, searchPath } from "../parts/SearchAddress.ts"
import { searchForm } from "../parts/Search.ts"
import { home, places } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"
import { viewsPath } from "./SavedViews.ts"

interface Command {
  readonly name: string
  readonly path: string
}

/** What can be done, each at its form. */
const actions: ReadonlyArray<Command> = [
  { name: "Make a report", path: `${home}/reports#field-niche` },
  { name: "Watch a competitor", path: `${home}/competitors#field-name` },
  { name: "Track a keyword", path: `${home}/keywords#field-keyword` },
  { name: "New watch", path: `${home}/watches/new` },
  { name: "Add an endpoint", path: `${home}/endpoints#field-name` },
  { name: "Create an API key", path: `${home}/keys#field-name` },
  { name: "Rename or remove saved views", path: viewsPath },
  { name: "Read the API reference", path: "/docs" }
]

const operatorActions: ReadonlyArray<Command> = [
  { name: "Add a source", path: `${home}/sources#field-url` },
  { name: "Import a list of sources", path: `${home}/sources#field-file` },
  { name: "Export the feeds as OPML", path: `${home}/sources/export?format=opml` }
]

const group = (title: string, commands: ReadonlyArray<Command>): Html =>
  html`<section class="panel" data-commands>
    <h2>${title}</h2>
    <ul class="chips">
      ${commands.map(({ name, path }) => html`<li><a href="${path}">${name}</a></li>`)}
    </ul>
  </section>`

const show = Effect.fnUntraced(function* ({ account, api }: PageRequest) {
  const { data: views } = yield* api.views.list()
  return {
    title: "Find",
    place: home,
    main: html`${heading("Find", "Pages, actions, saved views, and words of the news.")}
    ${searchForm({
      path: searchPath,
      query: "",
      label: "Search the news",
      hint: "Any word may match, the best first. “Quoted phrases” must match, -words are left out.",
      maxLength: 500
    })}
    ${
      views.length > 0 &&
      group(
        "Saved views",
        views.map(({ name, search }) => ({ name, path: addressOf(search) }))
      )
    }
    ${group(
      "Pages",
      places.flatMap(({ places }): ReadonlyArray<Command> => places)
    )}
    ${group("Actions", [...actions, ...(account.operator ? operatorActions : [])])}`
  } satisfies Page
})

export const findPages = [view("/find", show)]
