import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fluent } from "../../bench/quality/fluent.ts"
import { judge } from "../../bench/quality/judge.ts"
import { recorded, replay } from "../../bench/quality/reports/Recorded.ts"
import { briefAnswers } from "../../src/reports/check/Formulas.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { sentencesOf } from "../../src/reports/check/Sentences.ts"
import { storedOf } from "../support/StoredReports.ts"
import { parts } from "../reports/ReportWorld.ts"

/* What a real language model answered, as the code of today reads and checks it. */

describe("answers recorded from a language model", () => {
  it.live("catch nearly all faults of the pairs, and refuse few faithful claims", () =>
    Effect.gen(function* () {
      const { figures } = yield* judge.run({ short: true })
      assert.isAtLeast(figures["faults caught %, reporting half"]!, 98)
      assert.isAtMost(figures["false alarms %, reporting half"]!, 4)
    }).pipe(Effect.scoped)
  )

  it.live("leave fluent reports as they are, and none of the faults that were planted in them", () =>
    Effect.gen(function* () {
      const { figures } = yield* fluent.run({ short: true })
      assert.isAtLeast(figures["honest sentences published %"]!, 90)
      assert.isAtMost(figures["planted faults published %"]!, 5)
    }).pipe(Effect.scoped)
  )
})

describe("a report by recorded answers", () => {
  const { answers, from, given } = recorded()!

  for (const one of given) {
    const { context, niche, report_type } = one.request
    it.live(`is whole, and every sentence of it holds: ${report_type} on ${context ?? niche} (${from})`, () =>
      Effect.gen(function* () {
        const { missing, result } = yield* replay(one, answers)
        assert.deepStrictEqual(
          [...missing.values()].map(({ step }) => step),
          [],
          "The questions have changed since: record the answers again (bench/quality/reports/record.ts)."
        )
        assert.deepInclude(recheck(storedOf(one.request, result)), { passed: true, faults: [], citation_recall: 1 })
        const { gaps, quality, sections } = parts(result.sections)
        assert.strictEqual(quality.writer, "openai:recorded")
        assert.isFalse(
          gaps.some((gap) => gap.includes("model")),
          gaps.join(" ")
        )
        const [first] = sentencesOf(result.executive_summary)
        assert.isNotEmpty(first!.citations)
        if (report_type === "decision_brief") assert.include(Object.values(briefAnswers(niche)), first!.text)
        const filled = Object.values(sections).filter(({ citations }) => citations?.length > 0)
        assert.isAtLeast(filled.length, 5)
        assert.isAtLeast(quality.judged_sentences, 15)
        assert.isBelow(quality.tokens.input + quality.tokens.output, 200_000)
      })
    )
  }
})
