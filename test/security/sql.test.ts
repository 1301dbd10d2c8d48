import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as FileSystem from "node:fs"
import * as Storage from "../../src/storage/Storage.ts"
import { forEachDatabase } from "../support/Databases.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { type Input, type Operation, operations } from "../support/Operations.ts"
import { World } from "../../harness/World.ts"

/** What breaks out of a statement that text was pasted into, in each place where text can stand in one. */
const payloads = [
  "' or '1'='1",
  "'; drop table signals cascade; --",
  "1; select pg_sleep(60)",
  "' union select name, hash::text, null from api_keys --",
  "\\'; delete from accounts; --",
  "$1",
  "$$; drop table accounts; $$",
  "%' escape '\\",
  '"; drop table reports; --',
  "acme.example'||(select current_user)||'",
  "{1,2}'::int[]) or true --"
]

/** What each member of a body takes, where something else is tried in another one. */
const valid: Readonly<Record<string, unknown>> = {
  niche: "tea",
  report_type: "trend_report",
  name: "Acme",
  domain: "acme.example",
  status: "paused",
  keyword: "tea",
  target_url: "https://acme.example/",
  positions: [{ date: "2026-01-01", position: 1, url: null }],
  scopes: ["signals"]
}

/** A body in which this member has this value, wherever it stands. */
const bodyWith = (inputs: ReadonlyArray<Input>, name: string | null, value: string): Record<string, unknown> => {
  const members = inputs.filter((input) => input.in === "body").map((input) => input.name)
  const body = Object.fromEntries(members.filter((member) => member in valid).map((member) => [member, valid[member]]))
  if (name === null) return body
  if (members.includes("positions") && name !== "positions")
    return { positions: [{ date: "2026-01-01", position: 1, url: null, [name]: value }] }
  return { ...body, [name]: name === "scopes" ? [value] : value }
}

const send = Effect.fnUntraced(function* (operation: Operation, input: Input, payload: string) {
  const world = yield* World
  const encoded = encodeURIComponent(payload)
  const path = operation.path
    .replace(`{${input.in === "path" ? input.name : ""}}`, encoded)
    .replace("{platform}", "reddit")
    .replace(/\{\w+\}/g, "1")
  const takesBody = operation.inputs.some((other) => other.in === "body")
  const credential = path.startsWith("/api/v1/dashboard")
    ? { token: yield* Effect.promise(() => Issuer.token({ sub: "attacker", scope: Issuer.everyScope })) }
    : { key: (yield* attackerKey).key }
  return yield* world.send(input.in === "query" ? `${path}?${input.name}=${encoded}` : path, {
    method: operation.method,
    ...credential,
    headers: { prefer: "respond-async", ...(input.in === "header" && { [input.name]: payload }) },
    ...(takesBody && { body: bodyWith(operation.inputs, input.in === "body" ? input.name : null, payload) })
  })
})

/** One key for everything, made when it is needed and not there yet. */
const keys = new WeakMap<object, { readonly key: string }>()
const attackerKey = Effect.gen(function* () {
  const world = yield* World
  const known = keys.get(world) ?? (yield* world.key({ account: "attacker" }))
  keys.set(world, known)
  return known
})

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`
    select (select string_agg(tablename, ',' order by tablename) from pg_tables where schemaname = 'public') as tables,
           (select count(*)::int from accounts) as accounts, (select count(*)::int from signals) as signals,
           (select string_agg(name, ',') from competitors where name = 'the victim''s') as competitors`
})

forEachDatabase((name, database) =>
  layer(
    World.over(Storage.layer.pipe(Layer.provideMerge(database)), {
      REPORTS_PER_HOUR: "0",
      REPORT_WAIT_SECONDS: "0"
    })
  )(`SQL in a request on ${name}`, (it) => {
    const prepared = Effect.gen(function* () {
      const world = yield* World
      yield* attackerKey
      const victim = yield* world.key({ account: "victim" })
      yield* world.send("/api/v1/public/competitors", {
        method: "POST",
        key: victim.key,
        body: { name: "the victim's", domain: "victim.example" }
      })
      return yield* tables
    })

    it.effect(
      "is text, in every place of every operation",
      () =>
        Effect.gen(function* () {
          const before = yield* prepared
          for (const operation of operations)
            for (const input of operation.inputs)
              for (const payload of payloads) {
                const answer = yield* send(operation, input, payload)
                const what = `${operation.method} ${operation.path} ${input.in} ${input.name} ${payload}: ${answer.text.slice(0, 200)}`
                assert.isBelow(answer.status, 500, what)
                assert.notInclude(answer.text, "victim", what)
                assert.notMatch(answer.text, /syntax error|SqlError|relation "/, what)
              }
          assert.deepStrictEqual(yield* tables, before)
        }),
      60_000
    )

    it.effect("comes back as it was sent, where it is stored", () =>
      Effect.gen(function* () {
        const world = yield* World
        const { key } = yield* world.key({ account: "writer" })
        for (const payload of payloads)
          yield* world.send("/api/v1/public/reports", { method: "POST", key, body: { niche: payload } })
        const listed = yield* world.send("/api/v1/public/reports", { key })
        assert.deepStrictEqual(
          listed.json.data.reports.map((report: { niche: string }) => report.niche),
          payloads.toReversed()
        )
      })
    )
  })
)

describe("statements", () => {
  it("are templates: none is made of text, but for names of our own columns, migrations and maintenance", () => {
    const root = new URL("../../", import.meta.url)
    const files = ["src", "ingest"].flatMap((directory) =>
      FileSystem.readdirSync(new URL(directory, root), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => `${directory}/${file}`)
    )
    const raw = files.filter((file) =>
      /\.unsafe\(|\.literal\(/.test(FileSystem.readFileSync(new URL(file, root), "utf8"))
    )
    assert.deepStrictEqual(raw, [
      "src/storage/WideIds.ts",
      "src/storage/database/Columns.ts",
      "src/storage/database/Migrations.ts"
    ])
  })
})
