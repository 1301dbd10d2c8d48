import { assert, describe, it } from "@effect/vitest"
import { LogPositions } from "../../src/storage/database/LogPositions.ts"

/** One question to the primary and its answer. */
const ask = (log: LogPositions, position: bigint, since: number) => {
  log.asking()
  log.answered(position, since)
}

describe("Positions in the log", () => {
  it("of what was written are known when the primary was asked afterwards", () => {
    const log = new LogPositions(10_000)
    assert.isUndefined(log.of([]))
    ask(log, 100n, 0)
    assert.strictEqual(log.of(["a"]), 100n)
    log.asking()
    // It may be behind what is answered now.
    log.wrote("a")
    log.answered(150n, 100)
    assert.isUndefined(log.of(["b", "a"]))
    assert.strictEqual(log.of(["b"]), 100n)
    ask(log, 200n, 200)
    assert.strictEqual(log.of(["a", "b"]), 200n)
    log.missed()
    assert.isUndefined(log.of(["b"]))
  })

  it("that come with the news of a write need no question, and go up only", () => {
    const log = new LogPositions(10_000)
    ask(log, 100n, 0)
    log.wroteAt("a", 150n, 10)
    assert.strictEqual(log.of(["a"]), 150n)
    log.wroteAt("a", 140n, 20)
    assert.strictEqual(log.of(["a"]), 150n)
    log.wrote("a")
    assert.isUndefined(log.of(["a"]))
  })

  it("whose answer never came are asked for again", () => {
    const log = new LogPositions(10_000)
    ask(log, 100n, 0)
    log.wrote("a")
    log.asking()
    assert.isUndefined(log.of(["a"]))
    ask(log, 300n, 200)
    assert.strictEqual(log.of(["a"]), 300n)
  })

  it("tell how old what a standby shows may be, and never too little", () => {
    const log = new LogPositions(10_000)
    assert.isUndefined(log.shows(5n))
    for (let n = 1; n <= 5_000; n++) ask(log, BigInt(n), n)
    for (let n = 1; n <= 5_000; n += 7) {
      const since = log.shows(BigInt(n))!
      assert.isAtMost(since, n)
      if (n > 4_500) assert.strictEqual(since, n)
    }
    assert.isUndefined(log.shows(0n))
    // The primary is idle: what it had is all that there is.
    ask(log, 5_000n, 9_000)
    assert.strictEqual(log.shows(5_000n), 9_000)
    assert.strictEqual(log.shows(4_999n), 4_999)
  })

  it("begin anew behind a server that has less of the log", () => {
    const log = new LogPositions(10_000)
    ask(log, 100n, 0)
    log.wrote("a")
    ask(log, 900n, 100)
    ask(log, 500n, 200)
    assert.strictEqual(log.of(["a"]), 500n)
    assert.isUndefined(log.shows(499n))
    assert.strictEqual(log.shows(500n), 200)
  })

  it("of long ago are forgotten, by then every standby in use has them", () => {
    const log = new LogPositions(1_000)
    ask(log, 100n, 0)
    log.wrote("a")
    ask(log, 200n, 100)
    log.wrote("b")
    ask(log, 300n, 900)
    ask(log, 400n, 1_200)
    assert.strictEqual(log.of(["a"]), 100n)
    assert.strictEqual(log.of(["b"]), 300n)
  })
})
