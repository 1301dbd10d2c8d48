import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { AccountName } from "../../src/domain/Account.ts"
import type { JudgeTrial } from "../../src/domain/JudgeTrial.ts"
import type { ReportResult } from "../../src/domain/Report.ts"
import { layerOfServices } from "../../src/operator/LocalOperator.ts"
import { JudgeTrials } from "../../src/reports/judge/JudgeTrials.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
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
    const { id } = yield* reports.create(account, request)
    if (result === null) return id
    yield* reports.begin(id)
    yield* reports.complete(id, result)
    return id
  })
  const good = yield* store("Good", resultOf("Tea sales rose 6% in Kenya [1]."))
  const bad = yield* store("Bad", resultOf("Tea sales rose 16% in Kenya [1]. Tea sales rose 6% in Kenya [2]."))
  const waiting = yield* store("Waiting", null)
  const early = yield* store(
    "Early",
    resultOf("Tea sales rose 6% in Kenya [1].", [{ ...source, published_at: "1970-01-02" }])
  )
  const run = sonde(Layer.provide(layerOfServices, Layer.succeedContext(context)))
  return {
    sonde: (...args: ReadonlyArray<string | number>) => run("reports", ...args.map(String)),
    good,
    bad,
    waiting,
    early
  }
}).pipe(Effect.orDie)

