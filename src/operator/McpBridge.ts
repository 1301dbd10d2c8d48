import { Effect, Semaphore, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpBody, HttpClient, HttpClientRequest } from "effect/http"

/*
 * MCP over standard input and output, for programs that start their servers themselves. Each line is a message for
 * `/mcp` of a running service, and each message of its answers a line: who may do what is decided there.
 */

/** Longer lines are no messages: the service would refuse them. */
const longestLine = 64 * 1024

/** The lines of a text that comes in parts. Of a line that is too long no more is kept than shows it. */
export const linesIn = <E, R>(parts: Stream.Stream<string, E, R>): Stream.Stream<string, E, R> =>
  Stream.mapAccum(
    parts,
    () => "",
    (begun, part) => {
      const [first = "", ...others] = part.split("\n")
      const lines = [begun + first, ...others]
      return [lines.pop()!.slice(0, longestLine + 1), lines] as const
    },
    { onHalt: (begun) => [begun] }
  )

/** Messages that are answered at a time. */
const atOnce = 16

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const parsed = (text: string): Json | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The message on a line; null if the line is not a message. */
export const messageIn = (
  line: string
): { readonly id?: unknown; readonly method?: unknown; readonly params?: Json } | null => {
  const message = line.length > longestLine ? null : parsed(line)
  return message === null ? null : { ...message, params: isObject(message["params"]) ? message["params"] : {} }
}

/** A name as a header can have it (MCP 2026-07-28, transports). */
const headerOf = (name: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name) && !name.startsWith("=?")
    ? name
    : `=?base64?${Buffer.from(name).toString("base64")}?=`

const failure = (id: unknown, message: string, code = -32_000): string =>
  JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code, message } })

/** Of a line that is no message (JSON-RPC 2.0, section 5.1). */
const parseError = -32_700

/** What the service says in an error of its own. */
const messageOf = (status: number, body: Json | null): string => {
  const error = body !== null && isObject(body["error"]) ? body["error"]["message"] : undefined
  return typeof error === "string" ? error : `The service answered ${status}.`
}

/** Carries messages to a service, and what it answers to `write`, a line each. */
export const makeBridge = Effect.fnUntraced(function* (options: {
  /** `http://localhost:4646` */
  readonly url: string
  readonly key: string
  readonly write: (line: string) => Effect.Effect<void>
}) {
  const client = yield* HttpClient.HttpClient
  const room = yield* Semaphore.make(atOnce)
  let version: string | undefined

  const headersOf = ({ method, params }: Json): Record<string, string> => {
    const meta = isObject(params) && isObject(params["_meta"]) ? params["_meta"] : {}
    const own = meta["io.modelcontextprotocol/protocolVersion"]
    if (typeof own !== "string") return version === undefined ? {} : { "mcp-protocol-version": version }
    const name = isObject(params) ? (params["name"] ?? params["uri"]) : undefined
    return {
      "mcp-protocol-version": own,
      "mcp-method": String(method),
      ...(typeof name === "string" && { "mcp-name": headerOf(name) })
    }
  }

  const answer = Effect.fnUntraced(function* (line: string, message: Json) {
    const request = HttpClientRequest.post(`${options.url.replace(/\/$/, "")}/mcp`).pipe(
      HttpClientRequest.setHeaders({
        ...(message["method"] === "initialize" ? {} : headersOf(message)),
        "x-api-key": options.key,
        accept: "application/json, text/event-stream"
      }),
      HttpClientRequest.setBody(HttpBody.text(line, "application/json"))
    )
    const response = yield* client.execute(request)
    if (response.headers["content-type"]?.startsWith("text/event-stream") === true) {
      return yield* response.stream.pipe(
        Stream.decodeText(),
        Stream.pipeThroughChannel(Sse.decode()),
        Stream.runForEach(({ data }) => options.write(data))
      )
    }
    const text = yield* response.text
    const body = parsed(text)
    if (body?.["jsonrpc"] === "2.0") {
      const result = body["result"]
      if (message["method"] === "initialize" && isObject(result) && typeof result["protocolVersion"] === "string")
        version = result["protocolVersion"]
      return yield* options.write(text.trim())
    }
    if (message["id"] !== undefined) yield* options.write(failure(message["id"], messageOf(response.status, body)))
  })

  /** Answers one line. Nothing that goes wrong with it ends the others. */
  return (line: string): Effect.Effect<void> => {
    const message = line.length > longestLine ? null : parsed(line)
    if (message === null)
      return options.write(failure(null, "A message is one JSON object on a line, of 64 KiB at most.", parseError))
    return Effect.catchCause(answer(line, message), () =>
      message["id"] === undefined
        ? Effect.void
        : options.write(failure(message["id"], `The service at ${options.url} cannot be reached.`))
    ).pipe(room.withPermit)
  }
})
