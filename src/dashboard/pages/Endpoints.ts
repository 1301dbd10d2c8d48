import { Effect } from "effect"
import { NewEndpoint } from "../../api/Endpoints.ts"
import { type Endpoint, maxEndpoints } from "../../domain/Endpoint.ts"
import { html, type Html } from "../../text/Html.ts"
import {
  body,
  emptyForm,
  field,
  type FormState,
  input,
  once,
  onceOf,
  orAgain,
  otherFaults,
  problem,
  select,
  sent
} from "../Form.ts"
import type { Page } from "../Layout.ts"
import { badge } from "../parts/Badge.ts"
import { endpointStatus, receiverWords, targetWords } from "../parts/EndpointWords.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { section } from "../parts/Section.ts"
import { table } from "../parts/Table.ts"
import { newTargetFields, targetOf } from "../parts/TargetForm.ts"
import { when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { action, type PageRequest, view } from "../Routes.ts"
import { afterwards } from "./Endpoint.ts"
import { secretPage } from "./EndpointSecret.ts"

const place = `${home}/endpoints`

const done = { removed: "The endpoint is removed, with its waiting events." }

const endpointTable = (endpoints: ReadonlyArray<Endpoint>, now: Date): Html =>
  table("Your endpoints", endpoints, [
    {
      title: "Endpoint",
      cell: ({ id, name, notice }) =>
        html`<a href="${place}/${id}">${name}</a>${notice !== null && html`<p class="note bad">${notice}</p>`}`
    },
    { title: "Kind", cell: ({ target }) => targetWords[target.kind].name },
    { title: "Where", cell: ({ target }) => receiverWords(target) },
    {
      title: "Status",
      cell: ({ confirmed, status }) => (confirmed ? endpointStatus(status) : badge("warn", "not confirmed"))
    },
    { title: "Added", cell: ({ created_at }) => when(created_at, now) }
  ])

const form = (state: FormState): Html =>
  html`<form method="post" action="${place}" class="form">
    ${once()} ${problem(state)} ${otherFaults(state)}
    <div class="pair">
      ${input(state, { name: "name", label: "Name", hint: "So that you recognise it.", attributes: html`required maxlength="200" autocomplete="off"` })}
      ${select(state, {
        name: "kind",
        label: "Kind",
        options: Object.entries(targetWords).map(([value, { about, name }]) => ({ value, label: `${name}: ${about}` }))
      })}
    </div>
    ${newTargetFields(state)}
    <div class="actions"><button class="primary">Add</button></div>
  </form>`

const page = Effect.fnUntraced(function* ({ api, now, query }: PageRequest, state: FormState, status = 200) {
  const { data: endpoints } = yield* api.endpoints.list()
  return {
    title: "Endpoints",
    place,
    status,
    main: html`${heading("Endpoints", "Where events of your watches are sent.")} ${notice(done, query)}
    ${section(
      "Your endpoints",
      endpoints.length === 0
        ? empty(
            "No endpoint yet",
            "Add one below, then choose it in your watches. Without one, events are only listed."
          )
        : endpointTable(endpoints, now),
      html`<span class="quiet">${endpoints.length} of ${maxEndpoints}</span>`
    )}
    ${endpoints.length < maxEndpoints && section("Add an endpoint", form(state))}`
  } satisfies Page
})

const create = Effect.fnUntraced(function* (asked: PageRequest) {
  const form = yield* sent
  const [kind, name] = ["kind", "name"].map((part) => field(form, part).trim())
  return yield* body(NewEndpoint, { name, target: targetOf(kind!, form) }).pipe(
    Effect.flatMap((payload) => asked.api.endpoints.create({ payload, headers: onceOf(form) })),
    Effect.flatMap(
      Effect.fnUntraced(function* ({ data }) {
        return data.secret === null ? yield* afterwards(asked, data, "added") : secretPage(data, data.secret, "added")
      })
    ),
    orAgain(form, (state, status) => page(asked, state, status))
  )
})

export const endpointsPages = [view("/endpoints", (asked) => page(asked, emptyForm)), action("/endpoints", create)]
