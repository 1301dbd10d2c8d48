import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SignJWT } from "jose"
import * as FileSystem from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"
import { loopback } from "../../harness/Loopback.ts"
import { spawnProgram, startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"

/*
 * A service that has secrets everywhere, and whose every neighbour fails and repeats what it was sent.
 */

const secrets = {
  METRICS_TOKEN: "metrics-page-0001-secret",
  OPENAI_API_KEY: "sk-model-0002-secret",
  REDDIT_CLIENT_SECRET: "reddit-0003-secret",
  X_BEARER_TOKEN: "x-bearer-0004-secret",
  SERPAPI_KEY: "serpapi-0005-secret",
  collector: "collector-0006-secret",
  feedToken: "feed-0008-secret",
  database: "database-0009-secret",
  prices: "prices-0010-secret"
}

const temporary = Effect.map(
  Effect.acquireRelease(Effect.sync(temporaryDirectory), ({ remove }) => Effect.sync(remove)),
  ({ path }) => path
)

describe("secrets", () => {
  it.live(
    "are in no log, trace, metric or answer, whatever fails",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporary
        const exported = { logs: "", traces: "" }
        const asked: Array<string> = []
        // Says again, in its error, whatever it has been told.
        const { origin } = yield* loopback((request, response) => {
          let body = ""
          request.on("data", (chunk: Buffer) => (body += chunk.toString("latin1")))
          request.on("end", () => {
            if (request.url === "/otlp/v1/logs") exported.logs += body
            else if (request.url === "/otlp/v1/traces") exported.traces += body
            else asked.push(request.url ?? "")
            const echo = `${request.url} ${JSON.stringify(request.headers)} ${body}`
            response
              .writeHead(request.url?.startsWith("/otlp") ? 200 : 400, { "content-type": "application/json" })
              .end(JSON.stringify({ error: { message: echo } }))
          })
        })
        const feed = `${origin}/feed.xml?token=${secrets.feedToken}`
        const sources = join(directory, "sources.json")
        FileSystem.writeFileSync(sources, JSON.stringify({ feeds: [{ url: feed, title: "Feed", every: "1 hour" }] }))

        const service = yield* Effect.acquireRelease(
          Effect.promise(() =>
            startService({
              DATA_DIR: placeDatabase(join(directory, "data")),
              LOG_FORMAT: "json",
              LOG_LEVEL: "debug",
              ACCESS_LOG: "true",
              SOURCES_FILE: sources,
              ALLOW_PRIVATE_HOSTS: "127.0.0.1",
              METRICS_TOKEN: secrets.METRICS_TOKEN,
              OPENAI_API_KEY: secrets.OPENAI_API_KEY,
              OPENAI_BASE_URL: `${origin}/v1`,
              REDDIT_CLIENT_ID: "app",
              REDDIT_CLIENT_SECRET: secrets.REDDIT_CLIENT_SECRET,
              X_BEARER_TOKEN: secrets.X_BEARER_TOKEN,
              SERPAPI_KEY: secrets.SERPAPI_KEY,
              PRICE_SOURCE_URL: `${origin}/prices.csv?key=${secrets.prices}`,
              OIDC_ISSUER: origin,
              OIDC_AUDIENCE: "sonde",
              OTEL_EXPORTER_OTLP_ENDPOINT: `${origin}/otlp`,
              OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
              OTEL_EXPORTER_OTLP_HEADERS: `x-tenant=${secrets.collector}`
            })
          ),
          (service) => Effect.promise(() => service.stop())
        )
        const key = yield* Effect.promise(() => service.createKey())
        const link = yield* Effect.promise(() => service.loginLink())
        const guess = `sonde_live_${"0".repeat(48)}`
        const jwt = yield* Effect.promise(() =>
          new SignJWT({ sub: "somebody", exp: 4e9 })
            .setProtectedHeader({ alg: "HS256" })
            .sign(new TextEncoder().encode("a".repeat(32)))
        )
        const answers: Array<string> = []
        const send = (path: string, headers: Record<string, string> = {}, body?: string) =>
          Effect.promise(async () => {
            const post = body === undefined ? {} : { method: "POST", body }
            const response = await fetch(service.url + path, { headers, redirect: "manual", ...post })
            const text = await response.text()
            answers.push(`${JSON.stringify([...response.headers])} ${text}`)
            return text
          })
        const signals = "/api/v1/public/signals"
        const json = { "content-type": "application/json" }

        yield* send(signals, { "x-api-key": key })
        yield* send(signals, { "x-api-key": guess })
        yield* send(signals, { authorization: `Bearer ${jwt}` })
        yield* send(`${signals}?api_key=${key}&q=${jwt}`, { "x-api-key": key })
        yield* send(`/${key}/${jwt}`)
        yield* send("/metrics", { authorization: `Bearer ${guess}` })
        yield* send("/api/v1/public/reports", { "x-api-key": key, ...json }, `{"niche": "${key}`)
        yield* send("/api/v1/public/reports", { "x-api-key": key, ...json }, `{"niche": 1, "context": "${key}"}`)
        // Without evidence the model would not be asked.
        yield* send(
          "/api/v1/public/competitors",
          { "x-api-key": key, ...json },
          '{"name": "Acme", "domain": "acme.example"}'
        )
        const ordered = yield* send(
          "/api/v1/public/reports",
          { "x-api-key": key, prefer: "respond-async", ...json },
          '{"niche": "Acme"}'
        )
        const report = JSON.parse(ordered).data.id
        yield* send(`/api/v1/public/reports/${report}`, { "x-api-key": key }).pipe(
          Effect.repeat({
            until: (text) => /"status":"(completed|failed)"/.test(text),
            schedule: Schedule.max([Schedule.spaced("100 millis"), Schedule.recurs(100)])
          })
        )
        const command = spawnProgram("src/cli.ts", { DATA_DIR: join(directory, "data") }, "node", [
          "ingest",
          "run",
          "all"
        ])
        yield* Effect.promise(() => command.exited)
        const page = yield* send("/metrics", { authorization: `Bearer ${secrets.METRICS_TOKEN}` })
        assert.match(page, /sonde_source_runs_total\{source="feed:127.0.0.1:\S+",state="error"\} 1/)
        assert.strictEqual(yield* Effect.promise(() => service.stop()), 0)

        // Everything went where it was meant to go, and failed there.
        assert.isTrue(
          asked.some((url) => url.startsWith("/feed.xml")),
          asked.join(" ")
        )
        assert.isTrue(
          asked.some((url) => url.startsWith("/.well-known")),
          asked.join(" ")
        )
        assert.isTrue(
          asked.some((url) => url.startsWith("/v1/chat")),
          asked.join(" ")
        )
        assert.include(exported.logs, "Answered")
        assert.include(exported.traces, "GET /api/v1/public/signals")
        assert.include(exported.traces, "source.run")
        for (const method of ["Signals.page", "Gate.pass", "ReportDesk.request"])
          assert.include(exported.traces, method)
        assert.include(service.output(), "The model could not be used")
        assert.include(service.output(), "Source failed")

        const written = { log: service.output(), ...exported, answers: answers.join("\n"), command: command.output() }
        const all = {
          ...secrets,
          key: key.slice(16),
          link: new URL(link).hash.slice(1),
          guess: guess.slice(16),
          jwt: jwt.split(".")[1]!,
          signature: jwt.split(".")[2]!
        }
        for (const [where, text] of Object.entries(written)) {
          assert.isNotEmpty(text, where)
          for (const [name, secret] of Object.entries(all)) assert.notInclude(text, secret, `${name} in ${where}`)
        }
      }).pipe(Effect.scoped),
    60_000
  )

  it.live(
    "of the database are not in what is said when it refuses them",
    () =>
      Effect.gen(function* () {
        const url = new URL(inject("postgresUrl"))
        url.password = secrets.database
        for (const format of ["pretty", "json"]) {
          const { exited, output } = spawnProgram("src/main.ts", { DATABASE_URL: url.href, LOG_FORMAT: format })
          assert.strictEqual(yield* Effect.promise(() => exited), 1)
          assert.include(output(), "password authentication failed")
          assert.notInclude(output(), secrets.database)
        }
      }),
    30_000
  )
})
