import { DateTime, Effect, Layer } from "effect"
import { Buffer } from "node:buffer"
import { randomUUID } from "node:crypto"
import { dayBefore } from "../../domain/Timestamp.ts"
import {
  type Answer,
  type Claim,
  end,
  IdempotencyKeys,
  type KeyedRequest,
  latestEnd
} from "../accounts/IdempotencyKeys.ts"
import { idempotencyInProgress, idempotencyKeyReused } from "../Refusals.ts"

interface Row {
  readonly fingerprint: Uint8Array
  readonly claim: string
  readonly created_at: Date
  busy_until: Date | null
  answer: Answer | null
}

/** The keys in a map. Nothing is rolled back here: an answer is written when the request has done all that it does. */
const make = (): IdempotencyKeys["Service"] => {
  const rows = new Map<string, Row>()

  const nameOf = ({ account, key, route }: Pick<KeyedRequest, "account" | "key" | "route">) =>
    JSON.stringify([account, route, key])

  const held = (claim: Claim): Row | undefined => {
    const row = rows.get(nameOf(claim))
    return row?.claim === claim.id ? row : undefined
  }

  return {
    claim: Effect.fnUntraced(function* ({ fingerprint, ...request }) {
      const now = yield* DateTime.nowAsDate
      const known = rows.get(nameOf(request))
      const until = known?.busy_until ?? null
      const busy = until !== null && until > now && until <= latestEnd(now)
      if (known === undefined || known.created_at <= dayBefore(now) || (known.answer === null && !busy)) {
        const claim = { ...request, id: randomUUID() }
        rows.set(nameOf(request), { fingerprint, claim: claim.id, created_at: now, busy_until: end(now), answer: null })
        return { _tag: "New", claim }
      }
      if (Buffer.compare(known.fingerprint, fingerprint) !== 0) return yield* idempotencyKeyReused()
      if (known.answer === null || busy) return yield* idempotencyInProgress()
      return { _tag: "Answered", answer: known.answer }
    }),

    answer: Effect.fnUntraced(function* (claim, answer, last) {
      const row = held(claim)
      if (row === undefined) return yield* idempotencyInProgress()
      row.answer = answer
      if (last) row.busy_until = null
    }),

    renew: (claim) =>
      Effect.map(DateTime.nowAsDate, (now) => {
        const row = held(claim)
        if (row !== undefined && row.busy_until !== null) row.busy_until = end(now)
      }),

    release: (claim) =>
      Effect.sync(() => {
        const row = held(claim)
        if (row === undefined) return
        row.busy_until = null
        if (row.answer === null) rows.delete(nameOf(claim))
      })
  }
}

export const layer = Layer.sync(IdempotencyKeys, make)
