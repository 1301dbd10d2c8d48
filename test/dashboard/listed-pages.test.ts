import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { globSync } from "node:fs"
import { join } from "node:path"
import { pages } from "../../src/dashboard/Dashboard.ts"
import { home, places } from "../../src/dashboard/Place.ts"
import { noFaults } from "../support/NoFaults.ts"
import { prepared } from "../support/Preparation.ts"
import { things } from "../support/Things.ts"
import { World } from "../../harness/World.ts"
import { addressOf, everyPage, type Ids, shown } from "./Pages.ts"

const root = join(import.meta.dirname, "../..")
const files = globSync("src/dashboard/pages/*.ts", { cwd: root }).sort()

/** What is read on a page, apart from the navigation. */
const wordsOf = (html: string): string =>
  html
    .replace(/^[^]*<main[^>]*>/, "")
    .replace(/<(script|style|svg)[^]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim()

describe("the pages of the dashboard, without a browser", () => {
  it("are all served: each `…Pages` of src/dashboard/pages stands in `pages`", async () => {
    const listed = new Set<unknown>(pages)
    const exported = await Promise.all(
      files.map(async (file) =>
        Object.entries((await import(join(root, file))) as Record<string, unknown>).flatMap(([name, value]) =>
          Array.isArray(value) ? [{ file, name, routes: value }] : []
        )
      )
    )
    assert.isAbove(exported.flat().length, 20)
    noFaults(
      exported
        .flat()
        .flatMap(({ file, name, routes }) =>
          routes.every((route) => listed.has(route)) ? [] : [`...${name}, of ${file}`]
        ),
      "Give it a line in `pages` of src/dashboard/Dashboard.ts, or nobody can open it:"
    )
  })

  it("have what the tests in a browser need to open them", () => {
    const ids = { key: 1, report: 1, competitor: 1, keyword: 1, story: 1, company: 1, watch: 1, endpoint: 1, view: 1 }
    assert.isAbove(everyPage(ids).length, pages.filter(({ method }) => method === "GET").length)
  })

  it.effect("show what they are for", () =>
    Effect.gen(function* () {
      const { account, send, session } = yield* World
      const signedIn = yield* session()
      const made: Record<string, number | string> = {}
      for (const [name, thing] of Object.entries(things)) {
        const create = Effect.gen(function* () {
          if ("shared" in thing) return yield* thing.shared
          const headers = { prefer: "respond-async" }
          const order = { method: "POST", session: signedIn, body: thing.body("alpha"), headers }
          const { id } = (yield* send(thing.path, order)).json.data
          yield* thing.finish?.(id, yield* account()) ?? Effect.void
          return id
        })
        made[name] = yield* create
      }
      const { company_id, competitor_id, endpoint_id, key_id, keyword_id, report_id, story_id, view_id, watch_id } =
        made
      const ids = {
        company: company_id,
        competitor: competitor_id,
        endpoint: endpoint_id,
        key: key_id,
        keyword: keyword_id,
        report: report_id,
        source: "feed:bad.example",
        story: story_id,
        view: view_id,
        watch: watch_id
      } as Ids
      const faults: Array<string> = []
      for (const { method, path } of pages) {
        if (method !== "GET") continue
        const { text } = yield* send(addressOf(path, ids), { session: signedIn })
        const words = wordsOf(text)
        const expected = shown[path.slice(home.length)]
        if (expected !== undefined && words.includes(expected)) continue
        const lacks = expected === undefined ? "" : ` does not say “${expected}”, it`
        faults.push(`${path}${lacks} says: ${words.slice(0, 300)} …`)
      }
      noFaults(
        faults,
        "Say in `shown` of test/dashboard/Pages.ts what each of these pages has to say, or mend the page:"
      )
    }).pipe(Effect.provide(World.layer))
  )

  it("are there for every line of the navigation", () => {
    const paths = new Set<string>(pages.map(({ path }) => path))
    noFaults(
      places.flatMap(({ places }) => places.flatMap(({ path }) => (paths.has(path) ? [] : [path]))),
      "src/dashboard/Place.ts leads to pages that are not there. Mend its paths, or add the pages:"
    )
  })
})

describe("a preparation that fails", () => {
  const messageOf = (run: Promise<void>) => run.then(String, (error: Error) => error.message)

  it("names the step that it was at, also when it hangs", async () => {
    const failing = prepared(60, async (begin) => {
      begin("starting the service")
      throw new Error("no port is free")
    })
    assert.strictEqual(
      await messageOf(failing),
      "The preparation of these tests ended while starting the service: no port is free"
    )
    const hanging = prepared(0.01, async (begin) => {
      begin("signing in")
      await new Promise(() => {})
    })
    assert.match(await messageOf(hanging), /ended while signing in: it took more than 0.01 s$/)
  })
})
