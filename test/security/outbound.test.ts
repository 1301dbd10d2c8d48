import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { syncBuiltinESMExports } from "node:module"
import Dns from "node:dns"
import { Fetch } from "../../ingest/fetch/Fetch.ts"
import { loopback } from "../../harness/Loopback.ts"

/*
 * Names that change their address between two questions (DNS rebinding). Addresses themselves and redirects are in
 * ingest/fetch/ssrf.test.ts, the identity provider in tokens.test.ts, the model's server in reports/openai.test.ts.
 */

const { lookup } = Dns

/** Answers for a name with one list of addresses after the other, and stays with the last; counts the questions. */
const answering = (...answers: ReadonlyArray<ReadonlyArray<string>>) => {
  let asked = 0
  Dns.lookup = ((_name: string, _options: object, callback: (error: null, found: ReadonlyArray<object>) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)]!
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    )
  }) as typeof Dns.lookup
  syncBuiltinESMExports()
  return () => asked
}

afterEach(() => {
  Dns.lookup = lookup
  syncBuiltinESMExports()
})

const get = (url: string) =>
  Effect.flatMap(Fetch, (fetch) => fetch.get(url)).pipe(
    Effect.flip,
    Effect.provide(Fetch.layer({ gap: 0, deadline: "2 seconds" }))
  )

describe("a name", () => {
  it.live.each([
    ["leads inside", [["127.0.0.1"]]],
    ["leads inside, and elsewhere when it is asked again", [["127.0.0.1"], ["1.1.1.1"]]],
    ["leads inside by IPv6", [["::1"]]],
    ["has one address inside and none outside", [["10.0.0.1", "169.254.169.254", "fd00::1"]]],
    ["leads to a mapped address", [["::ffff:127.0.0.1"]]]
  ] as const)("that %s is refused when it connects", ([, answers]) =>
    Effect.gen(function* () {
      const reached: Array<string> = []
      const { port } = yield* loopback((request, response) => {
        reached.push(request.url!)
        response.end("secret")
      })
      const asked = answering(...answers)
      assert.strictEqual((yield* get(`http://rebinding.example:${port}/`)).reason, "refused_address")
      assert.deepStrictEqual(reached, [])
      // Judged where the connection is made, and by the same answer that it is made with: there is no second one to
      // change.
      assert.strictEqual(asked(), 1)
    }).pipe(Effect.scoped)
  )
})
