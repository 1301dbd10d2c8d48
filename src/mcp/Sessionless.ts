import { Effect, type Scope } from "effect"
import { parseJson } from "../http/middleware/RequestFaults.ts"

/*
 * The revisions of MCP before 2026-07-28 begin with `initialize`, and Effect's server keeps what was agreed there as a
 * session in its process. Here each message is answered by itself, so that any process can answer it and nothing is
 * kept for clients that don't come back: a message gets a session of its own, which ends with the answer. Clients see
 * none, as the specification allows.
 */

/** One message to the MCP server, as HTTP has it. */
export type Exchange = (request: Request) => Effect.Effect<Response>

const sessionHeader = "mcp-session-id"
const versionHeader = "mcp-protocol-version"

/** What a client speaks that doesn't say (2025-06-18, section on transports). */
const assumedVersion = "2025-03-26"

const statelessVersion = "2026-07-28"

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** Since 2026-07-28 every request says by itself what it speaks. */
const isSelfContained = (message: unknown, headers: Headers): boolean =>
  headers.get(versionHeader) === statelessVersion ||
  memberOf(memberOf(memberOf(message, "params"), "_meta"), "io.modelcontextprotocol/protocolVersion") !== undefined

const rejected = (status: number, message: string): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_600, message } }, { status })

/** Answers each message without a session that a client could see or would have to keep. */
export const sessionless = (exchange: Exchange) => {
  const end = (request: Request, session: string) =>
    exchange(
      new Request(request.url, {
        method: "DELETE",
        headers: { host: request.headers.get("host") ?? "", [sessionHeader]: session }
      })
    )

  /** Begins a session and says its id; null where the server wants none. */
  const begin = (request: Request) => {
    const protocolVersion = request.headers.get(versionHeader) ?? assumedVersion
    const headers = new Headers(request.headers)
    headers.delete(versionHeader)
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion, capabilities: {}, clientInfo: { name: "sonde", version: "1" } }
    })
    return Effect.map(exchange(new Request(request.url, { method: "POST", headers, body })), (response) =>
      response.headers.get(sessionHeader)
    )
  }

  return (request: Request, body: string): Effect.Effect<Response, never, Scope.Scope> =>
    Effect.gen(function* () {
      const send = (headers: Headers) => exchange(new Request(request.url, { method: "POST", headers, body }))
      const message = parseJson(body)
      // Batches are refused: many requests would count as one, and 2025-06-18 removed them.
      if (Array.isArray(message)) return rejected(400, "Batches are not supported: send one message at a time.")
      if (request.headers.has(sessionHeader)) return rejected(404, "There are no sessions here: send initialize again.")
      if (isSelfContained(message, request.headers)) return yield* send(request.headers)
      if (memberOf(message, "method") === "initialize") {
        const response = yield* send(request.headers)
        const session = response.headers.get(sessionHeader)
        if (session !== null) yield* end(request, session)
        const headers = new Headers(response.headers)
        headers.delete(sessionHeader)
        return new Response(response.body, { status: response.status, headers })
      }
      const session = yield* begin(request)
      if (session === null) return yield* send(request.headers)
      // Not before: an answer may come in parts.
      yield* Effect.addFinalizer(() => end(request, session))
      const headers = new Headers(request.headers)
      headers.set(sessionHeader, session)
      return yield* send(headers)
    })
}
