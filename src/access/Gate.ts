import { Clock, Context, Effect, Layer } from "effect"
import type { Caller } from "../domain/Caller.ts"
import type { Right } from "../domain/Right.ts"
import { type Asked, type Credential, AccessRules, type Ruling } from "./AccessRules.ts"
import { KnownKeys } from "./KnownKeys.ts"
import { type Allowance, Limits } from "./Limits.ts"
import { Operators } from "./Operators.ts"
import { Usage } from "./Usage.ts"

/** What a request is after. */
export interface Aim {
  readonly right: Right
  /** As usage is counted: method and path of the contract. */
  readonly endpoint: string
}

/**
 * Lets requests in, and counts those of a known caller. {@link AccessRules} decides; this looks up and counts, for the
 * application, which can wait, and for the response cache in front of it, which cannot.
 */
export class Gate extends Context.Service<
  Gate,
  {
    readonly pass: (
      credential: Credential,
      aim: Aim & Pick<Asked, "elsewhere">
    ) => Effect.Effect<Ruling & { readonly allowance: Allowance | null }>
    /** Whether a request that was let in would still be. Counts nothing. */
    readonly stands: (credential: Credential, aim: Pick<Asked, "right" | "elsewhere">) => Effect.Effect<boolean>
    /**
     * As `pass`, at once, for a key that is known here; `now` is the clock's, in milliseconds. Undefined means that
     * nothing has been counted: it is refused, or it takes a look at the database to know.
     */
    readonly passNow: (
      key: string,
      aim: Aim,
      now: number
    ) => { readonly caller: Caller["Service"]; readonly allowance: Allowance | null } | undefined
  }
>()("sonde/access/Gate") {
  static readonly layer = Layer.effect(
    Gate,
    Effect.gen(function* () {
      const decide = yield* AccessRules
      const keys = yield* KnownKeys
      const limits = yield* Limits
      const operators = yield* Operators
      const usage = yield* Usage

      const asking = Effect.fnUntraced(function* (
        credential: Credential,
        { elsewhere, right }: Pick<Asked, "right" | "elsewhere">
      ) {
        const open = credential.by === "session" ? credential.open : null
        const operator =
          right === "operator" && open !== null && (yield* operators.includes(open.account_id, open.kind))
        return { credential, right, now: yield* Clock.currentTimeMillis, elsewhere, operator }
      })

      return {
        stands: (credential, aim) => Effect.map(asking(credential, aim), (asked) => decide(asked).refusal === null),
        pass: Effect.fnUntraced(function* (credential, aim) {
          const asked = yield* asking(credential, aim)
          const first = decide(asked)
          if (first.caller === null) return { ...first, allowance: null }
          const { account, key, session } = first.caller
          // People's clicks and programs' calls are counted apart: a key that runs wild must not keep its owner from
          // switching it off.
          const allowance = yield* (session === null ? limits.request : limits.pageRequest)(account)
          if (key !== null) usage.count(key, aim.endpoint, asked.now)
          return { ...decide(asked, allowance), allowance }
        }),
        passNow: (text, { endpoint, right }, now) => {
          const stored = keys.known(text)
          if (stored === undefined) return undefined
          const asked: Asked = { credential: { by: "key", stored }, right, now, elsewhere: false, operator: false }
          if (decide(asked).refusal !== null) return undefined
          const allowance = limits.requestNow(stored.account_id, now)
          if (allowance === undefined) return undefined
          const { caller, refusal } = decide(asked, allowance)
          if (caller === null || refusal !== null) return undefined
          usage.count(stored.id, endpoint, now)
          return { caller, allowance }
        }
      }
    })
  )
}
