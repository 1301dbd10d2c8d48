import { Effect, Exit, Scope } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, describe, it } from "vitest"
import { fakeOpenAi, hangs, type Mode } from "../../harness/FakeOpenAi.ts"
import { startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"
import { Wire } from "../support/Wire.ts"

const directory = temporaryDirectory()
placeDatabase(directory.path)
const scope = Effect.runSync(Scope.make())

afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  directory.remove()
})

const path = "/api/v1/public"

describe("a stop", { timeout: 120_000 }, () => {
  it("releases who waits for a report, lets the rest finish, and answers who does not with 503", async () => {
    let areWriting = () => {}
    const writing = new Promise<void>((resolve) => (areWriting = resolve))
    const second: Mode = (request, response) => {
      hangs(request, response)
      areWriting()
    }
    const model = await Effect.runPromise(Scope.provide(fakeOpenAi(hangs, second), scope))
    const environment = {
      DATA_DIR: directory.path,
      OPENAI_API_KEY: "sk-test-secret",
      OPENAI_BASE_URL: model.baseUrl,
      RATE_LIMIT_PER_MINUTE: "0",
      LOG_FORMAT: "logfmt"
    }
    const service = await startService(environment)
    const key = await service.createKey()
    const headers = { "x-api-key": key, "content-type": "application/json" }
    const get = async (address: string) => (await fetch(service.url + address, { headers })).json() as Promise<any>

    const post = (address: string, body: unknown) =>
      fetch(service.url + path + address, { method: "POST", headers, body: JSON.stringify(body) })
    // Something to write about: without any evidence the model is not asked, and the report is there at once.
    assert.strictEqual((await post("/competitors", { name: "Acme", domain: "acme.test" })).status, 201)
    const waiting = [1, 2, 3].map((n) => post("/reports", { niche: "Acme", context: `no ${n}` }))
    const deadline = Date.now() + 20_000
    while ((await get(`${path}/reports`)).data.total < 3) {
      assert.isBelow(Date.now(), deadline)
      await sleep(20)
    }
    // Two are being written, as many as there are workers, and the third is queued.
    await writing

    // Both are in hand once the service says that it wants the body. One of them never comes.
    const body = JSON.stringify({ name: "Late", domain: "late.test" })
    const begun = (id: string) =>
      new Wire(service.url).say(
        `POST ${path}/competitors HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nX-Request-Id: ${id}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
      )
    const [late, never] = [begun("late"), begun("never")]
    await Promise.all([late.hears("100 Continue"), never.hears("100 Continue")])

    const asked = Date.now()
    const stopped = service.stop()
    for (const answer of await Promise.all(waiting)) {
      assert.strictEqual(answer.status, 202)
      assert.match(answer.headers.get("location") ?? "", /^\/api\/v1\/public\/reports\/\d+$/)
      assert.isAbove(Number(answer.headers.get("retry-after")), 0)
      assert.include(["queued", "processing"], ((await answer.json()) as any).data.status)
    }
    assert.isBelow(Date.now() - asked, 5_000)
    late.say(body)
    const [created] = await late.closed
    assert.strictEqual(created?.status, 201)
    assert.strictEqual(created?.headers.get("connection"), "close")

    const [refused] = await never.closed
    assert.strictEqual(refused?.status, 503)
    assert.strictEqual(refused?.json.error.code, "unavailable")
    assert.strictEqual(refused?.json.error.request_id, "never")
    assert.isAbove(Number(refused?.headers.get("retry-after")), 0)
    assert.strictEqual(await stopped, 0)
    assert.isAtLeast(Date.now() - asked, 8_000, "what is in hand has its time")
    assert.isBelow(Date.now() - asked, 15_000)
    assert.include(service.output(), "stopping (SIGTERM), 5 requests in hand")
    assert.match(service.output(), /a request was cut off by the stop.*request_id=never/)
    assert.match(service.output().trimEnd(), /message=stopped$/)
    assert.notInclude(service.output(), "level=ERROR")
  })

  it("is announced to balancers while all is served, if the settings say so", async () => {
    const service = await startService({ DATA_DIR: directory.path, LOG_FORMAT: "logfmt", SHUTDOWN_DELAY_SECONDS: "2" })
    const idle = new Wire(service.url).say("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    await idle.hears('"ok"')
    assert.strictEqual((await fetch(`${service.url}/readyz`)).status, 200)
    const asked = Date.now()
    const stopped = service.stop()
    let ready = await fetch(`${service.url}/readyz`)
    while (ready.ok) ready = await fetch(`${service.url}/readyz`)
    assert.deepStrictEqual([ready.status, ready.headers.get("connection")], [503, "close"])
    assert.include(((await ready.json()) as any).error.message, "about to stop")
    // A kept connection serves once more, and says that it ends.
    idle.say("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
    const [, served] = await idle.closed
    assert.deepStrictEqual([served?.status, served?.headers.get("connection")], [200, "close"])
    assert.strictEqual(await stopped, 0)
    assert.isAtLeast(Date.now() - asked, 2_000)
    assert.isBelow(Date.now() - asked, 6_000)
    assert.match(service.output(), /stopping soon \(SIGTERM\)[^]+stopping \(SIGTERM\), 0 requests in hand/)
  })

  it("does not wait for connections on which nothing is asked, and not for a second signal", async () => {
    const service = await startService({ DATA_DIR: directory.path, LOG_FORMAT: "logfmt" })
    const silent = new Wire(service.url)
    const idle = new Wire(service.url).say("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    await idle.hears('"ok"')
    const asked = Date.now()
    assert.strictEqual(await service.stop("SIGINT"), 0)
    assert.isBelow(Date.now() - asked, 5_000)
    assert.lengthOf(await idle.closed, 1)
    assert.lengthOf(await silent.closed, 0)
    assert.include(service.output(), "stopping (SIGINT), 0 requests in hand")

    const other = await startService({ DATA_DIR: directory.path })
    const stalled = new Wire(other.url).say("GET /healthz HTTP/1.1\r\nHost: x\r\n")
    await new Wire(other.url).say("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").hears('"ok"')
    const again = Date.now()
    const ended = other.stop("SIGTERM")
    // What follows at once may be the same request: npm passes on what a terminal or a supervisor sends to all.
    const insisting = setInterval(() => other.process.kill("SIGTERM"), 100)
    void ended.then(() => clearInterval(insisting))
    assert.strictEqual(await ended, 143, "ended by the signal")
    assert.isBelow(Date.now() - again, 5_000)
    await stalled.closed
  })
})
