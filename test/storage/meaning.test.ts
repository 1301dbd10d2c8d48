import type { PgClient } from "@effect/sql-pg"
import { assert, it, layer, type Vitest } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted, type Scope, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { describe } from "vitest"
import {
  answers,
  dropsOut,
  embeddings,
  type EmbeddingsMode,
  embeds,
  fakeEmbeddings,
  refuses,
  silent
} from "../../harness/FakeEmbeddings.ts"
import * as OpenAiEmbedder from "../../src/embeddings/OpenAiEmbedder.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import * as Database from "../../src/storage/database/Database.ts"
import { parse } from "../../src/search/Query.ts"
import * as MemorySignals from "../../src/storage/memory/Signals.ts"
import { makeMemoryVectors } from "../../src/storage/memory/Vectors.ts"
import { Embedder } from "../../src/storage/search/Embedder.ts"
import { withMeaning, type WordIndex } from "../../src/storage/search/Meaning.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { makeSqlVectors } from "../../src/storage/search/SqlVectors.ts"
import { type SignalQuery, Signals } from "../../src/storage/signals/Signals.ts"
import { child } from "../support/Child.ts"
import { start } from "../support/Contract.ts"
import { migratedPostgres, offers, placeDatabase, vectorDatabase } from "../support/Databases.ts"
import { news, store } from "../support/News.ts"

const day = 24 * 3_600_000
const key = "sk-embeddings-0123456789"

const page = (q: string, query: Partial<SignalQuery> = {}) =>
  Effect.map(
    Effect.flatMap(Signals, (signals) => signals.page({ q, limit: 20, ...query })),
    ({ signals, ...rest }) => ({
      ...rest,
      titles: (JSON.parse(signals) as ReadonlyArray<{ readonly title: string }>).map(({ title }) => title)
    })
  )

const titles = (q: string, query: Partial<SignalQuery> = {}) => Effect.map(page(q, query), (found) => found.titles)

/** Fills until there is nothing to do at the moment; what it came to in the end. */
const fill = Effect.gen(function* () {
  const index = yield* SearchIndex
  for (;;) {
    const filled = yield* index.fill
    if (filled.wait > 0) return filled
  }
})

const state = Effect.flatMap(SearchIndex, (index) => Effect.map(index.state, ({ meaning }) => meaning))

type Store = Signals | SearchIndex

/** A process with the model at this address: what it remembers goes with it. */
const processes =
  <R>(storage: Layer.Layer<Store, never, R>) =>
  (baseUrl: string, model = "fake") =>
    Layer.fresh(storage).pipe(
      Layer.provide(
        Layer.effect(Embedder, OpenAiEmbedder.make({ baseUrl, model, apiKey: Redacted.make(key), price: 0 }))
      )
    )

/** Looks until something is so, in the time of the machine: some milliseconds. */
const until = (test: () => boolean) =>
  Effect.promise(async () => {
    for (let tries = 0; !test() && tries < 2_000; tries++) await new Promise((resolve) => setTimeout(resolve, 2))
    assert.isTrue(test())
  })

type Server = Effect.Success<ReturnType<typeof fakeEmbeddings>>

/** What a server may do instead of what it should; those of the second list answer nothing in time. */
const wrong: ReadonlyArray<readonly [string, EmbeddingsMode]> = [
  ["fails", refuses(500)],
  ["is busy", refuses(429, { "retry-after": "120" })],
  ["knows no such model", refuses(404)],
  ["refuses the key", refuses(401)],
  ["drops the connection", dropsOut],
  ["answers with something else", answers(() => "<html>")],
  ["answers nothing", answers(() => ({}))],
  ["answers NaN", answers(() => '{"data":[{"index":0,"embedding":[NaN]}]}')],
  ["answers null among numbers", embeds(([, ...rest]) => [null, ...rest])],
  ["answers Infinity", answers(() => '{"data":[{"index":0,"embedding":[1e999,1,1,1,1,1]}]}')],
  ["answers a vector of zeros", embeds((vector) => vector.map(() => 0))],
  ["answers an empty vector", embeds(() => [])],
  ["answers a vector too few", answers(({ input }) => embeddings(input.slice(1).map(() => [1, 0, 0, 0, 0, 0])))],
  ["answers a vector too many", answers(({ input }) => embeddings([...input, ""].map(() => [1, 0, 0, 0, 0, 0])))],
  [
    "answers two vectors for one text",
    answers(({ input }) => ({
      data: [input, ""].map(() => ({ index: 7, embedding: [1, 0, 0, 0, 0, 0] })).slice(0, input.length)
    }))
  ],
  ["answers without end", answers(() => `{"data":[${" ".repeat(5 * 2 ** 20)}]}`)],
  ["answers in another dimension", embeds(([first]) => [first, 1])]
]

