import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option, Redacted } from "effect"
import * as FileSystem from "node:fs"
import { inspect } from "node:util"
import { secretsOf, Settings, settings } from "../src/config/Settings.ts"
import { ranksOf } from "../src/app/Ingestion.ts"

const load = (env: Record<string, string>) =>
  Effect.provide(
    Effect.service(Settings),
    Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))
  )

const file = (name: string) => FileSystem.readFileSync(new URL(`../${name}`, import.meta.url), "utf8")

describe("the settings", () => {
  it.effect("have defaults, also where a variable is empty", () =>
    Effect.gen(function* () {
      const loaded = yield* load({ PORT: "", DATABASE_URL: "" })
      assert.strictEqual(loaded.PORT, 4646)
      assert.strictEqual(loaded.DATABASE_URL._tag, "None")
    })
  )

  it.effect("stop the start with every bad variable named, and no secret shown", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        load({ PORT: "70000", LOG_FORMAT: "xml", INGEST_ENABLED: "maybe", DATABASE_URL: "mysql://u:hunter2@h/d" })
      )
      for (const name of [
        "PORT must be an integer between 0 and 65535",
        "LOG_FORMAT",
        "INGEST_ENABLED",
        "DATABASE_URL"
      ]) {
        assert.include(error.message, name)
      }
      assert.notInclude(error.message, "hunter2")
    })
  )

  it.effect("go together: an issuer needs an audience or a client, and a client its issuer", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(load({ OIDC_ISSUER: "https://id.example" }))
      assert.include(error.message, "OIDC_AUDIENCE")
      const withoutIssuer = yield* Effect.flip(load({ OIDC_CLIENT_ID: "sonde" }))
      assert.include(withoutIssuer.message, "OIDC_ISSUER")
      yield* load({ OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "sonde", OIDC_CLIENT_SECRET: "hunter2" })
    })
  )

  it.effect("name operators byte for byte, and refuse what is nobody's name", () =>
    Effect.gen(function* () {
      const { OPERATORS } = yield* load({ OPERATORS: "boss, auth0|1 ,b\u00f3ss,,local" })
      assert.deepStrictEqual(OPERATORS, ["boss", "auth0|1", "b\u00f3ss", "local"])
      for (const name of ["\u00a0boss", "boss\t", "bo\u202ess", "bo\u0301ss", "b".repeat(256)]) {
        const error = yield* Effect.flip(load({ OPERATORS: `ann,${name}` }))
        assert.include(error.message, "OPERATORS must list accounts", name)
      }
    })
  )

  it.effect("keep secrets out of what is printed", () =>
    Effect.gen(function* () {
      const loaded = yield* load({
        DATABASE_URL: "postgres://u:hunter2@h/d",
        REDDIT_CLIENT_ID: "app",
        REDDIT_CLIENT_SECRET: "hunter2",
        X_BEARER_TOKEN: "hunter2"
      })
      assert.deepStrictEqual(loaded.REDDIT_CLIENT_ID, Option.some("app"))
      assert.strictEqual(Redacted.value(Option.getOrThrow(loaded.X_BEARER_TOKEN)), "hunter2")
      assert.notInclude(`${JSON.stringify(loaded)} ${inspect(loaded, { depth: 9 })}`, "hunter2")
      const refused = yield* Effect.flip(load({ X_BEARER_TOKEN: "hunter2 and a space" }))
      assert.include(refused.message, "X_BEARER_TOKEN must be")
      assert.notInclude(refused.message, "hunter2")
    })
  )

  it.effect("name standbys one by one, each a secret, of a database", () =>
    Effect.gen(function* () {
      const urls = ["postgres://u:hun,ter2@a:1/d", "postgresql://b/d", "postgres://c/d"]
      for (const between of [",", " ", ", ", "\n"]) {
        const loaded = yield* load({ DATABASE_URL: "postgres://h/d", DATABASE_READ_URL: urls.join(between) })
        assert.deepStrictEqual([...Redacted.value(Option.getOrThrow(loaded.DATABASE_READ_URL))], urls)
        assert.notInclude(`${JSON.stringify(loaded)} ${inspect(loaded, { depth: 9 })}`, "hun,ter2")
        assert.includeMembers([...secretsOf(loaded)], urls)
      }
      for (const wrong of [",", "postgres://a, b", "mysql://a"]) {
        const error = yield* Effect.flip(load({ DATABASE_URL: "postgres://h/d", DATABASE_READ_URL: wrong }))
        assert.include(error.message, "DATABASE_READ_URL must be a URL such as postgres://", wrong)
      }
      const alone = yield* Effect.flip(load({ DATABASE_READ_URL: "postgres://a/d" }))
      assert.include(alone.message, "DATABASE_URL must be set when DATABASE_READ_URL is")
    })
  )

  it.effect("of a model of meaning name a server: its own, or that of a key", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(load({ EMBEDDINGS_MODEL: "text-embedding-3-small" }))
      assert.include(error.message, "must be set when EMBEDDINGS_MODEL is")
      for (const server of [
        { OPENAI_API_KEY: "hunter2" },
        { EMBEDDINGS_API_KEY: "hunter2" },
        { EMBEDDINGS_BASE_URL: "http://127.0.0.1:11434/v1" }
      ])
        yield* load({ EMBEDDINGS_MODEL: "text-embedding-3-small", ...server })
    })
  )

  it.effect("of a reddit app come as a pair", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(load({ REDDIT_CLIENT_ID: "app" }))
      assert.include(error.message, "REDDIT_CLIENT_SECRET")
    })
  )

  it.effect("of a rank source are there when it is chosen", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(ranksOf(yield* load({ SERPAPI_KEY: "hunter2" })), { source: "none" })
      const ranks = ranksOf(yield* load({ RANK_SOURCE: "serpapi", SERPAPI_KEY: "hunter2" }))
      assert.strictEqual(ranks.source, "serpapi")
      assert.notInclude(`${JSON.stringify(ranks)} ${inspect(ranks, { depth: 9 })}`, "hunter2")
      assert.deepStrictEqual(ranksOf(yield* load({ RANK_SOURCE: "searxng", SEARXNG_URL: "http://127.0.0.1:8888" })), {
        source: "searxng",
        url: "http://127.0.0.1:8888"
      })
      const google = yield* Effect.flip(load({ RANK_SOURCE: "google_cse" }))
      assert.include(google.message, "GOOGLE_CSE_KEY must be set when RANK_SOURCE is google_cse")
      assert.include(google.message, "GOOGLE_CSE_ID must be set when RANK_SOURCE is google_cse")
      assert.include((yield* Effect.flip(load({ RANK_SOURCE: "searxng" }))).message, "SEARXNG_URL must be set")
      assert.include((yield* Effect.flip(load({ RANK_SOURCE: "altavista" }))).message, "RANK_SOURCE")
    })
  )

  it("stand in docs/settings.md and in .env.example as they stand in Settings.ts", () => {
    const rows = Object.entries(settings).map(
      ([name, setting]) =>
        `| \`${name}\` | ${setting.default === null || setting.default === "" ? "" : `\`${setting.default}\``} | ${setting.meaning} |`
    )
    const table = /<!-- settings:[^]*?<!-- \/settings -->/.exec(file("docs/settings.md"))![0]
    const written = table.split("\n").filter((line) => line.startsWith("| `"))
    assert.deepStrictEqual(written, rows, "the table in docs/settings.md")
    const example = file(".env.example")
    const examples = Object.entries(settings).map(
      ([name, setting]) => `# ${setting.meaning}\n#${name}=${setting.default ?? ""}\n`
    )
    assert.deepStrictEqual(
      examples.filter((lines) => !example.includes(lines)),
      [],
      "what .env.example lacks"
    )
    const wanted = [...file("compose.yaml").matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
    assert.include(wanted, "POSTGRES_PASSWORD")
    for (const name of wanted) assert.include(example, `\n#${name}=`)
  })
})
