import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Http from "node:http"
import * as Net from "node:net"
import type { AddressInfo } from "node:net"
import * as Tls from "node:tls"
import { Webhook } from "standardwebhooks"
import { loopback } from "../../harness/Loopback.ts"
import { newSigningSecret } from "../../src/delivery/Signature.ts"
import { Sender } from "../../src/delivery/Sender.ts"
import { AccountId } from "../../src/domain/Account.ts"
import type { Target } from "../../src/domain/Endpoint.ts"
import { EndpointId } from "../../src/domain/EndpointId.ts"
import type { Taken } from "../../src/storage/watches/Deliveries.ts"
import { certificate } from "../support/Certificates.ts"
import { event } from "./Event.ts"

const at = new Date("2026-03-10T12:00:00Z")

const taken = (target: Target, more: Partial<Taken> = {}): Taken => ({
  lease: "",
  account: AccountId.make(1),
  endpoint: EndpointId.make(7),
  target,
  secrets: [],
  event: event(),
  others: [],
  attempts: 0,
  since: null,
  failingSince: null,
  ...more
})

const webhook = (url: string): Target => ({ kind: "webhook", url })

const send = (one: Taken) => Effect.flatMap(Sender, (sender) => sender.send(one))

/** With a receiver on this machine, that the operator allows. */
const receiving = <A, E>(
  name: string,
  answer: (request: Http.IncomingMessage, response: Http.ServerResponse, body: string) => void,
  use: (origin: string) => Effect.Effect<A, E, Sender>
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at.getTime())
      const { origin } = yield* loopback((request, response) => {
        const pieces: Array<Buffer> = []
        request.on("data", (piece) => pieces.push(piece))
        request.on("end", () => answer(request, response, Buffer.concat(pieces).toString()))
      })
      return yield* Effect.provide(use(origin), Sender.layer(["127.0.0.1"]))
    })
  )

const retryIn = (verdict: unknown): number => ((verdict as { retryAt: Date }).retryAt.getTime() - at.getTime()) / 1000

