import { Effect } from "effect"
import { exportJWK, generateKeyPair } from "jose"
import type { RequestListener } from "node:http"
import { Provider } from "oidc-provider"
import { loopback } from "../../harness/Loopback.ts"

const client = { id: "ci", secret: "secret" }

const makeKey = (kid: string) =>
  Effect.promise(async () => {
    const { privateKey } = await generateKeyPair("ES256", { extractable: true })
    return { ...(await exportJWK(privateKey)), kid, alg: "ES256", use: "sig" }
  })

/**
 * A certified identity provider on loopback, which grants tokens to a program for the resource that it names (RFC
 * 8707).
 */
export const identityProvider = Effect.gen(function* () {
  let keys = [yield* makeKey("key-1")]
  let handle: RequestListener
  let hasKeys = true
  let fetches = 0
  const { origin } = yield* loopback((request, response) => {
    if (request.url !== "/jwks") return handle(request, response)
    fetches++
    return hasKeys ? handle(request, response) : response.writeHead(500).end()
  })

  const start = Effect.sync(() => {
    handle = new Provider(origin, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          grant_types: ["client_credentials"],
          redirect_uris: [],
          response_types: [],
          id_token_signed_response_alg: "ES256"
        }
      ],
      jwks: { keys },
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_, resource) => ({
            scope: "signals reports",
            audience: resource,
            accessTokenFormat: "jwt",
            accessTokenTTL: 3_600,
            jwt: { sign: { alg: "ES256" } }
          })
        }
      }
    }).callback()
  })
  yield* start

  return {
    issuer: origin,
    /** A token by client credentials; without a resource an opaque one. */
    token: (form: { readonly resource?: string; readonly scope?: string }) =>
      Effect.promise(async (): Promise<string> => {
        const response = await fetch(`${origin}/token`, {
          method: "POST",
          headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
          body: new URLSearchParams({ grant_type: "client_credentials", ...form })
        })
        const answer = (await response.json()) as { readonly access_token?: string }
        if (answer.access_token === undefined) throw new Error(JSON.stringify(answer))
        return answer.access_token
      }),
    /** Signs with a new key from now on; the ones before are published still, or withdrawn. */
    rotate: (kid: string, before: "published" | "withdrawn") =>
      Effect.gen(function* () {
        const key = yield* makeKey(kid)
        keys = before === "published" ? [key, ...keys] : [key]
        yield* start
      }),
    /** Takes the keys' address down, and back. */
    setKeys: (up: boolean) => Effect.sync(() => void (hasKeys = up)),
    /** How often the keys were asked for. */
    fetches: () => fetches
  }
})
