import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OpenApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Api } from "../../src/api/Api.ts"
import { toCursor } from "../../src/api/Signals.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { reads, sharedReadAt } from "../../src/http/cache/SharedReads.ts"
import { Companies } from "../../src/storage/Companies.ts"
import { watchedTables } from "../../src/storage/database/Changes.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/SocialTrends.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { TrendingKeywords } from "../../src/storage/TrendingKeywords.ts"
import { forEachDatabase } from "../support/Databases.ts"
import { World } from "../../harness/World.ts"

/*
 * What src/http/cache/SharedReads.ts says of each read, compared with what the database says that it read: an answer
 * that is made of a table which nobody names there would be remembered beyond its change.
 */

type Json = Record<string, any>

/** One value for each parameter of a read, or several. A new one fails until somebody says here what to ask for. */
const samples: Record<string, ReadonlyArray<string>> = {
  report_id: ["1"],
  against: ["2"],
  watch_id: ["1"],
  endpoint_id: ["1"],
  watch: ["1"],
  after: ["1"],
  competitor_id: ["1"],
  company_id: ["1"],
  platform: ["reddit", "feed"],
  q: ["acme"],
  country: ["US"],
  status: ["active"],
  limit: ["5"],
  all: ["false"],
  skip: ["1"],
  signal_id: ["1"],
  story_id: ["1"],
  sort: ["newest"],
  since: ["2020-01-01"],
  before: ["2040-01-01"],
  source: ["One"],
  language: ["en"],
  cursor: [toCursor({ at: 2e13, id: 2_147_483_647 })],
  highlight: ["true"],
  facets: ["source,language,day"]
}

/** What an endpoint takes, but not with the rest. */
const apart = new Set(["/api/v1/public/events before"])

/** The addresses of a read: with what it needs, and with all that it takes. */
const addresses = (path: string, parameters: ReadonlyArray<Json>): ReadonlyArray<string> => {
  const sample = (name: string) => {
    assert.isDefined(samples[name], `say in ${import.meta.filename} what to ask for as ${name}`)
    return samples[name]!
  }
  const inPath = parameters.filter((parameter) => parameter["in"] === "path")
  const paths = inPath.reduce<ReadonlyArray<string>>(
    (all, { name }) => all.flatMap((path) => sample(name).map((value) => path.replace(`{${name}}`, value))),
    [path]
  )
  const inQuery = parameters.filter(
    (parameter) => parameter["in"] === "query" && !apart.has(`${path} ${parameter["name"]}`)
  )
  const queryOf = (some: ReadonlyArray<Json>) =>
    new URLSearchParams(some.map(({ name }) => [String(name), sample(name)[0]!])).toString()
  const queries = [queryOf(inQuery.filter(({ required }) => required)), queryOf(inQuery)]
  return paths.flatMap((path) => queries.map((query) => `${path}?${query}`))
}

const document = OpenApi.fromApi(Api) as Json

const endpoints = Object.entries(reads).map(([path, made]) => {
  const template = path.replace(/:(\w+)/g, "{$1}")
  return { path, made, addresses: addresses(template, document["paths"][template].get.parameters) }
})

describe("The address of a read", () => {
  for (const { addresses, made, path } of endpoints) {
    it(`${path} is taken for no other`, () => {
      for (const address of addresses)
        assert.strictEqual(
          sharedReadAt(address)?.endpoint,
          typeof made === "object" ? `GET ${path}` : undefined,
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
    for (const { addresses, made, path } of endpoints) {
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
            assert.oneOf(status, [200, 404], address)
            // To know the key is no part of the answer.
            for (const table of tables) if (table !== "api_keys") read.add(writtenFor(table))
          }
          assert.isAbove(read.size, 0, "nothing was read: ask for something that is there")
          const isOwn = [...read].some((table) => own.has(table))
          const cure = isOwn
            ? "which belong to accounts: say `own` of it in src/http/cache/SharedReads.ts"
            : "none of which belongs to an account: in place of `own`, say in src/http/cache/SharedReads.ts `{ tables: [these] }`, or `not remembered`"
          assert.strictEqual(made === "own", isOwn, `${path} reads ${[...read].sort().join(", ")}, ${cure}`)
          if (typeof made !== "object") return
          assert.deepStrictEqual(
            [...read].sort(),
            [...made.tables].sort(),
            "name in SharedReads.ts the tables that are read"
          )
          for (const table of made.tables) assert.include(watchedTables, table)
          if (made.timed === true) return
          const answers = Effect.forEach(addresses, (address) => send(address, { key: value }))
          const before = yield* answers
          yield* TestClock.adjust("2 days")
          for (const [n, { text }] of (yield* answers).entries())
            assert.strictEqual(text, before[n]!.text, "the answer depends on the time: say `timed` in SharedReads.ts")
        })
      )
    }
  })
})
