import { Duration, Effect, Option, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AuditContext } from "../access/AuditContext.ts"
import { Attempt, IdentityProvider, type NotVouched } from "../access/IdentityProvider.ts"
import { Limits } from "../access/Limits.ts"
import { SignIn } from "../access/SignIn.ts"
import { attemptCookie, sessionCookie } from "../http/headers/Cookie.ts"
import { RequestOrigin } from "../http/middleware/RequestOrigin.ts"
import { home } from "./Place.ts"
import { pageHeaders } from "./Policy.ts"

/*
 * The ways into the dashboard and out of it. None of them is a page: each ends in going to one, so that loading a page
 * again does nothing again, and no code or token stays in an address.
 */

const signInPage = `${home}/sign-in`
const callback = `${signInPage}/callback`

/**
 * Where somebody wanted to go: a path of the dashboard, or the dashboard itself. Never another site, whatever was sent.
 */
export const ownPath = (next: string | null): string => {
  const url = next === null || !next.startsWith("/") ? null : URL.parse(next, "http://sonde.internal")
  if (url === null || url.origin !== "http://sonde.internal") return home
  const within = url.pathname === home || url.pathname.startsWith(`${home}/`)
  return within && !url.pathname.startsWith(signInPage) ? url.pathname + url.search : home
}

const goTo = (address: string) => HttpServerResponse.redirect(address, { status: 303, headers: pageHeaders })

type Problem = "link" | "origin" | "too_many" | "provider" | "unreachable"

/** Back to the sign-in page, which says what went wrong. */
const refused = (problem: Problem, next = home) =>
  goTo(`${signInPage}?problem=${problem}${next === home ? "" : `&next=${encodeURIComponent(next)}`}`)

const queryOf = (url: string): URLSearchParams => new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "")

/** How long somebody may take at the provider's. */
const attemptLifetime = Duration.minutes(10)

/** What the browser keeps meanwhile, as a cookie's value. */
const Kept = Schema.fromJsonString(Schema.Struct({ ...Attempt.fields, next: Schema.String })).pipe(
  Schema.encodeTo(Schema.StringFromBase64Url)
)

/** Signing in and out, over HTTP. */
export const signInLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { provider } = yield* IdentityProvider
    const limits = yield* Limits
    const signIn = yield* SignIn
    const requestOrigin = yield* RequestOrigin

    const request = Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
      const origin = requestOrigin.origin(request)
      return { request, origin, session: sessionCookie.read(request, origin), query: queryOf(request.url) }
    })

    const audited = <A, E, R>(request: HttpServerRequest.HttpServerRequest, effect: Effect.Effect<A, E, R>) =>
      Effect.provideService(effect, AuditContext, requestOrigin.auditContext(request, "dashboard"))

    const byLink = Effect.gen(function* () {
      const { origin, request: sent, session } = yield* request
      const form = new URLSearchParams(yield* sent.text)
      const next = ownPath(form.get("next"))
      if (!requestOrigin.isOwnPage(sent)) return refused("origin", next)
      // Counted before the link is tried: past the limit even a right one is refused.
      const counted = yield* Effect.option(limits.triedLink(requestOrigin.address(sent)))
      if (Option.isNone(counted)) return refused("too_many", next)
      const begun = yield* audited(sent, signIn.byLink((form.get("code") ?? "").trim(), session))
      return begun === null
        ? refused("link", next)
        : sessionCookie.set(goTo(next), origin, begun.secret, begun.lifetime)
    })

    const notVouched = (failure: NotVouched, next = home) =>
      Effect.as(
        Effect.logWarning(`A sign-in at the identity provider failed: ${failure.reason}`),
        refused(failure.reachable ? "provider" : "unreachable", next)
      )

    const toProvider = Effect.gen(function* () {
      const { origin, query } = yield* request
      const next = ownPath(query.get("next"))
      if (provider === null) return refused("provider", next)
      return yield* provider.begin(origin + callback).pipe(
        Effect.flatMap(({ attempt, url }) =>
          Effect.map(Effect.orDie(Schema.encodeEffect(Kept)({ ...attempt, next })), (kept) =>
            attemptCookie.set(goTo(url.href), origin, kept, attemptLifetime)
          )
        ),
        Effect.catchTag("NotVouched", (failure) => notVouched(failure, next))
      )
    })

    const fromProvider = Effect.gen(function* () {
      const { origin, query, request: sent, session } = yield* request
      const kept = Schema.decodeUnknownOption(Kept)(attemptCookie.read(sent, origin))
      // Without the browser's own state, this is not an answer to a question of ours.
      if (provider === null || Option.isNone(kept)) return refused("provider")
      const next = ownPath(kept.value.next)
      const answer = yield* provider.finish(origin + callback, query.toString(), kept.value).pipe(
        Effect.flatMap((account) => audited(sent, signIn.byProvider(account, session))),
        Effect.map(({ lifetime, secret }) => sessionCookie.set(goTo(next), origin, secret, lifetime)),
        Effect.catchTag("NotVouched", (failure) => notVouched(failure, next))
      )
      return attemptCookie.clear(answer, origin)
    })

    const signOut = Effect.gen(function* () {
      const { origin, request: sent, session } = yield* request
      if (!requestOrigin.isOwnPage(sent)) return refused("origin")
      const ended = session === null ? null : yield* audited(sent, signIn.signOut(session))
      return sessionCookie.clear(goTo(`${signInPage}?signed_out=${ended?.kind ?? "link"}`), origin)
    })

    const signOutAtProvider = Effect.gen(function* () {
      const { origin } = yield* request
      if (provider === null) return goTo(signInPage)
      return yield* provider.signOut(origin + signInPage).pipe(
        Effect.map((url) => goTo(url?.href ?? signInPage)),
        Effect.catchTag("NotVouched", (failure) => notVouched(failure))
      )
    })

    yield* router.add("POST", signInPage, byLink)
    yield* router.add("GET", `${signInPage}/provider`, toProvider)
    yield* router.add("GET", callback, fromProvider)
    yield* router.add("POST", `${home}/sign-out`, signOut)
    yield* router.add("GET", `${home}/sign-out/provider`, signOutAtProvider)
  })
)