describe("sonde reports", () => {
  it.effect("lists an account's reports, newest first", () =>
    Effect.gen(function* () {
      const { bad, early, good, sonde, waiting } = yield* world
      const { stdout } = yield* sonde("list")
      assert.deepStrictEqual(
        stdout.split("\n").map((line) => line.trim().split(/\s+/).slice(0, 2).join(" ")),
        ["ID STATUS", `${early} completed`, `${waiting} queued`, `${bad} completed`, `${good} completed`, ""]
      )
      const { reports, total } = JSON.parse((yield* sonde("list", "--json")).stdout)
      assert.strictEqual(total, 4)
      assert.deepInclude(reports[3], { id: good, title: "Good", confidence: 1 })
      assert.include((yield* sonde("list", "--account", "nobody")).stdout, "The account nobody has no reports.")
    })
  )

  it.effect("shows a report as Markdown, or whole for programs", () =>
    Effect.gen(function* () {
      const { good, sonde } = yield* world
      const { code, stdout } = yield* sonde("show", good)
      assert.strictEqual(code, 0)
      assert.match(stdout, /^# Good\n/)
      assert.include(stdout, "## Trends\n\nTea sales rose 6% in Kenya [1].\n")
      assert.include(stdout, "1. [Tea sales rose 6% in Kenya](https://news.example/1), Leaf Weekly, 1970-01-01\n")
      const whole = JSON.parse((yield* sonde("show", good, "--json")).stdout)
      assert.deepInclude(whole.sections.trends, { content: "Tea sales rose 6% in Kenya [1]." })
      for (const args of [
        ["show", "9"],
        ["check", "9"],
        ["show", good, "--account", "other"]
      ]) {
        const missing = yield* sonde(...args, "--json")
        assert.strictEqual(missing.code, 1)
        assert.strictEqual(JSON.parse(missing.stderr).error.code, "report_not_found")
      }
    })
  )

  it.effect("compares a report with the previous one on its niche, or with one that is named", () =>
    Effect.gen(function* () {
      const { bad, early, good, sonde, waiting } = yield* world
      const { code, stdout } = yield* sonde("diff", bad)
      assert.strictEqual(code, 0)
      assert.include(stdout, `# What has changed: Bad\n\nCompared with report ${good} (trend report, 1970-01-01): `)
      assert.include(
        stdout,
        [
          "## Other figures",
          "",
          "- Tea sales rose 16% in Kenya.",
          "  - before: Tea sales rose 6% in Kenya.",
          "  - 6% → 16%",
          "  - [Tea sales rose 6% in Kenya](https://news.example/1), Leaf Weekly, 1970-01-01",
          ""
        ].join("\n")
      )
      const json = JSON.parse((yield* sonde("diff", bad, "--against", early, "--json")).stdout)
      assert.deepStrictEqual([json.report.id, json.against.id, json.counts.changed], [bad, early, 1])
      const first = yield* sonde("diff", good)
      assert.deepStrictEqual([first.code, first.stderr], [0, ""])
      assert.include(first.stdout, `There is no earlier completed report on this niche to compare report ${good} with.`)
      assert.deepStrictEqual(yield* sonde("diff", waiting), {
        code: 1,
        stdout: "",
        stderr: `sonde: Report ${waiting} is queued: only completed reports can be compared\n`
      })
      const missing = yield* sonde("diff", good, "--against", "9", "--json")
      assert.strictEqual(JSON.parse(missing.stderr).error.code, "report_not_found")
      assert.strictEqual((yield* sonde("diff", good, "--against", "x")).code, 2)
    })
  )

  it.effect("checks a report on its stored evidence, and fails when it is below the gate", () =>
    Effect.gen(function* () {
      const { bad, early, good, sonde, waiting } = yield* world
      const holds = yield* sonde("check", good)
      assert.deepStrictEqual([holds.code, holds.stderr], [0, ""])
      assert.match(
        holds.stdout,
        new RegExp(`^id +${good}\npassed +yes\ncitation_precision +1\ncitation_recall +1\nnumbers_grounded +1\n`)
      )
      const fails = yield* sonde("check", bad)
      assert.strictEqual(fails.code, 1)
      assert.match(fails.stdout, new RegExp(`^id +${bad}\npassed +no\n`))
      assert.match(
        fails.stdout,
        /\nnumber +1 +Tea sales rose 16% in Kenya\.\nunresolved +2 +Tea sales rose 6% in Kenya\.\n/
      )
      assert.strictEqual(
        fails.stderr,
        `sonde: report ${bad} says something that its stored evidence does not support\n`
      )
      const json = JSON.parse((yield* sonde("check", bad, "--json")).stdout)
      assert.deepInclude(json, { id: bad, passed: false, markers_resolved: 0.5, citation_recall: 0 })
      const dated = JSON.parse((yield* sonde("check", early, "--json")).stdout)
      assert.deepInclude(dated, { passed: false, sources_after_report: 1 })
      assert.deepStrictEqual(yield* sonde("check", waiting), {
        code: 1,
        stdout: "",
        stderr: `sonde: Report ${waiting} is queued: there is nothing to check\n`
      })
      const wrong = yield* sonde("check", "x")
      assert.deepStrictEqual([wrong.code, wrong.stdout], [2, ""])
      assert.include(wrong.stderr, "must be the number of a report")
    })
  )

  it.effect("tries the judge: faults caught and false alarms, by kind", () =>
    Effect.gen(function* () {
      const trial: JudgeTrial = {
        judge: "openai:judge",
        faults: { of: 40, refused: 38 },
        faithful: { of: 30, refused: 0 },
        kinds: [
          { label: "fault", kind: "role_swap", of: 40, refused: 38 },
          { label: "faithful", kind: "passive", of: 30, refused: 0 }
        ],
        unanswered: 2
      }
      const tried = Layer.succeed(JudgeTrials, { run: Effect.succeed(trial) })
      const run = sonde(Layer.provide(layerOfServices, Layer.merge(services, tried)))
      const { code, stdout } = yield* run("reports", "judge-test")
      assert.strictEqual(code, 0)
      assert.match(stdout, /^The judge: openai:judge\n/)
      assert.match(stdout, /\n *role_swap +40 +38 +95\.0 %\n/)
      assert.match(stdout, /\n *all +30 +0 +0\.0 %\n/)
      assert.include(stdout, "2 pairs got no usable answer, and are not counted.")
      assert.deepStrictEqual(JSON.parse((yield* run("reports", "judge-test", "--json")).stdout), trial)
    })
  )

  it.effect("says that there is no judge to try", () =>
    Effect.gen(function* () {
      const { sonde } = yield* world
      const { code, stderr } = yield* sonde("judge-test")
      assert.strictEqual(code, 1)
      assert.include(stderr, "No model is configured that could judge: set OPENAI_API_KEY.")
    })
  )
})
