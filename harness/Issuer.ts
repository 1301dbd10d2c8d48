import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose"
import { HeldScope } from "../src/domain/Scope.ts"

/** An identity provider without a network: its discovery document and keys are answered by {@link fetch}. */
export const issuer = "https://id.example"
export const audience = "sonde"

const pair = await generateKeyPair("ES256", { extractable: true })
const stranger = await generateKeyPair("ES256", { extractable: true })
const jwk = { ...(await exportJWK(pair.publicKey)), kid: "key-1", alg: "ES256", use: "sig" }

/** The `scope` of a token that may do whatever a token may. */
export const everyScope = HeldScope.literals.join(" ")

let reachable = true

/** Takes the provider off the network, and back. */
export const setReachable = (value: boolean): void => {
  reachable = value
}

/** What anyone can have of the provider's key. */
export const publicKey = pair.publicKey

/** Every address that was asked for. */
export const asked: Array<string> = []

export const fetch: typeof globalThis.fetch = (input) => {
  const url = input instanceof Request ? input.url : String(input)
  asked.push(url)
  if (!reachable) return Promise.reject(new TypeError("fetch failed"))
  if (url === `${issuer}/.well-known/openid-configuration`) {
    return Promise.resolve(Response.json({ issuer, jwks_uri: `${issuer}/keys` }))
  }
  if (url === `${issuer}/keys`) return Promise.resolve(Response.json({ keys: [jwk] }))
  return Promise.resolve(new Response("no such page", { status: 404 }))
}

/** A token of the provider; `now` in seconds, by default the beginning of TestClock's time. */
export const token = (
  claims: JWTPayload = {},
  options: { readonly now?: number; readonly signedBy?: "provider" | "stranger"; readonly kid?: string } = {}
): Promise<string> => {
  const now = options.now ?? 0
  return new SignJWT({ sub: "user-1", iss: issuer, aud: audience, iat: now, exp: now + 3_600, ...claims })
    .setProtectedHeader({ alg: "ES256", kid: options.kid ?? "key-1" })
    .sign((options.signedBy === "stranger" ? stranger : pair).privateKey)
}
