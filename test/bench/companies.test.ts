import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { companies } from "../../bench/companies.ts"
import { percentile } from "../../bench/Figures.ts"
import { onCopies } from "./Databases.ts"

describe("the bench of company search", () => {
  it.live(
    "measures search beside its peer, and says how good it is",
    () =>
      Effect.gen(function* () {
        const { figures, lines } = yield* onCopies(companies.run({ short: true }))
        assert.isAtLeast(figures["quality: first %"]!, 95)
        assert.isAtLeast(figures["quality: first five %"]!, 99)
        for (const [name, value] of Object.entries(figures)) assert.isAbove(value, 0, name)
        assert.isTrue(lines.some((line) => line.includes("Bitmap Index Scan on companies_search")))
      }),
    60_000
  )

  it("takes the nearest rank for a percentile", () => {
    const samples = Array.from({ length: 200 }, (_, n) => 200 - n)
    assert.deepStrictEqual(
      [0.5, 0.99, 1].map((share) => percentile(samples, share)),
      [100, 198, 200]
    )
    assert.strictEqual(percentile([7], 0.99), 7)
    assert.isNaN(percentile([], 0.5))
  })
})
