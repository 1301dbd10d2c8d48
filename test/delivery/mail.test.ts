import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Sender } from "../../src/delivery/Sender.ts"
import { AccountId } from "../../src/domain/Account.ts"
import { EndpointId } from "../../src/domain/EndpointId.ts"
import type { WatchEvent } from "../../src/domain/WatchEvent.ts"
import type { Taken } from "../../src/storage/watches/Deliveries.ts"
import { type MailServer, mailServer, password } from "../support/MailServer.ts"
import { event } from "./Event.ts"

const at = new Date("2026-03-10T12:00:00Z")
const from = { name: "Sonde", address: "sonde@example.com" }
const target = { kind: "mail", address: "anna@example.org" } as const

const taken = (more: Partial<Taken> = {}): Taken => ({
  lease: "",
  account: AccountId.make(1),
  endpoint: EndpointId.make(7),
  target,
  secrets: [Redacted.make("key")],
  event: event(),
  others: [],
  attempts: 0,
  since: null,
  failingSince: null,
  ...more
})

const send = (one: Taken) => Effect.flatMap(Sender, (sender) => sender.send(one))

/** With a mail server on this machine. */
const mailing = <A, E>(
  name: string,
  use: (server: MailServer) => Effect.Effect<A, E, Sender>,
  home = "https://sonde.example"
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at.getTime())
      const server = yield* mailServer
      const settings = { server: Redacted.make(server.url), from, home }
      return yield* Effect.provide(use(server), Sender.layer([], settings))
    })
  )

const sentences = [
  "Tee wird teurer in Assam – 茶が高い ☕",
  "Bcc: all@example.net\r\nX-Evil: 1\r\n\r\n<script>alert(1)</script>",
  "=?utf-8?q?a?=\u0000\u2028\u202eb"
]

