import { Effect } from "effect"
import { createHash } from "node:crypto"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import type { Document } from "./Document.ts"

interface Answer extends Document {
  readonly etag: string
}

const answerTo = (documents: ReadonlyMap<string, Answer>): Http.RequestListener => {
  return (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost")
    const document = documents.get(pathname + search) ?? documents.get(pathname)
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end()
    } else if (document === undefined) {
      response.writeHead(404).end()
    } else if (request.headers["if-none-match"] === document.etag) {
      response.writeHead(304, { etag: document.etag }).end()
    } else {
      response.writeHead(200, { "content-type": document.type, etag: document.etag, "cache-control": "max-age=900" })
      response.end(request.method === "HEAD" ? undefined : document.body)
    }
  }
}

/**
 * Answers with these documents by path, as long as the scope is open, at the returned origin: a free port of this
 * machine.
 */
export const serve = Effect.fnUntraced(function* (documents: Readonly<Record<string, Document>>) {
  const answers = new Map(
    Object.entries(documents).map(([path, { body, type }]) => {
      const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
      return [path, { type, body, etag }]
    })
  )
  const server = yield* Effect.acquireRelease(
    Effect.callback<Http.Server, Error>((resume) => {
      const server = Http.createServer(answerTo(answers))
      server.once("error", (error) => resume(Effect.fail(error)))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }).pipe(Effect.orDie),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
