import { DateTime, Effect, Layer, Redacted } from "effect"
import { isSameReceiver, isSigned, type Target } from "../domain/Endpoint.ts"
import { validationError } from "../domain/ValidationError.ts"
import { EndpointDesk } from "../ports/EndpointDesk.ts"
import { Endpoints } from "../storage/watches/Endpoints.ts"
import { endpointUnsigned } from "../storage/Refusals.ts"
import { newMailSecret } from "./MailLinks.ts"
import { Sender } from "./Sender.ts"
import { newSigningSecret } from "./Signature.ts"

const hour = 3_600_000

/** What is wrong with a target. */
const refusal = (member: string, message: string) =>
  validationError([{ location: ["body", "target", member], message }])

const secretFor = (target: Target): Redacted.Redacted | null =>
  target.kind === "mail" ? newMailSecret() : isSigned(target) ? newSigningSecret() : null

/** Receivers need to know the signing secret; the secret of mail links is shown to nobody. */
const shown = (target: Target, secret: Redacted.Redacted | null): string | null =>
  secret !== null && isSigned(target) ? Redacted.value(secret) : null

export const layer = Layer.effect(
  EndpointDesk,
  Effect.gen(function* () {
    const endpoints = yield* Endpoints
    const sender = yield* Sender

    const check = (target: Target) =>
      target.kind === "mail"
        ? sender.sendsMail
          ? Effect.void
          : Effect.fail(refusal("kind", "must be another one: this service sends no mail, as SMTP_URL is not set"))
        : sender.isRefused(target.url)
          ? Effect.fail(refusal("url", "must not lead to an address that is not of the public internet"))
          : Effect.void

    return EndpointDesk.of({
      check,
      checkMove: Effect.fnUntraced(function* (from, to) {
        if (to === undefined) return false
        if (to.kind !== from.kind) return yield* refusal("kind", `must be ${from.kind}`)
        if (isSameReceiver(from, to)) return false
        yield* check(to)
        return true
      }),
      create: Effect.fnUntraced(function* (account, { name, target }) {
        yield* check(target)
        const secret = secretFor(target)
        const made = yield* endpoints.create(account, { name, target }, secret)
        return { ...made, secret: shown(target, secret) }
      }),
      ask: Effect.fnUntraced(function* (account, endpoint) {
        const { id, target } = endpoint
        const secrets = yield* Effect.orDie(endpoints.secrets(account, id))
        const { delivered, error } = yield* sender.confirm({ endpoint: id, target, secrets })
        const notice = `The confirmation could not be sent: ${error}. POST /endpoints/${id}/test sends it again.`
        return delivered ? endpoint : { ...endpoint, notice }
      }),
      test: Effect.fnUntraced(function* (account, id, title) {
        const { confirmed, target } = yield* endpoints.get(account, id)
        const to = { endpoint: id, target, secrets: yield* endpoints.secrets(account, id) }
        return confirmed ? sender.test(to, title) : sender.confirm(to)
      }),
      rotate: Effect.fnUntraced(function* (account, id, overlapHours) {
        const { target } = yield* endpoints.get(account, id)
        if (!isSigned(target)) return yield* endpointUnsigned()
        const secret = newSigningSecret()
        const until = new Date((yield* DateTime.nowAsDate).getTime() + overlapHours * hour)
        return { ...(yield* endpoints.rotate(account, id, secret, until)), secret: Redacted.value(secret) }
      })
    })
  })
)
