import type { Target } from "../../domain/Endpoint.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import { field, type FormState, input, select } from "../Form.ts"

/** What a form says of where events go, as the API takes it; the API checks it. */
export const targetOf = (kind: string, form: URLSearchParams): object => {
  const [url, address, every, at, zone] = ["url", "address", "every", "at", "zone"].map((part) =>
    field(form, part).trim()
  )
  if (kind !== "mail") return { kind, url }
  return { kind, address, ...(every !== "" && { digest: { every, at, zone } }) }
}

const urlField = (state: FormState, initial: string, hint: Part): Html =>
  input(state, {
    name: "url",
    label: "Address",
    type: "url",
    initial,
    hint,
    attributes: html`maxlength="2000" autocomplete="off"`
  })

const mailFields = (state: FormState, target: Extract<Target, { readonly kind: "mail" }> | null): Html => {
  const digest = target?.digest
  return html`<div class="pair">
      ${input(state, {
        name: "address",
        label: "Mail address",
        type: "email",
        initial: target?.address ?? "",
        hint: "Its reader has to confirm first, and can unsubscribe.",
        attributes: html`maxlength="254" autocomplete="off"`
      })}
      ${select(state, {
        name: "every",
        label: "How often",
        initial: digest?.every ?? "",
        options: [
          { value: "", label: "Each event at once" },
          { value: "daily", label: "Once a day" },
          { value: "weekly", label: "On Mondays" }
        ]
      })}
    </div>
    <div class="pair">
      ${input(state, { name: "at", label: "At", type: "time", initial: digest?.at ?? "07:00", hint: "Of a daily or weekly mail." })}
      ${input(state, { name: "zone", label: "Time zone", initial: digest?.zone ?? "UTC", hint: "Such as Europe/Vienna or UTC.", attributes: html`autocomplete="off"` })}
    </div>`
}

/** The fields for where a new endpoint is, of every kind: pages work without script, so none is hidden. */
export const newTargetFields = (state: FormState): Html =>
  html`${urlField(state, "", "Where events are sent by POST: https://…; not for mail.")}
    <fieldset class="field">
      <legend>For mail</legend>
      ${mailFields(state, null)}
    </fieldset>`

/** The fields for where an endpoint is. */
export const targetFields = (state: FormState, target: Target): Html =>
  target.kind === "mail" ? mailFields(state, target) : urlField(state, target.url, undefined)
