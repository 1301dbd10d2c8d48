import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { World } from "../../harness/World.ts"
import { worldFetch } from "../../harness/WorldFetch.ts"
import { forget, login, store as keep, Surroundings } from "../../src/operator/client/Login.ts"
import { markdownText } from "../../src/operator/client/Markdown.ts"
import { Operator } from "../../src/operator/Operator.ts"
import { Screen } from "../../src/operator/Screen.ts"
import { start } from "../support/Contract.ts"
import { feed, news, store, tagged } from "../support/News.ts"
import { sonde } from "./Commands.ts"
import { temporaryDirectory } from "./Operators.ts"

/** What asks a service needs no operator. */
const run = sonde(Layer.effect(Operator, Effect.die("the operator was called for")))

const url = "http://sonde.test"

const noFetch: typeof globalThis.fetch = () => Promise.reject(new Error("the network was used"))

const around = (fetch: typeof globalThis.fetch, env: Record<string, string> = { SONDE_URL: url, SONDE_KEY: "k" }) =>
  Effect.provideService(Surroundings, { env: { XDG_CONFIG_HOME: "/nowhere", ...env }, fetch })

const terminal = (columns: number) => Effect.provideService(Screen, { columns, draw: null })

const answers =
  (status: number, error: object, headers: Record<string, string> = {}): typeof globalThis.fetch =>
  async () =>
    Response.json({ success: false, error: { request_id: "r-1", ...error } }, { status, headers })

