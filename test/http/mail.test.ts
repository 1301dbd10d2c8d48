import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Call, World } from "../../harness/World.ts"
import { Sender } from "../../src/delivery/Sender.ts"
import { Deliveries } from "../../src/storage/watches/Deliveries.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { start } from "../support/Contract.ts"
import { type MailServer, mailServer } from "../support/MailServer.ts"
import { news, store } from "../support/News.ts"
import { tell } from "../watches/Watched.ts"

/** Calls with a key of the account. */
const as = Effect.fnUntraced(function* (account: string) {
  const { key, send } = yield* World
  const { key: value } = yield* key({ account })
  return (method: string, path: string, body?: unknown, more: Call = {}) =>
    send(`/api/v1/public${path}`, { method, key: value, ...(body !== undefined && { body }), ...more })
})

const mailing = <A, E>(
  name: string,
  use: (server: MailServer) => Effect.Effect<A, E, any>,
  home = "https://sonde.test"
) =>
  it.effect(
    name,
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start.getTime())
        const server = yield* mailServer
        const env = { SMTP_URL: server.url, MAIL_FROM: "sonde@example.com", PUBLIC_URL: home }
        return yield* Effect.provide(use(server), World.over(Storage.layerMemory, env))
      }) as Effect.Effect<A, E>
  )

const to = (more: object = {}) => ({ name: "Mail", target: { kind: "mail", address: "anna@example.org", ...more } })

const linkIn = (text: string | undefined) => /https:\/\/sonde\.test(\/mail\/\S+)/.exec(text!)![1]!

/** One-click, as a mail program does it. */
const oneClick = {
  method: "POST",
  body: "List-Unsubscribe=One-Click",
  headers: { "content-type": "application/x-www-form-urlencoded" }
}

const deliver = Effect.gen(function* () {
  const deliveries = yield* Deliveries
  const sender = yield* Sender
  for (const taken of yield* deliveries.take(9)) {
    const { attempt, verdict } = yield* sender.send(taken)
    yield* deliveries.settle(taken, attempt, verdict)
  }
})

