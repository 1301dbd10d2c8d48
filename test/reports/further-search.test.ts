import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { judgesByRules } from "../../harness/FakeJudge.ts"
import { answers, fakeOpenAi, type ModelRequest } from "../../harness/FakeOpenAi.ts"
import type { ReportRequest } from "../../src/domain/Report.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { whyOf } from "../../src/reports/document/Contents.ts"
import { Evidences } from "../../src/reports/evidence/Evidence.ts"
import { render } from "../../src/reports/Render.ts"
import * as ExtractiveWriter from "../../src/reports/writers/extractive/ExtractiveWriter.ts"
import * as OpenAiWriter from "../../src/reports/writers/openai/OpenAiWriter.ts"
import { ReportWriter } from "../../src/reports/writers/Writer.ts"
import { Answers } from "../../src/storage/reports/Answers.ts"
import { storedOf } from "../support/StoredReports.ts"
import * as World from "./ReportWorld.ts"

const niche = "agricultural irrigation"
const request: ReportRequest = { niche, report_type: "comprehensive_analysis", context: null }

const question = "Which subsidies do ministers promise for drip pipes?"

/** Older than what fills the report, so that it is none of the 30 pieces that are gathered. */
const old = { published_at: new Date("2026-01-20T00:00:00Z") }
const answer = World.signal("Agricultural irrigation: ministers promise subsidies for pipes", {
  ...old,
  source: "Pipe Post"
})
const notAnswering = World.signal("Agricultural irrigation was the theme of a village fair", { ...old, source: "Fair" })
const offNiche = World.signal("Ministers promise subsidies for drip coffee and gas pipes", { ...old, source: "Gas" })
const beforeWindow = World.signal("Agricultural irrigation: subsidies for drip pipes that ministers promise end", {
  published_at: new Date("2024-01-20T00:00:00Z"),
  source: "Archive"
})
const afterReport = World.signal("Agricultural irrigation: drip pipes and subsidies, ministers promise more", {
  published_at: new Date("2026-03-20T00:00:00Z"),
  source: "Tomorrow"
})
/** Words that no two of these share, so that each tells a story of its own. */
const syllables = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti"]
const filling = Array.from({ length: 40 }, (_, n) => {
  const word = (of: string) => `${of}${syllables[n % 8]}${syllables[Math.floor(n / 8)]}`
  return World.signal(`Agricultural irrigation: ${word("Da")} ${word("fo")} ${word("gu")} ${word("he")}`, {
    source: `Paper ${n}`,
    snippet: `Growers say that ${word("pe")} and ${word("vi")} sell well near the ${word("zo")} river again.`
  })
})
const stored = [...filling, answer, notAnswering, offNiche, beforeWindow]

const world = <A, E>(test: Effect.Effect<A, E, Evidences | Scope.Scope>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(World.today.getTime())
    yield* World.storeSignals(stored)
    yield* TestClock.setTime(World.today.getTime() + 14 * 86_400_000)
    yield* World.storeSignals([afterReport])
    return yield* test
  }).pipe(Effect.provide(World.layer))

const gather = Effect.flatMap(Evidences, (evidences) => evidences.gather(World.account, request, World.today))

describe("further evidence for the questions of a report", () => {
  it.effect("answers them, is on the niche and in the report's time, and is none of what was gathered", () =>
    world(
      Effect.gen(function* () {
        const { further, pieces } = yield* gather
        assert.notInclude(
          pieces.map(({ title }) => title),
          answer.title
        )
        const found = yield* further!([question, "How do you do?", ""])
        assert.deepStrictEqual(
          found.map(({ piece, questions }) => [piece.title, questions]),
          [[answer.title, [question]]]
        )
        assert.include(whyOf({ n: 1, ...found[0]!.piece }), `found for the question: ${question}`)
      })
    )
  )

  it.effect("is the same each time, and little, whatever is asked", () =>
    world(
      Effect.gen(function* () {
        const asked = Array.from({ length: 500 }, (_, n) => `${question} ${"growers sell near the river ".repeat(n)}`)
        const once = yield* (yield* gather).further!(asked)
        assert.isAtLeast(once.length, 1)
        assert.isAtMost(once.length, 24)
        assert.deepStrictEqual(yield* (yield* gather).further!(asked), once)
      })
    )
  )
})

/** A plan that has evidence for one section and asks a question in another, and an honest writer. */
const planning = answers({
  plan: ({ pieces, slugs }) => ({
    questions: [{ question, sections: [slugs[1]] }],
    sections: [{ slug: slugs[0], evidence: pieces.slice(0, 3).map(({ n }) => n), point: "" }]
  }),
  section: ({ pieces }: ModelRequest) => ({
    layout: "prose",
    statements: pieces.map(({ n, text }) => ({ text: `${text.split("\n")[0]}.`, citations: [n] }))
  })
})

describe("a report by a model", () => {
  it.effect("writes a section from what its question found, and stores that with its sources", () =>
    world(
      Effect.gen(function* () {
        const { baseUrl, requests } = yield* fakeOpenAi(planning)
        const options = { apiKey: Redacted.make("sk"), baseUrl, model: "fake", maxOutputTokens: 1_000, maxTokens: 0 }
        const { write } = yield* ReportWriter.pipe(
          Effect.provide(
            OpenAiWriter.layer({ ...options, timeout: "5 seconds" }).pipe(
              Layer.provide([ExtractiveWriter.layer, judgesByRules, Answers.layerMemory])
            )
          )
        )
        const first = yield* gather
        const draft = yield* write(request, first)
        const result = render(request, first, draft)
        const { sections, sources } = World.parts(result.sections)
        const source = sources.find(({ title }) => title === answer.title)!
        assert.deepStrictEqual(sections["key_developments"]!.citations, [source.n])
        assert.deepInclude([...source.reasons!], { kind: "question", of: [question] })
        assert.deepInclude(recheck(storedOf(request, result)), { passed: true, faults: [] })

        // A second attempt finds the same, and pays for nothing again.
        const asked = requests.length
        assert.strictEqual(requests.filter(({ step }) => step === "section").length, 2)
        const again = yield* gather
        assert.deepStrictEqual(render(request, again, yield* write(request, again, 2)), result)
        assert.lengthOf(requests, asked)
      })
    )
  )
})
