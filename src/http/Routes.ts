import { HttpApi } from "effect/http-api"
import { Api } from "../api/Api.ts"

/** Paths beside the contract, all of them read only. */
export const plainRoutes = ["/", "/openapi.json", "/docs", "/healthz", "/readyz"] as const

const templates: Array<{ readonly pattern: RegExp; readonly methods: Array<string> }> = plainRoutes.map((path) => ({
  pattern: new RegExp(`^${path}$`),
  methods: ["GET", "HEAD"]
}))

HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => {
    const source = `^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`
    const known = templates.find(({ pattern }) => pattern.source === new RegExp(source).source)
    const methods = endpoint.method === "GET" ? ["GET", "HEAD"] : [endpoint.method]
    if (known === undefined) templates.push({ pattern: new RegExp(source), methods })
    else known.methods.push(...methods)
  }
})

const canonicalSegment = (segment: string): string => {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return encodeURIComponent(segment)
  }
}

/**
 * An address whose path can be decoded, and means what it says: a percent sign that begins no UTF-8 stands for itself (as in
 * the URL standard), and a semicolon ends no path. Without either the address as it is.
 */
export const canonical = (url: string): string => {
  const [path = ""] = url.split(/[?#]/, 1)
  return /[%;]/.test(path) ? path.split("/").map(canonicalSegment).join("/") + url.slice(path.length) : url
}

/** The methods that a path answers to; none when there is no such path. */
export const allowedMethods = (url: string): ReadonlyArray<string> => {
  const path = url.split(/[?#]/, 1)[0]!.replace(/(.)\/$/, "$1")
  return templates.find(({ pattern }) => pattern.test(path))?.methods ?? []
}