describe("a client's commands", () => {
  it.effect("search and export what a service has, for people, programs and spreadsheets", () =>
    Effect.gen(function* () {
      const { key } = yield* (yield* World).key({ scopes: ["signals", "watches", "seo"] })
      yield* store(
        news("Green tea is dear in Assam, growers say after the driest spring on record"),
        news("=HYPERLINK(1) tea", { source: "茶の価格\u001b[2J" }),
        news("Coffee")
      )
      const fetch = yield* worldFetch
      const env = { SONDE_URL: url, SONDE_KEY: key }
      const asked = (...args: ReadonlyArray<string>) => run(...args).pipe(around(fetch, env))

      const found = yield* asked("search", "tea", "--sort", "newest").pipe(terminal(60))
      assert.strictEqual(found.code, 0, found.stderr)
      assert.match(found.stdout, /^PUBLISHED +SOURCE +TITLE\n/)
      assert.match(found.stdout, /^2026-03-10 {2}茶の価格 \[2J {2}=HYPERLINK/m)
      assert.include(found.stdout, "driest")
      for (const hidden of ["\u001b", "Coffee"]) assert.notInclude(found.stdout, hidden)
      const json = yield* asked("search", "tea", "--json", "--limit", "1")
      assert.lengthOf(JSON.parse(json.stdout), 1)
      const quiet = yield* asked("search", "coffee", "--quiet")
      assert.match(quiet.stdout, /^2026-03-10 +News +Coffee +http\S+\n$/)
      assert.strictEqual((yield* asked("search", "nothing-like-it")).stdout, "Nothing was found.\n")
      // How many there are, where some are not shown, and what was probably meant.
      const some = yield* asked("search", "tea", "--limit", "1")
      assert.match(some.stdout, /\n1 of 2\.\n$/)
      const mistyped = yield* asked("search", "cofffee")
      assert.match(mistyped.stdout, /Coffee[^\n]*\nDid you mean: coffee\n$/)
      assert.notInclude((yield* asked("search", "cofffee", "--quiet")).stdout, "Did you mean")
      assert.lengthOf(JSON.parse((yield* asked("search", "cofffee", "--json")).stdout), 1)
      yield* tagged(feed, "drinks")
      const ofTags = yield* asked("search", "coffee", "--tag", "food", "--tag", "drinks", "--json")
      assert.lengthOf(JSON.parse(ofTags.stdout), 1)
      assert.strictEqual((yield* asked("export", "signals", "--tag", "food")).stderr, "0 rows exported.\n")
      const day = yield* asked("search", "--since", "yesterday")
      assert.deepStrictEqual([day.code, day.stderr], [2, "sonde: since must be a date, YYYY-MM-DD\n"])

      const exported = yield* asked("export", "signals", "--q", "tea")
      const [heading, ...rows] = exported.stdout.trimEnd().split("\n")
      assert.match(heading!, /^id,title,snippet,url,source,published_at,/)
      assert.lengthOf(rows, 2)
      assert.include(exported.stdout, ",'=HYPERLINK(1) tea,")
      assert.strictEqual(exported.stderr, "2 rows exported.\n")
      const file = join(yield* temporaryDirectory(), "tea.csv")
      assert.strictEqual((yield* asked("export", "signals", "--q", "tea", "--bom", "--output", file)).stdout, "")
      assert.strictEqual(readFileSync(file, "utf8"), `\ufeff${exported.stdout}`)
      const unnamed = yield* asked("export", "topics")
      assert.strictEqual(unnamed.stderr, "sonde: `export topics` needs --platform\n")
      const other = yield* asked("export", "watches", "--q", "tea")
      assert.deepStrictEqual([other.code, other.stderr], [2, "sonde: `export watches` takes no --q\n"])
      const nothing = yield* asked("export", "companies")
      assert.deepStrictEqual([nothing.code, nothing.stderr], [2, "sonde: `export companies` needs --q\n"])
      const lists = ["events", "watches", "keywords", "trending", "trending-history"]
      for (const list of lists)
        assert.strictEqual((yield* asked("export", list, "--ndjson")).stderr, "0 rows exported.\n")
      const lines = yield* asked("export", "signals", "--ndjson", "--quiet")
      assert.deepStrictEqual(
        lines.stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line).title)
          .toSorted(),
        ["=HYPERLINK(1) tea", "Coffee", "Green tea is dear in Assam, growers say after the driest spring on record"]
      )
      assert.strictEqual(lines.stderr, "")

      assert.strictEqual((yield* asked("watch", "list")).stdout, "There are no watches.\n")
      assert.strictEqual((yield* asked("watch", "events")).stdout, "There are no events.\n")
      assert.strictEqual((yield* asked("trends")).stdout, "Nothing was found.\n")
      const forbidden = yield* asked("export", "reports")
      assert.deepStrictEqual(
        [forbidden.code, forbidden.stderr],
        [1, "sonde: The key may not do this: This needs the scope reports\n"]
      )
    }).pipe(Effect.provide(World.layer), (asked) => Effect.andThen(TestClock.setTime(start.getTime()), asked))
  )

  it.effect("say what is wrong and what to do, with exit code 1", () =>
    Effect.gen(function* () {
      const said = (fetch: typeof globalThis.fetch, env?: Record<string, string>) =>
        Effect.map(run("search", "tea").pipe(around(fetch, env)), ({ code, stderr, stdout }) => {
          assert.deepStrictEqual([code, stdout], [1, ""])
          return stderr
        })
      assert.strictEqual(
        yield* said(answers(401, { code: "unauthorized", message: "The key is unknown." })),
        `sonde: ${url} does not accept the key (The key is unknown): run \`sonde login\`, or set SONDE_KEY\n`
      )
      const limited = answers(429, { code: "rate_limited", message: "Too many requests." }, { "retry-after": "12" })
      assert.strictEqual(yield* said(limited), "sonde: Too many requests: try again in 12 s\n")
      const refused = Object.assign(new TypeError("fetch failed"), {
        cause: Object.assign(new Error(), { code: "ECONNREFUSED" })
      })
      assert.strictEqual(yield* said(() => Promise.reject(refused)), `sonde: ${url} cannot be reached (ECONNREFUSED)\n`)
      assert.include(yield* said(async () => new Response("<html>")), "is not Sonde")
      assert.include(yield* said(noFetch, { SONDE_URL: url }), `There is no key for ${url}: run \`sonde login\``)
      assert.include(yield* said(noFetch, { SONDE_URL: "ftp://x", SONDE_KEY: "k" }), "must be an http(s) URL")
      const json = yield* run("search", "tea", "--json").pipe(around(limited))
      assert.strictEqual(JSON.parse(json.stderr).error.code, "rate_limited")
      const limit = yield* run("search", "--limit", "101").pipe(around(noFetch))
      assert.strictEqual(limit.code, 2)
      assert.match(limit.stderr, /^sonde: --limit must be a whole number from 1 to 100\n/)
    })
  )

  it.effect("make a report, tell how far it is, and show it as the reader can read it", () =>
    Effect.gen(function* () {
      let looks = 0
      const steps = ["gathering", "writing", null]
      const asked: Array<string> = []
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const request = new Request(input, init)
        assert.strictEqual(request.redirect, "error", "the key goes to this service alone")
        asked.push(`${request.method} ${new URL(request.url).pathname}`)
        if (request.method === "POST")
          return Response.json({ success: true, data: { id: 7, title: "Tea", status: "queued" } }, { status: 202 })
        if (request.headers.get("accept") === "text/markdown") return new Response("# Tea\n\nIt is **dear**.\n")
        const step = steps[looks++ % steps.length]
        const status = step === null ? "completed" : "processing"
        return Response.json({ success: true, data: { id: 7, status, step, research: null, error: null } })
      }
      const drawn: Array<string> = []
      const draw = (lines: ReadonlyArray<string>) => void drawn.push(...lines)
      const making = yield* Effect.forkChild(
        run("report", "green", "tea").pipe(around(fetch), Effect.provideService(Screen, { columns: 40, draw }))
      )
      yield* TestClock.adjust("3 seconds")
      const { code, stderr, stdout } = yield* Fiber.join(making)
      assert.deepStrictEqual([code, stderr, stdout], [0, "", "Tea\n===\n\nIt is dear.\n"])
      assert.deepStrictEqual(drawn, ["Report 7: gathering, 0 s", "Report 7: writing, 1 s"])
      assert.strictEqual(asked[0], "POST /api/v1/public/reports")
      // One that there is: nothing is made, and another program gets the document as it is.
      const showing = yield* Effect.forkChild(
        run("report", "7").pipe(around(fetch), Effect.provideService(Screen, { columns: null, draw: null }))
      )
      yield* TestClock.adjust("3 seconds")
      const shown = yield* Fiber.join(showing)
      assert.deepStrictEqual(
        [shown.stdout, shown.stderr],
        ["# Tea\n\nIt is **dear**.\n", "Report 7: gathering\nReport 7: writing\n"]
      )
      assert.lengthOf(
        asked.filter((one) => one.startsWith("POST")),
        1
      )
    })
  )
})

