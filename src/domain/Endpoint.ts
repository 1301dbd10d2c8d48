import { Schema } from "effect"
import { line } from "../text/Text.ts"
import { byKind } from "./ByKind.ts"
import { EndpointId } from "./EndpointId.ts"
import { Digest } from "./Schedule.ts"
import { Timestamp } from "./Timestamp.ts"
import { EventId } from "./WatchEvent.ts"

/** How many endpoints an account may have. */
export const maxEndpoints = 20

export const EndpointName = line(1, 200)

/**
 * `active` and `paused` change into each other. Sonde makes an endpoint `disabled` that has failed for two days or is
 * gone; `active` takes it up again. What comes in meanwhile waits.
 */
export const EndpointStatus = Schema.Literals(["active", "paused", "disabled"])
export type EndpointStatus = typeof EndpointStatus.Type

const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
}

const Address = line(1, 2_000).check(
  Schema.makeFilter<string>((text) => isAddress(text) || "must be an http(s) URL without user and password")
)

const posted = <const Kind extends string>(kind: Kind, description: string) =>
  Schema.Struct({ kind: Schema.Literal(kind), url: Address.annotate({ description }) })

/** What stands before and behind the `@` of an address that every mail server takes. */
const mailAddress =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}$/

/** A mail address by itself: no name, no list, nothing that would be read as more than an address. */
export const MailAddress = line(3, 254).check(
  Schema.makeFilter<string>((text) => mailAddress.test(text) || "must be a mail address such as anna@example.com")
)

/** Where to and in which form, told apart by `kind`. */
export const Target = byKind([
  posted("webhook", "gets signed requests by Standard Webhooks"),
  posted("json", "gets the event as plain JSON, unsigned"),
  posted("slack", "an incoming webhook of Slack"),
  posted("discord", "a webhook of a Discord channel"),
  posted("teams", "a workflow of Teams that posts what a webhook receives"),
  posted("ntfy", "a topic of ntfy, such as https://ntfy.sh/my-topic").check(
    Schema.makeFilter(({ url }) => /^\/(?:.*\/)?[-\w]{1,64}$/.test(new URL(url).pathname) || "must name a topic")
  ),
  Schema.Struct({
    kind: Schema.Literal("mail"),
    address: MailAddress.annotate({ description: "gets mail once its reader has confirmed the address" }),
    digest: Schema.optionalKey(Digest).annotate({
      description:
        "gathers events into one mail, whatever the quiet hours of their watches; without it each event is a mail of its own"
    })
  })
]).annotate({ identifier: "Target" })
export type Target = typeof Target.Type

export type Mailed = Extract<Target, { readonly kind: "mail" }>
export type Posted = Exclude<Target, Mailed>

/** What is signed, so that its receiver has to know a secret. */
export const isSigned = ({ kind }: Target): boolean => kind === "webhook"

/** Whether what goes to the one may go to the other: the same place, whatever the form. */
export const isSameReceiver = (one: Target, other: Target): boolean =>
  one.kind === "mail" ? other.kind === "mail" && one.address === other.address : "url" in other && one.url === other.url

/** How many events a digest has at most; what is left over comes in another mail. */
export const mostInDigest = 100

/** How long the secret before the last rotation signs as well, unless told. */
export const overlapHours = 24

/** For how long it may. */
export const OverlapHours = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 168 }))

/** Where an account has events of its watches sent. */
export const Endpoint = Schema.Struct({
  id: EndpointId,
  name: Schema.String,
  // Without a name of its own, as in bodies.
  target: byKind(Target.members),
  status: EndpointStatus,
  notice: Schema.NullOr(Schema.String).annotate({ description: "why Sonde has disabled it" }),
  confirmed: Schema.Boolean.annotate({
    description:
      "of mail: whether its reader wants it; until then nothing is sent but the question. Always true for other kinds"
  }),
  previous_secret_until: Schema.NullOr(Timestamp).annotate({
    description: "until when the secret before the last rotation signs as well"
  }),
  created_at: Timestamp
}).annotate({ identifier: "Endpoint" })
export type Endpoint = typeof Endpoint.Type

/** How one request to an endpoint went. */
export const Attempt = Schema.Struct({
  at: Timestamp,
  delivered: Schema.Boolean,
  status: Schema.NullOr(Schema.Int).annotate({ description: "of the answer; null: there was none" }),
  error: Schema.NullOr(Schema.String).annotate({ description: "what went wrong" }),
  took_ms: Schema.Int,
  answer: Schema.NullOr(Schema.String).annotate({ description: "the first 1,024 bytes of the answer" })
}).annotate({ identifier: "Attempt" })
export type Attempt = typeof Attempt.Type

/** So many attempts of a delivery are kept, the last ones. */
export const mostAttempts = 10

/** An event on its way to an endpoint. */
export const Delivery = Schema.Struct({
  event: EventId,
  title: Schema.String.annotate({ description: "of the event" }),
  attempts: Schema.Int.annotate({ description: "how many there were" }),
  last_attempt: Schema.NullOr(Attempt),
  log: Schema.Array(Attempt).annotate({
    description: `the attempts, the oldest first and \`last_attempt\` at the end; of more than ${mostAttempts} the last ones`
  }),
  delivered_at: Schema.NullOr(Timestamp),
  given_up_at: Schema.NullOr(Timestamp).annotate({
    description: "since when it is not tried any more: the receiver refused it, or it was skipped by hand"
  }),
  next_attempt_at: Schema.NullOr(Timestamp).annotate({
    description: "the earliest time of the next attempt, while the endpoint is active; null: delivered or given up"
  })
}).annotate({ identifier: "Delivery" })
export type Delivery = typeof Delivery.Type
