import { assert, describe, it } from "@effect/vitest"
import { type Remembered, ResponseCache } from "../../src/http/cache/ResponseCache.ts"
import { sharedReadAt } from "../../src/http/cache/SharedReads.ts"

const answer = (bytes: number): Remembered => ({
  read: sharedReadAt("/api/v1/public/signals")!,
  version: 1,
  until: Infinity,
  etag: '"x"',
  route: "/api/v1/public/signals",
  body: "x".repeat(bytes),
  head: { headers: [], requestId: 0, remainder: 0 },
  headOnly: { headers: [], requestId: 0, remainder: 0 }
})

describe("the memory of answers", () => {
  it("has room for as many more as they are smaller, in the coding in which they are kept", () => {
    const kept = (bytes: number) => {
      const cache = new ResponseCache(1_000_000)
      for (let n = 0; n < 1_000; n++) cache.set(`${n}`, answer(bytes))
      return Array.from({ length: 1_000 }, (_, n) => cache.get(`${n}`)).filter((one) => one !== undefined).length
    }
    // Beside its body each takes 2,000 bytes.
    assert.strictEqual(kept(13_000), 66)
    assert.strictEqual(kept(3_000), 199)
  })
})
