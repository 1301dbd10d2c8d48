import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { announce, openDatabase, settings } from "./Database.ts"

/*
 * The upper bound: node:http that always sends one prepared answer, or an empty 304 to a request with an ETag.
 */

const body = Buffer.from(JSON.stringify({ success: true, data: await openDatabase(settings.databaseUrl).newest(20) }))
const headers = { "content-type": "application/json", "content-length": body.length, etag: '"static"' }

const server = createServer((request, response) => {
  if (request.headers["if-none-match"] === undefined) response.writeHead(200, headers).end(body)
  else response.writeHead(304, { etag: '"static"' }).end()
})

server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port))
