import { Effect } from "effect"
import { EndpointChange } from "../../api/Endpoints.ts"
import { pathId } from "../../api/Query.ts"
import {
  type Attempt,
  type Delivery,
  type Endpoint,
  isSameReceiver,
  isSigned,
  overlapHours,
  type Target
} from "../../domain/Endpoint.ts"
import { EndpointId } from "../../domain/EndpointId.ts"
import { missing } from "../../domain/Missing.ts"
import { EventId } from "../../domain/WatchEvent.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import { body, emptyForm, field, type FormState, input, orAgain, otherFaults, problem, sent } from "../Form.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { badge } from "../parts/Badge.ts"
import { ask, type Question, questionView } from "../parts/Confirmation.ts"
import { endpointStatus, targetWords } from "../parts/EndpointWords.ts"
import { fact, facts } from "../parts/Facts.ts"
import { count } from "../parts/Figure.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { pager, pageSize, skipOf } from "../parts/Pager.ts"
import { pauseForm } from "../parts/PauseForm.ts"
import { section } from "../parts/Section.ts"
import { table } from "../parts/Table.ts"
import { targetFields, targetOf } from "../parts/TargetForm.ts"
import { instant, when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"
import { secretPage } from "./EndpointSecret.ts"

const place = `${home}/endpoints`

const done = {
  added: "The endpoint is added. Choose it in your watches to send their events there.",
  asked: "We asked its reader to confirm. Events are sent after that.",
  changed: "The endpoint is changed.",
  paused: "The endpoint is paused: events wait.",
  active: "The endpoint is active again: waiting events are being sent.",
  redelivered: "The event is being sent again.",
  skipped: "The event is skipped: it will not be sent."
}

const idOf = (asked: PageRequest) => pathParam(pathId(EndpointId), asked.params["id"], missing("endpoint_not_found"))

const find = (asked: PageRequest) =>
  idOf(asked).pipe(
    Effect.flatMap((endpoint_id) => asked.api.endpoints.get({ params: { endpoint_id } })),
    Effect.map(({ data }) => data)
  )

const question = ({ id, name }: Endpoint): Question => ({
  path: `${place}/${id}/remove`,
  title: `Remove “${name}”?`,
  text: "Its waiting events are not sent, and its log of deliveries is deleted. Watches that use it continue without it.",
  yes: "Remove the endpoint",
  danger: true
})

const about = ({ confirmed, created_at, previous_secret_until: until, status, target }: Endpoint): Html =>
  facts([
    fact("Status", [
      endpointStatus(status),
      !confirmed && html` <span class="quiet">Its reader has not confirmed yet. A test event asks again.</span>`
    ]),
    fact("Kind", targetWords[target.kind].name),
    fact("Added", instant(created_at)),
    until !== null && fact("Old secret signs until", instant(until))
  ])

/** What went wrong, as people say it. */
const faultOf = ({ error, status }: Attempt, { kind }: Target): string => {
  if (kind === "mail") return `It could not be sent: ${error ?? "there was no answer"}.`
  if (status === null) return `It could not be reached: ${error ?? "there was no answer"}.`
  if (status >= 300 && status < 400)
    return `It answered ${status}, a redirect. Redirects are not followed: use the address to which it redirects.`
  if (status === 401 || status === 403)
    return `It answered ${status}: it refuses access. Check its address and its secret.`
  if (status === 404) return "It answered 404: this address does not exist there."
  if (status === 410) return "It answered 410: it wants no more events."
  if (status === 429) return "It answered 429: it gets too many requests, and is left alone for a while."
  if (status >= 500) return `It answered ${status}: something is wrong at the receiver.`
  return `It answered ${status}: it does not accept the event.`
}

const answerOf = ({ answer }: Attempt): Part =>
  answer !== null &&
  answer !== "" &&
  html`<details>
    <summary>Its answer</summary>
    <pre tabindex="0">${answer}</pre>
  </details>`

/** The attempts before the last one, which the row is about. */
const earlier = ({ attempts, log }: Delivery, { kind }: Target): Part =>
  log.length > 1 &&
  html`<details>
    <summary>${attempts > log.length ? `The last ${log.length} attempts` : `All ${attempts} attempts`}</summary>
    <ol>
      ${log.map(
        ({ answer, at, delivered, error, status, took_ms }) =>
          html`<li>
            ${instant(at)}:
            ${delivered ? "delivered" : (error ?? "failed")}${
              kind !== "mail" && status !== null && delivered && `, ${status}`
            },
            ${count(took_ms)} ms ${answer !== null && answer !== "" && html`<pre tabindex="0">${answer}</pre>`}
          </li>`
      )}
    </ol>
  </details>`

const deliveryState = (
  { attempts, delivered_at, given_up_at, last_attempt, next_attempt_at: next }: Delivery,
  now: Date
): Html => {
  if (delivered_at !== null) return badge("good", "delivered")
  if (given_up_at !== null) return badge("warn", "given up")
  const failed = last_attempt !== null && !last_attempt.delivered
  return html`${failed ? badge("bad", "failed") : badge("busy", attempts > 0 ? "once more" : "waiting")}
  ${next !== null && html`<span class="quiet">next ${new Date(`${next}Z`) > now ? when(next, now) : "soon"}</span>`}`
}

const deliveryTable = ({ id, target }: Endpoint, deliveries: ReadonlyArray<Delivery>, now: Date): Html =>
  table("Deliveries, of the newest event first", deliveries, [
    {
      title: "Event",
      cell: (delivery) => {
        const { last_attempt: last, title } = delivery
        return html`${title}
        ${last !== null && !last.delivered && html`<p class="note bad">${faultOf(last, target)}</p>`}
        ${last !== null && answerOf(last)} ${earlier(delivery, target)}`
      }
    },
    { title: "State", cell: (delivery) => deliveryState(delivery, now) },
    { title: "Status", kind: "number", cell: ({ last_attempt: last }) => last?.status ?? "–" },
    { title: "Last attempt", cell: ({ last_attempt: last }) => (last === null ? "–" : when(last.at, now)) },
    {
      title: "Took",
      kind: "number",
      cell: ({ last_attempt: last }) => (last === null ? "–" : `${count(last.took_ms)} ms`)
    },
    { title: "Attempts", kind: "number", cell: ({ attempts }) => count(attempts) },
    {
      title: "Actions",
      kind: "actions",
      cell: ({ delivered_at, event, given_up_at, title }) => {
        const button = (verb: string, word: string) =>
          html`<form method="post" action="${place}/${id}/${verb}">
            <input type="hidden" name="event" value="${event}" />
            <button class="small">${word}<span class="sr"> ${title}</span></button>
          </form>`
        return html`${button("redeliver", "Send again")}
        ${delivered_at === null && given_up_at === null && button("skip", "Skip")}`
      }
    }
  ])

const editForm = ({ id, name, target }: Endpoint, state: FormState): Html =>
  html`<form method="post" action="${place}/${id}/edit" class="form">
    ${problem(state)} ${otherFaults(state)}
    <div class="pair">
      ${input(state, { name: "name", label: "Name", initial: name, attributes: html`required maxlength="200" autocomplete="off"` })}
    </div>
    ${targetFields(state, target)}
    <div class="actions"><button>Save</button></div>
  </form>`

const secretForm = ({ id }: Endpoint): Html =>
  html`<p>
      Requests are signed with it, so that your receiver can tell that they are from here. A new one is shown once; for
      ${overlapHours} hours the old one signs as well, so that the receiver can change over.
    </p>
    <form method="post" action="${place}/${id}/rotate"><button>Rotate the secret</button></form>`

const testWords = (attempt: Attempt, { confirmed, target }: Endpoint): string => {
  if (!attempt.delivered)
    return `${confirmed ? "The test event was not delivered." : "Its reader was not asked to confirm."} ${faultOf(attempt, target)}`
  if (!confirmed) return "Its reader was asked to confirm."
  return target.kind === "mail"
    ? "The mail server accepted the test event."
    : `The test event was delivered: it answered ${attempt.status} in ${count(attempt.took_ms)} ms.`
}

/** How the test went, said once. */
const tested = (attempt: Attempt, endpoint: Endpoint): Html =>
  html`<div class="notice ${attempt.delivered ? "good" : "bad"}" role="status">
    <p>${testWords(attempt, endpoint)}</p>
    ${answerOf(attempt)}
  </div>`

const page = Effect.fnUntraced(function* (
  asked: PageRequest,
  {
    attempt,
    state = emptyForm,
    status = 200,
    warning = null
  }: {
    readonly state?: FormState
    readonly status?: number
    readonly attempt?: Attempt
    readonly warning?: string | null
  }
) {
  const { api, now, query } = asked
  const endpoint = yield* find(asked)
  const { id, name, notice: reason, target } = endpoint
  const skip = skipOf(query)
  // One more than is shown tells whether there are others.
  const { data: found } = yield* api.endpoints.deliveries({
    params: { endpoint_id: id },
    query: { skip, limit: pageSize + 1 }
  })
  const deliveries = found.slice(0, pageSize)
  return {
    title: name,
    place,
    status,
    main: html`<p class="crumb"><a href="${place}">Endpoints</a></p>
      ${heading(name, targetWords[target.kind].about, [
        html`<form method="post" action="${place}/${id}/test"><button>Send a test event</button></form>`,
        pauseForm(`${place}/${id}`, endpoint.status),
        ask(question(endpoint), "Remove")
      ])}
      ${notice(done, query)} ${attempt !== undefined && tested(attempt, endpoint)}
      ${warning !== null && html`<p class="notice bad" role="alert">${warning}</p>`}
      ${
        reason !== null &&
        html`<p class="notice bad">
          ${reason}
          ${
            endpoint.confirmed
              ? "It is disabled, and its events wait. Fix the receiver, send a test event, then reactivate it."
              : "Nothing is sent there until its reader confirms again. Send a test event to ask them."
          }
        </p>`
      }
      ${section("About", about(endpoint))}
      ${section(
        "Deliveries",
        found.length === 0 && skip === 0
          ? empty("Nothing sent yet", "Events of the watches that name it are listed here.")
          : [
              deliveryTable(endpoint, deliveries, now),
              pager(`${place}/${id}`, skip, deliveries.length, found.length > pageSize)
            ]
      )}
      ${section("Change", editForm(endpoint, state))} ${isSigned(target) && section("Secret", secretForm(endpoint))}`
  } satisfies Page
})

/**
 * Where it goes on after an endpoint was added or has moved: what is said there is whether its reader has to confirm,
 * and why the question could not be sent, where that is so.
 */
export const afterwards = Effect.fnUntraced(function* (
  asked: PageRequest,
  { confirmed, id, notice }: Endpoint,
  done: "added" | "changed"
) {
  if (!confirmed && notice !== null) return yield* page({ ...asked, params: { id: String(id) } }, { warning: notice })
  return new Moved(`${place}/${id}?done=${confirmed ? done : "asked"}`)
})

const turn = (status: "active" | "paused") =>
  Effect.fnUntraced(function* (asked: PageRequest) {
    const id = yield* idOf(asked)
    yield* asked.api.endpoints.update({ params: { endpoint_id: id }, payload: { status } })
    return new Moved(`${place}/${id}?done=${status}`)
  })

const edit = Effect.fnUntraced(function* (asked: PageRequest) {
  const { id, target } = yield* find(asked)
  const form = yield* sent
  const change = { name: field(form, "name").trim(), target: targetOf(target.kind, form) }
  return yield* body(EndpointChange, change).pipe(
    Effect.flatMap((payload) => asked.api.endpoints.update({ params: { endpoint_id: id }, payload })),
    Effect.flatMap(({ data }) =>
      afterwards(asked, isSameReceiver(target, data.target) ? { ...data, confirmed: true } : data, "changed")
    ),
    orAgain(form, (state, status) => page(asked, { state, status }))
  )
})

const test = Effect.fnUntraced(function* (asked: PageRequest) {
  const { data: attempt } = yield* asked.api.endpoints.test({
    params: { endpoint_id: yield* idOf(asked) },
    payload: { title: "This is a test" },
    headers: {}
  })
  return yield* page(asked, { attempt })
})

const rotate = Effect.fnUntraced(function* (asked: PageRequest) {
  const { data } = yield* asked.api.endpoints.rotate({
    params: { endpoint_id: yield* idOf(asked) },
    payload: { overlap_hours: overlapHours },
    headers: {}
  })
  return secretPage(data, data.secret ?? "", "rotated")
})

/** Does with the event of the form what the name says. */
const withEvent = (what: "redeliver" | "skip", done: "redelivered" | "skipped") =>
  Effect.fnUntraced(function* (asked: PageRequest) {
    const id = yield* idOf(asked)
    const event = yield* pathParam(pathId(EventId), field(yield* sent, "event"), missing("not_found"))
    yield* asked.api.endpoints[what]({ params: { endpoint_id: id }, payload: { events: [event] }, headers: {} })
    return new Moved(`${place}/${id}?done=${done}`)
  })

const remove = Effect.fnUntraced(function* (asked: PageRequest) {
  yield* asked.api.endpoints.remove({ params: { endpoint_id: yield* idOf(asked) } })
  return new Moved(`${place}?done=removed`)
})

export const endpointPages = [
  view("/endpoints/:id", (asked) => page(asked, {})),
  action("/endpoints/:id/edit", edit),
  action("/endpoints/:id/pause", turn("paused")),
  action("/endpoints/:id/resume", turn("active")),
  action("/endpoints/:id/test", test),
  action("/endpoints/:id/rotate", rotate),
  action("/endpoints/:id/redeliver", withEvent("redeliver", "redelivered")),
  action("/endpoints/:id/skip", withEvent("skip", "skipped")),
  view("/endpoints/:id/remove", questionView(place, find, question)),
  action("/endpoints/:id/remove", remove)
]
