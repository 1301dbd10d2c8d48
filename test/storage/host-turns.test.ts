import { assert, describe, it, layer } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { besideOwn, inMemory } from "../../ingest/fetch/HostTurns.ts"
import type { HostTurns as Turns } from "../../src/domain/HostTurns.ts"
import { HostTurns } from "../../src/storage/sources/HostTurns.ts"
import { forEachDatabase } from "../support/Databases.ts"

const host = "news.example"
const none = Duration.zero

/** Takes a turn that is free. */
const tokenOf = Effect.fnUntraced(function* (take: ReturnType<Turns<unknown>["take"]>) {
  const turn = yield* take
  assert.isTrue(turn.state === "taken", turn.state)
  return turn.state === "taken" ? turn.token : null
})

/** What holds in one process and in several; `pass` lets so many seconds go by for a host. */
const promises = Effect.fnUntraced(function* <R>(
  turns: Turns<unknown>,
  pass: (seconds: number) => Effect.Effect<unknown, any, R>
) {
  const take = (evenIfDown = false) => turns.take(host, evenIfDown)
  const taken = (name: string, evenIfDown = false) => tokenOf(turns.take(name, evenIfDown))
  yield* turns.leave(host, yield* taken(host), Duration.seconds(10))
  const waiting = yield* take()
  assert.strictEqual(waiting.state, "waiting")
  assert.isTrue(waiting.state === "waiting" && waiting.millis > 9_000 && waiting.millis <= 10_000)
  yield* taken("other.example")
  yield* pass(10)
  yield* turns.leave(host, yield* taken(host), none)

  // A rest, and a shorter one that does not end it.
  yield* turns.hold(host, 100, "rest")
  yield* turns.hold(host, 50, "down")
  yield* turns.isUp(host)
  for (const evenIfDown of [false, true]) {
    const held = yield* take(evenIfDown)
    assert.isTrue(held.state === "held" && held.why === "rest" && held.seconds > 98 && held.seconds <= 100)
  }
  yield* pass(100)
  yield* turns.leave(host, yield* taken(host), none)

  // Down, until it answers somebody who asks even so.
  yield* turns.hold(host, 100, "down")
  assert.strictEqual((yield* take()).state, "held")
  yield* turns.leave(host, yield* taken(host, true), none)
  assert.strictEqual((yield* take()).state, "held")
  yield* turns.isUp(host)
  yield* turns.leave(host, yield* taken(host), none)

  // No mistake of a server silences it for more than a day.
  yield* turns.hold(host, 1e9, "rest")
  const longest = yield* take()
  assert.isTrue(longest.state === "held" && longest.seconds <= 86_400 && longest.seconds > 86_390)
})

