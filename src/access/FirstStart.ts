import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "../config/Settings.ts"
import { type AccountId, localAccount } from "../domain/Account.ts"
import { allScopes } from "../domain/Scope.ts"
import { Accounts } from "../storage/accounts/Accounts.ts"
import { Transaction } from "../storage/database/Transaction.ts"
import { AuditContext } from "./AuditContext.ts"
import { unbounded } from "./KeyBounds.ts"
import { greet } from "./Greeting.ts"
import { KeyRing } from "./KeyRing.ts"
import { OperatorCommand } from "./OperatorCommand.ts"
import { loginUrl, PublicUrl } from "./PublicUrl.ts"
import { SignIn } from "./SignIn.ts"

/**
 * Whether keys and sign-in links may be printed at the start: only to a terminal. Anything else is stored, by the
 * journal or a container's log.
 */
export const PrintsSecrets = Context.Reference<boolean>("sonde/access/PrintsSecrets", {
  defaultValue: () => process.stdout.isTTY === true
})

/**
 * The local account, made once. Whoever made it gets a first key of all scopes with it, if it can be shown to somebody:
 * otherwise nobody would ever have it.
 */
const makeLocalAccount = Effect.gen(function* () {
  const accounts = yield* Accounts
  const keys = yield* KeyRing
  const transaction = yield* Transaction
  const shown = yield* PrintsSecrets
  return yield* transaction.run(
    Effect.gen(function* () {
      const { created, id } = yield* accounts.ensure(localAccount)
      if (!created || !shown) return { id, firstKey: null }
      const { key } = yield* keys.create(id, { name: "first key", scopes: allScopes, expires_at: null }, unbounded)
      return { id, firstKey: key }
    })
  )
}).pipe(Effect.orDie, Effect.provideService(AuditContext, { by: "first_start", address: null, user_agent: null }))

const createKey = "keys create --name first --scopes all"
const loginLink = "login-link"

/** On a terminal: what opens the service, itself. */
const secrets = Effect.fnUntraced(function* (local: AccountId, firstKey: string | null) {
  const url = yield* PublicUrl
  const command = yield* OperatorCommand
  const signIn = yield* SignIn
  const hasKeys = (yield* (yield* KeyRing).list(local)).length > 0
  const dashboard = Option.isSome((yield* Settings).OIDC_CLIENT_ID)
    ? [`  Dashboard  ${url}/dashboard`]
    : [
        `  Dashboard  ${loginUrl(url, (yield* signIn.issueLink(local)).code)}`,
        `             (opens once, within ten minutes; \`${command} ${loginLink}\` makes another)`
      ]
  if (firstKey === null) {
    return hasKeys ? dashboard : [...dashboard, "", `  No API key yet: \`${command} ${createKey}\` makes one.`]
  }
  return [
    ...dashboard,
    "",
    `  Your first API key, shown only now:  ${firstKey}`,
    "",
    "  Try it:",
    `  curl -H 'X-API-Key: ${firstKey}' '${url}/api/v1/public/signals?limit=5'`,
    `  curl -H 'X-API-Key: ${firstKey}' -H 'Content-Type: application/json' \\`,
    `       -d '{"niche": "electric vehicle charging"}' ${url}/api/v1/public/reports`
  ]
})

/** Elsewhere: what to type on a terminal to come by it. */
const commands = Effect.fnUntraced(function* (local: AccountId) {
  const command = yield* OperatorCommand
  const hasKeys = (yield* (yield* KeyRing).list(local)).length > 0
  const byLink = Option.isNone((yield* Settings).OIDC_CLIENT_ID)
  const wanted = [...(hasKeys ? [] : [createKey]), ...(byLink ? [loginLink] : [])]
  return [
    `  Dashboard  ${yield* PublicUrl}/dashboard`,
    ...(wanted.length === 0
      ? []
      : [
          "",
          "  API keys and sign-in links are printed on a terminal only, so that none stands in a log. Type there:",
          ...wanted.map((name) => `    ${command} ${name}`),
          "  For a container put `docker compose exec sonde` before it."
        ])
  ]
})

/**
 * What is said at the start: where the service is, how to open the dashboard and how to come by a key, or the first key
 * itself. Where another process has said it already (`known`) only a first key is worth the words: null without one.
 */
export const greeting = Effect.fnUntraced(function* (more: ReadonlyArray<string>, known: boolean) {
  const { firstKey, id } = yield* makeLocalAccount
  if (known && firstKey === null) return null
  const url = yield* PublicUrl
  return [
    "",
    `  Sonde is at ${url}`,
    `  Docs    ${url}/docs    OpenAPI  ${url}/openapi.json`,
    ...((yield* PrintsSecrets) ? yield* secrets(id, firstKey) : yield* commands(id)),
    ...(more.length === 0 ? [] : ["", ...more]),
    ""
  ]
})

/** Prints the {@link greeting}. */
export const greetingLayer = (more: ReadonlyArray<string> = [], known = false) =>
  Layer.effectDiscard(Effect.flatMap(greeting(more, known), (lines) => (lines === null ? Effect.void : greet(lines))))
