import { NodeHttpServer } from "@effect/platform-node"
import { ConfigProvider, Context, Effect, Layer, Stream } from "effect"
import type * as Scopes from "effect/Scope"
import { HttpBody, HttpServerRequest, HttpServerResponse } from "effect/http"
import { unbounded } from "../src/access/KeyBounds.ts"
import { KeyRing } from "../src/access/KeyRing.ts"
import { SignIn } from "../src/access/SignIn.ts"
import { accessLayer, reportsLayer } from "../src/app/App.ts"
import { deliveryLayer } from "../src/app/Delivery.ts"
import { embedderLayer } from "../src/app/Embeddings.ts"
import { searchClusterLayer } from "../src/app/SearchCluster.ts"
import { routes } from "../src/app/Routes.ts"
import { Settings } from "../src/config/Settings.ts"
import { type AccountId, AccountName } from "../src/domain/Account.ts"
import { allScopes, type Scope } from "../src/domain/Scope.ts"
import { Compression } from "../src/http/server/Compression.ts"
import { application } from "../src/http/server/Server.ts"
import { type IngestActions, IngestControl } from "../src/ports/IngestControl.ts"
import { Shutdown } from "../src/http/server/Shutdown.ts"
import { ReportQueue } from "../src/queue/ReportQueue.ts"
import { Accounts } from "../src/storage/accounts/Accounts.ts"
import * as Storage from "../src/storage/Storage.ts"
import * as Watching from "../src/watches/Watching.ts"
import { decoded } from "./Decoded.ts"
import * as Issuer from "./Issuer.ts"
import { twoSources } from "./TwoSources.ts"

/** An answer as a client sees it. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The body without its coding. */
  readonly text: string
  /** The body as it was sent. */
  readonly bytes: Uint8Array
  /** The body as JSON; undefined when it is empty. */
  readonly json: any
}

export interface Call {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** Sent as JSON, unless it is text or bytes already. */
  readonly body?: unknown
  readonly key?: string
  readonly token?: string
  /**
   * What a browser holds of a session, which then asks from the service's own pages unless the headers say otherwise.
   */
  readonly session?: string
}

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> | undefined =>
  body === undefined || typeof body === "string"
    ? body
    : body instanceof Uint8Array
      ? new Uint8Array(body)
      : JSON.stringify(body)

/**
 * The whole service in this process, without a network: requests go through the HTTP pipeline, storage is in memory.
 */
export class World extends Context.Service<
  World,
  {
    /** Of an answer that goes on, its beginning. */
    readonly send: (path: string, call?: Call) => Effect.Effect<Answer>
    /** An answer that goes on, for as long as the scope is open. */
    readonly open: (
      path: string,
      call?: Call
    ) => Effect.Effect<
      Pick<Answer, "status" | "headers"> & { readonly body: Stream.Stream<string> },
      never,
      Scopes.Scope
    >
    readonly account: (name?: string) => Effect.Effect<AccountId>
    /** A new key of the account (`local` unless named), with all scopes unless told. */
    readonly key: (options?: {
      readonly account?: string
      readonly scopes?: ReadonlyArray<Scope>
      readonly expires_at?: Date
    }) => Effect.Effect<{ readonly id: number; readonly key: string }>
    /** What the browser of somebody holds who has signed in by a link to the account (`local` unless named). */
    readonly session: (account?: string) => Effect.Effect<string>
  }