describe("turns of hosts", () => {
  it.effect("keep a gap, rests, and what is down, in one process", () =>
    promises(inMemory(), (seconds) => TestClock.adjust(Duration.seconds(seconds)))
  )

  it.effect("keep the gap of this process during an outage of the database and right after", () =>
    Effect.gen(function* () {
      const others = inMemory()
      let isAway = false
      const unlessAway = <A>(effect: Effect.Effect<A>) =>
        Effect.suspend((): Effect.Effect<A, string> => (isAway ? Effect.fail("away") : effect))
      const turns = besideOwn({
        take: (...of) =>
          unlessAway(
            Effect.map(others.take(...of), (turn) => (turn.state === "taken" ? { ...turn, token: "shared" } : turn))
          ),
        leave: (...of) => unlessAway(others.leave(...of)),
        hold: (...of) => unlessAway(others.hold(...of)),
        isUp: (...of) => unlessAway(others.isUp(...of))
      })
      const gap = Duration.seconds(10)
      const asked: Array<number> = []
      for (let second = 0; second < 60; second++) {
        // Away for a while twice: once between two requests, and once over several.
        isAway = (second >= 9 && second < 12) || (second >= 25 && second < 47)
        const turn = yield* turns.take(host, false)
        if (turn.state === "taken") {
          asked.push(second)
          yield* turns.leave(host, turn.token, gap)
        }
        yield* TestClock.adjust("1 second")
      }
      assert.deepStrictEqual(asked, [0, 10, 20, 30, 40, 50])
    })
  )

  it.effect("are free in this process when another had the turn that it asked for", () =>
    Effect.gen(function* () {
      const others = inMemory()
      const turns = besideOwn(others)
      yield* others.leave(host, null, Duration.seconds(10))
      assert.strictEqual((yield* turns.take(host, false)).state, "waiting")
      yield* TestClock.adjust("10 seconds")
      yield* tokenOf(turns.take(host, false))
    })
  )

  forEachDatabase((_, database) =>
    layer(Layer.provideMerge(HostTurns.layer, database), { excludeTestServices: true })((it) => {
      /** Times are the server's: instead of waiting, what is stored gets older. */
      const pass = (seconds: number) =>
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            update host_turns set free_at = free_at - ${seconds} * interval '1 second',
                                  held_until = held_until - ${seconds} * interval '1 second'`
        )
      const empty = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from host_turns`)

      it.effect("keep a gap, rests, and what is down, for all processes of a database", () =>
        Effect.gen(function* () {
          yield* empty
          yield* promises(yield* HostTurns, pass)
        })
      )

      it.effect("are one's alone, and another's after a minute if who had it is gone", () =>
        Effect.gen(function* () {
          yield* empty
          const turns = yield* HostTurns
          const all = yield* Effect.all(
            Array.from({ length: 10 }, () => turns.take(host, false)),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(
            all.filter(({ state }) => state === "taken"),
            1
          )
          yield* pass(59)
          assert.strictEqual((yield* turns.take(host, false)).state, "waiting")
          yield* pass(1)
          assert.strictEqual((yield* turns.take(host, false)).state, "taken")
        })
      )

      it.effect("stay another's when who had them before comes back too late", () =>
        Effect.gen(function* () {
          yield* empty
          const turns = yield* HostTurns
          const late = yield* tokenOf(turns.take(host, false))
          yield* pass(60)
          // Turns differ by their end, and the clock of the embedded database has milliseconds only.
          yield* (yield* SqlClient.SqlClient)`select pg_sleep(0.002)`
          const other = yield* tokenOf(turns.take(host, false))
          yield* turns.leave(host, late, none)
          assert.strictEqual((yield* turns.take(host, false)).state, "waiting")
          yield* turns.leave(host, other, none)
          yield* tokenOf(turns.take(host, false))
        })
      )

      it.effect("are this process's own while the database has no such table", () =>
        Effect.gen(function* () {
          yield* empty
          const sql = yield* SqlClient.SqlClient
          const turns = besideOwn(yield* HostTurns)
          yield* sql`alter table host_turns rename to gone`
          yield* turns.leave(host, yield* tokenOf(turns.take(host, false)), Duration.seconds(10))
          assert.strictEqual((yield* turns.take(host, false)).state, "waiting")
          for (const why of ["rest", "down"] as const) yield* turns.hold(`${why}.example`, 100, why)
          assert.strictEqual((yield* turns.take("rest.example", false)).state, "held")
          assert.strictEqual((yield* turns.take("down.example", false)).state, "held")
          yield* tokenOf(turns.take("down.example", true))
          yield* turns.isUp("down.example")
          yield* tokenOf(turns.take("down.example", false))

          yield* sql`alter table gone rename to host_turns`
          assert.strictEqual((yield* turns.take(host, false)).state, "waiting", "its gap is not over")
          yield* tokenOf(turns.take("other.example", false))
          assert.strictEqual((yield* turns.take("rest.example", true)).state, "held", "nobody else has heard of it")
        })
      )

      it.effect("are this process's own if the database goes away while it asks", () =>
        Effect.gen(function* () {
          yield* empty
          const sql = yield* SqlClient.SqlClient
          const turns = besideOwn(yield* HostTurns)
          yield* turns.hold("rest.example", 100, "rest")
          const token = yield* tokenOf(turns.take(host, false))
          yield* sql`alter table host_turns rename to gone`
          yield* turns.leave(host, token, Duration.seconds(10))
          assert.strictEqual((yield* turns.take(host, false)).state, "waiting")
          assert.strictEqual((yield* turns.take("rest.example", false)).state, "held")
          yield* sql`alter table gone rename to host_turns`
        })
      )
    })
  )
})
