import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { NewKey } from "../../api/Keys.ts"
import type { ApiKey } from "../../domain/ApiKey.ts"
import { allScopes } from "../../domain/Scope.ts"
import { dayAfter } from "../../domain/Timestamp.ts"
import { html, type Html } from "../../text/Html.ts"
import { body, checkboxes, type FormState, emptyForm, field, input, orAgain, problem, sent } from "../Form.ts"
import type { Page } from "../Layout.ts"
import { count } from "../parts/Figure.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { keyStatus, masked, scopeWords } from "../parts/Key.ts"
import { section } from "../parts/Section.ts"
import { table } from "../parts/Table.ts"
import { day, when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { action, type PageRequest, view } from "../Routes.ts"
import { issuedPage } from "./IssuedKey.ts"

const place = `${home}/keys`

const done = {
  deactivated: "The key is deactivated: it no longer works.",
  deleted: "The key and its usage are deleted."
}

const scopesOf = ({ scopes }: ApiKey): string =>
  scopes.length === allScopes.length ? "all" : scopes.map((scope) => scopeWords[scope].label).join(", ")

const keyTable = (keys: ReadonlyArray<ApiKey>, now: Date): Html =>
  keys.length === 0
    ? empty("No key yet", "Create one below: programs need a key to read anything.")
    : table("Your API keys, newest first", keys, [
        { title: "Name", cell: ({ id, name }) => html`<a href="${place}/${id}">${name}</a>` },
        { title: "Key", cell: (key) => html`<code>${masked(key)}</code>` },
        { title: "Status", cell: ({ status }) => keyStatus(status) },
        { title: "Scopes", cell: scopesOf },
        { title: "Last used", cell: ({ last_used_at: at }) => (at === null ? "never" : when(at, now)) },
        { title: "Calls in 24 h", kind: "number", cell: ({ usage }) => count(usage.last_24h) },
        { title: "Total calls", kind: "number", cell: ({ usage }) => count(usage.total) },
        { title: "Expires", cell: ({ expires_at: at }) => (at === null ? "never" : day(at)) }
      ])

const form = (state: FormState, now: Date): Html =>
  html`<form method="post" action="${place}" class="form">
    ${problem(state)}
    <div class="pair">
      ${input(state, {
        name: "name",
        label: "Name",
        hint: "What will use it, so that you recognise it: “ci”, “spreadsheet”.",
        attributes: html`required maxlength="100" autocomplete="off"`
      })}
      ${input(state, {
        name: "expires_at",
        label: "Expires (optional)",
        type: "date",
        hint: "It stops working when this day begins, in UTC.",
        attributes: html`min="${dayAfter(now, 1)}"`
      })}
    </div>
    ${checkboxes(state, {
      name: "scopes",
      label: "What it may call",
      all: true,
      options: allScopes.map((scope) => ({ value: scope, ...scopeWords[scope] }))
    })}
    <div class="actions"><button class="primary">Create the key</button></div>
  </form>`

const full = (state: FormState, limit: number): Html =>
  html`${problem(state)}
    <p>
      ${limit} keys are active, and an account can have no more. Deactivate or delete one that is not used any more, and
      there is room for another. To replace a key, rotate it: that takes no room.
    </p>`

const page = ({ account: { keys: room }, api, now, query }: PageRequest, state: FormState, status = 200) =>
  Effect.map(api.keys.list(), ({ data: keys }): Page => ({
    title: "API keys",
    place,
    status,
    main: html`${heading("API keys", html`Programs send a key as <code>X-API-Key</code> with every request.`)}
    ${notice(done, query)}
    ${section("Your keys", keyTable(keys, now), html`<span class="quiet">${room.active} of ${room.limit} active keys</span>`)}
    ${section("Create a key", room.active < room.limit ? form(state, now) : full(state, room.limit))}`
  }))

const create = Effect.fnUntraced(function* (asked: PageRequest) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const form = yield* sent
  return yield* body(NewKey, {
    name: field(form, "name"),
    scopes: form.getAll("scopes"),
    expires_at: field(form, "expires_at") || null
  }).pipe(
    Effect.flatMap((payload) => asked.api.keys.create({ payload })),
    Effect.map(({ data }) => issuedPage(data, request, "created")),
    orAgain(form, (state, status) => page(asked, state, status))
  )
})

export const keysPages = [view("/keys", (asked) => page(asked, emptyForm)), action("/keys", create)]
