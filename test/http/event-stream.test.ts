import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type Call, World } from "../../harness/World.ts"
import { unbounded } from "../../src/access/KeyBounds.ts"
import { KeyRing } from "../../src/access/KeyRing.ts"
import type { AccountId } from "../../src/domain/Account.ts"
import type { ApiKeyId } from "../../src/domain/ApiKey.ts"
import { WatchId } from "../../src/domain/Watch.ts"
import { Connections } from "../../src/http/server/Connections.ts"
import { Shutdown } from "../../src/http/server/Shutdown.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { mostPerAccount } from "../../src/watches/EventStreams.ts"
import { EventEmitter } from "node:events"
import * as Http from "node:http"
import { start } from "../support/Contract.ts"
import { Replica } from "../support/Replica.ts"

const base = "/api/v1/public"
const path = `${base}/events/stream`

type Services = World | WatchEvents | KeyRing | Shutdown

const layer = World.over(Storage.layerMemory, { SESSION_IDLE_MINUTES: "30" })

const world = <A, E>(name: string, self: Effect.Effect<A, E, Services>) =>
  it.effect(name, () =>
    Effect.andThen(TestClock.setTime(start.getTime()), Effect.provide(self, layer) as Effect.Effect<A, E>)
  )

const eventOf = (account: AccountId, watch: WatchId, title: string, now: number) => ({
  account,
  watch,
  key: title,
  cooldownMillis: 0,
  send_at: new Date(now),
  content: {
    kind: "search" as const,
    title,
    text: null,
    source: null,
    story_id: null,
    why: { terms: [], highlights: [], change: null },
    link: { kind: "watch" as const, id: watch, url: null }
  }
})

/** The ids of the events in what a stream has sent. */
const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)\nevent: event\ndata: /gm)].map(([, id]) => Number(id))

/** An account with a watch, and what records events of it. */
const make = Effect.gen(function* () {
  const { account, key, open, send } = yield* World
  const events = yield* WatchEvents
  const { id, key: value } = yield* key()
  const made = yield* send(`${base}/watches`, {
    method: "POST",
    key: value,
    body: { name: "tea", subject: { kind: "search", q: "tea" } }
  })
  const watch = WatchId.make(made.json.data.id)
  const owner = yield* account()
  const record = (...titles: ReadonlyArray<string>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      events.record(titles.map((title) => eventOf(owner, watch, title, now)))
    )

  /** Opens a stream and collects what it sends, for as long as the test runs. */
  const listen = Effect.fnUntraced(function* (query = "", call: Call = { key: value }) {
    const answer = yield* open(path + query, call)
    let text = ""
    const fiber = yield* Effect.forkScoped(
      Stream.runForEach(answer.body, (part) => Effect.sync(() => void (text += part))),
      { startImmediately: true }
    )
    yield* TestClock.adjust(1)
    return {
      ...answer,
      text: () => text,
      ids: () => idsIn(text),
      hasEnded: () => fiber.pollUnsafe() !== undefined
    }
  })
  return { account: owner, key: { id: id as ApiKeyId, value }, listen, open, record, send }
})

const tell = TestClock.adjust("1 second")

