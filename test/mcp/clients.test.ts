import { assert, describe, it } from "@effect/vitest"
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client"
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { type Answer, World } from "../../harness/World.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"

const address = new URL("http://localhost:4646/mcp")

const fill = Effect.flatMap(Signals, (signals) =>
  signals.upsert(SourceName.make("feed:news.example"), [
    {
      identity: "a",
      guid: "a",
      title: "Heat pump sales rose",
      snippet: "",
      url: "https://news.example/a",
      source: "News",
      published_at: new Date(0)
    }
  ])
)

/** The service as something that takes a request's parts, with a key of its account. */
const makeAsk = Effect.gen(function* () {
  yield* fill
  const { key, send } = yield* World
  const { key: secret } = yield* key()
  const context = yield* Effect.context<never>()
  return (path: string, method: string, headers: Record<string, string>, body?: string): Promise<Answer> =>
    Effect.runPromiseWith(context)(send(path, { method, key: secret, headers, ...(body && { body }) }))
})

const fetchBy =
  (ask: Effect.Success<typeof makeAsk>): typeof globalThis.fetch =>
  async (input, init) => {
    const { host, pathname } = new URL(String(input))
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), host }
    const answer = await ask(pathname, init?.method ?? "GET", headers, init?.body as string | undefined)
    return new Response(answer.text === "" ? null : answer.text, { status: answer.status, headers: answer.headers })
  }

interface AnyClient {
  readonly listTools: () => Promise<{ readonly tools: ReadonlyArray<unknown> }>
  readonly callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<any>
  readonly readResource: (resource: { uri: string }) => Promise<any>
  readonly getPrompt: (prompt: { name: string; arguments: Record<string, string> }) => Promise<any>
}

const useAll = async (client: AnyClient) => {
  assert.lengthOf((await client.listTools()).tools, 10)
  // The clients hold each result against the tool's outputSchema.
  const { structuredContent } = await client.callTool({ name: "search", arguments: { query: "heat pump" } })
  const [{ id, title }] = structuredContent.results
  assert.strictEqual(title, "Heat pump sales rose")
  const { contents } = await client.readResource({ uri: id.replace("signal:", "sonde://signal/") })
  assert.include(contents[0].text, "Heat pump sales rose")
  const { messages } = await client.getPrompt({ name: "market_brief", arguments: { niche: "heat pumps" } })
  assert.include(messages[0].content.text, "heat pumps")
}

describe("clients of others", () => {
  it.effect("use it: the TypeScript SDK, version 1", () =>
    Effect.gen(function* () {
      const fetch = fetchBy(yield* makeAsk)
      yield* Effect.promise(async () => {
        const client = new ClientV1({ name: "test", version: "1" })
        await client.connect(new TransportV1(address, { fetch }) as never)
        await useAll(client as unknown as AnyClient)
        await client.close()
      })
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("use it: the TypeScript SDK, version 2", () =>
    Effect.gen(function* () {
      const fetch = fetchBy(yield* makeAsk)
      yield* Effect.promise(async () => {
        const client = new ClientV2({ name: "test", version: "1" })
        await client.connect(new TransportV2(address, { fetch }))
        await useAll(client as unknown as AnyClient)
        await client.close()
      })
    }).pipe(Effect.provide(World.layer))
  )
})

/** The scenarios that need no tools, prompts and resources made for the test; docs/agents.md tells of the others. */
const applicable = [
  "server-initialize",
  "logging-set-level",
  "ping",
  "tools-list",
  "resources-list",
  "sep-2164-resource-not-found",
  "prompts-list",
  "dns-rebinding-protection",
  "caching",
  "http-header-validation",
  "input-required-result-missing-input-response",
  "input-required-result-unsupported-methods",
  "input-required-result-ignore-extra-params",
  "input-required-result-validate-input"
]

describe("the conformance suite of the protocol", () => {
  it.effect("passes in every scenario that applies", () =>
    Effect.gen(function* () {
      const ask = yield* makeAsk
      const server = createServer(async (request, response) => {
        const body = await text(request)
        const answer = await ask(request.url!, request.method!, request.headers as Record<string, string>, body)
        const headers = [...answer.headers].filter(([name]) => name !== "content-length")
        response.writeHead(answer.status, Object.fromEntries(headers)).end(answer.text)
      })
      const said = yield* Effect.promise(async () => {
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
        const { port } = server.address() as AddressInfo
        const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")
        const program = join(dirname(manifest), "dist/index.js")
        const url = `http://localhost:${port}/mcp`
        return new Promise<string>((resolve) => {
          execFile(process.execPath, [program, "server", "--url", url, "--suite", "all"], (_, stdout, stderr) =>
            resolve(stdout + stderr)
          )
        }).finally(() => server.close())
      })
      for (const scenario of applicable)
        assert.match(said, new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`), scenario)
    }).pipe(Effect.provide(World.layer))
  )
})
