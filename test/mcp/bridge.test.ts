import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { World } from "../../harness/World.ts"
import { makeBridge } from "../../src/operator/McpBridge.ts"

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
})