describe("a login", () => {
  it.effect("is the user's alone, and its key goes to the service that it is for", () =>
    Effect.gen(function* () {
      const home = yield* temporaryDirectory()
      const within = (env: Record<string, string> = {}) => around(noFetch, { XDG_CONFIG_HOME: home, ...env })
      const file = yield* keep({ url, key: "secret" }).pipe(within())
      assert.strictEqual(file, join(home, "sonde", "login.json"))
      if (process.platform !== "win32") {
        assert.strictEqual(statSync(file).mode & 0o777, 0o600)
        assert.strictEqual(statSync(join(home, "sonde")).mode & 0o777, 0o700)
      }
      assert.deepStrictEqual(yield* login.pipe(within()), { url, key: "secret" })
      assert.deepStrictEqual(yield* login.pipe(within({ SONDE_KEY: "other" })), { url, key: "other" })
      const elsewhere = yield* Effect.flip(login.pipe(within({ SONDE_URL: "https://evil.example" })))
      assert.include(elsewhere.message, "There is no key for https://evil.example")
      yield* keep({ url, key: "next" }).pipe(within())
      assert.include(readFileSync(file, "utf8"), "next")
      yield* forget.pipe(within())
      assert.include((yield* Effect.flip(login.pipe(within()))).message, "There is no key for http://localhost:4646")
      mkdirSync(join(home, "sonde"), { recursive: true })
      writeFileSync(file, "{")
      assert.include((yield* Effect.flip(login.pipe(within()))).message, "log in again")
    })
  )
})

describe("Markdown on a terminal", () => {
  const markdown = [
    "# Tea",
    "Prices *rise* in [Assam](https://news.example/a) &amp; elsewhere, as **many** say of 茶の価格が上がる.",
    "1. One thing that is longer than its line\n2. Two",
    "- [x](https://x.example/)\n- y",
    "| Day | Stories |\n|---|--:|\n| 2026-03-10 | 1,200 |",
    "\u001b[31mred\u0007"
  ].join("\n\n")

  it("is in lines that fit, and nothing in it steers the terminal", () => {
    assert.deepStrictEqual(markdownText(markdown, 30, false).split("\n"), [
      "Tea",
      "===",
      "",
      "Prices rise in Assam",
      "(https://news.example/a) &",
      "elsewhere, as many say of 茶の",
      "価格が上がる.",
      "",
      "1. One thing that is longer",
      "   than its line",
      "2. Two",
      "",
      "• x (https://x.example/)",
      "• y",
      "",
      "Day         Stories",
      "2026-03-10    1,200",
      "",
      "[31mred"
    ])
    assert.include(markdownText(markdown, 30, true), "\u001b[1mmany\u001b[22m")
  })

  it("has the rows of a wide table one below the other", () => {
    const wide = `| What | Who | Why | Day |\n|---|---|---|---|\n| ${"long words ".repeat(9)}| Somebody | – | 2026-03-10 |`
    assert.deepStrictEqual(markdownText(wide, 40, false).split("\n"), [
      "• long words long words long words long",
      "  words long words long words long words",
      "  long words long words",
      "  Who: Somebody · Day: 2026-03-10"
    ])
  })
})
