import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Layer, Queue, Ref, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { type Slot, SlotQueue, type SlotQueueOptions } from "../../src/queue/SlotQueue.ts"
import { forEachDatabase } from "../support/Databases.ts"

const slot = (name: string, at = "2026-03-01T12:00:00Z"): Slot => ({ name, at: new Date(at) })

const quick: SlotQueueOptions = {
  exclusive: false,
  lockRefreshInterval: "100 millis",
  lockExpiration: "1 second",
  pollInterval: "50 millis"
}

/** A worker that tells what it takes. */
const worker = Effect.gen(function* () {
  const queue = yield* SlotQueue
  const taken = yield* Queue.unbounded<string>()
  yield* Effect.forkScoped(queue.work("ingest", ({ name }) => Effect.asVoid(Queue.offer(taken, name))))
  return taken
})

const emptied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Layer.build(SlotQueue.layer(quick))
  yield* sql`truncate slot_queue`
}).pipe(Effect.scoped)

forEachDatabase((name, database) => {
  layer(database, { excludeTestServices: true })(`slots on ${name}`, (it) => {
    it.effect("are handed out once, however often and by whomever they are offered", () =>
      Effect.gen(function* () {
        yield* emptied
        const one = yield* Layer.build(SlotQueue.layer(quick))
        const other = yield* Layer.build(Layer.fresh(SlotQueue.layer(quick)))
        for (const process of [one, other, one])
          yield* Effect.flatMap(SlotQueue, (queue) => queue.offer("ingest", slot("a"))).pipe(Effect.provide(process))
        const taken = yield* Effect.provide(worker, other)
        assert.strictEqual(yield* Queue.take(taken), "a")
        for (const process of [one, other])
          yield* Effect.flatMap(SlotQueue, (queue) => queue.offer("ingest", slot("a"))).pipe(Effect.provide(process))
        yield* Effect.flatMap(SlotQueue, (queue) => queue.offer("ingest", slot("b"))).pipe(Effect.provide(one))
        assert.strictEqual(yield* Queue.take(taken), "b")
      }).pipe(Effect.scoped)
    )

    it.effect("of one line are not handed to the workers of another", () =>
      Effect.gen(function* () {
        yield* emptied
        const process = yield* Layer.build(SlotQueue.layer(quick))
        const taken = yield* Effect.provide(worker, process)
        const queue = yield* Effect.provide(SlotQueue, process)
        yield* queue.offer("housekeeping", slot("retention"))
        yield* queue.offer("ingest", slot("a"))
        assert.strictEqual(yield* Queue.take(taken), "a")
      }).pipe(Effect.scoped)
    )

    it.effect("that are done come again only when their owner insists", () =>
      Effect.gen(function* () {
        yield* emptied
        const process = yield* Layer.build(SlotQueue.layer(quick))
        const taken = yield* Effect.provide(worker, process)
        const queue = yield* Effect.provide(SlotQueue, process)
        const sql = yield* SqlClient.SqlClient
        yield* queue.offer("ingest", slot("a"))
        assert.strictEqual(yield* Queue.take(taken), "a")
        yield* sql`select 1 from slot_queue where state = 'completed'`.pipe(
          Effect.repeat({ until: (rows) => rows.length === 1 })
        )
        yield* queue.insist("ingest", slot("a"))
        assert.strictEqual(yield* Queue.take(taken), "a")
      }).pipe(Effect.scoped)
    )

    it.effect("that a wrong clock has put into the future come when their owner insists", () =>
      Effect.gen(function* () {
        yield* emptied
        const process = yield* Layer.build(SlotQueue.layer(quick))
        const queue = yield* Effect.provide(SlotQueue, process)
        const sql = yield* SqlClient.SqlClient
        yield* queue.offer("ingest", slot("tried again"))
        yield* queue.offer("ingest", slot("in hand"))
        yield* sql`
          update slot_queue set visible_at = now() + interval '400 days' where id like 'tried again:%'`
        yield* sql`
          update slot_queue set acquired_at = now() + interval '400 days', acquired_by = null where id like 'in hand:%'`
        yield* queue.insist("ingest", slot("tried again"))
        yield* queue.insist("ingest", slot("in hand"))
        const taken = yield* Effect.provide(worker, process)
        const names = [yield* Queue.take(taken), yield* Queue.take(taken)]
        assert.sameMembers(names, ["tried again", "in hand"])
      }).pipe(Effect.scoped)
    )

    it.effect("of a worker that is stopped are handed to the next one at once", () =>
      Effect.gen(function* () {
        yield* emptied
        const stopped = yield* Scope.make()
        const first = yield* Scope.provide(
          Layer.build(SlotQueue.layer({ ...quick, lockExpiration: "1 hour" })),
          stopped
        )
        const begun = yield* Deferred.make<void>()
        yield* Effect.flatMap(SlotQueue, (queue) =>
          Effect.andThen(
            queue.offer("ingest", slot("a")),
            Effect.forkScoped(
              queue.work("ingest", () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
            )
          )
        ).pipe(Effect.provide(first), Scope.provide(stopped))
        yield* Deferred.await(begun)
        yield* Scope.close(stopped, Exit.void)
        const next = yield* Layer.build(Layer.fresh(SlotQueue.layer({ ...quick, lockExpiration: "1 hour" })))
        assert.strictEqual(yield* Queue.take(yield* Effect.provide(worker, next)), "a")
      }).pipe(Effect.scoped)
    )

    it.effect(
      "of a process that died are handed out when its lease ends, and at once where no other process can be",
      () =>
        Effect.gen(function* () {
          yield* emptied
          const sql = yield* SqlClient.SqlClient
          const leftByDead = sql`
          update slot_queue set acquired_at = now(), acquired_by = gen_random_uuid(), attempts = attempts + 1`
          for (const exclusive of [false, true]) {
            yield* Effect.gen(function* () {
              const process = yield* Layer.build(Layer.fresh(SlotQueue.layer(quick)))
              yield* Effect.flatMap(SlotQueue, (queue) => queue.offer("ingest", slot(String(exclusive)))).pipe(
                Effect.provide(process)
              )
              yield* leftByDead
            }).pipe(Effect.scoped)
            yield* Effect.gen(function* () {
              const lockExpiration = exclusive ? ("1 hour" as const) : ("1 second" as const)
              const next = yield* Layer.build(Layer.fresh(SlotQueue.layer({ ...quick, exclusive, lockExpiration })))
              assert.strictEqual(yield* Queue.take(yield* Effect.provide(worker, next)), String(exclusive))
            }).pipe(Effect.scoped)
          }
        }).pipe(Effect.scoped)
    )
  })
})

describe("slots in memory", () => {
  it.live("come again when their handler fails", () =>
    Effect.gen(function* () {
      const queue = yield* SlotQueue
      const attempts = yield* Ref.make(0)
      const done = yield* Deferred.make<number>()
      yield* Effect.forkScoped(
        queue.work("ingest", () =>
          Effect.flatMap(
            Ref.updateAndGet(attempts, (count) => count + 1),
            (count) => (count < 2 ? Effect.fail("not yet") : Effect.asVoid(Deferred.succeed(done, count)))
          )
        )
      )
      yield* queue.offer("ingest", slot("a"))
      assert.strictEqual(yield* Deferred.await(done), 2)
    }).pipe(Effect.scoped, Effect.provide(SlotQueue.layerMemory))
  )
})
