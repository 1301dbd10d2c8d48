import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { readPermission, readRules } from "../../../ingest/articles/RobotsFile.ts"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
import { Parser } from "../../../ingest/parse/Parser.ts"
import { unreadable } from "../../../ingest/Source.ts"
import { articleWorld, readDue, told, wanted } from "../../support/ArticleWorld.ts"
import { type FakeAnswer, type FakeHost, FakeWeb } from "../../support/FakeWeb.ts"

const origin = "https://news.example"
const documentOf = (text: string) => ({
  bytes: new TextEncoder().encode(text),
  contentType: "text/plain",
  url: `${origin}/robots.txt`
})

const rulesOf = (file: string): string | null => Result.getOrThrow(readRules(documentOf(file)))

/** Whether the file lets us have the page. */
const permits = (file: string, path: string): boolean =>
  Result.getOrThrow(readPermission(documentOf(rulesOf(file)!), `${origin}${path}`))

describe("a robots.txt", () => {
  it("is read for the group that names us, else for the one for all, whatever else it holds", () => {
    const cases: ReadonlyArray<readonly [file: string, path: string, permitted: boolean]> = [
      ["", "/a", true],
      ["<html><body>Not found</body></html>", "/a", true],
      ["User-agent: *\nDisallow: /", "/a", false],
      ["\ufeffUser-agent: *\r\nDisallow: /private # not for you\r\n", "/private/a", false],
      ["User-agent: *\nDisallow:\n", "/a", true],
      ["User-agent: other\nDisallow: /", "/a", true],
      ["User-agent: SONDE/2.0\nDisallow: /a\n\nUser-agent: *\nDisallow: /", "/a", false],
      ["User-agent: *\nDisallow: /\n\nUser-agent: sonde\nDisallow: /b", "/a", true],
      ["User-agent: sonde\nDisallow:\n\nUser-agent: *\nDisallow: /", "/a", true],
      ["User-agent: other\nUser-agent: sonde\nSitemap: https://news.example/s\nDisallow: /", "/a", false],
      ["User-agent: *\nDisallow: /*.pdf$\nAllow: /press", "/press/a.pdf", false],
      ["User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true],
      ["User-agent: *\nDisallow: /*?print", "/a?print=1", false],
      ["User-agent: *\nDisallow: /x\n\nUser-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /y", "/y", false]
    ]
    for (const [file, path, permitted] of cases) assert.strictEqual(permits(file, path), permitted, file)
  })

  it("that is made to take long or much is read in time, or permits nothing", () => {
    const agents = "User-agent: *\nUser-agent: sonde\n".repeat(8_000)
    assert.isFalse(permits(`${agents}${"Disallow: /\n".repeat(1_000)}`, "/a"))
    const stars = `User-agent: *\nDisallow: /${"*a".repeat(40_000)}$\n`
    assert.isTrue(permits(stars, `/${"a".repeat(2_000)}b`))
    assert.isNull(rulesOf(`User-agent: *\n${"Disallow: /abc\n".repeat(30_000)}`))
  })
})

const page = `<html><body><article>${"<p>Northvale Motors opened its second battery plant in Ostrava on Tuesday, three months ahead of schedule.</p>".repeat(5)}</article></body></html>`

/** A site whose robots.txt is exchanged while the test runs. */
const site =
  (robots: { answer: FakeAnswer }): FakeHost =>
  (request) =>
    request.url.pathname === "/robots.txt"
      ? robots.answer
      : { headers: { "content-type": "text/html; charset=utf-8" }, body: page }

const reading = <A, E>(
  robots: { answer: FakeAnswer },
  body: Effect.Effect<A, E, Layer.Success<ReturnType<typeof articleWorld<never, never>>> | FakeWeb>,
  parser = Parser.layerInline
) =>
  body.pipe(
    Effect.provide(
      articleWorld(`${origin}/feed`, Layer.merge(Fetch.layerOverClient({ gap: 0 }), parser)).pipe(
        Layer.provideMerge(FakeWeb.layer({ "news.example": site(robots) }))
      )
    )
  )

const asked = Effect.map(FakeWeb, ({ requests }) => requests.map(({ url }) => url.pathname))

describe("the rules of a host", () => {
  it.effect("are asked for once a day, before the first page", () =>
    reading(
      { answer: { body: "User-agent: *\nDisallow: /no" } },
      Effect.gen(function* () {
        const due = yield* readDue
        const first = yield* wanted([`${origin}/a`, `${origin}/no`, `${origin}/b`])
        yield* due
        assert.deepStrictEqual(
          (yield* told(first)).map((article) => article!.state),
          ["read", "robots", "read"]
        )
        assert.deepStrictEqual((yield* asked).toSorted(), ["/a", "/b", "/robots.txt"])
        assert.strictEqual((yield* asked)[0], "/robots.txt")
        yield* TestClock.adjust("23 hours")
        yield* wanted([`${origin}/c`])
        yield* due
        assert.lengthOf(yield* asked, 4)
        yield* TestClock.adjust("1 hour")
        yield* wanted([`${origin}/d`])
        yield* due
        assert.deepStrictEqual((yield* asked).slice(4), ["/robots.txt", "/d"])
      })
    )
  )

  it.effect("are none where there is no such file", () =>
    Effect.forEach(
      [404, 403, 401, 410],
      (status) =>
        reading(
          { answer: { status } },
          Effect.gen(function* () {
            const ids = yield* wanted([`${origin}/a`])
            yield* yield* readDue
            assert.strictEqual((yield* told(ids))[0]!.state, "read", String(status))
          })
        ),
      { discard: true }
    )
  )

  it.effect("forbid all while they cannot be had, and are asked for again", () => {
    const robots: { answer: FakeAnswer } = { answer: { status: 500 } }
    return reading(
      robots,
      Effect.gen(function* () {
        const due = yield* readDue
        const ids = yield* wanted([`${origin}/a`])
        yield* due
        assert.deepInclude((yield* told(ids))[0], { state: "queued", reason: "robots.txt: the server answered 500" })
        assert.deepStrictEqual(yield* asked, ["/robots.txt"])
        robots.answer = { status: 404 }
        yield* TestClock.adjust("15 minutes")
        yield* due
        assert.strictEqual((yield* told(ids))[0]!.state, "read")
        assert.deepStrictEqual(yield* asked, ["/robots.txt", "/robots.txt", "/a"])
      })
    )
  })

  it.effect("that are too many forbid all", () =>
    reading(
      { answer: { body: `User-agent: *\n${"Disallow: /abc\n".repeat(30_000)}` } },
      Effect.gen(function* () {
        const ids = yield* wanted([`${origin}/a`])
        yield* yield* readDue
        assert.deepInclude((yield* told(ids))[0], { state: "robots", reason: "its robots.txt has too many rules" })
      })
    )
  )

  it.effect("are read again where their reader died or took too long, as they are and for a page", () => {
    const faults = new Set(["readRules", "readPermission"])
    const faulty = Layer.effect(
      Parser,
      Effect.map(Parser, ({ read }) =>
        Parser.of({
          read: (reader, document, ...args) =>
            Effect.suspend(() =>
              faults.delete(reader.name)
                ? Effect.fail(unreadable("the document could not be read"))
                : read(reader, document, ...args)
            )
        })
      )
    ).pipe(Layer.provide(Parser.layerInline))
    return reading(
      { answer: { body: "User-agent: *\nDisallow: /no" } },
      Effect.gen(function* () {
        const due = yield* readDue
        const ids = yield* wanted([`${origin}/a`])
        for (const rest of ["0 seconds", "15 minutes"] as const) {
          yield* TestClock.adjust(rest)
          yield* due
          assert.deepInclude((yield* told(ids))[0], {
            state: "queued",
            reason: "robots.txt: the document could not be read"
          })
        }
        yield* TestClock.adjust("2 hours")
        yield* due
        assert.strictEqual((yield* told(ids))[0]!.state, "read")
        assert.deepStrictEqual(yield* asked, ["/robots.txt", "/robots.txt", "/a"])
      }),
      faulty
    )
  })

  it.effect("that never can be had give up their pages after four attempts", () =>
    reading(
      { answer: { status: 500 } },
      Effect.gen(function* () {
        const due = yield* readDue
        const ids = yield* wanted([`${origin}/a`])
        for (const rest of ["0 seconds", "15 minutes", "2 hours", "1 day", "1 day"] as const) {
          yield* TestClock.adjust(rest)
          yield* due
        }
        assert.deepInclude((yield* told(ids))[0], { state: "failed", reason: "robots.txt: the server answered 500" })
        assert.strictEqual((yield* asked).length, 4)
      })
    )
  )
})
