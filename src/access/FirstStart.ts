import { Console, Effect, Layer, Option } from "effect"
import { Settings } from "../config/Settings.ts"
import { localAccount } from "../domain/Account.ts"
import { allScopes } from "../domain/Scope.ts"
import { Accounts } from "../storage/Accounts.ts"
import { Transaction } from "../storage/database/Transaction.ts"
import { Actor } from "./Actor.ts"
import { unbounded } from "./KeyBounds.ts"
import { KeyRing } from "./KeyRing.ts"
import { LoginCommand } from "./LoginCommand.ts"
import { loginUrl, PublicUrl } from "./PublicUrl.ts"
import { SignIn } from "./SignIn.ts"

/** The local account with a first key of all scopes, made together and once; null when the account was there already. */
export const makeFirstKey = Effect.gen(function* () {
  const accounts = yield* Accounts
  const keys = yield* KeyRing
  const transaction = yield* Transaction
  return yield* transaction.run(
    Effect.gen(function* () {
      const account = yield* accounts.ensure(localAccount)
      if (!account.created) return null
      const key = yield* keys.create(account.id, { name: "first key", scopes: allScopes, expires_at: null }, unbounded)
      return key.key
    })
  )
}).pipe(Effect.orDie, Effect.provideService(Actor, { by: "first_start", address: null, user_agent: null }))

/** How to open the dashboard: with an identity provider its address, and else a new one-time link to the local account. */
const dashboard = Effect.fnUntraced(function* (url: string) {
  if (Option.isSome((yield* Settings).OIDC_CLIENT_ID)) return [`  Dashboard  ${url}/dashboard`]
  const { id } = yield* (yield* Accounts).ensure(localAccount)
  const { code } = yield* (yield* SignIn).issueLink(id)
  return [
    `  Dashboard  ${loginUrl(url, code)}`,
    `             (opens once, within ten minutes; \`${yield* LoginCommand}\` makes another)`
  ]
})

/**
 * Says where the service is, how to open the dashboard and, at the very first start, the first key: printed on the terminal and
 * not in the log. Where another process has said it already (`known`) only the key is worth the words.
 */
export const greetingLayer = (more: ReadonlyArray<string> = [], known = false) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const key = yield* makeFirstKey
      if (known && key === null) return
      const url = yield* PublicUrl
      const first =
        key === null
          ? []
          : [
              "",
              `  Your first API key, shown only now:  ${key}`,
              "",
              "  Try it:",
              `  curl -H 'X-API-Key: ${key}' '${url}/api/v1/public/signals?limit=5'`,
              `  curl -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\`,
              `       -d '{"niche": "electric vehicle charging"}' ${url}/api/v1/public/reports`
            ]
      yield* Console.log(
        [
          "",
          `  Sonde is at ${url}`,
          `  Docs    ${url}/docs    OpenAPI  ${url}/openapi.json`,
          ...(yield* dashboard(url)),
          ...first,
          ...(more.length === 0 ? [] : ["", ...more]),
          ""
        ].join("\n")
        // Not by the service's own console, which shows no key.
      ).pipe(Effect.provideService(Console.Console, globalThis.console))
    })
  )
