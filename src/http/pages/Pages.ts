import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { docsMarkdown, llmsText } from "../../api/Markdown.ts"
import { Unavailable } from "../../domain/Failure.ts"
import { Readiness } from "../../storage/database/Readiness.ts"
import { Standbys } from "../../storage/database/Standbys.ts"
import { toResponse } from "../middleware/Failures.ts"
import { Shutdown } from "../server/Shutdown.ts"
import { feedsLayer } from "./Feeds.ts"
import { mailLinksLayer } from "./MailLinks.ts"

/** The page carries its script and style in itself, and may talk to this service alone. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Made once, when it is first asked for. */
const made = (response: () => HttpServerResponse.HttpServerResponse) =>
  Effect.runSync(Effect.cached(Effect.sync(response)))

const contract = made(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(Api)))

const asText = (write: typeof docsMarkdown, contentType: string) =>
  made(() => HttpServerResponse.text(write(OpenApi.fromApi(Api)), { contentType }))

/** Loaded when it is first asked for, since its script takes 20 MB from then on. */
const page = Effect.runSync(
  Effect.cached(
    HttpRouter.toHttpEffect(
      HttpApiScalar.layer(Api, {
        path: "/docs",
        scalar: { withDefaultFonts: false, authentication: { preferredSecurityScheme: "apiKey" } }
      })
    ).pipe(Effect.map(Effect.map(HttpServerResponse.setHeader("content-security-policy", policy))), Effect.scoped)
  )
)

/** Where the contract can be read: the document for programs, the page for people. Nothing is loaded from elsewhere. */
const docs = Layer.mergeAll(
  HttpRouter.add("GET", "/openapi.json", contract),
  HttpRouter.add("GET", "/docs.md", asText(docsMarkdown, "text/markdown; charset=utf-8")),
  HttpRouter.add("GET", "/llms.txt", asText(llmsText, "text/plain; charset=utf-8")),
  HttpRouter.add("GET", "/docs", Effect.flatten(page)),
  HttpRouter.add("GET", "/", HttpServerResponse.redirect("/dashboard"))
)

const notReady = (message: string) => toResponse(new Unavailable({ code: "unavailable", message, retryAfter: 5 }))

/**
 * For process managers and balancers: the process answers; the database answers and is migrated, or a standby of it can
 * be read from, and no stop is near.
 */
const probes = Layer.mergeAll(
  HttpRouter.add("GET", "/healthz", HttpServerResponse.jsonUnsafe({ success: true, data: { status: "ok" } })),
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const readiness = yield* Readiness
      const shutdown = yield* Shutdown
      const { standing } = yield* Standbys
      const ready = Effect.flatMap(standing, ({ standbys }) =>
        standbys.some(({ problem }) => problem === null) ? Effect.succeed(true) : readiness.check
      )
      yield* router.add(
        "GET",
        "/readyz",
        Effect.flatMap(ready, (ready) => {
          if (shutdown.isAnnounced()) return notReady("The service is about to stop.")
          if (!ready) return notReady("The database cannot be reached.")
          return Effect.succeed(HttpServerResponse.jsonUnsafe({ success: true, data: { status: "ok" } }))
        })
      )
    })
  )
)

export const pagesLayer = Layer.mergeAll(docs, probes, feedsLayer, mailLinksLayer)