/** What holds wherever vectors can be stored. */
const promises = <R>(
  tester: Vitest.Tester<R | Scope.Scope>,
  process: (baseUrl: string, model?: string) => Layer.Layer<Store, never, R>
) => {
  /** On an empty store, with a server and the clock at the start. */
  const effect = <A, E>(name: string, self: (server: Server) => Effect.Effect<A, E, Store | Scope.Scope>) =>
    tester(name, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start.getTime())
        const server = yield* fakeEmbeddings()
        return yield* Effect.provide(self(server), process(server.baseUrl))
      }).pipe(Effect.provide(TestClock.layer()))
    )

  effect("finds a signal that has no word in common with the question, below what has both", (server) =>
    Effect.gen(function* () {
      yield* store(news("Automobile costs climb"), news("Car prices rise"), news("Wheat harvest ends"))
      assert.deepStrictEqual(yield* fill, { pending: 0, problem: null, wait: 2_000 })
      const found = yield* page("car price")
      assert.deepStrictEqual(found.titles, ["Car prices rise", "Automobile costs climb"])
      assert.strictEqual(found.meaning, "used")
      assert.deepStrictEqual(found.total, { count: 2, exact: true })
      // What points elsewhere is not near, however few there are.
      assert.deepStrictEqual(yield* titles("walkout"), [])
      for (const { authorization, model } of server.requests)
        assert.deepStrictEqual([authorization, model], [`Bearer ${key}`, "fake"])
      // The same question is not asked twice.
      const asked = server.requests.length
      yield* page("car price")
      assert.lengthOf(server.requests, asked)
    })
  )

  effect("gives reports the nearest to a text, and nothing while the model is away", (server) =>
    Effect.gen(function* () {
      const signals = yield* Signals
      const near = (text: string, until = new Date(start.getTime() + day)) =>
        Effect.map(signals.nearest({ text, until, limit: 2 }), (found) => found.map(({ title }) => title))
      yield* store(news("Automobile costs climb"), news("Car prices rise"), news("Auto"), news("Wheat harvest ends"))
      assert.deepStrictEqual(yield* near("car price"), [])
      yield* fill
      assert.sameMembers([...(yield* near("car price"))], ["Car prices rise", "Automobile costs climb"])
      assert.deepStrictEqual(yield* near("car price", new Date(start.getTime() - 400 * day)), [])
      server.mode = refuses(500)
      assert.deepStrictEqual(yield* near("grain"), [])
    })
  )

  effect("keeps exclusions, phrases and filters for what it finds by meaning", () =>
    Effect.gen(function* () {
      yield* store(
        news("Automobile sales in Spain", { source: "One" }),
        news("Automobile sales in Italy", { source: "Two", published_at: new Date(start.getTime() - 40 * day) }),
        news("Automobiles: Absatz in Wien", { source: "Three", language: "de" })
      )
      yield* fill
      const found = (q: string, query: Partial<SignalQuery> = {}) =>
        Effect.map(titles(q, query), (all) => all.toSorted())
      assert.lengthOf(yield* found("cars"), 3)
      assert.deepStrictEqual(yield* found("cars -spain"), ["Automobile sales in Italy", "Automobiles: Absatz in Wien"])
      assert.deepStrictEqual(yield* found('cars -"sales in italy" -absatz'), ["Automobile sales in Spain"])
      assert.deepStrictEqual(yield* found('cars "sales in Italy"'), ["Automobile sales in Italy"])
      assert.deepStrictEqual(yield* found("cars", { sources: ["One", "Three"], language: "en" }), [
        "Automobile sales in Spain"
      ])
      assert.deepStrictEqual(yield* found("cars", { language: "de" }), ["Automobiles: Absatz in Wien"])
      assert.deepStrictEqual(yield* found("cars", { before: new Date(start.getTime() - 30 * day) }), [
        "Automobile sales in Italy"
      ])
      const counted = yield* page("cars", { since: new Date(start.getTime() - 30 * day), facets: true })
      assert.deepStrictEqual(counted.total, { count: 2, exact: true })
      assert.deepStrictEqual(counted.facets!.source.map(({ value }) => value).toSorted(), ["One", "Three"])
      // By date only words count, and exclusions alone find nothing.
      const byDate = yield* page("cars", { sort: "newest" })
      assert.deepStrictEqual([byDate.titles, byDate.meaning], [[], undefined])
      assert.deepStrictEqual(yield* found("-spain"), [])
    })
  )

  effect("goes on with a list as it began, whatever comes in and whatever becomes of the server", (server) =>
    Effect.gen(function* () {
      yield* store(
        ...Array.from({ length: 130 }, (_, n) =>
          news(`Copper number ${n}`, { published_at: new Date(start.getTime() - n * 60_000) })
        )
      )
      yield* store(...Array.from({ length: 30 }, (_, n) => news(`Kupfer, Nummer ${n}`, { language: "de" })))
      yield* fill
      const whole = yield* titles("copper", { limit: 160 })
      assert.strictEqual(new Set(whole).size, 160)
      const read: Array<string> = []
      let at = yield* page("copper", { limit: 37 })
      assert.deepStrictEqual([at.total.count, at.meaning], [160, "used"])
      assert.isTrue(at.titles.some((title) => title.startsWith("Kupfer")))
      server.mode = refuses(500)
      const asked = server.requests.length
      while (at.next !== null) {
        read.push(...at.titles)
        yield* store(news(`Copper, after ${read.length}`), news(`Kupfer, nach ${read.length}`, { language: "de" }))
        at = yield* page("copper", { limit: 37, after: at.next })
        assert.strictEqual(at.meaning, "used")
      }
      assert.deepStrictEqual([...read, ...at.titles], whole)
      assert.lengthOf(server.requests, asked)
    })
  )

  effect("reads what has changed again, also what changes while the model reads it", (server) =>
    Effect.gen(function* () {
      yield* store(news("Strike at the port"), news("Copper mine opens"))
      yield* fill
      yield* store(news("Strike at the port", { title: "Wheat at the port" }))
      assert.strictEqual((yield* state)!.pending, 1)
      yield* fill
      assert.deepStrictEqual(yield* titles("grain"), ["Wheat at the port"])
      assert.deepStrictEqual(yield* titles("walkout"), [])
      assert.lengthOf(
        server.requests.filter(({ input }) => input.includes("Copper mine opens")),
        1
      )

      yield* store(news("Car makers"))
      let answer: (() => void) | undefined
      server.mode = (request, response) => (answer = () => embeds()(request, response))
      const filling = yield* Effect.forkChild(fill)
      yield* until(() => answer !== undefined)
      yield* store(news("Car makers", { title: "Grain makers" }))
      server.mode = embeds()
      answer!()
      yield* Effect.andThen(Fiber.join(filling), fill)
      assert.deepStrictEqual((yield* titles("wheat")).toSorted(), ["Grain makers", "Wheat at the port"])
      assert.deepStrictEqual(yield* titles("auto"), [])
    })
  )

  effect("passes over a text that the server refuses, and not over what comes with it", (server) =>
    Effect.gen(function* () {
      const isRefused = (input: ReadonlyArray<string>) => input.some((text) => text.startsWith("Forbidden"))
      server.mode = (request, response) => (isRefused(request.input) ? refuses(400) : embeds())(request, response)
      yield* store(news("Wheat is dear"), news("Forbidden wheat"), news("Wheat is cheap"))
      for (let times = 0; times < 12; times++) {
        yield* fill
        yield* TestClock.adjust("10 minutes")
      }
      assert.deepStrictEqual((yield* titles("grain")).toSorted(), ["Wheat is cheap", "Wheat is dear"])
      // After three refusals it is asked no more.
      assert.strictEqual((yield* state)!.pending, 0)
      assert.lengthOf(
        server.requests.filter(({ input }) => input.length === 1 && isRefused(input)),
        3
      )
    })
  )

  effect("goes on for other questions when the server refuses one", (server) =>
    Effect.gen(function* () {
      yield* store(news("Car prices rise"))
      yield* fill
      for (const status of [400, 413, 422]) {
        server.mode = refuses(status)
        assert.strictEqual((yield* page(`walkout ${status}`)).meaning, "unavailable")
        server.mode = embeds()
        assert.deepStrictEqual(yield* titles(`automobile ${status}`), ["Car prices rise"])
        assert.isNull((yield* state)!.problem)
      }
      // A refusal is an answer: the server is there again.
      server.mode = refuses(500)
      yield* page("costs")
      yield* TestClock.adjust("2 seconds")
      server.mode = refuses(400)
      yield* page("costs")
      server.mode = embeds()
      assert.strictEqual((yield* page("costs")).meaning, "used")
    })
  )

  effect("answers questions while signals get no vectors, and says what of the two fails", (server) =>
    Effect.gen(function* () {
      yield* store(news("Car prices rise"))
      server.mode = refuses(500)
      yield* fill
      // There is nothing to compare with.
      assert.include((yield* state)!.problem, "500")
      server.mode = embeds()
      yield* TestClock.adjust("1 second")
      yield* fill
      server.mode = refuses(503)
      yield* store(news("Automobile costs climb"))
      yield* fill
      server.mode = embeds()
      assert.strictEqual((yield* page("automobile")).meaning, "used")
      const { fillingProblem, pending, problem } = (yield* state)!
      assert.deepStrictEqual([problem, pending], [null, 1])
      assert.include(fillingProblem, "503")
      server.mode = refuses(500)
      yield* page("costs")
      assert.include((yield* state)!.problem, "500")
    })
  )

  effect("leaves a server alone for an hour at most, whatever it asks", (server) =>
    Effect.gen(function* () {
      yield* store(news("Car prices rise"))
      const inYears = new Date(start.getTime() + 4_000 * day).toUTCString()
      for (const headers of [{ "retry-after": "31536000" }, { "retry-after-ms": "1e12" }, { "retry-after": inYears }]) {
        server.mode = refuses(429, headers)
        assert.strictEqual((yield* fill).wait, 3_600_000)
        yield* TestClock.adjust("1 hour")
      }
      server.mode = embeds()
      assert.isNull((yield* fill).problem)
    })
  )

  effect("never fails for a server that does wrong, says that words alone found, and stores nothing of it", (server) =>
    Effect.gen(function* () {
      yield* store(news("Car prices rise"), news("Automobile costs climb"))
      yield* fill
      let n = 0
      for (const [name, mode] of wrong) {
        server.mode = mode
        const title = `Wheat ${++n}`
        yield* store(news(title))
        const filled = yield* fill
        assert.isNotNull(filled.problem, name)
        assert.strictEqual(filled.pending, 1, name)
        assert.notInclude(JSON.stringify(filled), key)
        const asked = server.requests.length
        for (const q of [`car number ${n}`, `cars ${n}`]) {
          const found = yield* page(q)
          assert.deepStrictEqual([found.titles.includes("Car prices rise"), found.meaning], [true, "unavailable"], name)
          assert.notInclude(found.titles, "Automobile costs climb")
        }
        // A server that fails is left alone: the second search does not ask it.
        assert.isAtMost(server.requests.length, asked + (name.includes("dimension") ? 2 : 1), name)
        server.mode = embeds()
        yield* TestClock.adjust("10 minutes")
        assert.strictEqual((yield* fill).problem, null, name)
        assert.include(yield* titles(`grain ${n}`), title, name)
        assert.strictEqual((yield* page(`grain ${n}`)).meaning, "used", name)
      }
    })
  )

  effect("does not wait for a server that is slow, and leaves it alone for as long as it asks", (server) =>
    Effect.gen(function* () {
      yield* store(news("Car prices rise"))
      yield* fill
      server.mode = silent
      const questions = ["car", "cars 1", "cars 2"]
      const searching = yield* Effect.forkChild(
        Effect.all(
          questions.map((q) => page(q)),
          { concurrency: 3 }
        )
      )
      yield* until(() => server.requests.length === 4)
      yield* TestClock.adjust("800 millis")
      for (const found of yield* Fiber.join(searching))
        assert.deepStrictEqual([found.titles, found.meaning], [["Car prices rise"], "unavailable"])
      yield* until(() => server.requests[1]!.aborted)
      assert.include((yield* state)!.problem, "did not answer in time")
      // Questions that fail together count as one failure.
      server.mode = embeds()
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* page("cars")).meaning, "unavailable")
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* page("cars")).meaning, "used")
      server.mode = silent

      yield* store(news("Wheat"))
      const filling = yield* Effect.forkChild(fill)
      yield* until(() => server.requests.length === 6)
      yield* TestClock.adjust("25 seconds")
      assert.include((yield* Fiber.join(filling)).problem, "did not answer in time")

      server.mode = refuses(429, { "retry-after": "900" })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* fill).wait, 900_000)
      yield* page("grain")
      assert.lengthOf(server.requests, 8)
      server.mode = embeds()
      yield* TestClock.adjust("14 minutes")
      yield* Effect.all([fill, page("grain")])
      assert.lengthOf(server.requests, 8)
      yield* TestClock.adjust("1 minute")
      yield* fill
      assert.deepStrictEqual(yield* titles("grain"), ["Wheat"])
    })
  )
}

