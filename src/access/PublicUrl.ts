import { Context, Effect, Layer, Option } from "effect"
import { HttpServer } from "effect/http"
import { Settings } from "../config/Settings.ts"

/** A wildcard address is no address to type. */
const reachable = (url: string): string => {
  const { host, port } = new URL(url)
  return host.startsWith("0.0.0.0") || host.startsWith("[::]") ? `http://localhost:${port}` : `http://${host}`
}

const configured = (settings: Settings["Service"]): Option.Option<string> =>
  Option.map(settings.PUBLIC_URL, (url) => new URL(url).origin)

/** Where people reach the service, without a slash at the end: what links are made of that are opened elsewhere. */
export class PublicUrl extends Context.Service<PublicUrl, string>()("sonde/access/PublicUrl") {
  /** What is configured, or where the server of this process listens. */
  static readonly layer = Layer.effect(
    PublicUrl,
    Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer
      return Option.getOrElse(configured(yield* Settings), () => reachable(HttpServer.formatAddress(address)))
    })
  )

  /** What is configured, for a process that does not serve itself. */
  static readonly layerOfSettings = Layer.effect(
    PublicUrl,
    Effect.map(Settings, (settings) =>
      Option.getOrElse(configured(settings), () => reachable(`http://${settings.HOST}:${settings.PORT}`))
    )
  )
}

/** Where the events of a watch are read as a feed: whoever knows the secret may. */
export const feedUrls = (home: string, secret: string) => {
  const url = (format: "rss" | "atom" | "json") => `${home}/feeds/${secret}.${format}`
  return { rss: url("rss"), atom: url("atom"), json: url("json") }
}

/**
 * The page on which a one-time link's code is exchanged for a session. After `#` it is sent to no server and noted in
 * no log.
 */
export const loginUrl = (publicUrl: string, code: string): string => `${publicUrl}/dashboard/sign-in#${code}`
