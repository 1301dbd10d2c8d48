import type { EndpointStatus, Target } from "../../domain/Endpoint.ts"
import type { Html } from "../../text/Html.ts"
import { badge, type Tone } from "./Badge.ts"

/** Where events can be sent, in people's words. */
export const targetWords: Record<Target["kind"], { readonly name: string; readonly about: string }> = {
  webhook: { name: "Webhook", about: "signed by Standard Webhooks" },
  json: { name: "JSON", about: "the event as plain JSON, unsigned" },
  slack: { name: "Slack", about: "an incoming webhook of Slack" },
  discord: { name: "Discord", about: "a webhook of a channel" },
  teams: { name: "Teams", about: "a workflow that posts what a webhook receives" },
  ntfy: { name: "ntfy", about: "a topic, such as https://ntfy.sh/my-topic" },
  mail: { name: "Mail", about: "one for each event, or a digest" }
}

/** Where it is, as far as it may be read over a shoulder: paths hold secrets of Slack and others. */
export const receiverWords = (target: Target): string =>
  target.kind === "mail" ? target.address : (URL.parse(target.url)?.host ?? "")

const tones: Record<EndpointStatus, Tone> = { active: "good", paused: "warn", disabled: "bad" }

export const endpointStatus = (status: EndpointStatus): Html => badge(tones[status], status)
