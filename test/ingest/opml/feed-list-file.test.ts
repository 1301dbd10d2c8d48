import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import * as FeedListFile from "../../../ingest/opml/FeedListFile.ts"
import { FeedList } from "../../../src/ports/FeedList.ts"
import { Operator } from "../../../src/operator/Operator.ts"
import { sonde } from "../../operator/Commands.ts"
import { temporaryDirectory } from "../../operator/Operators.ts"

/** Commands on the list in this file; asking for the service or its database is a fault. */
const sondeWith = (listed: string) =>
  sonde(
    Layer.effect(Operator, Effect.die("the database was opened")),
    FeedListFile.layer(listed).pipe(Layer.provide(NodeServices.layer))
  )

const document = `<?xml version="1.0"?><opml version="2.0"><head/><body>
  <outline text="A" xmlUrl="https://a.example/feed"/>
  <outline text="B &amp; C" xmlUrl="https://b.example/feed"/>
  <outline text="A again" xmlUrl="https://a.example/feed"/>
  <outline text="\u009bbad" xmlUrl="ftp://c.example/feed"/>
</body></opml>`

const world = Effect.map(temporaryDirectory(), (directory) => {
  const path = (name: string) => join(directory, name)
  writeFileSync(path("feeds.opml"), document)
  return { directory, path, run: sondeWith(path("sources.json")) }
})

describe("sonde ingest import and export", () => {
  it.effect("make a list that is not there yet, and give it back", () =>
    Effect.gen(function* () {
      const { directory, path, run } = yield* world
      const imported = yield* run("ingest", "import", path("feeds.opml"))
      assert.deepStrictEqual([imported.code, imported.stderr], [0, ""])
      assert.include(imported.stdout, "+ https://b.example/feed B & C")
      assert.include(imported.stdout, "left out: line 5: must be an http(s) URL")
      assert.include(imported.stdout, `2 added to ${path("sources.json")}, 1 there already, 1 left out`)
      assert.deepStrictEqual(JSON.parse(readFileSync(path("sources.json"), "utf8")), {
        feeds: [
          { url: "https://a.example/feed", title: "A" },
          { url: "https://b.example/feed", title: "B & C" }
        ]
      })
      const exported = yield* run("ingest", "export")
      assert.strictEqual(exported.code, 0)
      writeFileSync(path("back.opml"), exported.stdout)
      const back = yield* run("ingest", "import", path("back.opml"), "--json")
      assert.deepStrictEqual(JSON.parse(back.stdout), {
        path: path("sources.json"),
        added: [],
        known: 2,
        left_out: []
      })
      const json = yield* run("ingest", "export", "--json")
      assert.deepStrictEqual(JSON.parse(json.stdout)[1], { url: "https://b.example/feed", title: "B & C" })
      assert.deepStrictEqual(readdirSync(directory).sort(), ["back.opml", "feeds.opml", "sources.json"])
    }).pipe(Effect.scoped)
  )

  it.effect("refuse a malformed document with line and column, and touch nothing", () =>
    Effect.gen(function* () {
      const { path, run } = yield* world
      writeFileSync(path("bad.opml"), document.replace("B &amp; C", "B & C"))
      const refused = yield* run("ingest", "import", path("bad.opml"), "--json")
      assert.strictEqual(refused.code, 1)
      const { code, message } = JSON.parse(refused.stderr).error
      assert.strictEqual(code, "opml_invalid")
      assert.match(message, /bad\.opml:3:\d+: invalid character in entity name; nothing was imported$/)
      assert.isFalse(existsSync(path("sources.json")))
    }).pipe(Effect.scoped)
  )

  it.effect("refuse a document or a list that cannot be used, in plain words", () =>
    Effect.gen(function* () {
      const { path, run } = yield* world
      const missing = yield* run("ingest", "import", path("nowhere.opml"))
      assert.deepStrictEqual(
        [missing.code, missing.stderr],
        [1, `sonde: ${path("nowhere.opml")} is not read: there is no such file\n`]
      )
      const nothing = yield* run("ingest", "export")
      assert.strictEqual(nothing.code, 1)
      assert.include(nothing.stderr, "there is no such file")
      writeFileSync(path("sources.json"), '{"feeds": 7}')
      const refused = yield* run("ingest", "import", path("feeds.opml"))
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, "feeds: ")
      assert.strictEqual(readFileSync(path("sources.json"), "utf8"), '{"feeds": 7}')
    }).pipe(Effect.scoped)
  )

  it.effect("keep the list's mode, and a link to it a link", () =>
    Effect.gen(function* () {
      const { path, run } = yield* world
      writeFileSync(path("real.json"), '{"gdelt": true}')
      chmodSync(path("real.json"), 0o640)
      symlinkSync(path("real.json"), path("sources.json"))
      assert.strictEqual((yield* run("ingest", "import", path("feeds.opml"))).code, 0)
      assert.isTrue(lstatSync(path("sources.json")).isSymbolicLink())
      assert.strictEqual(statSync(path("real.json")).mode & 0o777, 0o640)
      assert.strictEqual(JSON.parse(readFileSync(path("real.json"), "utf8")).gdelt, true)
    }).pipe(Effect.scoped)
  )

  it.effect("read documents in other encodings", () =>
    Effect.gen(function* () {
      const { path } = yield* world
      writeFileSync(
        path("latin.opml"),
        Buffer.from(
          '<?xml version="1.0" encoding="ISO-8859-1"?><opml><body><outline text="Börse" xmlUrl="https://b.example/"/></body></opml>',
          "latin1"
        )
      )
      const done = yield* Effect.flatMap(FeedList, (list) => list.importOpml(path("latin.opml"))).pipe(
        Effect.provide(FeedListFile.layer(path("sources.json")).pipe(Layer.provide(NodeServices.layer)))
      )
      assert.deepStrictEqual(done.added, [{ url: "https://b.example/", title: "Börse" }])
    }).pipe(Effect.scoped)
  )
})
