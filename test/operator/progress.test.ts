import { assert, describe, it } from "@effect/vitest"
import { Console, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { inWords, makeProgress, makeTally } from "../../src/operator/Progress.ts"
import { drawOn, Screen } from "../../src/operator/Screen.ts"

const minute = 60_000

describe("how far a run is", () => {
  it("is told for each source that is being read, and for all of them", () => {
    const tally = makeTally()
    for (const name of ["a", "bb", "c"]) tally.started(name, 6, 0)
    assert.deepStrictEqual(tally.lines(0), ["a", "bb", "c", "0 of 6 done"])
    tally.progressed("bb", 50, 250)
    tally.ended("a")
    // Four times as much of bb is left as was done; three that wait take as long as the one that has ended.
    assert.deepStrictEqual(tally.lines(minute), [
      "bb  50 of 250, about 4 min left",
      "c",
      "1 of 6 done, about 4 min left"
    ])
    assert.strictEqual(tally.line(minute), "1 of 6 done, about 4 min left; still at bb (50 of 250), c")
    assert.strictEqual(tally.line(10 * minute), "1 of 6 done, about 40 min left; still at bb (50 of 250), c")
    tally.ended("bb")
    tally.ended("c")
    assert.deepStrictEqual([tally.lines(minute), tally.line(minute)], [[], null])
  })

  it("says no time that nobody can know", () => {
    const tally = makeTally()
    tally.started("a", 2, 0)
    tally.progressed("a", 0, 10)
    assert.deepStrictEqual(tally.lines(minute), ["a  0 of 10", "0 of 2 done"])
    tally.progressed("a", 9, 10)
    // Nobody knows how long the one that waits will take.
    assert.deepStrictEqual(tally.lines(minute), ["a  9 of 10, less than a minute left", "0 of 2 done"])
  })

  it("of one source is one line", () => {
    const tally = makeTally()
    tally.started("sec-companies", 1, 0)
    tally.progressed("sec-companies", 100, 250)
    assert.deepStrictEqual(tally.lines(2 * minute), ["sec-companies  100 of 250, about 3 min left"])
  })

  it.each([
    [0, "less than a minute left"],
    [minute, "about 1 min left"],
    [80 * minute, "about 80 min left"],
    [9 * 60 * minute, "about 9 h left"]
  ])("%i ms are %s", (millis, words) => {
    assert.strictEqual(inWords(millis), words)
  })

  /** What is written to stdout and stderr, and drawn, while a source is read for 25 seconds. */
  const shown = (columns: number | null, draws: boolean) =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const console = {
        ...globalThis.console,
        log: (text: string) => void written.push(`out: ${text}`),
        error: (text: string) => void written.push(`err: ${text}`)
      }
      const draw = draws ? (lines: ReadonlyArray<string>) => void written.push(`draw: ${lines.join(" | ")}`) : null
      const fiber = yield* Effect.gen(function* () {
        const progress = yield* makeProgress
        yield* progress.during(
          Effect.gen(function* () {
            yield* progress.started("feed:quick", 2)
            yield* progress.started("feed:slow\u001b[31m", 2)
            yield* progress.ended("feed:quick")
            yield* progress.write("feed:quick: 3 read")
            yield* Effect.sleep("25 seconds")
          })
        )
      }).pipe(
        Effect.provideService(Screen, { columns, draw }),
        Effect.provideService(Console.Console, console),
        Effect.forkChild
      )
      yield* TestClock.adjust("25 seconds")
      yield* Fiber.join(fiber)
      return written
    })

  it.effect("is a line every ten seconds where what was written stays", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* shown(null, false), [
        "out: feed:quick: 3 read",
        "err: 1 of 2 done; still at feed:slow [31m",
        "err: 1 of 2 done; still at feed:slow [31m"
      ])
    })
  )

  it.effect("is drawn anew on a terminal, within its width, and wiped in the end", () =>
    Effect.gen(function* () {
      const written = yield* shown(12, true)
      assert.deepStrictEqual(written.slice(0, 3), [
        "draw: ",
        "out: feed:quick: 3 read",
        "draw: feed:slow [… | 1 of 2 done"
      ])
      assert.isAbove(written.length, 90)
      assert.strictEqual(written.at(-1), "draw: ")
    })
  )
})

describe("lines that are drawn anew", () => {
  it("clear each line that was there, and nothing below", () => {
    let written = ""
    const draw = drawOn((text) => (written = text))
    const seen = (...lines: ReadonlyArray<string>) => {
      written = ""
      draw(lines)
      return written.replaceAll("\u001b[", "<")
    }
    assert.strictEqual(seen("one", "two"), "one<K\ntwo<K\n")
    assert.strictEqual(seen("three"), "<2A\rthree<K\n<K\n<1A\r")
    assert.strictEqual(seen(), "<1A\r<K\n<1A\r")
    assert.strictEqual(seen(), "")
  })
})
