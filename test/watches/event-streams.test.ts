import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { AccountId } from "../../src/domain/Account.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { streamLeaseMillis, OpenStreams } from "../../src/storage/watches/OpenStreams.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { EventStreams, mostPerAccount } from "../../src/watches/EventStreams.ts"
import { contentOf } from "../../src/watches/Occurrences.ts"
import { newAccount } from "../storage/NewAccount.ts"
import { start } from "../support/Contract.ts"
import { watch } from "./Watched.ts"

/** A process on the storage that all share. Once it is killed, nothing that it does reaches the storage. */
const process = Effect.gen(function* () {
  let dead = false
  const { leave, renew, take } = yield* OpenStreams
  const whileAlive = <A>(effect: Effect.Effect<A>) => Effect.suspend(() => (dead ? Effect.never : effect))
  const places = Layer.succeed(OpenStreams, {
    take: (...given) => whileAlive(take(...given)),
    renew: (...given) => whileAlive(renew(...given)),
    leave: (holder) => (dead ? Effect.void : leave(holder))
  })
  const scope = yield* Scope.make()
  const services = yield* Layer.buildWithScope(Layer.fresh(EventStreams.layer).pipe(Layer.provide(places)), scope)
  const streams = Context.get(services, EventStreams)
  /** Opens so many streams, and says how many of them it was given, with what closes the last one. */
  const open = Effect.fnUntraced(function* (account: AccountId, count: number) {
    let given = 0
    let close: Effect.Effect<void> = Effect.void
    for (let n = 0; n < count; n++) {
      const of = yield* Scope.fork(scope)
      const opened = yield* Effect.exit(Scope.provide(streams.open(account, 0), of))
      if (Exit.isFailure(opened)) continue
      given++
      close = Scope.close(of, Exit.void)
    }
    return { given, close }
  })
  return {
    open,
    stop: Scope.close(scope, Exit.void),
    kill: Effect.suspend(() => {
      dead = true
      return Scope.close(scope, Exit.void)
    })
  }
})

const shared = (name: string, self: Effect.Effect<void, never, Layer.Success<typeof Storage.layerMemory>>) =>
  it.effect(name, () => Effect.andThen(TestClock.setTime(start.getTime()), Effect.provide(self, Storage.layerMemory)))

describe("streams of an account on several processes", () => {
  shared(
    "are as many as on one, and whoever leaves makes room on all",
    Effect.gen(function* () {
      const account = yield* newAccount
      const [one, two] = [yield* process, yield* process]
      const first = yield* one.open(account, 12)
      assert.strictEqual(first.given, 12)
      assert.strictEqual((yield* two.open(account, 12)).given, mostPerAccount - 12)
      assert.strictEqual((yield* one.open(account, 1)).given, 0)
      assert.strictEqual((yield* two.open(yield* newAccount, 1)).given, 1)
      yield* first.close
      yield* TestClock.adjust("250 millis")
      assert.strictEqual((yield* two.open(account, 2)).given, 1)
      // Places last as long as their process does, however long that is.
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* two.open(account, 1)).given, 0)
      yield* one.stop
      assert.strictEqual((yield* two.open(account, 12)).given, 11)
    })
  )

  shared(
    "are given back within 20 seconds by a process that is killed",
    Effect.gen(function* () {
      const account = yield* newAccount
      const [one, two] = [yield* process, yield* process]
      assert.strictEqual((yield* one.open(account, 20)).given, 20)
      yield* TestClock.adjust("1 minute")
      yield* one.kill
      assert.strictEqual((yield* two.open(account, 1)).given, 0)
      yield* TestClock.adjust(streamLeaseMillis)
      assert.strictEqual((yield* two.open(account, 21)).given, 20)
    })
  )
})

it.effect("a stream has its events while nothing is heard of changes, and those that were not heard of", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start.getTime())
    let heard: number | undefined = 1
    const changes = { version: () => heard, changed: () => Effect.void, together: <A>(whole: A) => whole } as never
    const account = yield* newAccount
    const { id } = yield* watch(account, { kind: "search", q: "tea" })
    const events = yield* WatchEvents
    const happen = (key: string) => {
      const content = contentOf("search", { title: key, link: { kind: "watch", id, url: null } })
      return events.record([{ account, watch: id, key, content, send_at: start, cooldownMillis: 0 }])
    }
    const services = yield* Layer.build(
      Layer.fresh(EventStreams.layer).pipe(Layer.provide(Layer.succeed(Changes, changes)))
    )
    const stream = yield* Context.get(services, EventStreams).open(account, 0)
    const titles: Array<string> = []
    yield* Effect.forkScoped(
      Stream.runForEach(stream.events, (page) =>
        Effect.sync(() => void titles.push(...page.map(({ title }) => title)))
      ),
      { startImmediately: true }
    )
    yield* TestClock.adjust("1 second")
    heard = undefined
    yield* happen("while deaf")
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(titles, ["while deaf"])
    heard = 1
    yield* TestClock.adjust("1 second")
    yield* happen("unheard")
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(titles, ["while deaf"], "nothing is read where nothing has changed")
    // As at the beginning of each connection: what happened before it is not known.
    heard = 2
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(titles, ["while deaf", "unheard"])
  }).pipe(Effect.scoped, Effect.provide(Storage.layerMemory))
)
