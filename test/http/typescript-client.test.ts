import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { generated } from "../../clients/generate.ts"
import { modelOf } from "../../clients/Model.ts"
import { keywords } from "../../clients/Python.ts"
import { serverSentEvents } from "../../clients/typescript/src/events.ts"
import {
  Sonde,
  SondeError,
  SondeUnreachable,
  verifyWebhook,
  type WatchEvent,
  WebhookError
} from "../../clients/typescript/src/index.ts"
import { newSigningSecret, signatureHeaders } from "../../src/delivery/Signature.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { World } from "../../harness/World.ts"
import { worldFetch } from "../../harness/WorldFetch.ts"
import { callsOf } from "../support/Calls.ts"

const root = join(import.meta.dirname, "../..")
const document = JSON.parse(readFileSync(join(root, "openapi.json"), "utf8"))
/** The examples of the document are of this time. */
const now = Date.parse("2026-11-22T12:00:00Z")
const baseUrl = "http://sonde.test"

/** `fetch` that gives these answers, one after the other, and what it was asked for. */
const answering = (...answers: ReadonlyArray<() => Response>) => {
  const asked: Array<Request> = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.push(new Request(input, init))
    return answers[Math.min(asked.length, answers.length) - 1]!()
  }
  return { asked, fetch }
}

const refused =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ success: false, error: { code, message: "No.", request_id: "r-1" } }, { status, headers })
const done = () => Response.json({ success: true, data: [] })

describe("the generated clients", () => {
  it("are made from the document as it is", () => {
    for (const [path, text] of Object.entries(generated())) {
      assert.isTrue(readFileSync(join(root, path), "utf8") === text, `${path} is old: run \`npm run clients\``)
    }
  })

  it("have no word of Python's own for a name", () => {
    const [written] = Object.entries(generated()).flatMap(([path, text]) => (path.endsWith(".py") ? [text] : []))
    const named = [...written!.matchAll(/\bdef (\w+)\(([^)]*)\)/g)].flatMap(([, name, parameters]) => [
      name!,
      ...[...parameters!.matchAll(/(\w+):/g)].map(([, parameter]) => parameter!)
    ])
    assert.include(named, "import_")
    assert.deepStrictEqual(
      named.filter((name) => keywords.has(name)),
      []
    )
  })
})

