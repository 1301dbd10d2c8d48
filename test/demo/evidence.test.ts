import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Ingest } from "../../ingest/Ingest.ts"
import { niches } from "../../src/demo/Markets.ts"
import { seed } from "../../src/demo/Seed.ts"
import { localAccount } from "../../src/domain/Account.ts"
import type { SourceKind } from "../../src/domain/Report.ts"
import { Evidences } from "../../src/reports/evidence/Evidence.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { demoWorld } from "../../harness/DemoWorld.ts"

const world = Evidences.layer.pipe(
  Layer.provideMerge(demoWorld),
  Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(Date.parse("2026-11-21T12:00:00Z"))))
)

const kinds: ReadonlyArray<SourceKind> = [
  "signal",
  "trending_keyword",
  "social_trend",
  "competitor",
  "tracked_keyword",
  "company"
]

const gathered = (niche: string) =>
  Effect.gen(function* () {
    const { id } = yield* (yield* Accounts).ensure(localAccount)
    yield* seed
    yield* Stream.runDrain((yield* Ingest).run("all"))
    const request = { niche, report_type: "comprehensive_analysis" as const, context: null }
    return yield* (yield* Evidences).gather(id, request, yield* DateTime.nowAsDate)
  })

describe("a report on the demo's data", () => {
  for (const niche of niches) {
    it.effect(`finds evidence of every kind on ${niche}`, () =>
      Effect.gen(function* () {
        const { gaps, pieces } = yield* gathered(niche)
        const of = (kind: SourceKind) => pieces.filter((piece) => piece.kind === kind)
        for (const kind of kinds) assert.isAtLeast(of(kind).length, 1, kind)
        const news = of("signal")
        assert.isAtLeast(news.length, 8)
        assert.isAtLeast(new Set(news.map(({ publisher }) => publisher)).size, 4)
        for (const facet of ["development", "trend", "outlook", "competition"] as const)
          assert.isAtLeast(news.filter(({ facets }) => facets.has(facet)).length, 2, facet)
        // Nothing that went wrong is told of chips.
        const incidents = niche === "on-device AI chips" ? [] : (["incident"] as const)
        for (const event of ["venture", "constraint", ...incidents] as const)
          assert.isAtLeast(news.filter(({ facets }) => facets.has(event)).length, 1, event)
        assert.deepStrictEqual(
          gaps.filter((gap) => gap.endsWith("none found.")),
          []
        )
      }).pipe(Effect.provide(world))
    )
  }

  it.effect("finds the same market by the name that people use", () =>
    Effect.gen(function* () {
      const { pieces } = yield* gathered("EV charging")
      assert.isAtLeast(pieces.filter(({ kind }) => kind === "signal").length, 8)
    }).pipe(Effect.provide(world))
  )
})
