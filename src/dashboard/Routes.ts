import { Clock, Effect, type Schema } from "effect"
import { type HttpClientError, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { AnyFailure } from "../api/Errors.ts"
import { statuses } from "../api/Errors.ts"
import { validationError } from "../domain/ValidationError.ts"
import { faultsOf } from "../http/middleware/RequestFaults.ts"
import { html, type Html } from "../text/Html.ts"
import { framed, type Page, plain } from "./Layout.ts"
import { home } from "./Place.ts"
import { pageHeaders } from "./Policy.ts"
import { signedIn, type SignedIn } from "./PageApi.ts"

/*
 * How a page's address is answered: with the page in its frame, with another address to go to, or with a page that says
 * why not.
 */

/** Who asks for a page, when, and for what. */
export interface PageRequest extends SignedIn {
  readonly now: Date
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: URLSearchParams
}

/** The address to go on to (303): after what a form asked for is done, loading a page again must not do it again. */
export class Moved {
  readonly to: string
  constructor(to: string) {
    this.to = to
  }
}

/** What the contract's client can fail with. */
export type CallFailure = AnyFailure | HttpClientError.HttpClientError | Schema.SchemaError

/** Answers with a page. */
export type Answerer = (
  asked: PageRequest
) => Effect.Effect<
  Page | Moved | HttpServerResponse.HttpServerResponse,
  CallFailure,
  HttpServerRequest.HttpServerRequest
>

/** Markup as an answer. */
export const respond = (markup: Html, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(markup.toString(), { status, contentType: "text/html; charset=utf-8", headers: pageHeaders })

const isFailure = (error: CallFailure): error is AnyFailure => error._tag in statuses

const words: Partial<Record<AnyFailure["_tag"], string>> = {
  NotFound: "Nothing here",
  Forbidden: "Not allowed",
  RateLimited: "Too many requests",
  Unavailable: "Temporarily unavailable"
}

/** A failure as a page. */
const failed = (failure: AnyFailure): HttpServerResponse.HttpServerResponse => {
  const title = words[failure._tag] ?? "Something went wrong"
  const again = "retryAfter" in failure ? ` Try again in ${failure.retryAfter} s.` : ""
  return respond(
    plain(
      title,
      html`<h1>${title}</h1>
        <p>${failure.message}${again}</p>
        <p><a href="${home}">Back to the overview</a></p>`
    ),
    statuses[failure._tag]
  )
}

const signIn = (request: HttpServerRequest.HttpServerRequest): HttpServerResponse.HttpServerResponse => {
  const next = request.method === "GET" && request.url !== home ? `?next=${encodeURIComponent(request.url)}` : ""
  return HttpServerResponse.redirect(`${home}/sign-in${next}`, { status: 303, headers: pageHeaders })
}

const answer = (answerer: Answerer) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    return yield* Effect.gen(function* () {
      const caller = yield* signedIn
      const { search } = new URL(request.url, "http://sonde.internal")
      const shown = yield* answerer({
        ...caller,
        now: new Date(yield* Clock.currentTimeMillis),
        params: yield* HttpRouter.params,
        query: new URLSearchParams(search)
      })
      if (shown instanceof Moved) return HttpServerResponse.redirect(shown.to, { status: 303, headers: pageHeaders })
      return "main" in shown ? respond(framed(shown, caller.account), shown.status) : shown
    }).pipe(
      Effect.catch((error) => {
        // A value that does not fit into a call: a search that is too long, or that has a control character.
        if (error._tag === "SchemaError") return Effect.succeed(failed(validationError(faultsOf("Query", error.issue))))
        if (!isFailure(error)) return Effect.die(error)
        return Effect.succeed(error._tag === "Unauthorized" ? signIn(request) : failed(error))
      })
    )
  })

type Path = "" | `/${string}`

/** A page, and what is shown when its address is asked for. */
export const view = (path: Path, answerer: Answerer) => HttpRouter.route("GET", `${home}${path}`, answer(answerer))

/** What a form of a page asks for. */
export const action = (path: Path, answerer: Answerer) => HttpRouter.route("POST", `${home}${path}`, answer(answerer))
