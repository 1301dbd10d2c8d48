import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { announce, openDatabase, settings } from "./Database.ts"

/*
 * The ceiling: node:http that sends one answer, made at the start, to whoever asks whatever, and an empty 304 to
 * whoever has a tag.
 */

const body = Buffer.from(JSON.stringify({ success: true, data: await openDatabase(settings.databaseUrl).newest(20) }))
const headers = { "content-type": "application/json", "content-length": body.length, etag: '"static"' }

const server = createServer((request, response) => {
  if (request.headers["if-none-match"] === undefined) response.writeHead(200, headers).end(body)
  else response.writeHead(304, { etag: '"static"' }).end()
})

server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port))
