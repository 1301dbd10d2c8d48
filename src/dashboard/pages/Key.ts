import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { pathId } from "../../api/Query.ts"
import { type ApiKey, ApiKeyId, type KeyActivity } from "../../domain/ApiKey.ts"
import { missing } from "../../domain/Missing.ts"
import { html, type Html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { oneOf, pathParam } from "../Params.ts"
import { chart } from "../parts/Chart.ts"
import { ask, type Question, questionView } from "../parts/Confirmation.ts"
import { fact, facts } from "../parts/Facts.ts"
import { count, counted } from "../parts/Figure.ts"
import { empty, heading } from "../parts/Heading.ts"
import { keyStatus, masked, scopeWords } from "../parts/Key.ts"
import { section } from "../parts/Section.ts"
import { table } from "../parts/Table.ts"
import { day, instant, when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"
import { issuedPage } from "./IssuedKey.ts"

const place = `${home}/keys`

const notFound = missing("key_not_found")

const idOf = (asked: PageRequest) => pathParam(pathId(ApiKeyId), asked.params["id"], notFound)

const find = Effect.fnUntraced(function* (asked: PageRequest) {
  const id = yield* idOf(asked)
  const { data: keys } = yield* asked.api.keys.list()
  return yield* oneOf(keys, id, notFound)
})

const questions = {
  rotate: ({ id, name }: ApiKey): Question => ({
    path: `${place}/${id}/rotate`,
    title: `Rotate “${name}”?`,
    text: "You get a new key with the same name, scopes and expiry. This one stops working at the same moment, so have the programs that use it at hand.",
    yes: "Rotate the key"
  }),
  deactivate: ({ id, name }: ApiKey): Question => ({
    path: `${place}/${id}/deactivate`,
    title: `Deactivate “${name}”?`,
    text: "It stops working at once, and for good: a deactivated key cannot be switched on again. It stays listed with its usage.",
    yes: "Deactivate the key",
    danger: true
  }),
  delete: ({ id, name }: ApiKey): Question => ({
    path: `${place}/${id}/delete`,
    title: `Delete “${name}”?`,
    text: "It stops working at once, and its usage is deleted with it. This cannot be undone.",
    yes: "Delete the key",
    danger: true
  })
}

const about = (key: ApiKey, now: Date): Html =>
  facts([
    fact("Status", keyStatus(key.status)),
    fact("Key", html`<code>${masked(key)}</code>`),
    fact("Created", instant(key.created_at)),
    fact("Expires", key.expires_at === null ? "never" : day(key.expires_at)),
    fact("Last used", key.last_used_at === null ? "never" : when(key.last_used_at, now)),
    fact("Total calls", count(key.usage.total)),
    fact("May call", key.scopes.map((scope) => scopeWords[scope].label).join(", "), true)
  ])

const usage = ({ days, endpoints }: KeyActivity): Html => {
  const total = days.reduce((sum, { calls }) => sum + calls, 0)
  if (total === 0) {
    return empty(
      "Not used in the last 30 days",
      "As soon as a program sends this key, its calls are counted here, within seconds."
    )
  }
  return html`${chart({
    caption: "Calls a day",
    about: `${counted(total, "call")} in 30 days`,
    kind: "columns",
    data: { series: ["Calls"], days: days.map(({ calls, date }) => ({ date, values: [calls] })) }
  })}
  ${table("Calls by endpoint in 30 days, most used first", endpoints, [
    { title: "Endpoint", cell: ({ endpoint }) => html`<code>${endpoint}</code>` },
    { title: "Calls", kind: "number", cell: ({ calls }) => count(calls) }
  ])}`
}

const show = Effect.fnUntraced(function* (asked: PageRequest) {
  const key = yield* find(asked)
  const { data: activity } = yield* asked.api.keys.usage({ params: { key_id: key.id } })
  return {
    title: key.name,
    place,
    main: html`<p class="crumb"><a href="${place}">API keys</a></p>
      ${heading(key.name, null, [
        key.status === "active" && [ask(questions.rotate(key), "Rotate"), ask(questions.deactivate(key), "Deactivate")],
        ask(questions.delete(key), "Delete")
      ])}
      ${section("About", about(key, asked.now))} ${section("Usage", usage(activity))}`
  } satisfies Page
})

const rotate = Effect.fnUntraced(function* (asked: PageRequest) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { data } = yield* asked.api.keys.rotate({ params: { key_id: yield* idOf(asked) } })
  return issuedPage(data, request, "rotated")
})

const deactivate = Effect.fnUntraced(function* (asked: PageRequest) {
  yield* asked.api.keys.deactivate({ params: { key_id: yield* idOf(asked) } })
  return new Moved(`${place}?done=deactivated`)
})

const remove = Effect.fnUntraced(function* (asked: PageRequest) {
  yield* asked.api.keys.remove({ params: { key_id: yield* idOf(asked) } })
  return new Moved(`${place}?done=deleted`)
})

export const keyPages = [
  view("/keys/:id", show),
  view("/keys/:id/rotate", questionView(place, find, questions.rotate)),
  action("/keys/:id/rotate", rotate),
  view("/keys/:id/deactivate", questionView(place, find, questions.deactivate)),
  action("/keys/:id/deactivate", deactivate),
  view("/keys/:id/delete", questionView(place, find, questions.delete)),
  action("/keys/:id/delete", remove)
]
