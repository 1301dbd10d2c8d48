import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as OpenSearch from "../../src/opensearch/OpenSearch.ts"
import type { ClusterDocument } from "../../src/storage/search/SearchCluster.ts"
import { loopback } from "../../harness/Loopback.ts"

/** What a server is asked. */
interface Asked {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

type Answers = (asked: Asked, response: ServerResponse) => void

const bodyOf = async (request: IncomingMessage) => {
  let body = ""
  for await (const part of request) body += String(part)
  return body
}

const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answers =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(typeof body === "string" ? body : JSON.stringify(body))
  }

/** A server that does not speak until it is gone. */
const hangs: Answers = () => {}

/** Servers whose answers can be changed, with all that they were asked. */
const serversOf = (...answers: ReadonlyArray<Answers>) =>
  Effect.forEach(answers, (first) =>
    Effect.gen(function* () {
      const server = { answers: first, asked: [] as Array<Asked>, url: "" }
      const answer = async (request: IncomingMessage, response: ServerResponse) => {
        const asked = {
          path: request.url!,
          authorization: request.headers.authorization,
          body: await bodyOf(request)
        }
        server.asked.push(asked)
        server.answers(asked, response)
      }
      const { port } = yield* loopback((request, response) => void answer(request, response))
      server.url = `http://sonde:p%40ss@127.0.0.1:${port}/search/`
      return server
    })
  )

const clusterOf = (servers: ReadonlyArray<{ readonly url: string }>) =>
  OpenSearch.make({ urls: servers.map(({ url }) => url), alias: "sonde", shards: 3 })

const counted = says(200, { count: 7, _shards: { total: 3, successful: 3, failed: 0 } })

const document = (id: number): ClusterDocument => ({
  id,
  at: 1_000,
  language: "en",
  terms: "zm202603 | tin price | steel | other",
  source: "News",
  published_at: new Date(1_000),
  first_seen_at: new Date(1_000)
})

const changes = [1, 2, 3].map((id) => ({ id, version: 10 + id, document: id === 3 ? null : document(id) }))

/** The answer to a bulk of `changes`, by the status of each. */
const bulk =
  (...statuses: ReadonlyArray<number>): Answers =>
  (asked, response) => {
    if (!asked.path.endsWith("/_bulk")) return says(200, { "sonde-1": { aliases: {} } })(asked, response)
    const items = statuses.map((status, n) => ({
      [n === 2 ? "delete" : "index"]: {
        _index: "sonde-1",
        _id: String(n + 1),
        status,
        ...(status >= 400 && {
          error: { type: status === 404 && n < 2 ? "index_not_found_exception" : "an_exception" }
        })
      }
    }))
    says(200, { took: 1, errors: true, items })(asked, response)
  }

