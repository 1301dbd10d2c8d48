import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import type { JWTVerifyGetKey } from "jose"
import { cappedFetch } from "../outbound/CappedFetch.ts"
import { type AccountName, accountOf } from "../domain/Account.ts"
import { Unauthorized, Unavailable } from "../domain/Failure.ts"
import { HeldScope, specifiedScopes } from "../domain/Scope.ts"

/** What a verified token says. */
export interface VerifiedToken {
  readonly account: AccountName
  readonly scopes: ReadonlyArray<HeldScope>
}

export interface TokenSettings {
  readonly issuer: string
  readonly audience: string
  /** Where the issuer's keys are; by default what its discovery document names. */
  readonly jwksUrl: Option.Option<string>
}

/** RFC 8725: only asymmetric signatures; `none` and HS* never. */
const algorithms = [
  ["RS256", "RS384", "RS512"],
  ["PS256", "PS384", "PS512"],
  ["ES256", "ES384", "ES512"],
  ["EdDSA", "Ed25519"]
].flat()

/** Bytes of a discovery document or a key set; those of large providers have some ten thousand. */
const maxDocument = 1_000_000

/** How long a provider that failed is left alone: callers' tokens must not cause requests to it without end. */
const restMillis = 1_000

/** Clocks of issuer and service may differ by this much, in seconds. */
const clockTolerance = 60

const Claims = Schema.Struct({
  sub: Schema.Unknown,
  scope: Schema.optionalKey(Schema.String),
  scp: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)]))
})

/**
 * The six scopes of the specification, unless the token carries `scope` (RFC 8693) or `scp`: then those that it names.
 * Keys are managed only by a token that names the scope for it: many providers name none, and hand their tokens to
 * scripts in pages.
 */
const scopesOf = (claims: typeof Claims.Type): ReadonlyArray<HeldScope> => {
  const named = claims.scope ?? claims.scp
  if (named === undefined) return specifiedScopes
  const words = typeof named === "string" ? named.split(" ") : named
  return HeldScope.literals.filter((scope) => words.includes(scope))
}

const invalid = (message: string) => new Unauthorized({ code: "invalid_token", message })

const unreachable = new Unavailable({
  code: "unavailable",
  message: "The identity provider's keys cannot be fetched at the moment.",
  retryAfter: 10
})

/** Loaded only where there are tokens to verify. */
type Jose = typeof import("jose")

/** What jose reports, as what a caller can act on. Keys that cannot be fetched are no fault of the token. */
const toFailure = ({ errors }: Jose, error: unknown): Unauthorized | Unavailable => {
  if (error instanceof errors.JWTExpired) {
    return new Unauthorized({ code: "token_expired", message: "The token has expired." })
  }
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return unreachable
  if (error instanceof errors.JWTClaimValidationFailed)
    return invalid(`The token's ${error.claim} claim is not accepted.`)
  if (error instanceof errors.JWKSNoMatchingKey) return invalid("The token is signed with an unknown key.")
  if (error instanceof errors.JOSEError && error.code !== "ERR_JOSE_GENERIC") return invalid("The token is not valid.")
  return unreachable
}

const Discovery = Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String })

/** OpenID Connect Discovery 1.0, section 4. */
const discover = async (issuer: string, fetch: typeof globalThis.fetch): Promise<URL> => {
  const response = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(5_000)
  })
  if (!response.ok) throw new Error(`discovery answered ${response.status}`)
  const document = Schema.decodeUnknownSync(Discovery)(await response.json())
  // Section 4.3: a document that speaks for another issuer is not this one's.
  if (document.issuer !== issuer) throw new Error("discovery names another issuer")
  return new URL(document.jwks_uri)
}

/** Verifies Bearer tokens (JWT, RFC 7519) of the configured identity provider. */
export class Tokens extends Context.Service<
  Tokens,
  { readonly verify: (token: string) => Effect.Effect<VerifiedToken, Unauthorized | Unavailable> }
>()("sonde/access/Tokens") {
  /** Without an issuer every token is refused. */
  static readonly layerNone = Layer.succeed(Tokens, {
    verify: () => Effect.fail(invalid("This service accepts no tokens: no identity provider is configured."))
  })

  /**
   * Checks signature, `iss`, `aud`, `exp` and `nbf` against the issuer's keys, which are cached for ten minutes and
   * fetched again for an unknown key id, at most every 30 seconds.
   */
  static readonly layer = (settings: TokenSettings, fetch: typeof globalThis.fetch = globalThis.fetch) =>
    Layer.effect(
      Tokens,
      Effect.gen(function* () {
        const jose = yield* Effect.promise(() => import("jose"))
        let now = 0
        let askAgain = 0
        const capped = cappedFetch(maxDocument, fetch)
        const rested: typeof globalThis.fetch = async (...request) => {
          if (now < askAgain) throw new Error("the provider failed a moment ago")
          try {
            const response = await capped(...request)
            if (!response.ok) askAgain = now + restMillis
            return response
          } catch (error) {
            askAgain = now + restMillis
            throw error
          }
        }
        let keys: Promise<JWTVerifyGetKey> | undefined
        const getKeys = (): Promise<JWTVerifyGetKey> => {
          if (keys !== undefined) return keys
          const url = Option.isSome(settings.jwksUrl)
            ? Promise.resolve(new URL(settings.jwksUrl.value))
            : discover(settings.issuer, rested)
          keys = url.then((jwks) =>
            jose.createRemoteJWKSet(jwks, {
              cooldownDuration: 30_000,
              timeoutDuration: 5_000,
              [jose.customFetch]: rested
            })
          )
          // A discovery that failed is tried again by the next token.
          keys.catch(() => {
            keys = undefined
          })
          return keys
        }
        return {
          verify: Effect.fnUntraced(function* (token) {
            now = yield* Clock.currentTimeMillis
            const payload = yield* Effect.tryPromise({
              try: async () =>
                (
                  await jose.jwtVerify(token, await getKeys(), {
                    algorithms,
                    issuer: settings.issuer,
                    audience: settings.audience,
                    clockTolerance,
                    currentDate: new Date(now),
                    requiredClaims: ["exp", "sub"]
                  })
                ).payload,
              catch: (error) => toFailure(jose, error)
            })
            const claims = yield* Schema.decodeUnknownEffect(Claims)(payload).pipe(
              Effect.mapError(() => invalid("The token's claims are not of the expected form."))
            )
            const account = accountOf(claims.sub)
            if (Result.isFailure(account)) {
              return yield* invalid(`The token's sub claim is not accepted: it ${account.failure}.`)
            }
            return { account: account.success, scopes: scopesOf(claims) }
          })
        }
      })
    )
}