describe("the sender", () => {
  const requests: Array<{ headers: Record<string, string>; body: string }> = []
  const secrets = [newSigningSecret(), newSigningSecret()]

  receiving(
    "signs webhooks so that receivers' own library accepts them, by either secret during a rotation",
    (request, response, body) => {
      requests.push({ headers: request.headers as Record<string, string>, body })
      response.end("thanks")
    },
    (origin) =>
      Effect.gen(function* () {
        // The library compares with the machine's clock.
        yield* TestClock.setTime(Date.now())
        for (let n = 0; n < 2; n++) {
          const { attempt, verdict } = yield* send(taken(webhook(`${origin}/hook`), { secrets }))
          assert.deepStrictEqual([attempt.status, attempt.answer, attempt.error], [200, "thanks", null])
          assert.strictEqual(verdict, "delivered")
        }
        const [first, second] = requests
        for (const secret of secrets) {
          const data = new Webhook(Redacted.value(secret)).verify(first!.body, first!.headers) as any
          assert.deepStrictEqual(data, { type: "watch.search", timestamp: "2026-03-10T12:00:00Z", data: event() })
        }
        const stranger = new Webhook(Redacted.value(newSigningSecret()))
        assert.throws(() => stranger.verify(first!.body, first!.headers))
        assert.throws(() => new Webhook(Redacted.value(secrets[0]!)).verify(`${first!.body} `, first!.headers))
        assert.strictEqual(first!.headers["webhook-id"], "msg_7_17")
        assert.deepStrictEqual([second!.headers["webhook-id"], second!.body], ["msg_7_17", first!.body])
        const { attempt } = yield* Effect.flatMap(Sender, (sender) =>
          Effect.map(
            sender.test({ endpoint: EndpointId.make(7), target: webhook(origin), secrets }, "Hello"),
            (attempt) => ({ attempt })
          )
        )
        assert.isTrue(attempt.delivered)
        const test = new Webhook(Redacted.value(secrets[0]!)).verify(requests[2]!.body, requests[2]!.headers) as any
        assert.deepStrictEqual([test.type, test.data.title], ["test", "Hello"])
      })
  )

  receiving(
    "tries again what fails, and gives up what is gone",
    ({ url }, response) => {
      response.statusCode = Number(url!.slice(1, 4))
      if (url === "/503") response.setHeader("retry-after", "600")
      if (url === "/429") response.setHeader("retry-after", "99999999")
      response.end("no")
    },
    (origin) =>
      Effect.gen(function* () {
        const after = (status: number, more: Partial<Taken> = {}) => send(taken(webhook(`${origin}/${status}`), more))
        const first = yield* after(500)
        assert.deepStrictEqual(first.attempt, {
          at: "2026-03-10T12:00:00" as never,
          delivered: false,
          status: 500,
          error: "the receiver answered 500",
          took_ms: 0,
          answer: "no"
        })
        const pauses = [5, 30, 120, 600, 3_600, 7_200, 14_400, 14_400]
        for (const [attempts, pause] of pauses.entries())
          assert.closeTo(retryIn((yield* after(404, { attempts, since: at })).verdict), pause, pause / 10)
        assert.strictEqual(retryIn((yield* after(503)).verdict), 600)
        assert.strictEqual(retryIn((yield* after(429)).verdict), 14_400)
        const long = { attempts: 17, since: new Date(at.getTime() - 46 * 3_600_000) }
        const given = (yield* after(500, long)).verdict
        assert.deepStrictEqual(given, { disabled: "No attempt has succeeded for two days." })
        assert.isObject((yield* after(410)).verdict)
        assert.property((yield* after(410)).verdict, "disabled")
      })
  )

  receiving(
    "gives up an event that its receiver refuses after minutes, and the receiver that refuses all for two days",
    ({ url }, response) => {
      response.statusCode = Number(url!.slice(1, 4))
      response.end()
    },
    (origin) =>
      Effect.gen(function* () {
        const after = (status: number, more: Partial<Taken>) =>
          Effect.map(send(taken(webhook(`${origin}/${status}`), more)), ({ verdict }) => verdict)
        for (const status of [400, 413, 414, 415, 422]) {
          const tries = yield* Effect.forEach([0, 1, 2], (attempts) => after(status, { attempts, since: at }))
          for (const verdict of tries) assert.property(verdict, "retryAt", `${status}`)
          assert.strictEqual(yield* after(status, { attempts: 3, since: at, failingSince: at }), "given_up")
        }
        const failingSince = new Date(at.getTime() - 49 * 3_600_000)
        assert.property(yield* after(422, { attempts: 1, since: at, failingSince }), "retryAt")
        assert.deepStrictEqual(yield* after(422, { attempts: 3, since: at, failingSince }), {
          disabled: "Every event of two days has been refused."
        })
        // These tell of the receiver, and the next event would fare no better.
        for (const status of [401, 403, 404, 429, 500])
          assert.property(yield* after(status, { attempts: 9, since: at, failingSince: at }), "retryAt", `${status}`)
      })
  )

  let closed: Deferred.Deferred<number>
  receiving(
    "reads 1,024 bytes of an answer, however long it is, and closes the connection",
    (_, response) => {
      response.write(`\u0000${"x".repeat(1_500)}`)
      let sent = 0
      const more = () => {
        while (!response.destroyed && sent < 10_000_000 && response.write("x".repeat(64_000))) sent += 64_000
      }
      response.on("drain", more)
      response.on("close", () => Effect.runFork(Deferred.succeed(closed, sent)))
      more()
    },
    (origin) =>
      Effect.gen(function* () {
        closed = yield* Deferred.make<number>()
        const { attempt, verdict } = yield* send(taken(webhook(origin)))
        assert.strictEqual(verdict, "delivered")
        assert.strictEqual(attempt.answer, "x".repeat(1_023))
        assert.isBelow(yield* Deferred.await(closed), 10_000_000)
      })
  )

  let asked: Deferred.Deferred<void>
  receiving(
    "waits ten seconds for a receiver that hangs, and takes the status of one that does not end its answer",
    ({ url }, response) => {
      if (url === "/half") response.write("half")
      Effect.runFork(Deferred.succeed(asked, undefined))
    },
    (origin) =>
      Effect.gen(function* () {
        const outcomes = []
        for (const path of ["/", "/half"]) {
          asked = yield* Deferred.make<void>()
          const sending = yield* Effect.forkChild(send(taken(webhook(`${origin}${path}`))))
          yield* Deferred.await(asked)
          yield* TestClock.adjust("10 seconds")
          const { attempt, verdict } = yield* Fiber.join(sending)
          outcomes.push([attempt.status, attempt.error, verdict === "delivered"])
        }
        assert.deepStrictEqual(outcomes, [
          [null, "took longer than 10 s", false],
          [200, null, true]
        ])
      })
  )

  const followed: Array<string> = []
  receiving(
    "follows no redirect, to a private address or elsewhere",
    ({ url }, response) => {
      followed.push(url!)
      response.writeHead(url === "/" ? 307 : 200, { location: "/private" }).end()
    },
    (origin) =>
      Effect.gen(function* () {
        const { attempt, verdict } = yield* send(taken(webhook(origin)))
        assert.deepStrictEqual(attempt.error, "the receiver answered 307: redirects are not followed")
        assert.property(verdict, "retryAt")
        assert.deepStrictEqual(followed, ["/"])
      })
  )

  /** What is said of a receiver with a server of its own, under `https://localhost`. */
  const saidOf = (server: Net.Server) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at.getTime())
      yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
      const { port } = yield* Effect.callback<AddressInfo>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server.address() as AddressInfo)))
      })
      const { attempt, verdict } = yield* send(taken(webhook(`https://localhost:${port}/secret-path`)))
      const retried = typeof verdict === "object" && "retryAt" in verdict
      assert.deepStrictEqual([attempt.delivered, attempt.status, retried], [false, null, true])
      return attempt.error
    }).pipe(Effect.scoped, Effect.provide(Sender.layer(["localhost"])))

  it.effect("says what is wrong with a receiver's certificate, and when it speaks no TLS", () =>
    Effect.gen(function* () {
      const known = certificate("authority.test")
      const before = Tls.getCACertificates("default")
      yield* Effect.acquireRelease(
        Effect.sync(() => Tls.setDefaultCACertificates([known.cert])),
        () => Effect.sync(() => Tls.setDefaultCACertificates(before))
      )
      const { cert, key } = certificate("localhost", { by: known })
      const unknown = certificate("unknown.test")
      const servers: Record<string, Net.Server> = {
        "the server's certificate has expired": Tls.createServer(
          certificate("localhost", { by: known, until: new Date(Date.now() - 1_000) })
        ),
        "the server's certificate is self-signed": Tls.createServer(certificate("localhost")),
        "the server's certificate is for another host": Tls.createServer(certificate("example.test", { by: known })),
        "the server's certificate comes from an authority that is not known here": Tls.createServer(
          certificate("localhost", { by: unknown })
        ),
        "the server does not speak TLS on this port": Http.createServer((_, response) => void response.end()),
        "no TLS could be agreed on with the server (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)": Tls.createServer({
          cert,
          key,
          minVersion: "TLSv1",
          maxVersion: "TLSv1.1",
          ciphers: "DEFAULT@SECLEVEL=0"
        }),
        "the server closed the connection in the middle": Net.createServer((socket) => socket.destroy())
      }
      for (const [words, server] of Object.entries(servers)) assert.strictEqual(yield* saidOf(server), words)
    }).pipe(Effect.scoped)
  )

  it.effect("asks no private address that the operator has not allowed", () =>
    Effect.gen(function* () {
      let requests = 0
      const { origin } = yield* loopback((_, response) => {
        requests++
        response.end()
      })
      for (const url of [origin, origin.replace("127.0.0.1", "localhost"), "http://169.254.169.254/latest"]) {
        const { attempt } = yield* send(taken(webhook(url)))
        assert.include(attempt.error!, "not of the public internet")
      }
      assert.strictEqual(requests, 0)
    }).pipe(Effect.provide(Sender.layer([])))
  )
})
