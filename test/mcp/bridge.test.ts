import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Console, Effect, Layer, Sink, Stdio, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { World } from "../../harness/World.ts"
import { worldFetch } from "../../harness/WorldFetch.ts"
import { Surroundings } from "../../src/operator/client/Login.ts"
import * as CommandLine from "../../src/operator/CommandLine.ts"
import { linesIn, makeBridge } from "../../src/operator/McpBridge.ts"
import { Operator } from "../../src/operator/Operator.ts"
import * as Storage from "../../src/storage/Storage.ts"

describe("sonde mcp", () => {
  it.effect("carries each line to the service, and what it answers back as a line", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: secret } = yield* key({ scopes: ["signals"] })
      const context = yield* Effect.context<never>()
      const versions: Array<string | null> = []
      const fetch = (async (input: string | URL, init?: RequestInit) => {
        const headers = new Headers(init?.headers)
        versions.push(headers.get("mcp-protocol-version"))
        const { host, pathname } = new URL(String(input))
        const body = new TextDecoder().decode(init?.body as Uint8Array<ArrayBuffer>)
        const call = { method: "POST", headers: { ...Object.fromEntries(headers), host }, body }
        const { status, text } = await Effect.runPromiseWith(context)(send(pathname, call))
        return new Response(text === "" ? null : text, { status, headers: { "content-type": "application/json" } })
      }) as typeof globalThis.fetch
      const lines: Array<any> = []
      const write = (line: string) => Effect.sync(() => void lines.push(JSON.parse(line)))
      const open = (key: string) =>
        makeBridge({ url: "http://localhost:4646/", key, write }).pipe(Effect.provide(FetchHttpClient.layer))
      const on = Effect.provideService(FetchHttpClient.Fetch, fetch)

      const answer = yield* open(secret)
      const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
      yield* on(answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })))
      yield* on(answer(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })))
      yield* on(answer(JSON.stringify({ jsonrpc: "2.0", id: "two", method: "tools/list" })))
      yield* on(answer("no JSON"))
      yield* on((yield* open("sonde_live_no"))(JSON.stringify({ jsonrpc: "2.0", id: 4, method: "tools/list" })))

      assert.deepStrictEqual(versions, [null, "2025-06-18", "2025-06-18", null])
      assert.deepStrictEqual(
        lines.map(({ id }) => id),
        [1, "two", null, 4]
      )
      assert.lengthOf(lines[1].result.tools, 3)
      assert.strictEqual(lines[3].error.message, "The API key is not valid.")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("reads lines however they come, writes nothing but messages, and ends with its input", () =>
    Effect.gen(function* () {
      const { key: SONDE_KEY } = yield* (yield* World).key({ scopes: ["signals"] })
      const ping = (id: string) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })
      const split = Buffer.from(`${ping("茶 and the rest")}\r\n`)
      const middle = split.indexOf("茶") + 1
      const chunks = [
        `${ping("one")}\n${ping("two")}\n`,
        split.subarray(0, middle),
        split.subarray(middle),
        "\n  \r\n",
        "{no JSON\n",
        ...Array.from({ length: 4 }, () => "x".repeat(30_000)),
        `\n${ping("without an end of line")}`
      ]
      let written = ""
      const beside: Array<unknown> = []
      const noted = (...words: ReadonlyArray<unknown>) => void beside.push(...words)
      const code = yield* CommandLine.run(["mcp"], Layer.effect(Operator, Effect.die("not called for"))).pipe(
        Effect.provideService(Surroundings, { env: { SONDE_URL: "http://sonde.test", SONDE_KEY }, fetch }),
        Effect.provideService(FetchHttpClient.Fetch, yield* worldFetch),
        Effect.provideService(Console.Console, { ...globalThis.console, log: noted, error: noted }),
        Effect.provide(
          Stdio.layerTest({
            stdin: Stream.fromIterable(chunks.map((chunk) => new Uint8Array(Buffer.from(chunk)))),
            stdout: () => Sink.forEach((text) => Effect.sync(() => void (written += String(text))))
          })
        ),
        Effect.provide(NodeServices.layer)
      )
      assert.deepStrictEqual([code, beside], [0, []])
      assert.isTrue(written.endsWith("\n"))
      const messages = written
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.sameDeepMembers(
        messages.map(({ error, id, jsonrpc, result }) => [jsonrpc, id, error?.code ?? result]),
        [
          ...["one", "two", "茶 and the rest", "without an end of line"].map((id) => ["2.0", id, {}]),
          ["2.0", null, -32_700],
          ["2.0", null, -32_700]
        ]
      )
    }).pipe(Effect.provide(World.over(Storage.layerMemory, { MCP_HOSTS: "sonde.test" })))
  )

  it.effect("keeps of a line without an end no more than shows that it is too long", () =>
    Effect.gen(function* () {
      const parts = [...Array.from({ length: 100 }, () => "x".repeat(10_000)), "\n{}\n"]
      const [long, ...others] = yield* Stream.runCollect(linesIn(Stream.fromIterable(parts)))
      assert.strictEqual(long!.length, 64 * 1024 + 1)
      assert.deepStrictEqual(others, ["{}", ""])
    })
  )
})
