import { readFileSync } from "node:fs"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Service, startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"
import { Wire } from "../support/Wire.ts"

const documented = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8")
const directory = temporaryDirectory()
let service: Service
let key = ""

/** What they are told who don't go on, which takes half a minute: the other tests run meanwhile. */
let stalled: Promise<ReadonlyArray<ReadonlyArray<readonly [status: number, code: string]>>>

beforeAll(async () => {
  service = await startService({
    DATA_DIR: placeDatabase(directory.path),
    RATE_LIMIT_PER_MINUTE: "0",
    LOG_FORMAT: "logfmt",
    LOG_LEVEL: "debug"
  })
  key = await service.createKey()
  stalled = Promise.all(
    [
      "",
      `GET /healthz HTTP/1.1\r\n${host}X-Begun`,
      post("Content-Length: 50\r\n", "{"),
      `POST ${competitors} HTTP/1.1\r\n${host}Content-Length: 50\r\n\r\n{`
    ].map(async (said) =>
      (await new Wire(service.url).say(said).closed).map(({ json, status }) => [status, json.error.code] as const)
    )
  )
}, 120_000)
afterAll(async () => {
  await service.stop()
  directory.remove()
})

const host = "Host: sonde.test\r\n"
const close = "Connection: close\r\n"
const competitors = "/api/v1/public/competitors"

/** A request with a credential; what is to stand after the headers follows them. */
const request = (line: string, headers = "", body = "") =>
  `${line} HTTP/1.1\r\n${host}X-API-Key: ${key}\r\n${headers}\r\n${body}`

const post = (headers: string, body: string) =>
  request(`POST ${competitors}`, `Content-Type: application/json\r\n${headers}`, body)

const chunked = (body: string) => post("Transfer-Encoding: chunked\r\n", body)

const malformed: Record<string, () => string> = {
  "a header without a colon": () => request("GET /healthz", "no colon\r\n"),
  "a folded header": () => request("GET /healthz", "X-A: b\r\n c\r\n"),
  "no Host": () => "GET /healthz HTTP/1.1\r\n\r\n",
  "two Hosts": () => `GET /healthz HTTP/1.1\r\n${host}${host}${close}\r\n`,
  "a Host with a space in it": () => `GET /healthz HTTP/1.1\r\nHost: a b\r\n${close}\r\n`,
  "a Host with a path": () => `GET /healthz HTTP/1.1\r\nHost: a/b\r\n${close}\r\n`,
  "raw UTF-8 in the address": () => request("GET /caf\xc3\xa9"),
  "a method in lower case": () => request("get /healthz"),
  "a length and chunks": () => post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
  "two lengths": () => post("Content-Length: 2\r\nContent-Length: 3\r\n", "{} "),
  "a chunk without a size": () => chunked("zz\r\n{}\r\n0\r\n\r\n"),
  "a chunk that is longer than it says": () => chunked("1\r\n{}\r\n0\r\n\r\n"),
  "the beginning of TLS": () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "the line of HTTP/0.9": () => `GET /healthz\r\n\r\n`,
  "HTTP/0.9": () => request("GET /healthz").replace("HTTP/1.1", "HTTP/0.9"),
  "HTTP/1.2": () => request("GET /healthz").replace("HTTP/1.1", "HTTP/1.2"),
  "HTTP/2.0": () => request("GET /healthz").replace("HTTP/1.1", "HTTP/2.0"),
  "HTTP/2.0 with a body": () => post("Content-Length: 2\r\n", "{}").replace("HTTP/1.1", "HTTP/2.0"),
  "HTTP/2.0 with an expectation": () =>
    post("Expect: 100-continue\r\nContent-Length: 2\r\n", "{}").replace("HTTP/1.1", "HTTP/2.0"),
  "HTTP/2.0 behind a request that is good": () =>
    `${request("GET /healthz")}${request("GET /healthz").replace("HTTP/1.1", "HTTP/2.0")}`,
  "HTTP/3.0": () => request("GET /healthz").replace("HTTP/1.1", "HTTP/3.0"),
  "the beginning of HTTP/2": () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
}

