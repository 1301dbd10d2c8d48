import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { announce, type Key, keyReader, openDatabase, refusal, settings } from "./Database.ts"

/*
 * The same reads with node:http alone and postgres.js: the cost without any framework.
 */

const database = openDatabase(settings.databaseUrl)
const readKey = keyReader(database, settings.remember)
const answers = new Map<string, Buffer>()

const send = (response: ServerResponse, status: number, body: string | Buffer): void => {
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
  response.end(body)
}

/** What a path answers, and the scope that it asks for. */
const route = (url: URL): { readonly scope: string; readonly data: (key: Key) => Promise<unknown> } | undefined => {
  if (url.pathname === "/api/v1/public/signals") {
    const q = url.searchParams.get("q")
    const limit = Number(url.searchParams.get("limit") ?? 20)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) return undefined
    return { scope: "signals", data: () => (q === null ? database.newest(limit) : database.search(q, limit)) }
  }
  if (url.pathname === "/api/v1/public/competitors") {
    return { scope: "competitors", data: (key) => database.competitors(key.account_id) }
  }
  const report = /^\/api\/v1\/public\/reports\/(\d+)$/.exec(url.pathname)?.[1]
  if (report === undefined) return undefined
  return { scope: "reports", data: (key) => database.report(key.account_id, Number(report)) }
}

const server = createServer((request, response) => {
  const answer = async () => {
    const url = new URL(request.url ?? "/", "http://localhost")
    const found = request.method === "GET" ? route(url) : undefined
    if (found === undefined) return send(response, 404, '{"success":false}')
    const key = await readKey(String(request.headers["x-api-key"] ?? ""))
    const status = refusal(key, found.scope)
    if (status !== undefined) return send(response, status, '{"success":false}')
    const remembered = answers.get(request.url!)
    if (remembered !== undefined) return send(response, 200, remembered)
    const data = await found.data(key!)
    if (data === undefined) return send(response, 404, '{"success":false}')
    const body = Buffer.from(JSON.stringify({ success: true, data }))
    if (settings.remember && found.scope === "signals" && !url.searchParams.has("q")) answers.set(request.url!, body)
    send(response, 200, body)
  }
  answer().catch(() => send(response, 500, '{"success":false}'))
})

server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port))