describe("a stream of events", () => {
  world(
    "has what comes from now on, as Server-Sent Events, and is held back by nobody",
    Effect.gen(function* () {
      const { listen, record } = yield* make
      yield* record("before")
      const stream = yield* listen("", {
        key: (yield* (yield* World).key()).key,
        // As a browser's EventSource asks.
        headers: { accept: "text/event-stream", "accept-encoding": "gzip, br, zstd", "if-none-match": "*" }
      })
      assert.strictEqual(stream.status, 200)
      assert.strictEqual(stream.headers.get("content-type"), "text/event-stream")
      assert.strictEqual(stream.headers.get("cache-control"), "no-store")
      for (const name of ["content-encoding", "etag"]) assert.isNull(stream.headers.get(name))
      assert.strictEqual(stream.text(), "retry: 2000\n\nid: 1\n\n")
      yield* record("tea\nis dear")
      yield* tell
      const [, sent] = stream.text().split("id: 1\n\n")
      const [id, event, data, ...rest] = sent!.split("\n")
      assert.deepStrictEqual([id, event, rest], ["id: 2", "event: event", ["", ""]])
      const { get } = yield* Effect.map(World, ({ send }) => ({ get: send }))
      const { key } = yield* (yield* World).key()
      const listed = (yield* get(`${base}/events?after=1`, { key })).json.data
      assert.deepStrictEqual([JSON.parse(data!.slice("data: ".length))], listed)
    }).pipe(Effect.scoped)
  )

  world(
    "begins at the last event where an id is beyond it, as after a backup was restored",
    Effect.gen(function* () {
      const { key, listen, record, send } = yield* make
      yield* record("one")
      const stream = yield* listen("", { key: key.value, headers: { "last-event-id": "9999" } })
      yield* record("two")
      yield* tell
      assert.deepStrictEqual(stream.ids(), [2])
      const page = yield* send(`${base}/events?after=9999`, { key: key.value })
      assert.deepStrictEqual(page.json, { success: true, data: [], last_id: 2 })
    }).pipe(Effect.scoped)
  )

  world(
    "of one watch has its events alone, and the ids of the others, after which it goes on",
    Effect.gen(function* () {
      const { key, listen, record, send } = yield* make
      const body = { name: "coffee", subject: { kind: "search", q: "coffee" } }
      const other = (yield* send(`${base}/watches`, { method: "POST", key: key.value, body })).json.data.id
      const stream = yield* listen(`?watch=${other}`)
      yield* record("one", "two")
      yield* tell
      assert.strictEqual(stream.text(), "retry: 2000\n\nid: 0\n\nid: 2\n\n")
      const { data } = (yield* send(`${base}/watches`, { key: key.value })).json
      assert.deepStrictEqual((yield* listen(`?after=0&watch=${data[0].id}`)).ids(), [1, 2])
    }).pipe(Effect.scoped)
  )

  world(
    "goes on after an id, and after the one that a browser names when it connects again",
    Effect.gen(function* () {
      const { key, listen, record } = yield* make
      yield* record("one", "two", "three")
      assert.deepStrictEqual((yield* listen("?after=0")).ids(), [1, 2, 3])
      assert.deepStrictEqual((yield* listen("?after=2")).ids(), [3])
      const headers = { "last-event-id": "1" }
      const again = yield* listen("?after=0", { key: key.value, headers })
      assert.deepStrictEqual(again.ids(), [2, 3])
      yield* record("four")
      yield* tell
      assert.deepStrictEqual(again.ids(), [2, 3, 4])
      for (const wrong of ["x", "-1", "1.5"]) {
        const refused = yield* (yield* World).send(path, { key: key.value, headers: { "last-event-id": wrong } })
        assert.strictEqual(refused.status, 422, wrong)
      }
    }).pipe(Effect.scoped)
  )

  world(
    "has neither a gap nor a repeat while events are recorded and clients connect again",
    Effect.gen(function* () {
      const { listen, record } = yield* make
      const first = yield* listen("?after=0")
      let last = first
      const parts: Array<number> = []
      for (let round = 0; round < 30; round++) {
        // More than are read at a time, now and then.
        const many = round % 10 === 5 ? 250 : 1 + (round % 3)
        const recording = yield* Effect.forkChild(record(...Array.from({ length: many }, (_, n) => `${round} ${n}`)), {
          startImmediately: round % 2 === 0
        })
        yield* TestClock.adjust(`${(round * 37) % 300} millis`)
        if (round % 4 === 3) {
          const got = last.ids()
          if (last !== first) parts.push(...got)
          const from = last === first ? 0 : (parts.at(-1) ?? 0)
          last = yield* listen(`?after=${from}`)
        }
        yield* Fiber.join(recording)
      }
      yield* tell
      parts.push(...last.ids())
      const all = Array.from({ length: first.ids().length }, (_, n) => n + 1)
      assert.isAbove(all.length, 700)
      assert.deepStrictEqual(first.ids(), all)
      assert.deepStrictEqual(parts, all)
    }).pipe(Effect.scoped)
  )

  world(
    "says every 15 seconds that it is there, and ends after an hour",
    Effect.gen(function* () {
      const { listen } = yield* make
      const stream = yield* listen()
      const beats = () => stream.text().split(": nothing new\n\n").length - 1
      yield* TestClock.adjust("14 seconds")
      assert.strictEqual(beats(), 0)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(beats(), 1)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(beats(), 5)
      assert.isFalse(stream.hasEnded())
      yield* TestClock.adjust("1 hour")
      assert.isTrue(stream.hasEnded())
    }).pipe(Effect.scoped)
  )

  const ends: Record<
    string,
    (key: { readonly account: AccountId; readonly id: ApiKeyId }) => Effect.Effect<unknown, unknown, KeyRing>
  > = {
    "is deactivated": ({ account, id }) => Effect.flatMap(KeyRing, (keys) => keys.deactivate(account, id)),
    "is deleted": ({ account, id }) => Effect.flatMap(KeyRing, (keys) => keys.remove(account, id)),
    "is replaced": ({ account, id }) => Effect.flatMap(KeyRing, (keys) => keys.rotate(account, id, unbounded))
  }
  for (const [name, end] of Object.entries(ends)) {
    world(
      `ends within a second when its key ${name}, and others go on`,
      Effect.gen(function* () {
        const { account, key, listen, record } = yield* make
        const stream = yield* listen()
        const other = yield* listen("", { key: (yield* (yield* World).key()).key })
        yield* TestClock.adjust("10 seconds")
        assert.isFalse(stream.hasEnded())
        yield* end({ account, id: key.id })
        yield* tell
        yield* record("later")
        yield* tell
        assert.deepStrictEqual([stream.hasEnded(), other.hasEnded()], [true, false])
        assert.deepStrictEqual([stream.ids(), other.ids()], [[], [1]])
      }).pipe(Effect.scoped)
    )
  }

  world(
    "ends when its key expires, and when its session is closed; it doesn't keep a session open",
    Effect.gen(function* () {
      const { listen, send } = yield* make
      const { key, session } = yield* World
      const short = yield* key({ expires_at: new Date(start.getTime() + 60_000) })
      const expiring = yield* listen("", { key: short.key })
      const browser = yield* session()
      const page = yield* listen("", { session: browser })
      const left = yield* listen("", { session: yield* session() })
      yield* TestClock.adjust("58 seconds")
      assert.isFalse(expiring.hasEnded())
      yield* TestClock.adjust("3 seconds")
      assert.isTrue(expiring.hasEnded())
      assert.isFalse(page.hasEnded())
      const out = yield* send("/dashboard/sign-out", { method: "POST", session: browser })
      assert.isBelow(out.status, 400, out.text)
      yield* tell
      assert.deepStrictEqual([page.hasEnded(), left.hasEnded()], [true, false])
      yield* TestClock.adjust("31 minutes")
      assert.isTrue(left.hasEnded(), "nobody has used the session since")
    }).pipe(Effect.scoped)
  )

  world(
    "is one of so many of the account; whoever leaves makes room",
    Effect.gen(function* () {
      const { key, listen, open, send } = yield* make
      yield* Effect.gen(function* () {
        for (let n = 0; n < mostPerAccount; n++) assert.strictEqual((yield* listen()).status, 200)
        const refused = yield* send(path, { key: key.value })
        assert.deepStrictEqual([refused.status, refused.json.error.code], [429, "rate_limited"])
        assert.isAbove(Number(refused.headers.get("retry-after")), 0)
        const other = yield* (yield* World).key({ account: "other" })
        assert.strictEqual((yield* open(path, { key: other.key })).status, 200)
      }).pipe(Effect.scoped)
      assert.strictEqual((yield* send(path, { key: key.value })).status, 200)
    })
  )

  world(
    "ends when the service stops",
    Effect.gen(function* () {
      const { listen } = yield* make
      const stream = yield* listen()
      yield* (yield* Shutdown).begin("test")
      yield* TestClock.adjust(1)
      assert.isTrue(stream.hasEnded())
    }).pipe(Effect.scoped)
  )
})

