import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Settings } from "../config/Settings.ts"
import { allScopes } from "../domain/Scope.ts"
import { nothingHere } from "../http/middleware/Failures.ts"
import { RequestOrigin } from "../http/middleware/RequestOrigin.ts"
import { mcpPath } from "./Server.ts"

const wellKnown = "/.well-known/oauth-protected-resource"

/** Whose tokens are taken, if there is an identity provider. */
export const tokenIssuer = Effect.map(Settings, ({ OIDC_AUDIENCE, OIDC_ISSUER }) =>
  Option.map(Option.all([OIDC_ISSUER, OIDC_AUDIENCE]), ([issuer]) => issuer)
)

/** Where a client finds out whose tokens `/mcp` takes: its path follows the well-known name (RFC 9728, section 3.1). */
export const metadataUrl = (origin: string): string => `${origin}${wellKnown}${mcpPath}`

/** OAuth 2.0 Protected Resource Metadata (RFC 9728). Only served if an identity provider is configured. */
export const metadataLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const issuer = yield* tokenIssuer
    const origin = yield* RequestOrigin
    for (const path of ["", mcpPath] as const) {
      yield* router.add("GET", `${wellKnown}${path}`, (request) =>
        Option.match(issuer, {
          onNone: () => nothingHere,
          onSome: (url) =>
            Effect.succeed(
              HttpServerResponse.jsonUnsafe({
                resource: `${origin.origin(request)}${path}`,
                authorization_servers: [url],
                scopes_supported: allScopes,
                bearer_methods_supported: ["header"],
                resource_name: "Sonde"
              })
            )
        })
      )
    }
  })
)
