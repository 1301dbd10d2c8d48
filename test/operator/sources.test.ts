import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { ingestActions } from "../../src/app/Ingestion.ts"
import { layerOfServices } from "../../src/operator/LocalOperator.ts"
import { IngestControl } from "../../src/ports/IngestControl.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { FakeWeb } from "../support/FakeWeb.ts"
import { storedIngest } from "../support/IngestWorld.ts"
import { sonde } from "./Commands.ts"
import { services, temporaryDirectory } from "./Operators.ts"

/** The command line over a list that is stored; `SOURCES_FILE` is `sources.json` of a directory. */
const world = Effect.gen(function* () {
  const path = join(yield* temporaryDirectory(), "sources.json")
  const ingestion = storedIngest(path).pipe(Layer.provide(Storage.layerMemory), Layer.provide(FakeWeb.layer({})))
  const ingest = yield* Effect.provide(ingestActions, yield* Layer.build(ingestion))
  const control = Layer.succeed(IngestControl, { open: Effect.succeed(ingest) })
  return { path, run: sonde(layerOfServices.pipe(Layer.provide(Layer.merge(services, control)))) }
})

describe("sonde sources", () => {
  it.effect("adds, changes and removes sources", () =>
    Effect.gen(function* () {
      const { run } = yield* world
      const said = (...args: ReadonlyArray<string>) =>
        Effect.map(run("sources", ...args), ({ code, stderr, stdout }) => [code, stdout + stderr])
      const url = "https://a.example/feed"
      assert.deepStrictEqual(yield* said("add", url, "--title", "A & Co", "--tags", "rivals,büro"), [
        0,
        "+ feed:a.example A & Co\n"
      ])
      const [, made] = yield* said("add", "google_trends", '{"countries":["US","GB"]}', "--every", "3 hours")
      assert.match(String(made), /^\+ google-trends:us .*\n\+ google-trends:gb .*\n$/)
      assert.deepStrictEqual(yield* said("pause", "feed:a.example"), [0, "feed:a.example is paused.\n"])
      assert.deepStrictEqual(yield* said("retime", "feed:a.example", "30 6 * * 1-5"), [
        0,
        "feed:a.example is read at other times: 30 6 * * 1-5.\n"
      ])
      assert.deepStrictEqual(yield* said("tag", "google-trends:us", "search"), [
        0,
        "google-trends:us has the tags search.\n"
      ])
      const listed = JSON.parse((yield* run("sources", "list", "--json")).stdout)
      assert.deepInclude(listed[0], {
        name: "feed:a.example",
        paused: true,
        cron: "30 6 * * 1-5",
        tags: ["rivals", "büro"]
      })
      assert.deepInclude(listed[1], { name: "google-trends:us", interval_seconds: 10_800, tags: ["search"] })
      assert.match((yield* run("sources", "list")).stdout, /^feed:a\.example .* paused /m)
      assert.deepStrictEqual(yield* said("resume", "feed:a.example"), [0, "feed:a.example is read again.\n"])
      assert.deepStrictEqual(yield* said("retime", "feed:a.example", "usual"), [
        0,
        "feed:a.example is read at its usual times.\n"
      ])
      assert.deepStrictEqual(yield* said("tag", "feed:a.example", "none"), [0, "feed:a.example has no tag.\n"])
      assert.deepInclude(JSON.parse((yield* run("sources", "list", "--json")).stdout)[0], { paused: false, tags: [] })
      assert.strictEqual((yield* run("sources", "remove", "google_trends")).code, 0)
      assert.strictEqual(JSON.parse((yield* run("sources", "list", "--json")).stdout).length, 1)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "says what is wrong with an entry, times or a name, and exits with 2, or with 1 for what there is not",
    () =>
      Effect.gen(function* () {
        const { run } = yield* world
        const failed = (...args: ReadonlyArray<string>) =>
          Effect.map(run("sources", ...args), ({ code, stderr }) => `${code} ${stderr}`)
        assert.match(yield* failed("add", "https://a.example/", "--every", "1 minute"), /^2 .*entry\.every.*15 minutes/)
        assert.match(yield* failed("add", "google_trends", "nonsense"), /^2 .*must be a JSON object/)
        assert.match(yield* failed("add", "geocities"), /^2 .*service must be one of feeds, gdelt/)
        assert.strictEqual((yield* run("sources", "add", "https://a.example/")).code, 0)
        assert.strictEqual(
          yield* failed("retime", "feed:a.example", "1 minute"),
          '2 sonde: every must be between "15 minutes" and "24 hours"\n'
        )
        assert.match(yield* failed("pause", "feed:nobody"), /^1 .*no such source/)
        assert.match(yield* failed("tag", "feed:nobody", "Upper Case"), /^2 /)
      }).pipe(Effect.scoped)
  )

  it.effect("imports SOURCES_FILE, other lists and OPML, and exports what it has", () =>
    Effect.gen(function* () {
      const { path, run } = yield* world
      const nothing = yield* run("sources", "import")
      assert.match(`${nothing.code} ${nothing.stderr}`, /^1 [^]*sources\.json.*there is no such file/)
      const list = { feeds: [{ url: "https://a.example/feed" }], gdelt: true }
      writeFileSync(path, JSON.stringify(list))
      const filled = yield* run("sources", "import")
      assert.deepStrictEqual(filled.stdout.split("\n").slice(0, 3), [
        "+ feed:a.example",
        "+ gdelt",
        "2 added, 0 changed, 0 removed, 0 as they were, 0 left out"
      ])
      writeFileSync(
        path,
        '<opml><body><outline text="B" xmlUrl="https://b.example/"/><outline xmlUrl="x:"/></body></opml>'
      )
      const opml = yield* run("ingest", "import", path)
      assert.include(opml.stdout, "+ feed:b.example\nleft out: line 1: must be an http(s) URL")
      assert.deepStrictEqual(JSON.parse((yield* run("sources", "export")).stdout), {
        feeds: [...list.feeds, { url: "https://b.example/", title: "B" }],
        gdelt: true
      })
      for (const exported of [yield* run("sources", "export", "--format", "opml"), yield* run("ingest", "export")])
        assert.include(exported.stdout, 'xmlUrl="https://b.example/"')
    }).pipe(Effect.scoped)
  )
})