describe("mail endpoints", () => {
  mailing("ask their reader first, send what is new, and end with one click", ({ mails }) =>
    Effect.gen(function* () {
      const { send } = yield* World
      const call = yield* as("one")
      const made = yield* call("POST", "/endpoints", to())
      assert.deepStrictEqual(
        [made.status, made.json.data.confirmed, made.json.data.secret, made.json.data.notice],
        [201, false, null, null]
      )
      const { id } = made.json.data
      yield* call("POST", "/watches", { name: "Tea", subject: { kind: "search", q: "tea" }, endpoints: [id] })
      const confirm = linkIn(mails[0]!.text)
      const asked = yield* send(confirm)
      assert.deepStrictEqual([asked.status, asked.headers.get("cache-control")], [200, "no-store"])
      assert.include(asked.text, '<form method="post">')
      const confirmed = Effect.map(call("GET", `/endpoints/${id}`), ({ json }) => json.data.confirmed)
      assert.isFalse(yield* confirmed, "programs open links before people do")
      for (const wrong of [confirm.replace("confirm", "unsubscribe"), `${confirm.slice(0, -1)}!`, "/mail/confirm/1.x"])
        assert.strictEqual((yield* send(wrong, { method: "POST" })).status, 404)
      for (let n = 0; n < 27; n++) assert.strictEqual((yield* send("/mail/confirm/1.x")).status, 404)
      assert.strictEqual((yield* send("/mail/confirm/1.x")).status, 429)
      assert.strictEqual((yield* send(confirm, { method: "POST" })).status, 200, "a right link is never refused")
      assert.isTrue(yield* confirmed)
      yield* deliver
      assert.lengthOf(mails, 1, "nothing is new")
      yield* store(news("Tea is dear in Assam"))
      yield* tell
      yield* deliver
      assert.deepStrictEqual([mails.length, mails[1]!.subject], [2, "Tea is dear in Assam"])
      const log = yield* call("GET", `/endpoints/${id}/deliveries`)
      assert.deepStrictEqual([log.json.data[0].last_attempt.status, log.json.data[0].last_attempt.answer], [250, null])
      const tested = yield* call("POST", `/endpoints/${id}/test`, {})
      assert.deepStrictEqual([tested.json.data.delivered, mails[2]!.subject], [true, "This is a test"])
      const unsubscribe = linkIn(mails[1]!.text)
      assert.strictEqual((yield* send(unsubscribe)).status, 200)
      assert.isTrue(yield* confirmed, "a look at the page ends nothing")
      assert.strictEqual((yield* send(unsubscribe, oneClick)).status, 200)
      const ended = (yield* call("GET", `/endpoints/${id}`)).json.data
      assert.deepStrictEqual(
        [ended.status, ended.confirmed, ended.notice],
        ["disabled", false, "The reader has unsubscribed."]
      )
      yield* call("PATCH", `/endpoints/${id}`, { status: "active" })
      yield* store(news("Tea is cheap in Assam"))
      yield* tell
      yield* deliver
      assert.lengthOf(mails, 3)
    })
  )

  mailing(
    "that move have to be confirmed at their new address, and one account asks 20 times a day",
    ({ mails, refuse }) =>
      Effect.gen(function* () {
        const { send } = yield* World
        const call = yield* as("two")
        const digest = { every: "daily", at: "07:00", zone: "Europe/Vienna" }
        const { id } = (yield* call("POST", "/endpoints", to({ digest }))).json.data
        const old = linkIn(mails[0]!.text)
        yield* send(old, { method: "POST" })
        const other = yield* call("PATCH", `/endpoints/${id}`, {
          target: { ...to().target, digest: { ...digest, at: "08:00" } }
        })
        assert.deepStrictEqual([other.json.data.confirmed, mails.length], [true, 1])
        const moved = yield* call("PATCH", `/endpoints/${id}`, { target: { kind: "mail", address: "ben@example.org" } })
        assert.deepStrictEqual([moved.json.data.confirmed, mails.length], [false, 2])
        assert.strictEqual((yield* send(old, { method: "POST" })).status, 404)
        refuse.recipient = 450
        const again = yield* call("POST", `/endpoints/${id}/test`, {})
        assert.deepStrictEqual(
          [again.json.data.delivered, again.json.data.error],
          [false, "the mail server answered 450"]
        )
        const late = yield* call("POST", "/endpoints", to())
        assert.match(late.json.data.notice, /^The confirmation could not be sent: the mail server answered 450\. POST /)
        refuse.recipient = 0
        for (let n = 4; n < 20; n++)
          assert.strictEqual((yield* call("POST", `/endpoints/${id}/test`, {})).status, 200, `${n}`)
        const tooMany = yield* call("POST", `/endpoints/${id}/test`, {})
        assert.deepStrictEqual([tooMany.status, tooMany.headers.get("retry-after")], [429, "43200"])
        assert.strictEqual((yield* call("POST", "/endpoints", to())).status, 429)
        assert.deepStrictEqual(
          mails.slice(2).map(({ to }) => (to as { text: string }).text),
          Array.from({ length: 16 }, () => "ben@example.org")
        )
      })
  )

  mailing(
    "say in the dashboard that their reader has to confirm, and whether that was asked",
    ({ refuse }) =>
      Effect.gen(function* () {
        const { send, session: begin } = yield* World
        const session = yield* begin("five")
        const submit = (path: string, fields: Readonly<Record<string, string>> = {}) =>
          send(`/dashboard${path}`, {
            session,
            method: "POST",
            body: new URLSearchParams(fields).toString(),
            headers: { "content-type": "application/x-www-form-urlencoded" }
          })
        const mail = { name: "Mail", kind: "mail", address: "anna@example.org" }
        const place = (yield* submit("/endpoints", mail)).headers.get("location")!
        assert.match(place, /\?done=asked$/)
        const endpoint = place.slice("/dashboard".length).replace(/\?.*/, "")
        assert.include((yield* send(place, { session })).text, "We asked its reader to confirm.")
        assert.include((yield* submit(`${endpoint}/test`)).text, "Its reader was asked to confirm.")
        refuse.recipient = 450
        const failed = (yield* submit(`${endpoint}/test`)).text
        assert.include(failed, "It could not be sent: the mail server answered 450.")
        const unasked = yield* submit("/endpoints", mail)
        assert.include(unasked.text, "The confirmation could not be sent: the mail server answered 450.")
        assert.notInclude(unasked.text, "The endpoint is added")
      }),
    "http://localhost"
  )

  mailing("take an address and nothing that would be read as more", () =>
    Effect.gen(function* () {
      const call = yield* as("three")
      const wrong = [
        "anna",
        "anna@localhost",
        "anna@example.org, ben@example.org",
        "Anna <anna@example.org>",
        "anna@example.org\r\nBcc: ben@example.org",
        '"a b"@example.org',
        "anna@[127.0.0.1]",
        "@example.org"
      ]
      for (const address of wrong) {
        const { json, status } = yield* call("POST", "/endpoints", to({ address }))
        assert.deepStrictEqual(
          [status, json.error.details[0].location.join(".")],
          [422, "body.target.address"],
          address
        )
      }
      const digest = { every: "hourly", at: "25:00", zone: "Mars/Olympus" }
      assert.strictEqual((yield* call("POST", "/endpoints", to({ digest }))).status, 422)
    })
  )

  it.effect("are refused where no mail is configured, with the setting's name; so are addresses that are private", () =>
    Effect.gen(function* () {
      const call = yield* as("four")
      const refused = yield* call("POST", "/endpoints", to())
      assert.deepStrictEqual(
        [refused.status, refused.json.error.details[0].location.join(".")],
        [422, "body.target.kind"]
      )
      assert.include(refused.json.error.details[0].message, "SMTP_URL")
      const hook = (url: string) => ({ name: "Hook", target: { kind: "webhook", url } })
      const { id } = (yield* call("POST", "/endpoints", hook("https://hooks.example/"))).json.data
      for (const url of ["http://127.0.0.1/", "http://2130706433/", "http://[::1]:8080/", "http://169.254.169.254/"])
        for (const answer of [
          yield* call("POST", "/endpoints", hook(url)),
          yield* call("PATCH", `/endpoints/${id}`, { target: hook(url).target })
        ])
          assert.deepStrictEqual(
            [answer.status, answer.json.error.details[0].location.join(".")],
            [422, "body.target.url"],
            url
          )
      assert.strictEqual((yield* call("POST", "/endpoints", hook("http://10.1.2.3:8080/"))).status, 201)
    }).pipe(Effect.provide(World.over(Storage.layerMemory, { ALLOW_PRIVATE_HOSTS: "10.1.2.3:8080" })))
  )
})
