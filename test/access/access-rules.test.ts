import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type Asked, type Credential, AccessRules, decide, type Ruling } from "../../src/access/AccessRules.ts"
import type { Allowance } from "../../src/access/Limits.ts"
import { KnownKeys } from "../../src/access/KnownKeys.ts"
import { Usage } from "../../src/access/Usage.ts"
import { AccountId } from "../../src/domain/Account.ts"
import { ApiKeyId } from "../../src/domain/ApiKey.ts"
import { Forbidden, Unauthorized } from "../../src/domain/Failure.ts"
import { allScopes } from "../../src/domain/Scope.ts"
import { ApiKeys } from "../../src/storage/accounts/ApiKeys.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { Replica } from "../support/Replica.ts"
import { World } from "../../harness/World.ts"

const now = Date.parse("2026-11-22T12:00:00Z")

const stored = {
  id: ApiKeyId.make(3),
  account_id: AccountId.make(7),
  scopes: allScopes,
  expires_at: null as Date | null,
  deactivated: false
}

const key = (change: Partial<typeof stored> = {}): Credential => ({ by: "key", stored: { ...stored, ...change } })

const asked = (credential: Credential, change: Partial<Asked> = {}): Asked => ({
  credential,
  right: "signals",
  now,
  elsewhere: false,
  operator: false,
  ...change
})

const over: Allowance = { limit: 1, remaining: 0, reset: 30, exceeded: true }

const codeOf = ({ caller, refusal }: Ruling) => `${caller === null ? "nobody" : "caller"} ${refusal?.code ?? "passes"}`

describe("the rules of access", () => {
  it("goes by the credential first, then by the right, then by the rate", () => {
    const past = new Date(now)
    for (const [ruling, expected] of [
      [decide(asked({ by: "key", stored: null }), over), "nobody invalid_api_key"],
      [decide(asked(key({ deactivated: true, expires_at: past, scopes: [] })), over), "nobody key_deactivated"],
      [decide(asked(key({ expires_at: past, scopes: [] })), over), "nobody key_expired"],
      [decide(asked(key({ expires_at: new Date(now + 1) }))), "caller passes"],
      [decide(asked(key({ scopes: ["reports"] })), over), "caller insufficient_scope"],
      [decide(asked(key()), over), "caller rate_limited"],
      [decide(asked(key()), { ...over, exceeded: false }), "caller passes"],
      [decide(asked(key()), null), "caller passes"],
      [decide(asked(key(), { right: "keys" })), "caller key_management_forbidden"],
      [decide(asked(key(), { right: "signed_in_user" })), "caller key_management_forbidden"],
      [decide(asked(key(), { right: "operator", operator: true })), "caller key_management_forbidden"],
      [decide(asked({ by: "session", open: null }, { elsewhere: true })), "nobody session_ended"]
    ] as const) {
      assert.strictEqual(codeOf(ruling), expected)
    }
  })

  it("takes a request that another site asks for for nobody's, so that it is not counted", () => {
    const open = { account_id: AccountId.make(7), kind: "link" } as const
    assert.strictEqual(codeOf(decide(asked({ by: "session", open }, { elsewhere: true }))), "nobody cross_origin")
    assert.strictEqual(codeOf(decide(asked({ by: "session", open }))), "caller passes")
    assert.strictEqual(codeOf(decide(asked(key(), { elsewhere: true }))), "caller passes")
  })
})

describe("a rule that is added to the rules of access", () => {
  const signals = "/api/v1/public/signals"
  const withdrawn = new Unauthorized({ code: "key_deactivated", message: "A rule of this test." })
  const unwanted = new Forbidden({ code: "insufficient_scope", message: "A rule of this test." })

  /** Whom the added rule keeps out, as no caller or as one without the right. */
  const rule = { noCaller: new Set<number>(), noRight: new Set<number>() }

  const withRule: typeof decide = (asked, allowance) => {
    const ruling = decide(asked, allowance)
    const id = asked.credential.by === "key" ? (asked.credential.stored?.id ?? 0) : 0
    if (rule.noCaller.has(id)) return { caller: null, refusal: withdrawn }
    return ruling.caller !== null && rule.noRight.has(id) ? { ...ruling, refusal: unwanted } : ruling
  }

  const replica = Replica.over(Layer.merge(Storage.layerMemory, Layer.succeed(AccessRules, withRule)), {
    RATE_LIMIT_PER_MINUTE: "1000"
  })

  it.layer(replica)((it) => {
    it.effect(
      "holds for the application and for the response cache in front of it, and every request is counted once",
      () =>
        Effect.gen(function* () {
          const { ask, fast } = yield* Replica
          const world = yield* World
          const usage = yield* Usage
          const { id, key } = yield* world.key()
          const question = { headers: { "x-api-key": key } }
          // With a cookie a request is for the application to answer.
          const slow = { headers: { ...question.headers, cookie: "theme=dark" } }
          const left = (header: unknown) => Number(/r=(\d+)/.exec(String(header))![1])
          const status = (asked: typeof question) => Effect.map(ask(signals, asked), ({ status }) => status)

          while (fast.length === 0) assert.strictEqual(yield* status(question), 200)
          const before = fast.length
          const first = yield* ask(signals, question)
          assert.strictEqual(fast.length, before + 1, "it is on the fast path")

          for (const [keptOut, refusal, counts] of [
            [rule.noCaller, 401, false],
            [rule.noRight, 403, true]
          ] as const) {
            const { headers } = yield* ask(signals, slow)
            keptOut.add(id)
            const answers = [yield* ask(signals, question), yield* ask(signals, slow)]
            for (const { status } of answers) assert.strictEqual(status, refusal)
            for (const [n, answer] of answers.entries()) {
              if (counts) assert.strictEqual(left(answer.headers["ratelimit"]), left(headers["ratelimit"]) - n - 1)
              else assert.isUndefined(answer.headers["ratelimit"])
            }
            assert.strictEqual(fast.length, before + 1, "by the application")
            keptOut.clear()
            assert.strictEqual(yield* status(slow), 200)
          }
          assert.strictEqual(yield* status(question), 200)
          assert.strictEqual(fast.length, before + 2, "and is there again without the rule")

          yield* usage.flush
          const [{ usage: counted } = { usage: undefined }] = yield* (yield* ApiKeys).list(yield* world.account())
          const last = yield* ask(signals, slow)
          assert.strictEqual(counted?.total, 1_000 - left(last.headers["ratelimit"]) - 1)
          assert.isBelow(left(last.headers["ratelimit"]), left(first.headers["ratelimit"]))
          assert.isDefined((yield* KnownKeys).known(key))
        })
    )
  })
})