describe("mail", () => {
  mailing(
    "has a unicode subject, text and HTML, what it says cited, and nothing that tells who has read it",
    ({ mails, sources }) =>
      Effect.gen(function* () {
        const why = { terms: ["Tee"], highlights: [], change: { what: "position", before: 12, after: 3 } }
        const sent = event({ title: sentences[0]!, text: "Seit März.", story_id: 9 as never, why })
        const { attempt, verdict } = yield* send(taken({ event: sent }))
        assert.deepStrictEqual([attempt.status, attempt.error, verdict], [250, null, "delivered"])
        const [mail] = mails
        assert.strictEqual(mail!.subject, sentences[0])
        assert.strictEqual(mail!.from!.text, '"Sonde" <sonde@example.com>')
        assert.strictEqual((mail!.to as { text: string }).text, target.address)
        assert.deepStrictEqual(mail!.date, at)
        assert.strictEqual(mail!.messageId, "<msg_7_17@example.com>")
        assert.strictEqual(mail!.headers.get("auto-submitted"), "auto-generated")
        assert.match(sources[0]!, /^Content-Type: multipart\/alternative/m)
        assert.deepStrictEqual(mail!.text!.split("\n").slice(0, 6), [
          sentences[0]!,
          "Seit März.",
          "position: 12 → 3",
          "Tea · News · found: Tee · 2026-03-10 12:00 UTC",
          "https://news.example/tea",
          "https://sonde.example/dashboard/stories/9"
        ])
        const html = mail!.html as string
        assert.include(html, `<a href="https://news.example/tea" rel="noreferrer">${sentences[0]}</a>`)
        assert.include(html, 'href="https://sonde.example/dashboard/stories/9"')
        assert.notMatch(html, /<img|<script|src=|background|url\(/)
        const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!)
        assert.lengthOf(links, 3)
        assert.match(links[2]!, /^https:\/\/sonde\.example\/mail\/unsubscribe\/7\.[\w-]{43}$/)
        assert.include(mail!.text, links[2])
        const list = mail!.headers.get("list") as unknown as { unsubscribe: { url: string } }
        assert.strictEqual(list.unsubscribe.url, links[2])
        assert.match(sources[0]!, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
      })
  )

  mailing("has no header and no recipient that somebody else has written", ({ mails, sources }) =>
    Effect.gen(function* () {
      const hostile = sentences[1]!
      const watch = { id: 3 as never, name: `${hostile}\r\nSubject: x` }
      yield* send(taken({ event: event({ title: hostile, text: hostile, source: hostile, watch }) }))
      yield* send(taken({ event: event({ title: sentences[2]! }) }))
      const others = [event({ id: 18 as never, watch }), event({ id: 19 as never, title: hostile, watch })]
      yield* send(taken({ event: event({ watch }), others }))
      yield* Effect.flatMap(Sender, (sender) => sender.test(taken(), hostile))
      assert.lengthOf(mails, 4)
      const names = new Set(sources.flatMap((source) => source.split(/\r?\n\r?\n/)[0]!.match(/^[\w-]+(?=:)/gm)!))
      assert.sameMembers(
        [...names].map((name) => name.toLowerCase()),
        "from to subject message-id date mime-version content-type auto-submitted list-unsubscribe list-unsubscribe-post".split(
          " "
        )
      )
      for (const mail of mails) {
        assert.strictEqual((mail.to as { text: string }).text, target.address)
        assert.notInclude(mail.html as string, "<script")
        assert.strictEqual(mail.subject, mail.subject!.replace(/[\r\n\u202e\u2028]/g, ""))
      }
      assert.strictEqual(mails[0]!.subject, "Bcc: all@example.net X-Evil: 1 <script>alert(1)</script>")
    })
  )

  mailing("is one for a digest, and the same mail has the same Message-ID", ({ mails }) =>
    Effect.gen(function* () {
      const others = [18, 19].map((id) => event({ id, title: `Event ${id}` } as unknown as Partial<WatchEvent>))
      yield* send(taken({ others }))
      yield* send(taken({ others }))
      yield* send(taken({ event: others[0]! }))
      assert.deepStrictEqual(
        mails.map(({ messageId, subject }) => [subject, messageId]),
        [
          ["3 events: Tea", "<msg_7_17-19@example.com>"],
          ["3 events: Tea", "<msg_7_17-19@example.com>"],
          ["Event 18", "<msg_7_18@example.com>"]
        ]
      )
      for (const title of ["Tea is dear in Assam", "Event 18", "Event 19"]) {
        assert.include(mails[0]!.text!, title)
        assert.include(mails[0]!.html as string, title)
      }
    })
  )

  mailing("that asks for a confirmation says nothing that the account has written", ({ mails }) =>
    Effect.gen(function* () {
      const { delivered } = yield* Effect.flatMap(Sender, (sender) => sender.confirm(taken()))
      assert.isTrue(delivered)
      const [mail] = mails
      assert.strictEqual(mail!.subject, "Confirm that you want mail from sonde.example")
      assert.match(mail!.text!, /https:\/\/sonde\.example\/mail\/confirm\/7\.[\w-]{43}/)
      assert.notInclude(mail!.text!, "Tea")
    })
  )

  mailing("ends for an address that there is not, and not for a server that refuses for another reason", (server) =>
    Effect.gen(function* () {
      const isEnded = Effect.fnUntraced(function* (status: number, words: string) {
        server.refuse.recipient = status
        server.said.words = words
        return "disabled" in ((yield* send(taken())).verdict as object)
      })
      for (const [status, words] of [
        [550, "5.1.1 no such user"],
        [556, "5.1.10 takes no mail"],
        [551, "not here"],
        [553, "not allowed"]
      ] as const)
        assert.isTrue(yield* isEnded(status, words), words)
      for (const [status, words] of [
        [554, "5.7.1 relay access denied"],
        [550, "5.7.26 not authenticated"],
        [530, "authenticate first"],
        [552, "5.2.2 mailbox full"],
        [550, "5.1.8 sender unknown"],
        [450, "4.1.1 not now"]
      ] as const)
        assert.isFalse(yield* isEnded(status, words), words)
    })
  )

  mailing(
    "that the server can't take now is tried again; one that it never takes ends it, or is given up",
    ({ refuse }) =>
      Effect.gen(function* () {
        const verdicts: Array<unknown> = []
        const outcome = Effect.fnUntraced(function* (
          step: keyof typeof refuse,
          status: number,
          more: Partial<Taken> = {}
        ) {
          refuse[step] = status
          const { attempt, verdict } = yield* send(taken(more))
          refuse[step] = 0
          assert.notInclude(JSON.stringify([attempt, verdict]), "internal", "what the server said stays here")
          verdicts.push([
            attempt.status,
            attempt.error,
            typeof verdict === "object" ? Object.keys(verdict)[0] : verdict
          ])
          return verdict
        })
        yield* outcome("recipient", 450)
        yield* outcome("sender", 451)
        yield* outcome("content", 452)
        assert.deepStrictEqual(yield* outcome("recipient", 550), {
          disabled: "The mail server answered 550: it takes no mail for this address."
        })
        yield* outcome("content", 554)
        yield* outcome("content", 554, { attempts: 3, since: at, failingSince: at })
        yield* outcome("user", 535)
        assert.deepStrictEqual(verdicts, [
          [450, "the mail server answered 450", "retryAt"],
          [451, "the mail server answered 451", "retryAt"],
          [452, "the mail server answered 452", "retryAt"],
          [550, "the mail server answered 550", "disabled"],
          [554, "the mail server answered 554", "retryAt"],
          [554, "the mail server answered 554", "given_up"],
          [535, "the mail server refused the service's user and password", "retryAt"]
        ])
      })
  )

  it.effect("shows no password, host or address of a server that is not there", () =>
    Effect.gen(function* () {
      const server = Redacted.make(`smtp://sonde:${password}@127.0.0.1:1`)
      const settings = { server, from, home: "https://sonde.example" }
      const { attempt, verdict } = yield* Effect.provide(send(taken()), Sender.layer([], settings))
      assert.strictEqual(attempt.error, "the mail server could not be reached")
      assert.property(verdict, "retryAt")
      for (const secret of [password, "127.0.0.1", "sonde:"])
        assert.notInclude(JSON.stringify([attempt, verdict]), secret)
    })
  )

  mailing("may come twice when its sender dies with it in hand, with the same Message-ID", ({ hang, mails }) =>
    Effect.gen(function* () {
      hang.isOn = true
      const dying = yield* Effect.forkChild(send(taken()))
      yield* Deferred.await(hang.begun)
      yield* Fiber.interrupt(dying)
      hang.isOn = false
      assert.strictEqual((yield* send(taken())).verdict, "delivered")
      assert.deepStrictEqual(
        mails.map(({ messageId }) => messageId),
        ["<msg_7_17@example.com>", "<msg_7_17@example.com>"]
      )
    })
  )

  mailing(
    "offers one click only over HTTPS",
    ({ sources }) =>
      Effect.gen(function* () {
        yield* send(taken())
        assert.match(sources[0]!, /^List-Unsubscribe:\s+<http:/m)
        assert.notMatch(sources[0]!, /List-Unsubscribe-Post/)
      }),
    "http://sonde.internal:4646"
  )
})
