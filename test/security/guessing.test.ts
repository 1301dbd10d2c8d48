import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { generateKey, materialOf } from "../../src/access/KeyFormat.ts"
import { ApiKeys } from "../../src/storage/accounts/ApiKeys.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { World } from "../../harness/World.ts"

const signals = "/api/v1/public/signals"

describe("guessing keys", () => {
  it.effect("tells nothing: every guess gets the same answer, however close it is", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: real } = yield* key()
      const guesses = [
        "x",
        "sonde_live_",
        generateKey(),
        real.slice(0, -1),
        `${real}0`,
        real.toUpperCase(),
        real.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
        real.replace("live", "test"),
        Buffer.from(materialOf(real).hash).toString("hex")
      ]
      const answers: Array<unknown> = []
      for (const guess of guesses) {
        const { headers, json, status } = yield* send(signals, { key: guess })
        const { request_id, ...error } = json.error
        const shown = [...headers].filter(([name]) => name !== "x-request-id")
        answers.push([status, error, shown.map(([name, value]) => (name === "content-length" ? name : [name, value]))])
        assert.isString(request_id)
        assert.isNull(headers.get("ratelimit"), "nor whose limit it would count against")
      }
      for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("is slowed down for its network, and keeps nobody from a good key", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: real } = yield* key()
      const guess = (from: string) =>
        Effect.map(send(signals, { key: generateKey(), headers: { "x-forwarded-for": from } }), ({ status }) => status)
      const statuses: Array<number> = []
      for (let n = 0; n < 60; n++) statuses.push(yield* guess(`2001:db8::${n + 1}`))
      assert.strictEqual(statuses.filter((status) => status === 401).length, 30)
      assert.strictEqual(statuses.at(-1), 429)
      assert.strictEqual(yield* guess("198.51.100.1"), 401)
      assert.strictEqual(
        (yield* send(signals, { key: real, headers: { "x-forwarded-for": "2001:db8::1" } })).status,
        200
      )
      // A client writes what it likes in front of what the proxy adds.
      assert.strictEqual(yield* guess("198.51.100.77, 2001:db8::1"), 429)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* guess("2001:db8::1"), 401)
    }).pipe(Effect.provide(World.over(Storage.layerMemory, { TRUST_PROXY: "true" })))
  )

  it.effect("is not helped by headers of the caller's own when there is no proxy", () =>
    Effect.gen(function* () {
      const { send } = yield* World
      let last = 0
      for (let n = 0; n < 40; n++)
        last = (yield* send(signals, { key: generateKey(), headers: { "x-forwarded-for": `198.51.100.${n}` } })).status
      assert.strictEqual(last, 429)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("never compares a key with a key: what is looked up is its digest, and only of what can be one", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: real } = yield* key()
      yield* send(signals, { key: real.slice(0, -1) })
      assert.deepStrictEqual(looked, [], "a mistyped key reaches no storage")
      yield* send(signals, { key: real })
      assert.deepStrictEqual(looked, [Buffer.from(materialOf(real).hash).toString("hex")])
    }).pipe(Effect.provide(World.over(Layer.provideMerge(watched, Storage.layerMemory))))
  )
})

const looked: Array<string> = []

/** Keys that note what they are looked up by. */
const watched = Layer.effect(
  ApiKeys,
  Effect.map(ApiKeys, (keys) => ({
    ...keys,
    findByHash: (hash: Uint8Array) => {
      looked.push(Buffer.from(hash).toString("hex"))
      return keys.findByHash(hash)
    }
  }))
)
