import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { greeting, PrintsSecrets } from "../../src/access/FirstStart.ts"
import { KeyRing } from "../../src/access/KeyRing.ts"
import { PublicUrl } from "../../src/access/PublicUrl.ts"
import { accessLayer } from "../../src/app/App.ts"
import { Settings } from "../../src/config/Settings.ts"
import { localAccount } from "../../src/domain/Account.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import * as Storage from "../../src/storage/Storage.ts"

const over = (env: Record<string, string> = {}) =>
  Layer.mergeAll(accessLayer(), Layer.succeed(PublicUrl, "https://sonde.example")).pipe(
    Layer.provideMerge(Storage.layerMemory),
    Layer.provideMerge(Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))))
  )

const said = (known: boolean, onTerminal: boolean) =>
  greeting([], known).pipe(
    Effect.provideService(PrintsSecrets, onTerminal),
    Effect.map((lines) => lines?.join("\n") ?? null)
  )
const atTerminal = (known = false) => said(known, true)
const toLog = (known = false) => said(known, false)

const keysOfLocal = Effect.gen(function* () {
  const { id } = (yield* (yield* Accounts).find(localAccount))!
  return yield* (yield* KeyRing).list(id)
})

const secret = /sonde_live_|sign-in#/

describe("the first start", () => {
  it.effect("shows a key of all scopes on a terminal, once, and a new link every time", () =>
    Effect.gen(function* () {
      const first = yield* atTerminal()
      const second = yield* atTerminal()
      assert.match(first!, /sonde_live_[0-9a-f]{48}/)
      assert.notInclude(second!, "sonde_live_")
      const links = [first, second].map((text) => /sign-in#\S+/.exec(text!)![0])
      assert.notStrictEqual(links[0], links[1])
      const keys = yield* keysOfLocal
      assert.deepStrictEqual(
        keys.map(({ name, scopes }) => [name, scopes.length]),
        [["first key", 7]]
      )
    }).pipe(Effect.provide(over()))
  )

  it.effect("shows neither elsewhere, makes no key that nobody could have, and says what to type", () =>
    Effect.gen(function* () {
      const text = yield* toLog()
      assert.notMatch(text!, secret)
      assert.include(text!, "npm run -s sonde -- keys create --name first --scopes all")
      assert.include(text!, "npm run -s sonde -- login-link")
      assert.include(text!, "docker compose exec sonde")
      assert.deepStrictEqual(yield* keysOfLocal, [])
      // Whoever comes to a terminal later is told as well.
      const later = yield* atTerminal()
      assert.notInclude(later!, "sonde_live_")
      assert.include(later!, "keys create --name first --scopes all")
    }).pipe(Effect.provide(over()))
  )

  it.effect("says nothing of keys where there are some, nor of links where an identity provider signs people in", () =>
    Effect.gen(function* () {
      yield* atTerminal()
      const text = yield* toLog()
      assert.notInclude(text!, "keys create")
      assert.notInclude(text!, "login-link")
      assert.notMatch(text!, secret)
      assert.notInclude((yield* atTerminal())!, "sign-in#")
    }).pipe(Effect.provide(over({ OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "sonde" })))
  )

  it.effect("is told by one of several processes, and by the one that has the key to show", () =>
    Effect.gen(function* () {
      assert.match((yield* atTerminal(true))!, /sonde_live_/)
      assert.isNull(yield* atTerminal(true))
      assert.isNull(yield* toLog(true))
    }).pipe(Effect.provide(over()))
  )
})
