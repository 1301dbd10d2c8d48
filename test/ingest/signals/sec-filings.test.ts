import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Ingest } from "../../../ingest/Ingest.ts"
import { Signals } from "../../../src/storage/signals/Signals.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"

const number = (n: number) => `0000${n}-26-000001`

const entry = (title: string, n: number, { cik = 1, items = "" } = {}) =>
  `<entry><title>${title}</title>
   <link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/${cik}/${number(n).replaceAll("-", "")}/${number(n)}-index.htm"/>
   <summary type="html"> &lt;b&gt;Filed:&lt;/b&gt; 2026-03-05 &lt;b&gt;AccNo:&lt;/b&gt; ${number(n)} &lt;b&gt;Size:&lt;/b&gt; 210 KB${items}</summary>
   <updated>2026-03-05T17:30:48-05:00</updated>
   <category scheme="https://www.sec.gov/" label="form type" term="8-K"/>
   <id>urn:tag:sec.gov,2008:accession-number=${number(n)}</id></entry>`

const atom = (...entries: ReadonlyArray<string>) =>
  Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1" ?><feed xmlns="http://www.w3.org/2005/Atom">
     <title>Latest Filings - Thu, 05 Mar 2026 17:31:00 EST</title>
     <link rel="alternate" href="/cgi-bin/browse-edgar?action=getcurrent"/>
     <id>https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent</id>
     <author><name>Webmaster</name></author><updated>2026-03-05T17:31:00-05:00</updated>${entries.join("")}</feed>`,
    "latin1"
  )

const list = { sec_filings: { base: "https://sec.example" } }

const world = (body: Uint8Array) =>
  ingestWorld(list, { "sec.example": () => ({ body }) }, { contact: "ops@example.com" })

const run = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-03-10T12:00:00Z"))
  const ended = (yield* Stream.runCollect((yield* Ingest).run("sec-filings"))).at(-1)!
  assert(ended._tag === "Finished")
  return ended
})

describe("latest filings of SEC EDGAR", () => {
  it.effect("is asked at its own address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* urlsOf({ sec_filings: true }), [
        "https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=8-K&owner=include&start=0&count=100&output=atom"
      ])
    })
  )

  it.effect("become signals: company and form, what happened, the filing's index page", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* run).result, { fetched: 2, new: 2, changed: 0, skipped: {} })
      const signals = yield* (yield* Signals).list({ limit: 10 })
      assert.sameDeepMembers(
        signals.map(({ id, ...signal }) => ({
          ...signal,
          published_at: String(signal.published_at),
          ...(id > 0 && {})
        })),
        [
          {
            title: "Société (Example) - Holdings, Inc.: Form 8-K",
            snippet:
              "Item 2.02: Results of Operations and Financial Condition Item 9.01: Financial Statements and Exhibits",
            url: `https://www.sec.gov/Archives/edgar/data/320193/${number(320193).replaceAll("-", "")}/${number(320193)}-index.htm`,
            source: "SEC EDGAR",
            published_at: "2026-03-05",
            published_at_estimated: false,
            language: "en",
            also_in: [],
            story_id: null,
            story_signals: 1
          },
          {
            title: "BOLT CORP: Form 8-K/A",
            snippet: "",
            url: `https://www.sec.gov/Archives/edgar/data/1/${number(100001).replaceAll("-", "")}/${number(100001)}-index.htm`,
            source: "SEC EDGAR",
            published_at: "2026-03-05",
            published_at_estimated: false,
            language: "en",
            also_in: [],
            story_id: null,
            story_signals: 1
          }
        ]
      )
      const [request] = (yield* FakeWeb).requests
      assert.strictEqual(request!.url.pathname, "/cgi-bin/browse-edgar")
      assert.deepInclude(Object.fromEntries(request!.url.searchParams), { type: "8-K", output: "atom", count: "100" })
      assert.include(request!.headers["user-agent"]!, "ops@example.com")
      assert.deepStrictEqual((yield* run).result, { fetched: 2, new: 0, changed: 0, skipped: {} })
    }).pipe(
      Effect.provide(
        world(
          atom(
            entry("8-K - Société (Example) - Holdings, Inc. (0000320193) (Filer)", 320193, {
              cik: 320193,
              items:
                "\n&lt;br&gt;Item 2.02: Results of Operations and Financial Condition\n&lt;br&gt;Item 9.01: Financial Statements and Exhibits"
            }),
            entry("8-K/A - BOLT CORP (0000000001) (Filer)", 100001)
          )
        )
      )
    )
  )

  it.effect("that several companies make together are one signal with their names", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* run).result, { fetched: 3, new: 2, changed: 0, skipped: { repeated: 1 } })
      const signals = yield* Signals
      const filings = yield* signals.list({ limit: 10 })
      const filers = yield* signals.filersOf(filings.map(({ id }) => id))
      assert.sameDeepMembers(
        filings.map(({ id, title }) => [title, filers.get(id)]),
        [
          ["Power Corp, Power Grid LLC: Form 8-K", ["cik:1", "cik:2"]],
          ["an entry of another shape", ["cik:7"]]
        ]
      )
      const since = new Date("2026-03-01T00:00:00Z")
      for (const key of ["cik:1", "cik:2"])
        assert.deepStrictEqual(
          (yield* signals.filings(key, since, 9)).map(({ title }) => title),
          ["Power Corp, Power Grid LLC: Form 8-K"]
        )
      assert.deepStrictEqual(yield* signals.filings("cik:1", new Date("2026-03-09T00:00:00Z"), 9), [])
    }).pipe(
      Effect.provide(
        world(
          atom(
            entry("8-K - Power Corp (0000000001) (Filer)", 100001, { cik: 1 }),
            entry("8-K - Power Grid LLC (0000000002) (Filer)", 100001, { cik: 2 }),
            entry("an entry of another shape", 100002, { cik: 7 })
          )
        )
      )
    )
  )

  it.effect("are none at night", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* run).state, "empty")
    }).pipe(Effect.provide(world(atom())))
  )

  it.effect("are not asked for without a contact", () =>
    Effect.gen(function* () {
      yield* Stream.runCollect((yield* Ingest).run("all"))
      const [health] = yield* (yield* Ingest).status
      assert.strictEqual(health!.state, "not_configured")
      assert.include(health!.missing!, "CONTACT")
      assert.deepStrictEqual((yield* FakeWeb).requests, [])
    }).pipe(Effect.provide(ingestWorld(list, {})))
  )
})