describe("Meaning in memory", () => promises(it.effect, processes(MemorySignals.layer)))

describe("Meaning beside words", () => {
  it.effect("asks for no more by words than it merges and shows", () =>
    Effect.gen(function* () {
      const asked: Array<readonly [limit: number, enough: number | undefined]> = []
      const none = Effect.die("not asked here")
      const words: WordIndex = {
        write: () => none,
        bring: () => none,
        forget: () => none,
        facets: () => none,
        frequencies: () => none,
        related: () => none,
        catchUp: () => none,
        finish: none,
        feed: none,
        rebuild: none,
        state: none,
        languages: Effect.succeed(["en"]),
        search: ({ enough, limit }) =>
          Effect.sync(() => {
            asked.push([limit, enough])
            return {
              start: null,
              ids: [],
              next: null,
              total: { count: 0, exact: true },
              meant: new Map(),
              near: new Map()
            }
          })
      }
      const embedder = { model: "fake", embed: () => Effect.succeed([Float32Array.of(1)]) }
      const index = yield* withMeaning(
        words,
        embedder,
        makeMemoryVectors(() => new Map())
      )
      const request = { query: parse("copper"), filters: {}, sort: "relevance" } as const
      const after = { asOf: 0, newest: 1, offset: 180, near: [] }
      yield* index.search({ ...request, limit: 20 })
      yield* index.search({ ...request, limit: 1_000, enough: 150 })
      yield* index.search({ ...request, limit: 20, after })
      assert.deepStrictEqual(asked, [
        [100, 100],
        [1_001, 150],
        [201, 201]
      ])
    })
  )
})