>()("sonde/harness/World") {
  static readonly make = Effect.gen(function* () {
    const app = yield* application(routes)
    const accounts = yield* Accounts
    const keys = yield* KeyRing
    const signIn = yield* SignIn

    const account = (name = "local") => Effect.map(accounts.ensure(AccountName.make(name)), ({ id }) => id)

    const respond = (path: string, call: Call) => {
      const body = bodyOf(call.body)
      const request = new Request(`http://sonde.test${path}`, {
        method: call.method ?? "GET",
        redirect: "manual",
        headers: {
          host: "sonde.test",
          ...(body !== undefined && {
            "content-type": "application/json",
            "content-length": String(Buffer.byteLength(body))
          }),
          ...(call.key !== undefined && { "x-api-key": call.key }),
          ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
          ...(call.session !== undefined && {
            cookie: `sonde_session=${call.session}`,
            "sec-fetch-site": "same-origin"
          }),
          ...call.headers
        },
        ...(body !== undefined && { body })
      })
      return app.pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)),
        Effect.orDie
      )
    }

    /** What is sent of a body. */
    const parts = ({ body }: HttpServerResponse.HttpServerResponse): Stream.Stream<string> =>
      body._tag === "Stream" ? Stream.decodeText(Stream.orDie(body.stream)) : Stream.die("The answer is no stream")

    /** A stream of events has no end to wait for. */
    const goesOn = ({ body }: HttpServerResponse.HttpServerResponse): boolean =>
      body._tag === "Stream" && body.contentType === "text/event-stream"

    return World.of({
      account,
      open: (path, call = {}) =>
        Effect.map(respond(path, call), (response) => ({
          status: response.status,
          headers: new Headers(response.headers),
          body: parts(response)
        })),
      key: (options = {}) =>
        Effect.flatMap(account(options.account), (id) =>
          keys.create(
            id,
            { name: "test", scopes: options.scopes ?? allScopes, expires_at: options.expires_at ?? null },
            unbounded
          )
        ).pipe(Effect.orDie),
      session: (name) =>
        Effect.gen(function* () {
          const { code } = yield* signIn.issueLink(yield* account(name))
          return (yield* signIn.byLink(code, null))!.secret
        }),
      send: (path, call = {}) =>
        Effect.gen(function* () {
          const whole = yield* Effect.flatMap(respond(path, call), (response) =>
            goesOn(response)
              ? Effect.map(Stream.runCollect(Stream.take(parts(response), 1)), (begun) =>
                  HttpServerResponse.setBody(response, HttpBody.text(begun.join(""), "text/event-stream"))
                )
              : Effect.succeed(response)
          ).pipe(Effect.scoped)
          const web = HttpServerResponse.toWeb(whole)
          const bytes = new Uint8Array(yield* Effect.promise(() => web.arrayBuffer()))
          const text = new TextDecoder().decode(decoded(bytes, web.headers.get("content-encoding")))
          const isJson = web.headers.get("content-type")?.startsWith("application/json") === true
          return {
            status: web.status,
            headers: web.headers,
            text,
            bytes,
            json: isJson && text !== "" ? JSON.parse(text) : undefined
          }
        })
    })
  })

  /** A world over any storage, with settings as the environment would give them. */
  static readonly over = <A, E, R>(
    storage: Layer.Layer<A, E, R>,
    environment: Record<string, string> = {},
    others: { readonly ingest?: IngestActions; readonly fetch?: typeof globalThis.fetch } = {}
  ) =>
    Layer.effect(World, World.make).pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          accessLayer(others.fetch ?? Issuer.fetch),
          reportsLayer,
          deliveryLayer,
          Layer.succeed(IngestControl, { open: Effect.succeed(others.ingest ?? twoSources) })
        )
      ),
      Layer.provideMerge(ReportQueue.layerMemory),
      Layer.provideMerge(Shutdown.layer),
      Layer.provideMerge(Watching.over(Layer.provide(storage, [embedderLayer, searchClusterLayer]))),
      Layer.provideMerge(
        Settings.layer.pipe(
          Layer.provide(
            ConfigProvider.layer(
              ConfigProvider.fromEnv({
                env: {
                  OIDC_ISSUER: Issuer.issuer,
                  OIDC_AUDIENCE: Issuer.audience,
                  RATE_LIMIT_PER_MINUTE: "0",
                  ...environment
                }
              })
            )
          )
        )
      ),
      Layer.provideMerge([NodeHttpServer.layerHttpServices, Compression.layer]),
      Layer.orDie
    )

  static readonly layer = World.over(Storage.layerMemory)
}
