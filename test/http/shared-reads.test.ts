import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Api } from "../../src/api/Api.ts"
import { MadeOf, type Shared } from "../../src/api/MadeOf.ts"
import { toCursor } from "../../src/api/Signals.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { sharedReadAt } from "../../src/http/cache/SharedReads.ts"
import { listDigest } from "../../src/http/ListDigest.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { callsOf } from "../support/Calls.ts"
import { forEachDatabase } from "../support/Databases.ts"
import { noFaults } from "../support/NoFaults.ts"
import { World } from "../../harness/World.ts"

/*
 * What the contract says that each public read is made of (`MadeOf`), compared with the tables that the database says
 * were read: an answer made of a table that is not named would be remembered after the table has changed.
 */

type Json = Record<string, any>

/** What to ask for where the example of the document is not enough: several values, or a word in a form of its own. */
const samples: Record<string, ReadonlyArray<string>> = {
  platform: ["reddit", "feed"],
  since: ["2020-01-01"],
  before: ["2040-01-01"],
  after: ["1"],
  facets: ["source,language,day"]
}

/** What an endpoint takes, but not with the rest. */
const apart = new Set(["/api/v1/public/events before"])

const document = JSON.parse(JSON.stringify(OpenApi.fromApi(Api))) as Json
const calls = callsOf(document, Date.parse("2026-11-22T12:00:00Z"))

/** A cursor of a list of signals, which is of that list alone. */
const cursorOf = (query: URLSearchParams): string => {
  const asked = { ...Object.fromEntries(query), source: query.getAll("source"), tag: query.getAll("tag") }
  return toCursor({ list: listDigest(asked), position: { at: 2e13, id: 2_147_483_647 } })
}

/** The addresses of a read: with what it needs, and with all that it takes. */
const addresses = (path: string): ReadonlyArray<string> => {
  const { params } = calls.find((call) => call.method === "get" && call.path === path)!
  const parameters: ReadonlyArray<Json> = document["paths"][path].get.parameters
  const sample = ({ in: place, name }: Json): ReadonlyArray<string> =>
    samples[name] ?? [String(params[place as "path" | "query"][name])]
  const paths = parameters
    .filter((parameter) => parameter["in"] === "path")
    .reduce<ReadonlyArray<string>>(
      (all, parameter) =>
        all.flatMap((path) => sample(parameter).map((v) => path.replace(`{${parameter["name"]}}`, v))),
      [path]
    )
  const inQuery = parameters.filter(
    (parameter) => parameter["in"] === "query" && !apart.has(`${path} ${parameter["name"]}`)
  )
  const queryOf = (some: ReadonlyArray<Json>) => {
    const query = new URLSearchParams(some.map((parameter) => [parameter["name"], sample(parameter)[0]!]))
    if (query.has("cursor")) query.set("cursor", cursorOf(query))
    return query.toString()
  }
  const queries = [queryOf(inQuery.filter(({ required }) => required)), queryOf(inQuery)]
  return paths.flatMap((path) => queries.map((query) => `${path}?${query}`))
}

/** Every read of the public API, with what it says it is made of. */
const endpoints: Array<{
  readonly path: string
  readonly file: string
  readonly made: Context.Service.Shape<typeof MadeOf>
  readonly addresses: ReadonlyArray<string>
}> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path }, group, mergedAnnotations }) => {
    if (method !== "GET" || !path.startsWith("/api/v1/public/")) return
    endpoints.push({
      path,
      file: `src/api/${group.identifier.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}.ts`,
      made: Context.get(mergedAnnotations, MadeOf),
      addresses: addresses(path.replace(/:(\w+)/g, "{$1}"))
    })
  }
})

const isShared = (made: (typeof endpoints)[number]["made"]): made is Shared => made !== null && typeof made === "object"

describe("The reads of the public API", () => {
  it("each say what they are made of", () => {
    assert.isAbove(endpoints.length, 20)
    noFaults(
      endpoints.flatMap(({ file, made, path }) => (made === null ? [`GET ${path} in ${file}`] : [])),
      'Say it of these with `.annotate(MadeOf, …)`: `{ tables: ["companies"] }` with the tables that are read if the answer is the same for everybody, `"own"` if each account has its own, or `"not remembered"` if it is to be made anew each time:'
    )
  })
})