const overSql = processes(Layer.provide(Signals.layer, Changes.layerAlone))

/** As before the first start with a model. */
const emptied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    truncate signals, search_words, search_languages, search_state, search_model, search_unembedded restart identity cascade`
}).pipe(Effect.orDie)

/** What holds where vectors are stored in pgvector. */
const promisesOfDatabase = (it: Vitest.MethodsNonLive<PgClient.PgClient | SqlClient.SqlClient>) => {
  promises(it.effect, (baseUrl, model) => Layer.provideMerge(overSql(baseUrl, model), Layer.effectDiscard(emptied)))

  it.effect("fills anew for another model, which a process with the old one leaves alone", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      const server = yield* fakeEmbeddings()
      yield* Effect.gen(function* () {
        yield* store(news("Automobile costs climb"), news("Wheat harvest"))
        yield* fill
        assert.deepStrictEqual(yield* titles("cars"), ["Automobile costs climb"])
        yield* Effect.gen(function* () {
          server.mode = embeds((vector) => [...vector, 0, 0])
          assert.strictEqual((yield* state)!.pending, 2)
          assert.strictEqual((yield* page("cars")).meaning, "unavailable")
          yield* fill
          const found = yield* page("cars")
          assert.deepStrictEqual([found.titles, found.meaning], [["Automobile costs climb"], "used"])
        }).pipe(Effect.provide(overSql(server.baseUrl, "longer")))
        const asked = server.requests.length
        assert.include((yield* fill).problem, "another EMBEDDINGS_MODEL")
        assert.strictEqual((yield* page("cars")).meaning, "unavailable")
        assert.lengthOf(server.requests, asked)
        assert.deepStrictEqual(yield* sql`select model, dimension from search_model`, [
          { model: "longer", dimension: 8 }
        ])
      }).pipe(Effect.provide(overSql(server.baseUrl)))
    })
  )

  it.effect("looks up how long the stored vectors are only after some were stored", () =>
    Effect.gen(function* () {
      yield* emptied
      const server = yield* fakeEmbeddings()
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      const lookUps = () =>
        spans.filter(({ attributes }) => String(attributes.get("db.query.text")).startsWith("select dimension")).length
      yield* Effect.gen(function* () {
        for (const title of ["Car prices rise", "Copper mine opens"]) {
          yield* store(news(title))
          yield* fill
          spans.length = 0
          for (const q of ["automobile", "auto", "costs"]) assert.strictEqual((yield* page(q)).meaning, "used")
          assert.strictEqual(lookUps(), 1)
        }
      }).pipe(Effect.withTracer(tracer), Effect.provide(overSql(server.baseUrl)))
    })
  )

  it.effect("compares no more once a process with another model has taken over", () =>
    Effect.gen(function* () {
      yield* emptied
      const changes = yield* Changes
      const server = yield* fakeEmbeddings()
      const version = () => changes.version(["signals"])
      yield* Effect.gen(function* () {
        yield* store(news("Car prices rise"))
        yield* fill
        yield* until(() => version() !== undefined)
        assert.deepStrictEqual(yield* titles("automobile"), ["Car prices rise"])
        const before = version()
        server.mode = refuses(500)
        yield* Effect.provide(fill, overSql(server.baseUrl, "other"))
        yield* until(() => version() !== undefined && version() !== before)
        const asked = server.requests.length
        assert.strictEqual((yield* page("cars")).meaning, "unavailable")
        assert.lengthOf(server.requests, asked)
        assert.include((yield* state)!.problem, "another EMBEDDINGS_MODEL")
      }).pipe(Effect.provide(processes(Signals.layer)(server.baseUrl)))
    }).pipe(Effect.provide(Changes.layer))
  )

  it.effect("goes on where a process ended, and reads nothing twice", () =>
    Effect.gen(function* () {
      yield* emptied
      yield* TestClock.setTime(start.getTime())
      const server = yield* fakeEmbeddings()
      const one = Effect.flatMap(SearchIndex, (index) => index.fill)
      yield* Effect.gen(function* () {
        yield* store(...Array.from({ length: 100 }, (_, n) => news(`Kupfer, Nummer ${n}`)))
        assert.deepStrictEqual([(yield* one).pending, (yield* one).pending], [68, 36])
      }).pipe(Effect.provide(overSql(server.baseUrl)))
      yield* Effect.gen(function* () {
        // It may be alive as yet.
        assert.strictEqual((yield* one).pending, 36)
        yield* TestClock.adjust("31 seconds")
        assert.strictEqual((yield* fill).pending, 0)
        const { meaning, total } = yield* page("copper")
        assert.deepStrictEqual([meaning, total.count], ["used", 32])
      }).pipe(Effect.provide(overSql(server.baseUrl)))
      const read = server.requests.flatMap(({ input }) => input).filter((text) => text.startsWith("Kupfer"))
      assert.deepStrictEqual([read.length, new Set(read).size], [100, 100])
    }).pipe(Effect.provide(TestClock.layer()))
  )

  it.effect("finds the nearest of many, by their signs first", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      const server = yield* fakeEmbeddings()
      // A direction of its own for each number, and those of numbers that follow each other close together.
      const direction = (n: number) =>
        Array.from({ length: 64 }, (_, d) => Math.cos(((n * (d + 1)) / 600) * Math.PI + d))
      server.mode = ({ input }, response) => {
        response.writeHead(200, { "content-type": "application/json" })
        response.end(JSON.stringify(embeddings(input.map((text) => direction(Number(/\d+/.exec(text)?.[0]))))))
      }
      yield* Effect.gen(function* () {
        yield* store(...Array.from({ length: 600 }, (_, n) => news(`Thing w${n}`)))
        yield* fill
        yield* sql`analyze search_vectors`
        const plan = yield* sql<{ "QUERY PLAN": string }>`
          explain select signal_id from search_vectors order by bits <~> (select bits from search_vectors limit 1) limit 10`
        assert.include(plan.map((row) => row["QUERY PLAN"]).join("\n"), "search_vectors_near")
        const found = yield* titles("object 300", { limit: 5 })
        assert.deepStrictEqual(
          found.toSorted(),
          [298, 299, 300, 301, 302].map((n) => `Thing w${n}`)
        )
      }).pipe(Effect.provide(overSql(server.baseUrl)))
    })
  )
}

layer(vectorDatabase, { excludeTestServices: true })("Meaning on PGlite", promisesOfDatabase)

describe("Meaning on a directory", () => {
  it.effect(
    "goes on after a process was killed; without the model the database is as it was, and can lose and gain rows",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* Effect.acquireRelease(
          Effect.sync(() => placeDatabase(FileSystem.mkdtempSync(Path.join(tmpdir(), "sonde-meaning-")))),
          (directory) => Effect.sync(() => FileSystem.rmSync(directory, { recursive: true, force: true }))
        )
        const server = yield* fakeEmbeddings()
        const filling = yield* child("FillVectors.ts", JSON.stringify({ dataDir, baseUrl: server.baseUrl }))
        while (Number(yield* filling.line) > 60);
        yield* filling.kill
        // What it held for itself is free again by then.
        yield* TestClock.setTime(Date.now() + 60_000)
        const database = (vectors: boolean) => Database.layerEmbedded({ dataDir, maxConnections: 2, vectors })
        yield* Effect.gen(function* () {
          const { pending } = (yield* state)!
          assert.isAbove(pending, 0)
          assert.isAtMost(pending, 60)
          yield* fill
          const { meaning, total } = yield* page("copper")
          assert.deepStrictEqual([meaning, total.count, (yield* state)!.pending], ["used", 32, 0])
          const read = server.requests.flatMap(({ input }) => input)
          // A piece whose answer was not stored yet is read again.
          assert.isAtMost(read.length, 150 + 32 + 1)
        }).pipe(Effect.provide(Layer.provide(overSql(server.baseUrl), database(true))))
        const asked = server.requests.length
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          assert.deepStrictEqual((yield* page("kupfer -nummer1")).meaning, undefined)
          yield* sql`delete from signals where id <= 20`
          yield* store(news("Kupfer ohne Modell"))
          yield* sql`vacuum (analyze)`.unprepared
          const [left] = yield* sql`
            select (select count(*)::int from search_vectors) as vectors, (select count(*)::int from search_unembedded) as unembedded`
          assert.deepStrictEqual(left, { vectors: 130, unembedded: 1 })
        }).pipe(
          Effect.provide(
            Layer.provideMerge(Layer.fresh(Layer.provide(Signals.layer, Changes.layerAlone)), database(false))
          )
        )
        assert.lengthOf(server.requests, asked)
      }),
    60_000
  )
})

/** On a server with the extension, which `npm run test:search` names, this is a suite; the one of npm has none. */
const hasVector = await Effect.runPromise(offers("vector"))

if (hasVector) {
  layer(migratedPostgres, { excludeTestServices: true })("Meaning on Postgres", promisesOfDatabase)
} else {
  layer(migratedPostgres, { excludeTestServices: true })("Meaning on Postgres without pgvector", (it) => {
    it.effect("leaves search to words, and says what is missing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const server = yield* fakeEmbeddings()
        yield* Effect.gen(function* () {
          yield* store(news("Car prices rise"))
          const filled = yield* fill
          assert.include(filled.problem, "pgvector")
          assert.strictEqual(filled.wait, 600_000)
          const found = yield* page("car")
          assert.deepStrictEqual([found.titles, found.meaning], [["Car prices rise"], "unavailable"])
          assert.include((yield* state)!.problem, "pgvector")
          // Nobody pays for a vector that there is nothing to compare with.
          assert.lengthOf(server.requests, 0)
          assert.deepStrictEqual(yield* sql`select to_regclass('search_vectors') as made`, [{ made: null }])
        }).pipe(Effect.provide(overSql(server.baseUrl)))
      })
    )

    it.effect("stores vectors beside who writes signals without waiting for them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* emptied
        // What stands in for pgvector.
        yield* sql`create domain halfvec as text`
        yield* sql`create function binary_quantize(halfvec) returns text language sql return $1`
        yield* sql`
          create table search_vectors (signal_id integer primary key references signals on delete cascade, bits text, vector halfvec)`
        yield* sql`insert into search_model (model, dimension, enqueued) values ('fake', 1, true)`
        yield* store(news("Tin"), news("Zinc"), news("Lead")).pipe(
          Effect.provide(Layer.provide(Signals.layer, Changes.layerAlone))
        )
        yield* sql`insert into search_unembedded (signal_id) select id from signals`
        const vectors = makeSqlVectors(sql, "fake", yield* Changes)
        const [changing, leaving, resting] = (yield* vectors.next(3)).map(({ id }) => id)
        const [locked, stored] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const writer = yield* sql
          .withTransaction(
            Effect.gen(function* () {
              yield* sql`update search_unembedded set revision = revision + 1 where signal_id = ${changing!}`
              yield* sql`select from signals where id = ${leaving!} for update`
              yield* Deferred.succeed(locked, undefined)
              yield* Deferred.await(stored)
            })
          )
          .pipe(Effect.forkScoped)
        yield* Deferred.await(locked)
        const vector = new Float32Array([1])
        const ids = [resting!, leaving!, changing!]
        assert.strictEqual(yield* vectors.store(ids.map((id) => ({ id, revision: 0, vector }))), 1)
        yield* Deferred.succeed(stored, undefined)
        yield* Fiber.join(writer)
        assert.deepStrictEqual(yield* sql`select signal_id as id from search_vectors`, [{ id: resting! }])
        const waiting = (yield* vectors.next(3)).map(({ id, revision }) => ({ id, revision }))
        assert.sameDeepMembers(waiting, [
          { id: changing!, revision: 1 },
          { id: leaving!, revision: 0 }
        ])
      }).pipe(Effect.provide(Changes.layerAlone))
    )
  })
}
