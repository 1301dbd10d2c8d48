import { Effect, Redacted, Result, Schema } from "effect"
import type { Credentials } from "../Credentials.ts"
import { Fetch } from "../fetch/Fetch.ts"
import type { FetchFailed } from "../fetch/FetchFailed.ts"
import { elapsedMillis } from "../../src/domain/Timestamp.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { Parser } from "../parse/Parser.ts"
import { reader } from "../parse/Reader.ts"
import { asSourceFailed, fromFetch, SourceFailed } from "../Source.ts"
import { bearer } from "./Bearer.ts"
import { countOf } from "./Listing.ts"

/*
 * The token of a reddit app: OAuth's client credentials grant (RFC 6749, section 4.4).
 */

const Answer = Schema.Struct({
  access_token: Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,4000}$/)),
  expires_in: Schema.optional(Schema.Unknown)
})

/** Reddit's tokens live for a day; one that does not say for how long is used for an hour. */
const shortLife = 3_600
const longestLife = 86_400

/** A token is exchanged so long before it ends that no request meets its end. */
const margin = 60

/** The token of an answer, and for how many seconds it is good. */
export const readToken = (document: Document) =>
  Result.map(readJson(document, Answer), ({ access_token, expires_in }) => ({
    access_token,
    life: Math.min(longestLife, countOf(expires_in) ?? shortLife)
  }))

const token = reader(import.meta.url, readToken)

const refused = new SourceFailed({
  state: "blocked",
  message: "reddit refused REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET",
  restSeconds: null
})

/**
 * Runs a request with a token, which is kept between runs; when reddit takes it for expired, once more with a new one.
 */
export const withRedditToken = Effect.fnUntraced(function* (base: string, app: NonNullable<Credentials["reddit"]>) {
  const fetch = yield* Fetch
  const parser = yield* Parser
  const basic = Redacted.make(
    `Basic ${Buffer.from(`${app.id}:${Redacted.value(app.secret)}`, "utf8").toString("base64")}`
  )
  let held: { readonly authorization: Redacted.Redacted; readonly until: number } | null = null

  const renew = Effect.gen(function* () {
    const fetched = yield* fetch
      .post(`${base}/api/v1/access_token`, { form: { grant_type: "client_credentials" }, authorization: basic })
      .pipe(
        Effect.mapError((failure) => (failure.status === 400 || failure.status === 401 ? refused : fromFetch(failure)))
      )
    // A refusal may also come as an `error` with status 200.
    const { access_token, life } = yield* Effect.mapError(parser.read(token, fetched), () => refused)
    const authorization = bearer(Redacted.make(access_token))
    held = { authorization, until: (yield* elapsedMillis) + (life - margin) * 1_000 }
    return authorization
  })

  const current = Effect.flatMap(elapsedMillis, (now) =>
    held !== null && now < held.until ? Effect.succeed(held.authorization) : renew
  )

  return <A>(request: (authorization: Redacted.Redacted) => Effect.Effect<A, FetchFailed | SourceFailed>) =>
    Effect.flatMap(current, (token) =>
      request(token).pipe(
        Effect.catchIf(
          (failure) => failure._tag === "FetchFailed" && failure.status === 401,
          () => Effect.flatMap(renew, request)
        )
      )
    ).pipe(Effect.mapError(asSourceFailed))
})
