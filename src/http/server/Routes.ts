import { HttpApi } from "effect/http-api"
import { Api } from "../../api/Api.ts"

/** Paths beside the contract that can only be read. */
const plainRoutes = [
  "/",
  "/openapi.json",
  "/docs",
  "/docs.md",
  "/llms.txt",
  "/healthz",
  "/readyz",
  "/metrics",
  "/feeds/:file",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp"
] as const

/** Paths beside the contract that are also posted to. */
const postedRoutes = ["/mail/:purpose/:link"] as const

interface Template {
  readonly path: string
  readonly pattern: RegExp
  readonly methods: Array<string>
}

const beside = (path: string, methods: Array<string>): Template => ({
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`),
  methods
})

const templates: Array<Template> = [
  ...plainRoutes.map((path) => beside(path, ["GET", "HEAD"])),
  ...postedRoutes.map((path) => beside(path, ["GET", "HEAD", "POST"])),
  beside("/mcp", ["POST"])
]

HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => {
    const source = `^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`
    const known = templates.find(({ pattern }) => pattern.source === new RegExp(source).source)
    const methods = endpoint.method === "GET" ? ["GET", "HEAD"] : [endpoint.method]
    if (known === undefined) templates.push({ path: endpoint.path, pattern: new RegExp(source), methods })
    else known.methods.push(...methods)
  }
})

/** Paths without parameters are most of the traffic: they need no search. */
const literal = new Map(templates.map((template) => [template.path, template]))

/** As the router does it, a segment that is written out goes before a parameter, which would take it too. */
const order = ({ path }: Template) => path.replace(/:\w+/g, "\uffff")
const parametric = templates
  .filter(({ path }) => path.includes(":"))
  .sort((one, other) => (order(one) < order(other) ? -1 : 1))

const templateOf = (url: string): Template | undefined => {
  const end = url.search(/[?#]/)
  const path = (end === -1 ? url : url.slice(0, end)).replace(/(.)\/$/, "$1")
  return literal.get(path) ?? parametric.find(({ pattern }) => pattern.test(path))
}

const canonicalSegment = (segment: string): string => {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return encodeURIComponent(segment)
  }
}

/**
 * An address whose path can be decoded, and means what it says: a percent sign that begins no UTF-8 stands for itself
 * (as in the URL standard), and a semicolon or a number sign ends no path: where a proxy in front closes `/metrics`,
 * `/metrics;x` must not get through. Without either the address as it is.
 */
export const canonical = (url: string): string => {
  const [path = ""] = url.split("?", 1)
  return /[%;#]/.test(path) ? path.split("/").map(canonicalSegment).join("/") + url.slice(path.length) : url
}

/** The methods that a path answers to; none when there is no such path. */
export const allowedMethods = (url: string): ReadonlyArray<string> => templateOf(url)?.methods ?? []

/** All pages of the dashboard have one route here. */
const pages = /^\/dashboard(?:[/?]|$)/

/** The route's template: `/api/v1/public/reports/:id`; `unmatched` for every path that there is none for. */
export const routeOf = (url: string): string =>
  templateOf(url)?.path ?? (pages.test(url) ? "/dashboard/*" : "unmatched")

/** An address as logs may have it: without its query, and without the secret of a feed or of a link in a mail. */
export const loggable = (url: string): string => (hasSecret(url) ? routeOf(url) : url.split("?", 1)[0]!)

/** Whether the path itself is a secret. */
export const hasSecret = (url: string): boolean => url.startsWith("/feeds/") || url.startsWith("/mail/")
