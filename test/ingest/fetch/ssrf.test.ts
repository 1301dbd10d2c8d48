import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
import { loopback } from "../../../harness/Loopback.ts"
import { beginRun, CurrentRunContext } from "../../../ingest/fetch/RunContext.ts"

/** Ways to write an address of this machine or its network. */
const inside = [
  "127.0.0.1",
  "2130706433",
  "0x7f.1",
  "0177.0.0.1",
  "127.1",
  "0.0.0.0",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::7f00:1]",
  "169.254.169.254",
  "localhost",
  "LOCALHOST"
]

/** A server that counts whoever reaches it, and sends on whoever is let in. */
const world = Effect.gen(function* () {
  const reached: Array<string> = []
  const { port } = yield* loopback((request, response) => {
    const target = new URL(request.url ?? "/", "http://x").searchParams.get("to")
    if (target === null) {
      reached.push(request.url ?? "")
      response.end("secret")
    } else response.writeHead(302, { location: target }).end()
  })
  return { port, reached }
})

const get = (url: string, allowHosts: ReadonlyArray<string>) =>
  Effect.flatMap(Fetch, (fetch) => fetch.get(url)).pipe(
    Effect.provide(Fetch.layer({ allowHosts, gap: 0, deadline: "5 seconds" }))
  )

describe("addresses inside the network", () => {
  it.live.each(inside)("http://%s is refused", (host) =>
    Effect.gen(function* () {
      const { port, reached } = yield* world
      const failure = yield* Effect.flip(get(`http://${host}:${port}/`, []))
      assert.strictEqual(failure.reason, "refused_address")
      assert.deepStrictEqual(reached, [])
    }).pipe(Effect.scoped)
  )

  it.live.each(
    inside.filter((host) => host !== "127.0.0.1" && !["2130706433", "0x7f.1", "0177.0.0.1", "127.1"].includes(host))
  )("a redirect to http://%s is refused", (host) =>
    Effect.gen(function* () {
      const { port, reached } = yield* world
      const target = encodeURIComponent(`http://${host}:${port}/inside`)
      const failure = yield* Effect.flip(get(`http://127.0.0.1:${port}/?to=${target}`, ["127.0.0.1"]))
      assert.strictEqual(failure.reason, "refused_address")
      assert.deepStrictEqual(reached, [])
    }).pipe(Effect.scoped)
  )

  it.live("a redirect to another port of an opened host and port is refused", () =>
    Effect.gen(function* () {
      const open = yield* world
      const closed = yield* world
      const failure = yield* Effect.flip(
        get(`http://127.0.0.1:${open.port}/?to=http://127.0.0.1:${closed.port}/`, [`127.0.0.1:${open.port}`])
      )
      assert.strictEqual(failure.reason, "refused_address")
      assert.deepStrictEqual(closed.reached, [])
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["named", (port: number) => [`127.0.0.1:${port}`, "localhost"]],
    ["all", () => ["*"]]
  ] as const)("a redirect from elsewhere into a private host is refused, though hosts are opened: %s", ([, opened]) =>
    Effect.gen(function* () {
      const publisher = yield* world
      const target = `http://localhost:${publisher.port}/admin`
      const from = `http://127.0.0.1:${publisher.port}/?to=${encodeURIComponent(target)}`
      const failure = yield* Effect.flip(get(from, opened(publisher.port)))
      assert.strictEqual(failure.reason, "refused_address")
      assert.deepStrictEqual(publisher.reached, [])
    }).pipe(Effect.scoped)
  )

  it.live("a redirect back to where the operator's address lies is followed", () =>
    Effect.gen(function* () {
      const { port, reached } = yield* world
      const target = encodeURIComponent(`http://127.0.0.1:${port}/here`)
      yield* get(`http://127.0.0.1:${port}/?to=${target}`, [`127.0.0.1:${port}`])
      assert.deepStrictEqual(reached, ["/here"])
    }).pipe(Effect.scoped)
  )

  it.live("a move that was remembered opens no private host", () =>
    Effect.gen(function* () {
      const { port, reached } = yield* world
      const address = `http://127.0.0.1:${port}/feed`
      const moved = (follow: string) =>
        get(address, ["*"]).pipe(Effect.provideService(CurrentRunContext, beginRun({ address, follow, byHand: false })))
      const failure = yield* Effect.flip(moved(`http://localhost:${port}/admin`))
      assert.strictEqual(failure.reason, "refused_address")
      yield* moved(`http://127.0.0.1:${port}/feed/new`)
      assert.deepStrictEqual(reached, ["/feed/new"])
    }).pipe(Effect.scoped)
  )

  it.live.each([
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "gopher://127.0.0.1:70/",
    "javascript:alert(1)",
    "//127.0.0.1/",
    ""
  ])("%s is no URL to fetch", (url) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(get(url, ["*"]))
      assert.strictEqual(failure.reason, "bad_url")
    })
  )

  it.live("a redirect to a file is refused", () =>
    Effect.gen(function* () {
      const { port } = yield* world
      const failure = yield* Effect.flip(get(`http://127.0.0.1:${port}/?to=file:///etc/passwd`, ["*"]))
      assert.strictEqual(failure.reason, "redirects")
    }).pipe(Effect.scoped)
  )

  it.live("hosts that the operator names are reached", () =>
    Effect.gen(function* () {
      const { port, reached } = yield* world
      yield* get(`http://localhost:${port}/one`, ["localhost"])
      yield* get(`http://127.0.0.1:${port}/two`, [`127.0.0.1:${port}`])
      yield* get(`http://[::ffff:127.0.0.1]:${port}/three`, ["*"])
      assert.deepStrictEqual(reached, ["/one", "/two", "/three"])
    }).pipe(Effect.scoped)
  )

  it.live("the refusal says what the operator can do and holds no URL", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(get("http://127.0.0.1/?token=hunter2", []))
      assert.include(failure.message, "ALLOW_PRIVATE_HOSTS")
      assert.notInclude(JSON.stringify(failure), "hunter2")
      assert.notInclude(`${failure.stack}`, "hunter2")
    })
  )
})
