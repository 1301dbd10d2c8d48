import { Context, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import type { Configuration } from "openid-client"
import { Settings } from "../config/Settings.ts"
import { type AccountName, accountOf } from "../domain/Account.ts"

/** What the browser keeps between going to the provider and coming back: only its own answer is accepted. */
export const Attempt = Schema.Struct({ state: Schema.String, nonce: Schema.String, verifier: Schema.String })
export type Attempt = typeof Attempt.Type

/**
 * The provider did not vouch for anybody. `reason` is a word of the protocol or the library's: never a code or a token.
 */
export class NotVouched extends Schema.TaggedError<NotVouched>()("NotVouched", {
  reason: Schema.String,
  /** False when the provider could not be asked: then it is worth another try. */
  reachable: Schema.Boolean
}) {}

/** The provider, by the authorization code flow of OpenID Connect Core 1.0, section 3.1, with PKCE (RFC 7636). */
export interface Provider {
  /** Where to send the browser, which comes back to `redirectUri`. */
  readonly begin: (redirectUri: string) => Effect.Effect<{ readonly url: URL; readonly attempt: Attempt }, NotVouched>
  /** The account of whom the provider vouches for, after the browser came back to the redirect URI with this query. */
  readonly finish: (redirectUri: string, query: string, attempt: Attempt) => Effect.Effect<AccountName, NotVouched>
  /**
   * Where to send the browser to end its session with the provider (RP-Initiated Logout 1.0); null when it has no such
   * page.
   */
  readonly signOut: (returnTo: string) => Effect.Effect<URL | null, NotVouched>
}

const word = (error: unknown, name: string): string | undefined => {
  const value = typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === "string" && /^[\w.:-]{1,64}$/.test(value) ? value : undefined
}

/** `error` is the provider's word (RFC 6749, section 5.2), `code` the library's. */
const notVouched = (error: unknown): NotVouched => {
  const reason = word(error, "error") ?? word(error, "code") ?? "unreachable"
  return new NotVouched({ reason, reachable: reason !== "unreachable" && reason !== "OAUTH_TIMEOUT" })
}

/** Seconds that the provider may take for an answer: a sign-in asks it twice, and no request may take ten. */
const timeout = 4

const make = (
  options: {
    readonly issuer: string
    readonly clientId: string
    readonly clientSecret: Option.Option<Redacted.Redacted>
  },
  fetch: typeof globalThis.fetch
): Provider => {
  const { clientId, issuer } = options
  // Loaded at the first sign-in: a service that starts has no use for it.
  const library = () => import("openid-client")

  const discover = async (): Promise<Configuration> => {
    const client = await library()
    const insecure = new URL(issuer).protocol === "http:" ? [client.allowInsecureRequests] : []
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      execute: insecure,
      timeout,
      [client.customFetch]: (url, init) => fetch(url, init as RequestInit)
    })
    const metadata = found.serverMetadata()
    const authentication = Option.match(options.clientSecret, {
      onNone: () => client.None(),
      onSome: (secret) =>
        // Discovery 1.0, section 3: a provider that does not say takes client_secret_basic.
        (metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]).includes("client_secret_basic")
          ? client.ClientSecretBasic(Redacted.value(secret))
          : client.ClientSecretPost(Redacted.value(secret))
    })
    const configuration = new client.Configuration(metadata, clientId, undefined, authentication)
    configuration.timeout = timeout
    configuration[client.customFetch] = (url, init) => fetch(url, init as RequestInit)
    for (const allow of insecure) allow(configuration)
    // The signature of the ID token is checked too, not only that it came over a connection to the provider.
    client.enableNonRepudiationChecks(configuration)
    return configuration
  }

  let known: Promise<Configuration> | undefined
  const configuration = () => {
    known ??= discover()
    // A discovery that failed is tried again by the next sign-in.
    known.catch(() => (known = undefined))
    return known
  }

  const ask = <A>(question: (client: Awaited<ReturnType<typeof library>>, config: Configuration) => Promise<A>) =>
    Effect.tryPromise({ try: async () => question(await library(), await configuration()), catch: notVouched })

  return {
    begin: (redirectUri) =>
      ask(async (client, config) => {
        const attempt = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier()
        }
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: "openid",
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
          code_challenge_method: "S256"
        })
        return { url, attempt }
      }),
    finish: (redirectUri, query, { nonce, state, verifier }) =>
      ask(async (client, config) => {
        const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce
        })
        return tokens.claims()?.sub
      }).pipe(
        Effect.flatMap((sub) =>
          Effect.fromResult(
            Result.mapError(accountOf(sub), () => new NotVouched({ reason: "unusable_sub", reachable: true }))
          )
        )
      ),
    signOut: (returnTo) =>
      ask(async (client, config) =>
        config.serverMetadata().end_session_endpoint === undefined
          ? null
          : client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo })
      )
  }
}

/** The identity provider through which people sign in to the dashboard; null when none is configured. */
export class IdentityProvider extends Context.Service<IdentityProvider, { readonly provider: Provider | null }>()(
  "sonde/access/IdentityProvider"
) {
  static readonly layer = (fetch: typeof globalThis.fetch = globalThis.fetch) =>
    Layer.effect(
      IdentityProvider,
      Effect.map(Settings, (settings) =>
        Option.match(Option.all([settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID]), {
          onNone: () => ({ provider: null }),
          onSome: ([issuer, clientId]) => ({
            provider: make({ issuer, clientId, clientSecret: settings.OIDC_CLIENT_SECRET }, fetch)
          })
        })
      )
    )
}
