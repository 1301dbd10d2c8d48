import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { HttpApi, OpenApi } from "effect/http-api"
import { readFileSync } from "node:fs"
import * as Issuer from "../../harness/Issuer.ts"
import { type Answer, type Call, World } from "../../harness/World.ts"
import { generateKey } from "../../src/access/KeyFormat.ts"
import { KeyRing } from "../../src/access/KeyRing.ts"
import { unbounded } from "../../src/access/KeyBounds.ts"
import { Api } from "../../src/api/Api.ts"
import { Requirement } from "../../src/api/Security.ts"
import type { AccountId } from "../../src/domain/Account.ts"
import { ApiKeyId } from "../../src/domain/ApiKey.ts"
import { allScopes, HeldScope, type Scope, specifiedScopes } from "../../src/domain/Scope.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { things } from "../support/Things.ts"

/*
 * Who may what: every endpoint × every kind of credential × the caller's own thing, another's and one that never was.
 * The endpoints, their bodies and their answers come from the contract, so that a new one is in the table by itself.
 */

type Right = Context.Service.Shape<typeof Requirement>

/** The scope of each part of the public API, as docs/api.md has it: not read from what is tested. */
const scopes = new Map<string, Right | null>(
  readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8")
    .match(/<!-- scopes:[^]*?<!-- \/scopes -->/)![0]
    .split("\n")
    .flatMap((line) => {
      const [, scope, parts] = /^\| (?:`(\w+)`|none.*) \| (`\/.*) \|$/.exec(line) ?? []
      return (parts?.match(/\/[\w-]+/g) ?? []).map((part) => [part, (scope as Scope | undefined) ?? null] as const)
    })
)

/** What each part of the dashboard's API asks for. */
const dashboard: ReadonlyArray<readonly [path: RegExp, right: Right, method?: string]> = [
  [/^\/(keys(\/|$)|audit$)/, "keys"],
  [/^\/account$/, "signed_in_user"],
  [/^\/views(\/|$)/, "unrestricted_user"],
  [/^\/sources$/, "unrestricted_user", "GET"],
  [/^\/sources$/, "operator", "POST"],
  [/^\/sources\/(?:discover|import|export|:source_name(?:\/run)?)$/, "operator"]
]

/** What an endpoint has to ask for; undefined where nobody has said it. */
const rightOf = (method: string, path: string): Right | null | undefined => {
  const [, api, rest = ""] = /^\/api\/v1\/(public|dashboard)(\/.+)$/.exec(path) ?? []
  return api === "public"
    ? scopes.get(/^\/[^/]+/.exec(rest)![0])
    : dashboard.find(([pattern, , only = method]) => pattern.test(rest) && only === method)?.[1]
}

interface Endpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly parameter: string | undefined
  readonly required: Right | null
  readonly right: Right | null | undefined
  readonly successes: ReadonlyArray<number>
  readonly query: string
  readonly body: object | undefined
}

const document = JSON.parse(JSON.stringify(OpenApi.fromApi(Api)))

const operationOf = (method: string, path: string) =>
  document.paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()]

const successesOf = (method: string, path: string): ReadonlyArray<number> =>
  Object.keys(operationOf(method, path).responses)
    .map(Number)
    .filter((status) => status < 300)

/** A body and a query with which the endpoint does what it is for: the example that the document gives for the one. */
const requestOf = (method: string, path: string) => {
  const { parameters, requestBody } = operationOf(method, path)
  const name = requestBody?.content["application/json"].schema.$ref.split("/").at(-1)
  const query = parameters.filter((parameter: any) => parameter.in === "query" && parameter.required)
  return {
    query: query.map(({ name }: any, n: number) => `${n === 0 ? "?" : "&"}${name}=acme`).join(""),
    body: name === undefined ? undefined : document.components.schemas[name].examples[0]
  }
}

const endpoints: Array<Endpoint> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path }, mergedAnnotations }) => {
    endpoints.push({
      name: `${method} ${path}`,
      method,
      path,
      parameter: /:(\w+)/.exec(path)?.[1],
      required: Option.getOrNull(Context.getOption(mergedAnnotations, Requirement)),
      right: rightOf(method, path),
      successes: successesOf(method, path),
      ...requestOf(method, path)
    })
  }
})

/** An endpoint that asks for a credential. */
type Guarded = Endpoint & { readonly right: Right }

const isScope = (right: Right): right is Scope => (allScopes as ReadonlyArray<string>).includes(right)

/** A refusal, or null for what is done. */
type Verdict = readonly [status: number, code: string] | null

/** A kind of caller, each with an account of its own, and what every endpoint has to tell one. */
interface Row {
  readonly name: string
  /** The account is an operator's. */
  readonly operator?: true
  /** The account, unless it is called what the row is. */
  readonly account?: string
  readonly call: (account: string) => Effect.Effect<Partial<Call>, never, World | KeyRing>
  readonly verdict: (endpoint: Guarded) => Verdict
  /** Of what the caller may call in general: why this may not be done with the own thing. */
  readonly beyond?: (endpoint: Guarded) => Verdict
}

const start = Date.parse("2026-11-22T12:00:00Z")

const tokenOf = (claims: Parameters<typeof Issuer.token>[0], options: Parameters<typeof Issuer.token>[1] = {}) =>
  Effect.promise(() => Issuer.token(claims, { now: start / 1_000, ...options }))

const world = <A>(use: (world: World["Service"]) => Effect.Effect<A>) => Effect.flatMap(World, use)

const constant = (name: string, verdict: Verdict, call: Row["call"]): Row => ({ name, call, verdict: () => verdict })

const insufficient = [403, "insufficient_scope"] as const

const keyRow = (name: string, scopes: ReadonlyArray<Scope>): Row => ({
  name,
  call: (account) => world(({ key }) => Effect.map(key({ account, scopes }), ({ key }) => ({ key }))),
  verdict: ({ right }) =>
    !isScope(right) ? [403, "key_management_forbidden"] : scopes.includes(right) ? null : insufficient
})

const tokenRow = (name: string, scope: string | undefined, operator?: true): Row => {
  const held: ReadonlyArray<HeldScope> =
    scope === undefined ? specifiedScopes : HeldScope.literals.filter((known) => scope.split(" ").includes(known))
  return {
    name,
    ...(operator && { operator }),
    call: (account) =>
      Effect.map(tokenOf({ sub: account, ...(scope !== undefined && { scope }) }), (token) => ({ token })),
    verdict: ({ right }) => {
      if (right === "operator") return [403, "operator_only"]
      if (right === "unrestricted_user")
        return specifiedScopes.every((scope) => held.includes(scope)) ? null : insufficient
      return right === "any_caller" || right === "signed_in_user" || held.includes(right) ? null : insufficient
    },
    // A new key, whose scopes are these two in this table.
    beyond: (endpoint) =>
      /^POST .*\/keys(\/:key_id\/rotate)?$/.test(endpoint.name) &&
      !(held.includes("reports") && held.includes("signals"))
        ? insufficient
        : null
  }
}

const sessionRow = (name: string, as: Pick<Row, "account" | "operator"> = {}): Row => ({
  name,
  ...as,
  call: (account) => world((world) => Effect.map(world.session(account), (session) => ({ session }))),
  verdict: ({ right }) => (right === "operator" && as.operator === undefined ? [403, "operator_only"] : null)
})

/**
 * A session of an operator, and from where it asks: all that is more than reading must come from the service's own
 * pages.
 */
const siteRow = (name: string, headers: Record<string, string>): Row => ({
  name: `session from ${name}`,
  operator: true,
  call: (account) => world((world) => Effect.map(world.session(account), (session) => ({ session, headers }))),
  verdict: ({ method }) => (method === "GET" ? null : [403, "cross_origin"])
})

/** A key that was good, until this was done to it. */
const formerKey = (
  name: string,
  code: string,
  end: (ring: KeyRing["Service"], account: AccountId, id: ApiKeyId) => Effect.Effect<unknown, unknown>
) =>
  constant(
    name,
    [401, code],
    Effect.fnUntraced(function* (name) {
      const world = yield* World
      const { id, key } = yield* world.key({ account: name, expires_at: new Date(start + 60_000) })
      yield* Effect.orDie(end(yield* KeyRing, yield* world.account(name), ApiKeyId.make(id)))
      return { key }
    })
  )

const rows: ReadonlyArray<Row> = [
  constant("no credential", [401, "missing_credentials"], () => Effect.succeed({})),
  constant("empty headers", [401, "missing_credentials"], () => Effect.succeed({ key: "", token: "" })),
  ...allScopes.map((scope) => keyRow(`key with ${scope}`, [scope])),
  keyRow("key with all scopes", allScopes),
  ...HeldScope.literals.map((scope) => tokenRow(`token with ${scope}`, `openid ${scope}`)),
  tokenRow("token with all scopes and keys", Issuer.everyScope),
  tokenRow("token without scopes", undefined),
  tokenRow("token that names none of ours", "openid profile operator SIGNALS"),
  tokenRow("token of an operator", `${Issuer.everyScope} operator`, true),
  sessionRow("session"),
  sessionRow("session of an operator by link", { account: "local", operator: true }),
  sessionRow("session of an operator by name", { operator: true }),
  siteRow("another site of the domain", { "sec-fetch-site": "same-site" }),
  siteRow("another site", { "sec-fetch-site": "cross-site", origin: "http://sonde.test" }),
  siteRow("an old browser on another site", { "sec-fetch-site": "", origin: "http://evil.test" }),
  siteRow("nowhere", { "sec-fetch-site": "none" }),

  formerKey("deactivated key", "key_deactivated", (ring, account, id) => ring.deactivate(account, id)),
  formerKey("rotated key", "key_deactivated", (ring, account, id) => ring.rotate(account, id, unbounded)),
  formerKey("deleted key", "invalid_api_key", (ring, account, id) => ring.remove(account, id)),
  formerKey("expired key", "key_expired", () => TestClock.setTime(start + 60_000)),
  constant("no key", [401, "invalid_api_key"], () => Effect.succeed({ key: "x" })),
  constant("well-formed key that nobody has", [401, "invalid_api_key"], () => Effect.succeed({ key: generateKey() })),
  constant("no token", [401, "invalid_token"], () => Effect.succeed({ token: "not.a.token" })),
  constant("expired token", [401, "token_expired"], (sub) =>
    Effect.map(tokenOf({ sub, exp: start / 1_000 - 3_600 }), (token) => ({ token }))
  ),
  constant("token for another service", [401, "invalid_token"], (sub) =>
    Effect.map(tokenOf({ sub, aud: "another" }), (token) => ({ token }))
  ),
  constant("token of a stranger", [401, "invalid_token"], (sub) =>
    Effect.map(tokenOf({ sub }, { signedBy: "stranger" }), (token) => ({ token }))
  ),
  constant("token of the operator's own account", [401, "invalid_token"], () =>
    Effect.map(tokenOf({ sub: "local", scope: Issuer.everyScope }), (token) => ({ token }))
  ),
  constant("no session", [401, "session_ended"], () => Effect.succeed({ session: "x".repeat(43) })),
  constant("session past its time", [401, "session_ended"], (account) =>
    world(({ session }) =>
      Effect.tap(
        Effect.map(session(account), (session) => ({ session })),
        TestClock.setTime(start + 2 * 3_600_000)
      )
    )
  ),
  // The first that is sent decides.
  constant("bad key beside a good token", [401, "invalid_api_key"], (sub) =>
    Effect.map(tokenOf({ sub, scope: Issuer.everyScope }), (token) => ({ key: "x", token }))
  ),
  constant("bad key beside a good session", [401, "invalid_api_key"], () =>
    world(({ session }) => Effect.map(session(), (session) => ({ key: "x", session })))
  ),
  constant("bad token beside a good session", [401, "invalid_token"], () =>
    world(({ session }) => Effect.map(session(), (session) => ({ token: "x", session })))
  ),
  {
    ...keyRow("good key beside a bad token and an operator's session", allScopes),
    call: (account) =>
      world(({ key, session }) =>
        Effect.all({
          key: Effect.map(key({ account }), ({ key }) => key),
          token: Effect.succeed("x"),
          session: session()
        })
      )
  }
]

/** In the name of every thing of the account whose things are not the callers': no answer to them says it. */
const word = "zebra"

const refusalOf = ({ json, status }: Answer) => ({ status, ...json?.error, request_id: "" })

const isRefused = (answer: Answer, [status, code]: NonNullable<Verdict>) => {
  assert.deepInclude(refusalOf(answer), { status, code }, answer.text)
  if (status === 401) assert.include(answer.headers.get("www-authenticate") ?? "", "Bearer")
}

const fill = (path: string, value: number | string) => path.replace(/:\w+/, String(value))

/** What a path can name, made by an account; what is shared is there for all. */
const make = Effect.fnUntraced(function* (parameter: string, account: string, name: string) {
  const thing = things[parameter]
  assert.isDefined(thing, `say in Things.ts how a ${parameter} comes to be`)
  if ("shared" in thing!) return yield* thing.shared
  const { send, session } = yield* World
  const made = yield* send(thing!.path, {
    method: "POST",
    session: yield* session(account),
    body: thing!.body(name),
    headers: { prefer: "respond-async" }
  })
  assert.isBelow(made.status, 300, made.text)
  const id = made.json.data.id as number
  yield* thing!.finish?.(id, yield* (yield* World).account(account)) ?? Effect.void
  return id
})

const never = (parameter: string | undefined) =>
  parameter === "source_name" ? "feed:nobody.example" : parameter === "platform" ? "nowhere" : 2_147_483_647

const isShared = (parameter: string) => "shared" in things[parameter]!

/** The clock is set before there is anything that waits for it: it would go through all the years. */
const layer = World.over(Storage.layerMemory, {
  OPERATORS: rows.flatMap(({ name, operator }) => (operator === true ? [name] : [])).join(),
  TOKEN_KEY_MAX_DAYS: "36500",
  REPORTS_PER_HOUR: "0",
  TRUST_PROXY: "true"
}).pipe(Layer.provide(Layer.effectDiscard(TestClock.setTime(start))))

describe("every endpoint", () => {
  it("is in a part of the API whose right is known, and asks for it", () => {
    for (const { name, required, right } of endpoints) {
      assert.isDefined(right, `say in the table of scopes in docs/api.md which one covers ${name}`)
      assert.strictEqual(required, right, `${name} asks for another right than docs/api.md says`)
    }
  })

  it("is met by every kind of credential", () => {
    assert.isAbove(endpoints.length, 30)
    assert.deepStrictEqual(
      endpoints.filter(({ right }) => right === null).map(({ name }) => name),
      ["GET /api/v1/public/status"]
    )
  })

  for (const endpoint of endpoints) {
    const { method, parameter, path, query, right } = endpoint
    if (right === null || right === undefined) continue
    /** What the example names, where it must be there. */
    let existing = {}
    const call = (value: number | string, credential: Partial<Call>) =>
      world(({ send }) =>
        send(fill(path, value) + query, {
          method,
          ...(endpoint.body !== undefined && { body: { ...endpoint.body, ...existing } }),
          ...credential
        })
      )

    it.layer(layer)(endpoint.name, (it) => {
      let other: number | string = ""

      it.effect("stands beside things of another account", () =>
        Effect.gen(function* () {
          for (const parameter of Object.keys(things)) yield* make(parameter, "owner", word)
          if (path.endsWith("/claims/check"))
            existing = { evidence: [`signal:${yield* make("signal_id", "owner", word)}`] }
          if (parameter !== undefined) other = yield* make(parameter, "owner", `another-${word}`)
        })
      )

      for (const [n, row] of rows.entries()) {
        const verdict = row.verdict({ ...endpoint, right })
        const beyond = row.beyond?.({ ...endpoint, right }) ?? null
        // Each from a network of its own: failed credentials are counted by it.
        const headers = { prefer: "respond-async", "x-forwarded-for": `10.0.0.${n}` }
        const title = `${(verdict ?? beyond) === null ? "is done for" : `answers ${(verdict ?? beyond)!.join(" ")} to`} ${row.name}`

        it.effect(title, () =>
          Effect.gen(function* () {
            yield* TestClock.setTime(start)
            const account = row.account ?? row.name
            const own = parameter === undefined ? "" : yield* make(parameter, account, "own")
            const credential = yield* row.call(account)
            const ask = (value: number | string) =>
              call(value, { ...credential, headers: { ...headers, ...credential.headers } })
            const absent = parameter === undefined ? [] : [yield* ask(never(parameter))]
            const others = parameter === undefined || isShared(parameter) ? [] : [yield* ask(other)]
            const answer = yield* ask(own)
            for (const { text } of [...others, ...absent, answer]) assert.notInclude(text, word)
            for (const one of others) assert.deepStrictEqual(refusalOf(one), refusalOf(absent[0]!), "as what never was")

            if (verdict !== null) {
              isRefused(answer, verdict)
              if (verdict === insufficient)
                assert.include(answer.json.error.message, right === "unrestricted_user" ? "all scopes" : right)
              for (const one of absent) assert.deepStrictEqual(refusalOf(one), refusalOf(answer), "whatever is there")
              return
            }
            for (const { status, text } of [...others, ...absent]) assert.include([404, 422], status, text)
            if (beyond !== null) isRefused(answer, beyond)
            else assert.include(endpoint.successes, answer.status, answer.text)
          })
        )
      }

      it.effect("still does for the other account what no caller has done to its thing", () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(start)
          const { session } = yield* World
          const owner = right === "operator" ? "local" : "owner"
          const answer = yield* call(other, { session: yield* session(owner), headers: { prefer: "respond-async" } })
          assert.include(endpoint.successes, answer.status, answer.text)
        })
      )
    })
  }
})
