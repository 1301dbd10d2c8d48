import { Context, Effect, Layer } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"

export interface FakeRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  /** What was sent, as text; empty for a GET. */
  readonly body: string
}

export interface FakeAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** What a host of the fake web answers; exchanged while a test runs to let the world change. */
export type FakeHost = (request: FakeRequest) => FakeAnswer | Effect.Effect<FakeAnswer>

/** A closed network: hosts by name, everything else does not exist, every request is recorded. */
export class FakeWeb extends Context.Service<
  FakeWeb,
  {
    readonly hosts: Record<string, FakeHost>
    readonly requests: Array<FakeRequest>
  }
>()("sonde/test/FakeWeb") {
  static readonly layer = (hosts: Readonly<Record<string, FakeHost>>): Layer.Layer<FakeWeb | HttpClient.HttpClient> =>
    Layer.effectContext(
      Effect.sync(() => {
        const web = FakeWeb.of({ hosts: { ...hosts }, requests: [] })
        const client = HttpClient.make((request, url) =>
          Effect.gen(function* () {
            const sent = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : ""
            const seen: FakeRequest = { method: request.method, url, headers: request.headers, body: sent }
            web.requests.push(seen)
            const host = web.hosts[url.host]
            if (host === undefined) {
              const cause = Object.assign(new Error(`no host ${url.host} in this test`), { code: "ENOTFOUND" })
              return yield* new HttpClientError.HttpClientError({
                reason: new HttpClientError.TransportError({ request, cause })
              })
            }
            const given = host(seen)
            const { body, headers = {}, status = 200 } = Effect.isEffect(given) ? yield* given : given
            const bodyless = status === 204 || status === 304
            return HttpClientResponse.fromWeb(
              request,
              new Response(bodyless ? null : ((body ?? "") as BodyInit), { status, headers })
            )
          })
        )
        return Context.make(FakeWeb, web).pipe(Context.add(HttpClient.HttpClient, client))
      })
    )
}