/** Reads what a server sends on a connection of its own. */
const connect = (url: string, key: string, more: Record<string, string> = {}) =>
  Effect.acquireRelease(
    Effect.callback<{
      readonly status: number
      readonly text: () => string
      readonly hasEnded: () => boolean
      readonly leave: () => void
    }>((resume) => {
      const request = Http.get(url, { headers: { "x-api-key": key, ...more }, agent: false }, (response) => {
        const { statusCode } = response
        let text = ""
        response.on("data", (chunk: Buffer) => void (text += chunk.toString()))
        response.on("error", () => undefined)
        resume(
          Effect.succeed({
            status: statusCode!,
            text: () => text,
            hasEnded: () => response.readableEnded,
            leave: () => request.destroy()
          })
        )
      })
      request.on("error", () => undefined)
    }),
    ({ leave }) => Effect.sync(leave)
  )

const until = (condition: () => boolean) => Effect.repeat(Effect.yieldNow, { until: condition })

it.live("on a server streams take no request's place, HEAD opens none, and a client that is gone leaves room", () =>
  Effect.gen(function* () {
    const { ask, url } = yield* Replica
    const { key } = yield* (yield* World).key()
    const headers = { "x-api-key": key }
    for (let n = 0; n <= mostPerAccount; n++)
      assert.strictEqual((yield* ask(path, { method: "HEAD", headers })).status, 200)
    const open = []
    for (let n = 0; n < mostPerAccount; n++) {
      const stream = yield* connect(url + path, key)
      yield* until(() => stream.text() === "retry: 2000\n\nid: 0\n\n")
      open.push(stream)
    }
    assert.strictEqual((yield* ask(`${base}/signals`, { headers })).status, 200)
    assert.strictEqual((yield* ask(path, { headers })).status, 429)
    open[0]!.leave()
    const again = Effect.scoped(Effect.map(connect(url + path, key), ({ status }) => status))
    assert.strictEqual(yield* Effect.repeat(again, { until: (status) => status === 200 }), 200)
  }).pipe(Effect.scoped, Effect.provide(Replica.over(Storage.layerMemory, { MAX_REQUESTS: "2" })))
)

