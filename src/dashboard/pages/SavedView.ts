import { Effect } from "effect"
import { pathId } from "../../api/Query.ts"
import { SavedViewRename } from "../../api/SavedViews.ts"
import { missing } from "../../domain/Missing.ts"
import { type SavedView, SavedViewId } from "../../domain/SavedView.ts"
import { html } from "../../text/Html.ts"
import { body, emptyForm, field, type FormState, orAgain, otherFaults, problem, sent } from "../Form.ts"
import type { Page } from "../Layout.ts"
import { oneOf, pathParam } from "../Params.ts"
import { ask, type Question, questionPage } from "../parts/Confirmation.ts"
import { heading } from "../parts/Heading.ts"
import { addressOf, searchPath, searchWords } from "../parts/SearchAddress.ts"
import { section } from "../parts/Section.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"
import { crumb, nameField, viewsPath } from "./SavedViews.ts"

const notFound = missing("view_not_found")

const idOf = ({ params }: PageRequest) => pathParam(pathId(SavedViewId), params["id"], notFound)

const find = Effect.fnUntraced(function* (asked: PageRequest) {
  const id = yield* idOf(asked)
  const { data: views } = yield* asked.api.views.list()
  return yield* oneOf(views, id, notFound)
})

const question = ({ id, name }: SavedView): Question => ({
  path: `${viewsPath}/${id}/remove`,
  title: `Remove “${name}”?`,
  text: "It is removed for everybody who uses the account. The signals that it finds stay.",
  yes: "Remove",
  danger: true
})

const page = Effect.fnUntraced(function* (asked: PageRequest, state: FormState, status = 200) {
  const saved = yield* find(asked)
  return {
    title: saved.name,
    place: searchPath,
    status,
    main: html`${crumb}
    ${heading(saved.name, searchWords(saved.search), [html`<a class="button" href="${addressOf(saved.search)}">Open</a>`, ask(question(saved), "Remove")])}
    ${section(
      "Rename",
      html`<form method="post" action="${viewsPath}/${saved.id}/rename" class="form">
        ${problem(state)} ${otherFaults(state)} ${nameField(state, saved.name)}
        <div class="actions"><button class="primary">Rename</button></div>
      </form>`
    )}`
  } satisfies Page
})

const rename = Effect.fnUntraced(function* (asked: PageRequest) {
  const view_id = yield* idOf(asked)
  const form = yield* sent
  return yield* body(SavedViewRename, { name: field(form, "name") }).pipe(
    Effect.flatMap((payload) => asked.api.views.rename({ params: { view_id }, payload })),
    Effect.as(new Moved(`${viewsPath}?done=renamed`)),
    orAgain(form, (state, status) => page(asked, state, status), {
      taken: { field: "name", message: "is another view's already" }
    })
  )
})

const remove = Effect.fnUntraced(function* (asked: PageRequest) {
  yield* asked.api.views.remove({ params: { view_id: yield* idOf(asked) } })
  return new Moved(`${viewsPath}?done=removed`)
})

export const savedViewPages = [
  view("/views/:id", (asked) => page(asked, emptyForm)),
  action("/views/:id/rename", rename),
  view("/views/:id/remove", (asked) =>
    Effect.map(find(asked), (saved) => questionPage(question(saved), searchPath, `${viewsPath}/${saved.id}`))
  ),
  action("/views/:id/remove", remove)
]
