import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { feed } from "../../bench/feed.ts"
import { ingestion } from "../../bench/ingest.ts"
import { item } from "../../bench/ingest/Feeds.ts"
import { stories } from "../../bench/quality/stories.ts"
import { captures } from "../../harness/captures/Captures.ts"
import { onCopies } from "./Databases.ts"

const present = captures() !== null

describe("the benches of ingestion", () => {
  it.live(
    "bring every generated item from its bytes to a row, once, on both engines",
    () =>
      Effect.gen(function* () {
        const { figures } = yield* onCopies(ingestion.run({ short: true }))
        for (const name of [
          "Postgres: new rows per second",
          "PGlite: new rows per second",
          "2000 stored: store ms per feed"
        ]) {
          assert.isAbove(figures[name]!, 0, name)
        }
      }),
    180_000
  )

  it("generate the same items in every run", () => {
    assert.deepStrictEqual(item(7), item(7))
    assert.notStrictEqual(item(7).title, item(8).title)
  })

  it.live(
    `race the readers${present ? "" : ", not over captures (no ../shared/captures/open beside the repository)"}`,
    () =>
      Effect.gen(function* () {
        const { figures } = yield* feed.run({ short: true })
        assert.isAbove(figures["generated feeds: ours ms per MB"]!, 0)
        if (present) assert.isAtLeast(figures["ours: fields right %"]!, 99)
      }),
    180_000
  )

  it.live.skipIf(!present)(
    `tell the stories of the captures${present ? "" : " (skipped: no ../shared/captures/open beside the repository)"}`,
    () =>
      Effect.gen(function* () {
        const { figures } = yield* stories.run({ short: true })
        assert.isAbove(figures["stories"]!, 1_000)
        assert.isAbove(figures["one title"]!, 20)
        assert.strictEqual(figures["items"]! - figures["one URL"]! - figures["one title"]!, figures["signals"]!)
        assert.isBelow(figures["stories"]!, figures["signals"]!)
      })
  )
})
