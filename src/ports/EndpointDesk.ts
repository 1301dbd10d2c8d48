import { Context, type Effect } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { Attempt, Endpoint, Target } from "../domain/Endpoint.ts"
import type { EndpointId } from "../domain/EndpointId.ts"
import type { Conflict, Invalid, NotFound } from "../domain/Failure.ts"

/** An endpoint at one of the few moments when its secret is known; null for kinds that sign nothing. */
export interface EndpointWithSecret extends Endpoint {
  readonly secret: string | null
}

/** What the API and operators ask of endpoints beside what is stored: to be acceptable, secret, and tried. */
export class EndpointDesk extends Context.Service<
  EndpointDesk,
  {
    /** Refuses what would never be sent to. */
    readonly check: (target: Target) => Effect.Effect<void, Invalid>
    /** Whether a change sends events elsewhere. Refuses another kind, and what would never be sent to. */
    readonly checkMove: (from: Target, to: Target | undefined) => Effect.Effect<boolean, Invalid>
    /** Adds one, with the secret that it signs with. One of mail is still to be asked. */
    readonly create: (
      account: AccountId,
      endpoint: Pick<Endpoint, "name" | "target">
    ) => Effect.Effect<EndpointWithSecret, Conflict | Invalid>
    /**
     * Asks the reader of an address of mail to confirm it. Where the mail server does not take that, the notice of the
     * endpoint says so.
     */
    readonly ask: <E extends Endpoint>(account: AccountId, endpoint: E) => Effect.Effect<E>
    /**
     * Prepares a test event; of mail that is not confirmed, the question. It is sent by the effect that this gives, so
     * that no transaction waits for a receiver.
     */
    readonly test: (
      account: AccountId,
      id: EndpointId,
      title: string
    ) => Effect.Effect<Effect.Effect<Attempt>, NotFound>
    /** Gives it another secret; the one before signs as well for so many hours. */
    readonly rotate: (
      account: AccountId,
      id: EndpointId,
      overlapHours: number
    ) => Effect.Effect<EndpointWithSecret, NotFound | Conflict>
  }
>()("sonde/ports/EndpointDesk") {}