describe("a cluster of OpenSearch servers", () => {
  it.effect("is asked with the user of its URL, and tells documents with their versions", () =>
    Effect.gen(function* () {
      const servers = yield* serversOf(bulk(201, 409, 404))
      const [server] = servers
      const cluster = clusterOf(servers)
      assert.deepStrictEqual(yield* cluster.put(["sonde-1"], changes), [])
      const { authorization, body, path } = server!.asked.at(-1)!
      assert.strictEqual(path, "/search/_bulk")
      assert.strictEqual(authorization, `Basic ${btoa("sonde:p@ss")}`)
      const lines = body
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, Record<string, unknown>>)
      assert.deepStrictEqual(
        lines.flatMap(({ delete: gone, index }) => {
          const of = index ?? gone
          return of === undefined
            ? []
            : [[of["_index"], of["_id"], of["version"], of["version_type"], of["require_alias"]]]
        }),
        [
          ["sonde-1-written", "1", 11, "external_gte", true],
          ["sonde-1-written", "2", 12, "external_gte", true],
          ["sonde-1-written", "3", 13, "external_gte", undefined]
        ]
      )
      assert.deepStrictEqual([lines[1]!["title"], lines[1]!["text"], lines[1]!["terms"]] as unknown, [
        "tin price",
        "steel",
        "tin price tin price steel other"
      ])
      assert.notInclude(cluster.name, "p@ss")
    })
  )

  it.effect("takes no document for told that may not have been, and gives up one that is never taken", () =>
    Effect.gen(function* () {
      const servers = yield* serversOf(hangs)
      const cluster = clusterOf(servers)
      for (const [answers, expected] of [
        [bulk(200, 400, 200), [2]],
        [bulk(200, 429, 200), "it is busy, or its disks are full"],
        [bulk(200, 503, 200), "it takes no changes (503)"],
        [bulk(404, 404, 200), "its index is not there"],
        [bulk(200), "its answer is not in the form of OpenSearch"],
        [says(200, { items: [{}] }), "its answer is not in the form of OpenSearch"],
        [says(413, { error: "too large" }), "it refuses what it is asked (413)"]
      ] as const) {
        servers[0]!.answers = answers
        const result = yield* Effect.result(cluster.put(["sonde-1"], changes))
        assert.deepStrictEqual(result._tag === "Success" ? result.success : result.failure.reason, expected as unknown)
      }
    })
  )

  it.effect("fails in our own words, whatever is answered", () =>
    Effect.gen(function* () {
      for (const [answers, reason] of [
        [says(200, "<html>"), "it did not answer in JSON"],
        [says(200, { count: "many" }), "its answer is not in the form of OpenSearch"],
        [says(200, `{"count":1,"a":"${"x".repeat(1_100_000)}"}`), "its answer was too large"],
        [says(302, "", { location: "http://127.0.0.1:9/" }), "it could not be reached"],
        [says(401, { error: "p@ss" }), "it refuses the user of SEARCH_URL"],
        [says(404, { error: { type: "index_not_found_exception", reason: "p@ss" } }), "its index is not there"],
        [says(429, {}, { "retry-after": "7" }), "it is busy"],
        [says(500, { error: "p@ss" }), "a server of it failed (500)"]
      ] as const) {
        const servers = yield* serversOf(answers)
        const failure = yield* Effect.flip(clusterOf(servers).documents)
        assert.strictEqual(failure.reason, reason)
        assert.strictEqual(failure.retryAfter, reason === "it is busy" ? 7_000 : 0)
      }
    })
  )

  it.effect("asks another server where one fails, and leaves that one alone for a while", () =>
    Effect.gen(function* () {
      const servers = yield* serversOf(says(503, {}), counted)
      const [broken, good] = servers
      const cluster = clusterOf(servers)
      for (let n = 0; n < 6; n++) assert.strictEqual(yield* cluster.documents, 7)
      assert.deepStrictEqual([broken!.asked.length, good!.asked.length], [1, 6])
      broken!.answers = counted
      yield* TestClock.adjust("1 second")
      for (let n = 0; n < 6; n++) assert.strictEqual(yield* cluster.documents, 7)
      assert.deepStrictEqual([broken!.asked.length, good!.asked.length], [4, 9])
    })
  )

  it.effect("waits for a silent server once, and not at all while all are left alone", () =>
    Effect.gen(function* () {
      const servers = yield* serversOf(hangs)
      const [server] = servers
      const cluster = clusterOf(servers)
      const waiting = yield* Effect.forkChild(Effect.flip(cluster.documents), { startImmediately: true })
      yield* Effect.promise(async () => {
        while (server!.asked.length === 0) await new Promise(setImmediate)
      })
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(waiting)).reason, "it did not answer in time")
      assert.strictEqual((yield* Effect.flip(cluster.documents)).reason, "it did not answer in time")
      assert.lengthOf(server!.asked, 1)
      server!.answers = counted
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* cluster.documents, 7)
      assert.strictEqual(yield* cluster.documents, 7)
    })
  )
})
