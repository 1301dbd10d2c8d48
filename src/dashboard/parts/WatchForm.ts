import { Schema } from "effect"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type Watch, type WatchKind, WatchSubject } from "../../domain/Watch.ts"
import { type EventPreview, previewDays } from "../../domain/WatchEvent.ts"
import { html, type Html, nothing, type Part } from "../../text/Html.ts"
import { checkboxes, field, type FormState, input, once, otherFaults, problem } from "../Form.ts"
import { home } from "../Place.ts"
import { targetWords } from "./EndpointWords.ts"
import { previewList } from "./EventList.ts"
import { counted } from "./Figure.ts"
import { section } from "./Section.ts"
import { number, given, subjectFields, subjectOf, subjectWords, type Thing } from "./WatchSubject.ts"

/** Kinds whose events are news, which publishers carry. */
const isNews = (kind: WatchKind): boolean => kind === "search" || kind === "competitor" || kind === "company"

/** What the form says, as the API takes it; a watch without a name is called after what it watches. */
export const bodyOf = (kind: WatchKind, form: URLSearchParams, things: ReadonlyArray<Thing>): unknown => {
  const [from, to, zone] = ["from", "to", "zone"].map((part) => field(form, part).trim())
  const subject = { kind, ...subjectOf(kind, form) }
  return {
    name: field(form, "name").trim() || nameOf(subject, things),
    subject,
    conditions: given({
      min_publishers: number(form, "min_publishers"),
      cooldown_minutes: number(form, "cooldown_minutes"),
      quiet_hours: from === "" && to === "" ? null : { from, to, zone }
    }),
    endpoints: form.getAll("endpoints").map(Number)
  }
}

/** The name of a watch that was given none; none yet where what it watches is not right. */
const nameOf = (subject: unknown, things: ReadonlyArray<Thing>): string =>
  Schema.is(WatchSubject)(subject) ? subjectWords(subject, things).slice(0, 200).toWellFormed() : "A watch"

/** A watch as its form has it. */
export const valuesOf = ({ conditions, endpoints, name, subject }: Watch): URLSearchParams => {
  const { quiet_hours: quiet, ...others } = conditions
  const values = new URLSearchParams({ name })
  for (const [name, value] of Object.entries({ ...subject, ...others, ...quiet, endpoints }))
    // Names of publishers stand one to a line, tags in one; of what is chosen each value by itself.
    if (name === "sources") values.set(name, (value as ReadonlyArray<string>).join("\n"))
    else if (name === "tags") values.set(name, (value as ReadonlyArray<string>).join(", "))
    else for (const one of [value].flat()) values.append(name, String(one))
  return values
}

const conditionFields = (kind: WatchKind, state: FormState): Part => [
  html`<div class="pair">
    ${
      isNews(kind) &&
      input(state, {
        name: "min_publishers",
        label: "Publishers, at least",
        type: "number",
        initial: "1",
        hint: "The event comes when so many publishers carry the story.",
        attributes: html`min="1" max="50"`
      })
    }
    ${input(state, {
      name: "cooldown_minutes",
      label: "Cooldown, in minutes",
      type: "number",
      initial: "0",
      hint: "Within so many minutes after a sent event, others are listed, but not sent.",
      attributes: html`min="0" max="10080"`
    })}
  </div>`,
  html`<div class="pair three">
    ${input(state, { name: "from", label: "Quiet from", type: "time", hint: "Nothing is sent in these hours; empty: no quiet hours." })}
    ${input(state, { name: "to", label: "Quiet until", type: "time", hint: "Events of the quiet hours are sent then." })}
    ${input(state, { name: "zone", label: "Time zone", initial: "UTC", hint: "Such as Europe/Vienna or UTC.", attributes: html`autocomplete="off"` })}
  </div>`
]

const endpointChoices = (state: FormState, endpoints: ReadonlyArray<Endpoint>): Html =>
  endpoints.length === 0
    ? html`<p class="hint">
        Its events are listed under Events. To have them sent as well,
        <a href="${home}/endpoints">add an endpoint</a> first.
      </p>`
    : checkboxes(state, {
        name: "endpoints",
        label: "Where its events are sent",
        hint: "Without one, events are only listed under Events.",
        all: false,
        options: endpoints.map(({ id, name, target }) => ({
          value: String(id),
          label: name,
          about: targetWords[target.kind].name
        }))
      })

const formId = "watch-form"

const save = (word: string, attributes: Html = nothing): Html =>
  html`<button name="step" value="save" ${attributes}>${word}</button>`

/** The form for a watch; what it would have told stands below once that was asked for. */
export const watchForm = (given: {
  readonly kind: WatchKind
  readonly path: string
  readonly state: FormState
  readonly things: ReadonlyArray<Thing>
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly word: string
  readonly preview: EventPreview | null
}): Html => {
  const { endpoints, kind, path, preview, state, things, word } = given
  return html`<section class="panel">
      <form method="post" action="${path}#preview" class="form" id="${formId}">
        ${once()} ${problem(state)} ${otherFaults(state)}
        <input type="hidden" name="kind" value="${kind}" />
        ${subjectFields(kind, state, things)}
        ${input(state, {
          name: "name",
          label: "Name",
          hint: "Empty: named after what it watches.",
          attributes: html`maxlength="200" autocomplete="off"`
        })}
        <h2>When, and where to</h2>
        ${conditionFields(kind, state)} ${endpointChoices(state, endpoints)}
        <div class="actions"><button class="primary" name="step" value="preview">Preview</button>${save(word)}</div>
      </form>
    </section>
    ${preview !== null && previewSection(preview, word)}`
}

const previewSection = ({ events, note, sent, total }: EventPreview, word: string): Html =>
  html`<div id="preview" class="preview" tabindex="-1">
    ${section(
      `The last ${previewDays} days`,
      [
        html`<p role="status">
          ${
            total === 0
              ? "It would have had no events."
              : `It would have had ${counted(total, "event")}${events.length < total ? `; these are the newest ${events.length}` : ""}.`
          }
          ${sent < total && `${sent} of them would have been sent, the others fall into the cooldown.`} ${note}
        </p>`,
        events.length > 0 && previewList(events)
      ],
      save(word, html`form="${formId}" class="primary"`)
    )}
  </div>`