describe("on the wire", () => {
  /** Says it, and checks that it is refused in the envelope, with an id that the log has too. */
  const refused = async (said: string, status: number, code: string) => {
    const answers = await new Wire(service.url).say(said).closed
    const answer = answers.at(-1)
    assert.strictEqual(answer?.status, status, said.slice(0, 200))
    assert.strictEqual(answer?.json.success, false)
    assert.strictEqual(answer?.json.error.code, code)
    assert.include(documented, `\`${code}\``)
    const id = answer?.headers.get("x-request-id")
    assert.strictEqual(answer?.json.error.request_id, id)
    assert.include(service.output(), `request_id=${id}`)
    return { answer, answers }
  }

  for (const [what, said] of Object.entries(malformed)) {
    it(`answers ${what} with 400`, () => refused(said(), 400, "malformed_request"))
  }

  it("names what is too large, what it cannot meet, and what it is not", async () => {
    await refused(request("GET /healthz", `X-Long: ${"x".repeat(20_000)}\r\n`), 431, "headers_too_large")
    await refused(request(`GET /healthz?${"x".repeat(20_000)}`), 431, "headers_too_large")
    await refused(post("Content-Length: 9999999\r\n", ""), 413, "payload_too_large")
    await refused(chunked(`20000\r\n${" ".repeat(0x20000)}\r\n0\r\n\r\n`), 413, "payload_too_large")
    const expecting = "Expect: magic\r\nX-Request-Id: mine\r\nContent-Length: 2\r\n"
    const { answer } = await refused(post(expecting, "{}"), 417, "expectation_failed")
    assert.strictEqual(answer?.headers.get("x-request-id"), "mine")
    await refused(`CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, 405, "method_not_allowed")
  })

  it("finds the fault of a body that comes late, under the id of its request", async () => {
    const begun = new Wire(service.url).say(
      post("Expect: 100-continue\r\nX-Request-Id: late-fault\r\nTransfer-Encoding: chunked\r\n", "")
    )
    await begun.hears("100 Continue")
    const answers = await begun.say('5\r\n{"nam\r\nzz\r\n').closed
    assert.deepStrictEqual(
      answers.map(({ json, status }) => [status, json.error.code, json.error.request_id]),
      [[400, "malformed_request", "late-fault"]]
    )
  })

  it("answers requests in a row in their order, and what is wrong after them last", async () => {
    const report = JSON.stringify({ niche: "electric vehicles" })
    const row =
      request("GET /healthz") +
      request(
        "POST /api/v1/public/reports",
        `Content-Type: application/json\r\nContent-Length: ${report.length}\r\n`,
        report
      ) +
      request("GET /api/v1/public/reports/999")
    const { answers } = await refused(`${row}nonsense\r\n\r\n`, 400, "malformed_request")
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 201, 404, 400]
    )
  })

  it("takes the older version, absolute addresses, and no part in upgrades", async () => {
    const statuses = async (said: string) => (await new Wire(service.url).say(said).closed).map(({ status }) => status)
    assert.deepStrictEqual(await statuses("GET /healthz HTTP/1.0\r\n\r\n"), [200])
    assert.deepStrictEqual(await statuses(request("GET http://other.test/healthz", close)), [200])
    assert.deepStrictEqual(await statuses(request("OPTIONS *", close)), [404])
    const upgrade = "Connection: Upgrade, close\r\nUpgrade: websocket\r\n"
    assert.deepStrictEqual(await statuses(request("GET /healthz", upgrade)), [200])
  })

  it(
    "cuts off who does not go on, in the middle of the headers or of the body, and answers once",
    { timeout: 60_000 },
    async () => {
      assert.deepStrictEqual(await stalled, [
        [[408, "request_timeout"]],
        [[408, "request_timeout"]],
        [[408, "request_timeout"]],
        [[401, "missing_credentials"]]
      ])
    }
  )

  it("keeps nothing of those who went away", async () => {
    const gone = Array.from({ length: 50 }, () => {
      const wire = new Wire(service.url).say(post("Expect: 100-continue\r\nContent-Length: 50\r\n", ""))
      return wire.hears("100 Continue").then(() => wire.leave())
    })
    await Promise.all(gone)
    assert.strictEqual(await service.stop(), 0)
    assert.include(service.output(), "stopping (SIGTERM), 0 requests in hand")
    assert.notMatch(service.output(), /level=(ERROR|WARN)/)
  })
})
