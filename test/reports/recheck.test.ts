import { assert, describe, it } from "@effect/vitest"
import type { Report } from "../../src/domain/Report.ts"
import { hashOf } from "../../src/reports/check/Hash.ts"
import { withoutContents as stored } from "../support/StoredReports.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"

describe("a second look at a stored report", () => {
  const quote = "Tea sales rose 6% in Kenya"
  const report = (more: { readonly quote?: string; readonly published_at?: string } = {}): Report => ({
    ...stored,
    niche: "tea",
    created_at: "2026-03-02T00:00:00" as Report["created_at"],
    sections: {
      trends: { title: "Trends", content: `${quote} [1].`, citations: [1] },
      sources: [
        {
          n: 1,
          kind: "signal",
          title: quote,
          url: null,
          publisher: "Leaf Weekly",
          published_at: "2026-03-01",
          quote,
          hash: hashOf(quote),
          ...more
        }
      ],
      gaps: [],
      quality: {}
    }
  })
  const faultsOf = (stored: ReturnType<typeof report>) => recheck(stored).faults.map(({ fault }) => fault)

  it("finds nothing wrong with words that are as they were", () => {
    assert.deepInclude(recheck(report()), { passed: true, altered_sources: [], faults: [], citation_recall: 1 })
  })

  it("sees that stored words were changed, and what rests on them", () => {
    const changed = report({ quote: `${quote} and in Assam` })
    assert.deepInclude(recheck(changed), { passed: false, altered_sources: [1] })
    assert.deepStrictEqual(faultsOf(changed), ["altered"])
  })

  it("takes no source that is younger than the report", () =>
    assert.deepStrictEqual(faultsOf(report({ published_at: "2026-03-03" })), ["future"]))
})

describe("a hash", () => {
  it("is the SHA-256 of the UTF-8 in hex", () =>
    // FIPS 180-4's own example.
    assert.strictEqual(hashOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
})
