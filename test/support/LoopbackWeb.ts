import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { loopback } from "../../harness/Loopback.ts"

/** What a site answers on a path. */
export type Site = (path: string, response: ServerResponse, request: IncomingMessage) => void

/**
 * A web whose sites are played by a server on this machine, over real connections. `asked` has each address that was
 * asked, as `host/path`. What is no site of it has nobody who answers.
 */
export const loopbackWeb = Effect.fnUntraced(function* (sites: Readonly<Record<string, Site>>) {
  const asked: Array<string> = []
  const { origin } = yield* loopback((request, response) => {
    const [, host = "", path = "/"] = /^\/([^/]+)(.*)$/.exec(request.url!) ?? []
    asked.push(`${host}${path}`)
    sites[host]!(path, response, request)
  })
  const unanswered = yield* Effect.scoped(
    Effect.map(
      loopback(() => {}),
      ({ origin }) => origin
    )
  )
  const client = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(
      HttpClient.HttpClient,
      HttpClient.mapRequest((request) => {
        const { host, pathname, search } = new URL(request.url)
        const to = Object.hasOwn(sites, host) ? `${origin}/${host}` : unanswered
        return HttpClientRequest.setUrl(request, `${to}${pathname}${search}`)
      })
    )
  ).pipe(Layer.provide(NodeHttpClient.layerUndici))
  return { asked, client }
})
