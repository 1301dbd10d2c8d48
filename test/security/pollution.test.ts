import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { parse } from "../../ingest/list/SourcesFile.ts"
import { readCompanyFile } from "../../src/operator/commands/companies/CompanyFile.ts"
import { readPlan, readRecommendation, readStatements } from "../../src/reports/writers/openai/Answer.ts"
import { planOf } from "../../src/reports/writers/openai/steps/Plan.ts"
import { outlineOf } from "../../src/reports/Outline.ts"
import { scrubDeep } from "../../src/telemetry/Scrub.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { operations } from "../support/Operations.ts"
import { World } from "../../harness/World.ts"

/**
 * Names by which an object's prototype can be reached; feeds' are in ingest/feed/hostile.test.ts, CSV headers in
 * keyword-file.test.ts.
 */
const tricks = [
  '{"__proto__":{"polluted":true,"niche":"polluted","name":"polluted","limit":1}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"__proto__":null,"toString":1,"valueOf":{},"hasOwnProperty":"x","then":1}',
  '[{"__proto__":{"polluted":true}}]',
  '{"a":{"__proto__":{"polluted":true}},"__proto__":{"__proto__":{"polluted":true}}}'
]

const untouched = () => {
  const fresh: Record<string, unknown> = {}
  assert.isUndefined(fresh["polluted"])
  assert.isUndefined((Array.prototype as never as Record<string, unknown>)["polluted"])
  assert.strictEqual(typeof fresh["toString"], "function")
}

describe("no object's prototype is reached", () => {
  it.effect("by a body or a query of any operation, nor does a value come from there", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: secret } = yield* key()
      const token = yield* Effect.promise(() => Issuer.token({ sub: "keys", scope: Issuer.everyScope }))
      for (const { method, path, inputs } of operations) {
        const address = path.replace("{platform}", "reddit").replace(/\{\w+\}/g, "1")
        const credential = path.startsWith("/api/v1/dashboard") ? { token } : { key: secret }
        const queries = [
          "",
          "?__proto__[polluted]=1&__proto__.polluted=1",
          "?constructor.prototype.polluted=1&toString=1"
        ]
        for (const query of queries)
          for (const body of inputs.some((input) => input.in === "body") ? tricks : [undefined]) {
            const answer = yield* send(address + query, { method, ...credential, ...(body !== undefined && { body }) })
            assert.isBelow(answer.status, 500, answer.text)
            assert.notInclude(answer.text, "polluted")
            if (body !== undefined) assert.isAtLeast(answer.status, 400, `${method} ${path} ${body}`)
            untouched()
          }
      }
    }).pipe(Effect.provide(World.layer))
  )

  it.each(tricks)("by a file or an answer like %s", (text) => {
    const list = parse(text)
    assert.notInclude(JSON.stringify(Result.isSuccess(list) ? list.success : []), "polluted")
    const companies = readCompanyFile(new TextEncoder().encode(text))
    assert.isFalse(Result.isSuccess(companies) && companies.success.length > 0, "no company comes of it")
    for (const read of [readPlan, readRecommendation, readStatements]) assert.isNull(read(text))
    scrubDeep((value) => value, JSON.parse(text))
    untouched()
  })

  it("by the sections that a model names", () => {
    const section = (slug: string) => ({ slug, evidence: [1], point: "" })
    const answer = JSON.stringify({ sections: [section("__proto__"), section("constructor"), section("outlook")] })
    const outlook = outlineOf("trend_report").filter(({ slug }) => slug === "outlook")
    assert.deepStrictEqual(
      planOf(answer, outlook, [{ n: 1 } as never])!.map(({ section }) => section.slug),
      ["outlook"]
    )
    untouched()
  })
})
