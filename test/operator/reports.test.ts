import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { AccountName } from "../../src/domain/Account.ts"
import type { ReportResult } from "../../src/domain/Report.ts"
import { layerOfServices } from "../../src/operator/LocalOperator.ts"
import { Accounts } from "../../src/storage/Accounts.ts"
import { Reports } from "../../src/storage/Reports.ts"
import { sonde } from "./Commands.ts"
import { services } from "./Operators.ts"

const source = {
  n: 1,
  kind: "signal",
  title: "Tea sales rose 6% in Kenya",
  url: "https://news.example/1",
  publisher: "Leaf Weekly",
  published_at: "1970-01-01",
  quote: "Tea sales rose 6% in Kenya"
}

const resultOf = (content: string, sources = [source]): ReportResult => ({
  executive_summary: "",
  confidence: 1,
  sections: {
    trends: { title: "Trends", content, citations: [1] },
    sources,
    gaps: [],
    quality: { writer: "openai:test" }
  }
})

/** Commands and the reports that they find: the first holds, the second doesn't, the third waits. */
const world = Effect.gen(function* () {
  const context = yield* Layer.build(services)
  const reports = Context.get(context, Reports)
  const { id: account } = yield* Context.get(context, Accounts).ensure(AccountName.make("local"))
  const store = Effect.fnUntraced(function* (title: string, result: ReportResult | null) {
    const request = { niche: "tea", report_type: "trend_report" as const, context: null, title }
    const report = yield* reports.create(account, request)
    if (result === null) return
    yield* reports.begin(report.id)
    yield* reports.complete(report.id, result)
  })
  yield* store("Good", resultOf("Tea sales rose 6% in Kenya [1]."))
  yield* store("Bad", resultOf("Tea sales rose 16% in Kenya [1]. Tea sales rose 6% in Kenya [2]."))
  yield* store("Waiting", null)
  yield* store("Early", resultOf("Tea sales rose 6% in Kenya [1].", [{ ...source, published_at: "1970-01-02" }]))
  const run = sonde(Layer.provide(layerOfServices, Layer.succeedContext(context)))
  return (...args: ReadonlyArray<string>) => run("reports", ...args)
}).pipe(Effect.orDie)

describe("sonde reports", () => {
  it.effect("lists an account's reports, newest first", () =>
    Effect.gen(function* () {
      const sonde = yield* world
      const { stdout } = yield* sonde("list")
      assert.deepStrictEqual(
        stdout.split("\n").map((line) => line.trim().split(/\s+/).slice(0, 2).join(" ")),
        ["ID STATUS", "4 completed", "3 queued", "2 completed", "1 completed", ""]
      )
      const { reports, total } = JSON.parse((yield* sonde("list", "--json")).stdout)
      assert.strictEqual(total, 4)
      assert.deepInclude(reports[3], { id: 1, title: "Good", confidence: 1 })
      assert.include((yield* sonde("list", "--account", "nobody")).stdout, "The account nobody has no reports.")
    })
  )

  it.effect("shows a report as Markdown, or whole for programs", () =>
    Effect.gen(function* () {
      const sonde = yield* world
      const { code, stdout } = yield* sonde("show", "1")
      assert.strictEqual(code, 0)
      assert.match(stdout, /^# Good\n/)
      assert.include(stdout, "## Trends\n\nTea sales rose 6% in Kenya [1].\n")
      assert.include(stdout, "1. [Tea sales rose 6% in Kenya](https://news.example/1), Leaf Weekly, 1970-01-01\n")
      const whole = JSON.parse((yield* sonde("show", "1", "--json")).stdout)
      assert.deepInclude(whole.sections.trends, { content: "Tea sales rose 6% in Kenya [1]." })
      for (const args of [
        ["show", "9"],
        ["check", "9"],
        ["show", "1", "--account", "other"]
      ]) {
        const missing = yield* sonde(...args, "--json")
        assert.strictEqual(missing.code, 1)
        assert.strictEqual(JSON.parse(missing.stderr).error.code, "report_not_found")
      }
    })
  )

  it.effect("checks a report on its stored evidence, and fails when it is below the gate", () =>
    Effect.gen(function* () {
      const sonde = yield* world
      const good = yield* sonde("check", "1")
      assert.deepStrictEqual([good.code, good.stderr], [0, ""])
      assert.match(good.stdout, /^id +1\npassed +yes\ncitation_precision +1\ncitation_recall +1\nnumbers_grounded +1\n/)
      const bad = yield* sonde("check", "2")
      assert.strictEqual(bad.code, 1)
      assert.match(bad.stdout, /^id +2\npassed +no\n/)
      assert.match(
        bad.stdout,
        /\nnumber +1 +Tea sales rose 16% in Kenya\.\nunresolved +2 +Tea sales rose 6% in Kenya\.\n/
      )
      assert.strictEqual(bad.stderr, "sonde: report 2 says what its stored evidence does not bear out\n")
      const json = JSON.parse((yield* sonde("check", "2", "--json")).stdout)
      assert.deepInclude(json, { id: 2, passed: false, markers_resolved: 0.5, citation_recall: 0 })
      const early = JSON.parse((yield* sonde("check", "4", "--json")).stdout)
      assert.deepInclude(early, { passed: false, sources_after_report: 1 })
      const waiting = yield* sonde("check", "3")
      assert.deepStrictEqual(waiting, {
        code: 1,
        stdout: "",
        stderr: "sonde: Report 3 is queued: there is nothing to check\n"
      })
      const wrong = yield* sonde("check", "x")
      assert.deepStrictEqual([wrong.code, wrong.stdout], [2, ""])
      assert.include(wrong.stderr, "must be the number of a report")
    })
  )
})