it.effect(
  "of 500 on one process those of a withdrawn key end within a second, and go on without a gap or a repeat",
  () =>
    Effect.gen(function* () {
      const { url } = yield* Replica
      const world = yield* World
      const keys = yield* KeyRing
      const events = yield* WatchEvents
      const owners = yield* Effect.forEach(Array.from({ length: 25 }).keys(), (n) =>
        Effect.gen(function* () {
          const name = `account ${n}`
          const body = { name: "tea", subject: { kind: "search", q: "tea" } }
          const held = [yield* world.key({ account: name }), yield* world.key({ account: name })] as const
          const made = yield* world.send(`${base}/watches`, { method: "POST", key: held[0].key, body })
          return { account: yield* world.account(name), keys: held, watch: WatchId.make(made.json.data.id) }
        })
      )
      const happen = (title: string) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          events.record(owners.map(({ account, watch }) => eventOf(account, watch, title, now)))
        )
      const [
        {
          account,
          keys: [withdrawn, other]
        }
      ] = owners as [(typeof owners)[0]]

      const streams = yield* Effect.forEach(
        owners.flatMap(({ keys }) => Array.from({ length: mostPerAccount }, (_, n) => keys[n % 2]!)),
        (key) => Effect.map(connect(url + path, key.key), (stream) => ({ ...stream, isWithdrawn: key === withdrawn })),
        { concurrency: 50 }
      )
      assert.strictEqual(streams.filter(({ status }) => status === 200).length, 500)
      yield* until(() => streams.every(({ text }) => text().endsWith("id: 0\n\n")))
      yield* happen("one")
      yield* tell
      yield* until(() => streams.every(({ text }) => idsIn(text()).length === 1))

      yield* keys.deactivate(account, withdrawn.id as ApiKeyId)
      yield* tell
      yield* until(() => streams.every(({ hasEnded, isWithdrawn }) => hasEnded() || !isWithdrawn))
      yield* happen("two")
      yield* tell
      const all = yield* Effect.forEach(
        streams,
        Effect.fnUntraced(function* ({ hasEnded, text }) {
          if (!hasEnded()) return text
          const again = yield* connect(url + path, other.key, { "last-event-id": String(idsIn(text()).at(-1)) })
          return () => text() + again.text()
        })
      )
      yield* happen("three")
      yield* tell
      yield* until(() => all.every((text) => idsIn(text()).at(-1) === 3))
      for (const text of all) assert.deepStrictEqual(idsIn(text()), [1, 2, 3])
      for (const { hasEnded, isWithdrawn } of streams) assert.strictEqual(hasEnded(), isWithdrawn)
    }).pipe(Effect.scoped, Effect.provide(Replica.over(Storage.layerMemory)))
)

it("a connection on which nothing moves is closed if its reader takes nothing, and kept while an answer is made", () => {
  const server = new EventEmitter()
  const connections = new Connections(server as never)
  const isClosed = (answer: { readonly writableEnded: boolean }, writableLength: number): boolean => {
    let closed = false
    const socket = Object.assign(new EventEmitter(), { writableLength, destroy: () => void (closed = true) })
    server.emit("connection", socket)
    server.emit("request", { socket }, answer)
    assert.strictEqual(connections.latest(socket as never), answer as never)
    server.emit("timeout", socket)
    return closed
  }
  assert.isTrue(isClosed({ writableEnded: false }, 1))
  assert.isTrue(isClosed({ writableEnded: true }, 0))
  assert.isFalse(isClosed({ writableEnded: false }, 0))
})