describe("The address of a read", () => {
  for (const { addresses, made, path } of endpoints) {
    it(`${path} is taken for no other`, () => {
      for (const address of addresses)
        assert.strictEqual(
          sharedReadAt(address)?.endpoint,
          isShared(made) ? `GET ${path}` : undefined,
          `${address} is taken for another read: mend the order of the templates in src/http/server/Routes.ts`
        )
    })
  }
})

const seed = Effect.gen(function* () {
  const source = SourceName.make("feed:one")
  const url = "https://one.example/1"
  yield* (yield* Signals).upsert(source, [
    { identity: url, guid: "1", title: "Acme grows", snippet: "", url, source: "One", published_at: null }
  ])
  yield* (yield* Signals).tellStories(10)
  yield* (yield* TrendingKeywords).upsert([{ keyword: "acme", country: "US", volume: 100 }])
  yield* (yield* SocialTrends).replace(source, "reddit", [
    { title: "Acme", score: 1, score_kind: "points", subreddit: null, site: null, url: null, rank: 1 }
  ])
  yield* (yield* Companies).upsert([
    {
      key: "acme",
      name: "Acme",
      tickers: ["ACME"],
      industry: "Steel",
      revenue: 1,
      market_cap: 2,
      revenue_period_end: null,
      source_url: null
    }
  ])
})

/** Tables that belong to an account, by themselves or through another one. */
const ofAccounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`
    with recursive own as (
      select 'accounts'::regclass::oid as id
      union select conrelid from pg_constraint join own on confrelid = own.id where contype = 'f'
    )
    select id::regclass::text as name from own`
  return new Set(rows.map(({ name }) => name))
})

/** The tables that the current transaction has locked, as every read does. */
const tablesRead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`
    select distinct relation::regclass::text as name from pg_locks join pg_class on pg_class.oid = relation
    where pid = pg_backend_pid() and relkind = 'r' and relnamespace = 'public'::regnamespace`
  return rows.map(({ name }) => name)
})

/**
 * The search index is made of signals, in the transaction that writes them, and what indexes older ones tells of
 * signals.
 */
const writtenFor = (table: string): string => (table.startsWith("search_") ? "signals" : table)

forEachDatabase((name, database) => {
  layer(World.over(Storage.layer.pipe(Layer.provideMerge(database))))(`A read on ${name}`, (it) => {
    // Shared ones first: a stream that was opened leaves timers, which make two days of the clock last minutes.
    const ordered = endpoints.toSorted((one, other) => Number(isShared(other.made)) - Number(isShared(one.made)))
    for (const { addresses, file, made, path } of ordered) {
      it.effect(`${path} is made of what is written of it`, () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { key, send } = yield* World
          const { key: value } = yield* key({ account: path })
          yield* seed
          const own = yield* ofAccounts
          const read = new Set<string>()
          for (const address of addresses) {
            const { status, tables } = yield* sql.withTransaction(
              Effect.gen(function* () {
                const { status } = yield* send(address, { key: value })
                return { status, tables: yield* tablesRead }
              })
            )
            assert.oneOf(
              status,
              [200, 404],
              `${address}: say in \`samples\` of ${import.meta.filename} what to ask for`
            )
            // To know the key is no part of the answer.
            for (const table of tables) if (table !== "api_keys") read.add(writtenFor(table))
          }
          assert.isAbove(read.size, 0, "nothing was read: ask for something that is there")
          const isOwn = [...read].some((table) => own.has(table))
          const cure = isOwn
            ? `some of which belong to accounts: say \`.annotate(MadeOf, "own")\` of it in ${file}`
            : `none of which belongs to an account: say \`.annotate(MadeOf, { tables: [these] })\` of it in ${file}, or "not remembered"`
          assert.strictEqual(
            made === "own" || made === "live",
            isOwn,
            `${path} reads ${[...read].sort().join(", ")}, ${cure}`
          )
          if (!isShared(made)) return
          assert.deepStrictEqual(
            [...read].sort(),
            [...made.tables].sort(),
            `name in \`MadeOf\` of ${path} in ${file} the tables that are read`
          )
          if (made.timed === true) return
          const answers = Effect.forEach(addresses, (address) => send(address, { key: value }))
          const before = yield* answers
          yield* TestClock.adjust("2 days")
          for (const [n, { text }] of (yield* answers).entries())
            assert.strictEqual(
              text,
              before[n]!.text,
              `the answer depends on the time: say \`timed: true\` in \`MadeOf\` of it in ${file}`
            )
        })
      )
    }
  })
})
