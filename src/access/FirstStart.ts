import { Console, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { localAccount } from "../domain/Account.ts"
import { allScopes } from "../domain/Scope.ts"
import { Accounts } from "../storage/Accounts.ts"
import { Transaction } from "../storage/Transaction.ts"
import { KeyRing } from "./KeyRing.ts"

/** The local account with a first key of all scopes, made together and once; null when the account was there already. */
export const makeFirstKey = Effect.gen(function* () {
  const accounts = yield* Accounts
  const keys = yield* KeyRing
  const transaction = yield* Transaction
  return yield* transaction.run(
    Effect.gen(function* () {
      const account = yield* accounts.ensure(localAccount)
      if (!account.created) return null
      const key = yield* keys.create(account.id, { name: "first key", scopes: allScopes, expires_at: null })
      return key.key
    })
  )
}).pipe(Effect.orDie)

/** Where people reach the server: a wildcard address is no address to type. */
const baseUrl = Effect.map(HttpServer.HttpServer, ({ address }) => {
  const { host, port } = new URL(HttpServer.formatAddress(address))
  return host.startsWith("0.0.0.0") || host.startsWith("[::]") ? `http://localhost:${port}` : `http://${host}`
})

/**
 * Says where the service is and, at the very first start, its first key: printed once, on the terminal and not in the log. Where
 * others have said it already (`known`) only the key is worth the words.
 */
export const greetingLayer = (more: ReadonlyArray<string> = [], known = false) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const key = yield* makeFirstKey
      if (known && key === null) return
      const url = yield* baseUrl
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
          ...first,
          ...(more.length === 0 ? [] : ["", ...more]),
          ""
        ].join("\n")
      )
    })
  )
