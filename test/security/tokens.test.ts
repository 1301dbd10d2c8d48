import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  base64url,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT
} from "jose"
import { createHmac } from "node:crypto"
import { Tokens } from "../../src/access/Tokens.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { loopback } from "../../harness/Loopback.ts"
import { oddSubs, refusedSubs } from "../support/Subs.ts"
import { World } from "../../harness/World.ts"

/*
 * Everything that has been tried on servers that accept JWTs (RFC 8725), each as a request.
 */

const signals = "/api/v1/public/signals"
const attacker = await generateKeyPair("ES256", { extractable: true })
const attackerJwk = { ...(await exportJWK(attacker.publicKey)), kid: "key-1", alg: "ES256", use: "sig" }
const claims = { sub: "user-1", iss: Issuer.issuer, aud: Issuer.audience, iat: 0, exp: 3_600 }

/** What the provider publishes, in the forms in which it has been mistaken for an HMAC secret. */
const { publicKey } = Issuer
const publicForms = [
  await exportSPKI(publicKey),
  JSON.stringify(await exportJWK(publicKey)),
  (await exportJWK(publicKey)).x!
]

const encode = (value: unknown) => base64url.encode(JSON.stringify(value))

const hmac = (secret: string, header: object = { alg: "HS256", kid: "key-1" }) => {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`
}

const unsigned = (alg: string) => `${encode({ alg, kid: "key-1" })}.${encode(claims)}.`

/** Signed by a key of the attacker's, with a header that wants it to be believed. */
const signed = (header: Partial<JWTHeaderParameters>, payload: JWTPayload = {}) =>
  new SignJWT({ ...claims, ...payload })
    .setProtectedHeader({ alg: "ES256", kid: "key-1", ...header } as JWTHeaderParameters)
    .sign(attacker.privateKey)

const elsewhere = "https://attacker.example/keys"

const good = await Issuer.token()
const [goodHeader, , goodSignature] = good.split(".") as [string, string, string]

const forged: Readonly<Record<string, string>> = {
  "no signature": `${good.split(".", 2).join(".")}.`,
  "another payload under a good signature": `${goodHeader}.${encode({ ...claims, sub: "somebody else" })}.${goodSignature}`,
  "a signature of zeros (CVE-2022-21449)": `${good.split(".", 2).join(".")}.${base64url.encode(new Uint8Array(64))}`,
  ...Object.fromEntries(["none", "None", "NONE", "nOnE", ""].map((alg) => [`alg "${alg}"`, unsigned(alg)])),
  ...Object.fromEntries(
    publicForms.map((form, n) => [`HS256 with the public key as its secret, form ${n + 1}`, hmac(form)])
  ),
  "HS256 with an empty secret": hmac("x").replace(/[^.]+$/, createHmac("sha256", "").update("").digest("base64url")),
  "another key under a known kid": await signed({}),
  "a key in its own header (jwk)": await signed({ jwk: attackerJwk }),
  "keys at an address of its own (jku)": await signed({ jku: elsewhere }),
  "a certificate at an address of its own (x5u)": await signed({ x5u: elsewhere }),
  "a certificate of its own (x5c)": await signed({ x5c: ["MIIB"] }),
  "a critical extension": await signed({ crit: ["b64"], b64: true }).catch(() => unsigned("ES256")),
  "another algorithm than the key's": await signed({ alg: "ES256", kid: "key-1", typ: "at+jwt" }),
  ...Object.fromEntries(
    await Promise.all(
      [
        "../../../../dev/null",
        "/dev/null",
        "key-1' or '1'='1",
        "key-1'; drop table accounts; --",
        "file:///etc/passwd",
        "http://169.254.169.254/",
        "__proto__",
        "constructor",
        "key-1\u0000",
        "x".repeat(4_000)
      ].map(async (kid) => [`kid ${JSON.stringify(kid.slice(0, 40))}`, await signed({ kid })] as const)
    )
  ),
  "no kid": await signed({ kid: undefined as never }),
  "a signed token in a token": await signed({ cty: "JWT" }, { payload: good }),
  "two tokens": `${good}.${good}`,
  "too few parts": goodHeader,
  "five parts, as if encrypted": `${encode({ alg: "dir", enc: "A256GCM" })}..AAAA.AAAA.AAAA`,
  "a header that is no JSON": `AAAA.${encode(claims)}.AAAA`,
  "a header that is a list": `${encode([])}.${encode(claims)}.AAAA`,
  "white space": " ",
  "a null byte": "\u00ff"
}

const issued: Readonly<Record<string, JWTPayload>> = {
  "another audience": { aud: "another" },
  "no audience": { aud: [] },
  "another issuer": { iss: "https://attacker.example" },
  "the issuer with something after it": { iss: `${Issuer.issuer}.attacker.example` },
  "the issuer with a slash": { iss: `${Issuer.issuer}/` },
  "a time that has not come": { nbf: 61 },
  ...Object.fromEntries(Object.entries(refusedSubs).map(([what, sub]) => [`a subject of ${what}`, { sub }])),
  "an empty subject": { sub: "" },
  "no subject": { sub: undefined as never },
  "a subject that is null": { sub: null as never },
  "a subject that is a list": { sub: ["boss"] as never },
  "a subject that is a number": { sub: 1 as never },
  "a subject that is an object": { sub: { toString: "local" } as never },
  "an expiry that is text": { exp: "tomorrow" as never },
  "no expiry": { exp: undefined as never }
}

describe("a token", () => {
  for (const [what, token] of Object.entries(forged)) {
    it.effect(`is refused with ${what}, and nothing is fetched for it`, () =>
      Effect.gen(function* () {
        const { send } = yield* World
        const answer = yield* send(signals, { token })
        assert.strictEqual(answer.status, 401, answer.text)
        assert.include(["invalid_token", "missing_credentials"], answer.json.error.code)
        assert.deepStrictEqual(
          Issuer.asked.filter((url) => !url.startsWith(Issuer.issuer)),
          []
        )
      }).pipe(Effect.provide(World.layer))
    )
  }

  for (const [what, payload] of Object.entries(issued)) {
    it.effect(`of the provider is refused with ${what}`, () =>
      Effect.gen(function* () {
        const { send } = yield* World
        const token = yield* Effect.promise(() => Issuer.token(payload))
        const answer = yield* send(signals, { token })
        assert.strictEqual(answer.status, 401, answer.text)
        assert.strictEqual(answer.json.error.code, "invalid_token")
        assert.notInclude(answer.text, "attacker")
      }).pipe(Effect.provide(World.layer))
    )
  }

  it.effect("is of the account that it names byte for byte", () =>
    Effect.gen(function* () {
      const { send } = yield* World
      for (const sub of oddSubs) {
        const token = yield* Effect.promise(() => Issuer.token({ sub }))
        const { json } = yield* send("/api/v1/dashboard/account", { token })
        assert.strictEqual(json.data.account, sub)
      }
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("lasts until a minute after its expiry, and begins a minute before its time", () =>
    Effect.gen(function* () {
      const { send } = yield* World
      const token = yield* Effect.promise(() => Issuer.token({ nbf: 60, exp: 100 }))
      const status = Effect.map(send(signals, { token }), ({ json, status }) => json.error?.code ?? status)
      assert.strictEqual(yield* status, 200)
      yield* TestClock.setTime(159_000)
      assert.strictEqual(yield* status, 200)
      yield* TestClock.setTime(160_000)
      assert.strictEqual(yield* status, "token_expired")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("names scopes of its own only as far as there are any", () =>
    Effect.gen(function* () {
      const { send } = yield* World
      for (const payload of [
        { scope: "" },
        { scope: "SIGNALS signal signals,reports *" },
        { scp: [] },
        { scp: ["signals "] },
        { scope: "reports", scp: ["signals"] }
      ]) {
        const token = yield* Effect.promise(() => Issuer.token(payload))
        const answer = yield* send(signals, { token })
        assert.strictEqual(answer.json.error?.code, "insufficient_scope", JSON.stringify(payload))
      }
    }).pipe(Effect.provide(World.layer))
  )
})

const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "key-1", alg: "ES256" }] })

describe("an identity provider", () => {
  /** A provider on loopback that answers like this; `seen` are the paths that it was asked for. */
  const provider = Effect.fnUntraced(function* (
    answers: Readonly<
      Record<string, (origin: string) => { status?: number; headers?: Record<string, string>; body?: string }>
    >
  ) {
    const seen: Array<string> = []
    const { origin } = yield* loopback((request, response) => {
      seen.push(request.url!)
      const { body = "", headers = {}, status = 200 } = answers[request.url!]?.(origin) ?? { status: 404 }
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body)
    })
    return { origin, seen }
  })

  const verify = (settings: { readonly issuer: string; readonly jwksUrl: Option.Option<string> }, times = 1) =>
    Effect.gen(function* () {
      const tokens = yield* Tokens
      const token = yield* Effect.promise(() => Issuer.token({ iss: settings.issuer }))
      const results: Array<string> = []
      for (let n = 0; n < times; n++) {
        const result = yield* Effect.result(tokens.verify(token))
        results.push(result._tag === "Success" ? "accepted" : result.failure._tag)
      }
      return results
    }).pipe(Effect.provide(Tokens.layer({ ...settings, audience: Issuer.audience })))

  const document = (issuer: string, jwks_uri: string) => ({ body: JSON.stringify({ issuer, jwks_uri }) })

  it.effect("is asked once for its keys", () =>
    Effect.gen(function* () {
      const { origin, seen } = yield* provider({
        "/.well-known/openid-configuration": (origin) => document(origin, `${origin}/keys`),
        "/keys": () => ({ body: keys })
      })
      assert.deepStrictEqual(yield* verify({ issuer: origin, jwksUrl: Option.none() }, 3), [
        "accepted",
        "accepted",
        "accepted"
      ])
      assert.deepStrictEqual(seen, ["/.well-known/openid-configuration", "/keys"])
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["redirects to somewhere inside", { status: 302, headers: { location: "/inside" } }],
    ["answers without end", { body: `{"keys":[${"0,".repeat(1_000_000)}0]}` }],
    ["answers what is no key set", { body: "[]" }],
    ["answers no JSON", { body: "<html>" }],
    ["fails", { status: 500 }]
  ] as const)("that %s is unreachable, is left alone for a second, and nothing else is asked", ([, answer]) =>
    Effect.gen(function* () {
      const { origin, seen } = yield* provider({ "/keys": () => answer, "/inside": () => ({ body: keys }) })
      const results = yield* verify({ issuer: Issuer.issuer, jwksUrl: Option.some(`${origin}/keys`) }, 5)
      assert.deepStrictEqual([...new Set(results)], ["Unavailable"])
      assert.deepStrictEqual([...new Set(seen)], ["/keys"])
    }).pipe(Effect.scoped)
  )

  it.effect("that fails is asked again a second later, not with every token", () =>
    Effect.gen(function* () {
      const { origin, seen } = yield* provider({ "/keys": () => ({ status: 500 }) })
      yield* verify({ issuer: Issuer.issuer, jwksUrl: Option.some(`${origin}/keys`) }, 20)
      assert.lengthOf(seen, 1)
    }).pipe(Effect.scoped)
  )

  it.effect.each(["https://another.example", ""])("whose document speaks for %s is not believed", (issuer) =>
    Effect.gen(function* () {
      const { origin, seen } = yield* provider({
        "/.well-known/openid-configuration": (origin) => document(issuer, `${origin}/keys`),
        "/keys": () => ({ body: keys })
      })
      assert.deepStrictEqual(yield* verify({ issuer: origin, jwksUrl: Option.none() }), ["Unavailable"])
      assert.deepStrictEqual(seen, ["/.well-known/openid-configuration"])
    }).pipe(Effect.scoped)
  )

  it.effect("that redirects its document is not followed", () =>
    Effect.gen(function* () {
      const { origin, seen } = yield* provider({
        "/.well-known/openid-configuration": () => ({ status: 302, headers: { location: "/inside" } }),
        "/inside": (origin) => document(origin, `${origin}/keys`)
      })
      assert.deepStrictEqual(yield* verify({ issuer: origin, jwksUrl: Option.none() }), ["Unavailable"])
      assert.deepStrictEqual(seen, ["/.well-known/openid-configuration"])
    }).pipe(Effect.scoped)
  )
})
