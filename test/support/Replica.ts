import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import * as Http from "node:http"
import { routes } from "../../src/app/Routes.ts"
import { FastPath } from "../../src/http/cache/FastPath.ts"
import { serverLayer } from "../../src/http/server/Server.ts"
import { decoded } from "../../harness/Decoded.ts"
import { World } from "../../harness/World.ts"

/** An answer as it came over the network. */
export interface Reply {
  readonly status: number
  /** Names and values by turns, in the order in which they came. */
  readonly rawHeaders: ReadonlyArray<string>
  readonly headers: Http.IncomingHttpHeaders
  /** Without its coding. */
  readonly body: string
}

export type Question = { readonly method?: string; readonly headers?: Http.OutgoingHttpHeaders; readonly body?: string }

/** A whole service on a port of its own: the only way to the fast path. */
export class Replica extends Context.Service<
  Replica,
  {
    readonly url: string
    readonly ask: (path: string, question?: Question) => Effect.Effect<Reply>
    /** Status and address of each request that the fast path has answered. */
    readonly fast: ReadonlyArray<string>
  }
>()("sonde/test/Replica") {
  /** Over any storage, with settings as the environment would give them. */
  static readonly over = <A, E, R>(storage: Layer.Layer<A, E, R>, environment: Record<string, string> = {}) => {
    const fast: Array<string> = []
    const fastPath = Layer.effect(
      FastPath,
      Effect.map(FastPath, ({ answer, remembering }) => ({
        remembering,
        answer: (request, response) => {
          const answered = answer(request, response)
          if (answered) fast.push(`${response.statusCode} ${request.url}`)
          return answered
        }
      }))
    ).pipe(Layer.provide(FastPath.layer))
    return Layer.effect(
      Replica,
      Effect.map(HttpServer.HttpServer, ({ address }) => {
        const url = HttpServer.formatAddress(address)
        return { fast, url, ask: (path, question) => Effect.promise(() => ask(url + path, question)) }
      })
    ).pipe(
      Layer.provide(serverLayer(routes, { host: "127.0.0.1", port: 0 }).pipe(Layer.provide(fastPath))),
      Layer.provideMerge(World.over(storage, environment)),
      Layer.orDie,
      Layer.fresh
    )
  }
}

const ask = (url: string, { body, headers = {}, method = "GET" }: Question = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = Http.request(url, { method, headers, agent: false }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          rawHeaders: response.rawHeaders,
          headers: response.headers,
          body: Buffer.from(decoded(Buffer.concat(chunks), response.headers["content-encoding"])).toString()
        })
      )
    })
    request.on("error", reject)
    request.end(body)
  })