describe("the client for TypeScript", () => {
  it.effect("makes every call of the contract", () =>
    Effect.gen(function* () {
      const { session } = yield* World
      const headers = { cookie: `sonde_session=${yield* session()}`, "sec-fetch-site": "same-origin" }
      const served = yield* worldFetch
      const asked: Array<Request> = []
      const fetch: typeof globalThis.fetch = (input, init) => {
        asked.push(new Request(input, init))
        return served(input, init)
      }
      const sonde = new Sonde({ baseUrl, fetch, headers, retries: 0 }) as unknown as Record<string, any>
      const calls = callsOf(document, now).filter(({ path }) => path.startsWith("/api/"))
      assert.strictEqual(calls.length, modelOf(document).operations.length)
      for (const { body, id, method, params, path } of calls) {
        const [group, name] = id.split(".") as [string, string]
        const values = { ...params.path, ...params.query, ...params.header, ...(body as object) }
        const api = sonde[group.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase())]
        const made = api[name](values)
        const failure = yield* Effect.promise(() =>
          id === "watches.stream"
            ? made.return()
            : made.then(
                () => null,
                (error: unknown) => error
              )
        )
        if (id === "watches.stream") continue
        if (failure !== null && !(failure instanceof SondeError)) throw failure
        assert.include([200, 404, 409], failure?.status ?? 200, `${id}: ${failure?.message}`)
        const request = asked.at(-1)!
        const { pathname, searchParams } = new URL(request.url)
        assert.strictEqual(request.method, method.toUpperCase())
        assert.strictEqual(
          pathname,
          path.replace(/\{(\w+)\}/g, (_, key: string) => String(params.path[key]))
        )
        for (const [key, value] of Object.entries(params.query))
          assert.strictEqual(searchParams.get(key), String(value))
        assert.strictEqual(request.headers.has("idempotency-key"), "idempotency-key" in params.header, id)
        const sent = request.body === null ? null : yield* Effect.promise(() => request.json())
        assert.deepStrictEqual(sent, body, id)
      }
    }).pipe(Effect.provide(World.layer), (calls) => Effect.andThen(TestClock.setTime(now), calls))
  )

  it.effect("reads lists page by page, however they are paged", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { key: apiKey } = yield* world.key()
      const sonde = new Sonde({ baseUrl, apiKey, fetch: yield* worldFetch })
      const signals = yield* Signals
      const many = Array.from({ length: 7 }, (_, n) => ({
        identity: `https://news.example/${n}`,
        guid: String(n),
        title: `Charging ${n}`,
        snippet: "",
        url: `https://news.example/${n}`,
        source: "Example News",
        published_at: new Date(0)
      }))
      yield* signals.upsert(SourceName.make("feed:test"), many)
      for (const niche of ["one niche", "two niches", "three niches"]) {
        yield* Effect.promise(() => sonde.reports.create({ niche, prefer: "respond-async" }))
      }
      const titles = yield* Effect.promise(() =>
        Array.fromAsync(sonde.signals.listAll({ limit: 3 }), ({ title }) => title)
      )
      assert.sameMembers(
        titles,
        many.map(({ title }) => title)
      )
      const niches = yield* Effect.promise(() =>
        Array.fromAsync(sonde.reports.listAll({ limit: 2 }), ({ niche }) => niche)
      )
      assert.deepStrictEqual(niches.toSorted(), ["one niche", "three niches", "two niches"])
      const events = yield* Effect.promise(() => Array.fromAsync(sonde.watches.eventsAll()))
      assert.deepStrictEqual(events, [])
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("gives failures with their code, and reports in other forms", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { key: apiKey } = yield* world.key()
      const sonde = new Sonde({ baseUrl, apiKey, fetch: yield* worldFetch })
      const error = yield* Effect.flip(
        Effect.tryPromise({ try: () => sonde.reports.get({ report_id: 1 }), catch: (e) => e })
      )
      assert.instanceOf(error, SondeError)
      assert.deepStrictEqual([error.status, error.code], [404, "report_not_found"])
      assert.match(error.requestId, /^[\da-f-]{36}$/)
      const wrong = yield* Effect.flip(
        Effect.tryPromise({ try: () => sonde.signals.list({ limit: 0 }), catch: (e) => e as SondeError })
      )
      assert.deepStrictEqual(wrong.failure.code === "validation_error" && wrong.failure.details?.[0]?.location, [
        "query",
        "limit"
      ])
      const { data } = yield* Effect.promise(() => sonde.reports.create({ niche: "tea", prefer: "respond-async" }))
      const text = yield* Effect.promise(() => sonde.reports.getAs("text/markdown", { report_id: data.id }))
      assert.match(text, /^# Comprehensive analysis: tea\n/)
    }).pipe(Effect.provide(World.layer))
  )

  it("repeats what may be repeated, with the same key, and waits as long as it is told", async () => {
    const passing = answering(refused(503, "unavailable", { "retry-after": "1" }), done)
    const before = performance.now()
    const sonde = new Sonde({ baseUrl, apiKey: "k", fetch: passing.fetch })
    await sonde.competitors.create({ name: "Acme", domain: "acme.example" })
    assert.isAbove(performance.now() - before, 990)
    const [one, other] = passing.asked.map(({ headers }) => headers.get("idempotency-key"))
    assert.isString(one)
    assert.strictEqual(one, other)

    // A key is made once: that its answer was lost does not say that it was not made.
    const cause = new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) })
    const lost = answering(() => {
      throw cause
    }, done)
    const lossy = new Sonde({ baseUrl, fetch: lost.fetch })
    const failed = await lossy.keys.create({ name: "ci", scopes: ["signals"] }).catch((error: unknown) => error)
    assert.instanceOf(failed, SondeUnreachable)
    assert.deepStrictEqual(
      [failed.message, failed.code, failed.status, failed.cause],
      [`${baseUrl} cannot be reached (ECONNREFUSED)`, "unavailable", 0, cause]
    )
    assert.lengthOf(lost.asked, 1)
    const broken = answering(
      () => new Response(new ReadableStream({ pull: (body) => body.error(new Error("broken")) }))
    )
    const half = await new Sonde({ baseUrl, fetch: broken.fetch, retries: 0 }).signals.list().catch((e: unknown) => e)
    assert.instanceOf(half, SondeUnreachable)

    const never = answering(refused(422, "validation_error"))
    await new Sonde({ baseUrl, fetch: never.fetch }).signals.list().catch(() => undefined)
    const long = answering(refused(429, "rate_limited", { "retry-after": "3600" }))
    const error = await new Sonde({ baseUrl, fetch: long.fetch }).signals.list().catch((e: SondeError) => e)
    assert.strictEqual((error as SondeError).retryAfter, 3600)
    assert.deepStrictEqual([never.asked.length, long.asked.length], [1, 1])
  })

  it("goes on behind the last event when a stream ends or breaks, and stops when told", async () => {
    const event = (id: number) => `id: ${id}\nevent: event\ndata: ${JSON.stringify({ id })}\n\n`
    const stream = (text: string) => () => new Response(text, { headers: { "content-type": "text/event-stream" } })
    const { asked, fetch } = answering(
      stream(`id: 4\n\n:\n\n${event(5)}${event(6)}id: 7\ndata: {"hal`),
      stream(event(7))
    )
    const ids: Array<WatchEvent["id"]> = []
    for await (const { id } of new Sonde({ baseUrl, fetch }).watches.stream()) {
      ids.push(id)
      if (ids.length === 3) break
    }
    assert.deepStrictEqual(ids, [5, 6, 7])
    assert.deepStrictEqual(
      asked.map(({ headers }) => headers.get("last-event-id")),
      [null, "6"]
    )
    const closed = answering(refused(401, "key_deactivated"))
    const error = await new Sonde({ baseUrl, fetch: closed.fetch }).watches
      .stream()
      .next()
      .catch((e: unknown) => e)
    assert.instanceOf(error, SondeError)
  })

  it("reads a stream in whatever pieces it comes", async () => {
    const text = "\uFEFF: hello\r\nid: 1\r\ndata: a\r\ndata:b\r\n\r\ndata: é\n\nid: 3\r\r"
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 2, 3, bytes.length]) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
          controller.close()
        }
      })
      const read = await Array.fromAsync(serverSentEvents(body))
      assert.deepStrictEqual(read.slice(0, 2), [
        { id: "1", data: "a\nb" },
        { id: "1", data: "é" }
      ])
    }
  })

  it("takes what the service signs, and nothing else", async () => {
    const body = JSON.stringify({ type: "watch.event", timestamp: "2026-11-22T12:00:00", data: { id: 7 } })
    const [old, secret] = [newSigningSecret(), newSigningSecret()]
    const headers = signatureHeaders("evt_7", new Date(), body, [old, secret])
    for (const one of [old, secret]) {
      assert.strictEqual((await verifyWebhook({ body, headers, secret: Redacted.value(one) })).data.id, 7)
      assert.strictEqual(
        (await verifyWebhook({ body, headers: new Headers(headers), secret: Redacted.value(one) })).data.id,
        7
      )
    }
    const late = signatureHeaders("evt_7", new Date(Date.now() - 301_000), body, [secret])
    const bad = [
      { body: body.replace("7", "8"), headers },
      { body, headers: { ...headers, "webhook-id": "evt_8" } },
      { body, headers: late },
      { body, headers: { ...headers, "webhook-signature": "v1,AAAA v1a,x v1," } },
      { body, headers: {} }
    ]
    for (const one of bad) {
      const error = await verifyWebhook({ ...one, secret: Redacted.value(secret) }).catch((e: unknown) => e)
      assert.instanceOf(error, WebhookError)
    }
    const other = await verifyWebhook({ body, headers, secret: Redacted.value(newSigningSecret()) }).catch(
      (e: unknown) => e
    )
    assert.instanceOf(other, WebhookError)
  })
})
