import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { ReportSource } from "../../src/domain/Report.ts"
import { confidenceOf, type Supported } from "../../src/reports/check/Confidence.ts"
import { confidenceReason } from "../../src/reports/document/ConfidenceReason.ts"
import { isFormula, littleEvidence } from "../../src/reports/check/Formulas.ts"

const asOf = "2026-11-22"

const dayBefore = (age: number): string => new Date(Date.parse(asOf) - age * 86_400_000).toISOString().slice(0, 10)

/** What of a source counts. */
const Given = Schema.Struct({
  publisher: Schema.Literals(["A", "B", "C", "D", "E", "F", "G", "H", "I"]),
  age: Schema.Literals([0, 3, 20, 40, 100, 400, 4_000]),
  relevance: Schema.Literals([0.3, 0.55, 0.7, 0.9, 1]),
  kind: Schema.Literals(["signal", "signal", "company"]),
  undated: Schema.Boolean
})
type Given = typeof Given.Type

const sourceOf = ({ age, kind, publisher, relevance, undated }: Given, index: number): ReportSource => ({
  n: index + 1,
  kind,
  title: `t${index}`,
  url: null,
  publisher,
  published_at: dayBefore(age),
  published_at_estimated: undated,
  quote: "q",
  relevance
})

const all: Supported = { factual: 4, byRules: 4, byJudge: 0, trial: null }

const confidence = (given: ReadonlyArray<Given>, supported = all): number =>
  confidenceOf(supported, given.map(sourceOf), asOf).confidence

const many = (count: number, more: Partial<Given> = {}): ReadonlyArray<Given> =>
  Array.from({ length: count }, (_, n) => ({
    publisher: "ABCDEFGHI"[n % 9] as Given["publisher"],
    age: 3,
    relevance: 1,
    kind: "signal",
    undated: false,
    ...more
  }))

const sources = Schema.Array(Given).check(Schema.isMinLength(1), Schema.isMaxLength(20))

describe("confidence", () => {
  it("is 1 where enough publishers say enough that is new, on topic and borne out", () =>
    assert.strictEqual(confidence(many(12)), 1))

  it("does not hide behind the service's own figures that the news are old, off-topic or few", () => {
    const own = many(12, { kind: "company", publisher: "A" })
    for (const news of [many(12, { age: 4_000 }), many(12, { relevance: 0.3 }), many(3)])
      assert.isBelow(confidence([...news, ...own]), 0.5, JSON.stringify(news[0]))
  })

  it("counts a platform as one publisher, whatever its parts", () => {
    const topics = Array.from({ length: 9 }, (_, n) => ({
      ...sourceOf(many(1)[0]!, n),
      kind: "social_trend" as const,
      publisher: `Reddit, r/tea${n}`
    }))
    assert.strictEqual(confidenceOf(all, topics, asOf).parts.independent_publishers, 1)
  })

  it("is the product of its parts", () => {
    const { confidence, parts } = confidenceOf(
      {
        factual: 10,
        byRules: 4,
        byJudge: 5,
        trial: { faults: { of: 100, refused: 80 }, faithful: { of: 9, refused: 1 } }
      },
      many(9, { age: 210 as never, relevance: 0.9 }).map(sourceOf),
      asOf
    )
    assert.deepStrictEqual(parts, {
      support: 0.8,
      sufficiency: 0.75,
      freshness: 0.5,
      on_topic: 1,
      independent_publishers: 9,
      counted_sources: 9,
      counted_publishers: 8
    })
    assert.closeTo(confidence, 0.8 * 0.75 * 0.5, 0.001)
  })

  it("counts news for less if it is less likely to be on topic", () => {
    const { parts } = confidenceOf(
      { factual: 10, byRules: 10, byJudge: 0, trial: null },
      many(8, { relevance: 0.7 }).map(sourceOf),
      asOf
    )
    assert.closeTo(parts.sufficiency, ((0.7 * 8) / 12) * 0.7, 0.001)
    assert.isBelow(confidence(many(8, { relevance: 0.7 })), confidence(many(8, { relevance: 0.9 })))
  })

  it.prop("is explained by figures that come to the share that is told", [sources], ([given]) => {
    const { parts } = confidenceOf(all, given.map(sourceOf), asOf)
    const said = confidenceReason(parts.sufficiency, { ...parts, freshness: 1, on_topic: 1 })
    const told = / ([\d.]+) of the 12 sources/.exec(said)
    const by = / ([\d.]+) of the 8 independent publishers/.exec(said)
    const share = (Number(told?.[1] ?? 12) / 12) * (Number(by?.[1] ?? 8) / 8)
    if (said.startsWith("What lowers it"))
      assert.include(said, `which alone leaves ${Math.floor(share * 100)} %`, JSON.stringify(parts))
  })

  it("is at most a half with fewer than five publishers, whatever they say", () => {
    assert.isAtMost(confidence(many(40).map((given) => ({ ...given, publisher: "A" as const }))), 0.5)
    assert.isAtMost(confidence(many(40).map((given, n) => ({ ...given, publisher: "ABCD"[n % 4] as "A" }))), 0.5)
  })

  it("is low for a report on news of 2014, and for one on a single source", () => {
    assert.isBelow(confidence(many(20, { age: 4_000 })), 0.5)
    assert.isBelow(confidence(many(1)), 0.5)
  })

  it("counts neither publishers nor stories that are off topic", () => {
    const about = many(5)
    const foreign = many(17, { relevance: 0.55 })
    const of = (given: ReadonlyArray<Given>) => confidenceOf(all, given.map(sourceOf), asOf)
    assert.strictEqual(of([...about, ...foreign]).parts.independent_publishers, 5)
    assert.strictEqual(of([...about, ...foreign]).parts.sufficiency, of(about).parts.sufficiency)
    assert.strictEqual(of([...about, ...foreign]).parts.on_topic, 0.227)
    assert.isBelow(of([...about, ...foreign]).confidence, of(about).confidence)
  })

  const isOff = ({ kind, relevance }: Given): boolean => kind === "signal" && relevance <= 0.55

  it.prop("never rises when a source on topic is missing", [sources], ([given]) => {
    for (const [at, one] of given.entries())
      if (!isOff(one)) assert.isAtMost(confidence(given.toSpliced(at, 1)), confidence(given))
  })

  it("does not rise without an old source that is less likely to be on topic", () => {
    const one = { publisher: "C", age: 20, relevance: 0.9, kind: "signal", undated: false } as const
    const old = { ...one, age: 4000, relevance: 0.7 } as const
    assert.isAtMost(confidence([one]), confidence([one, old]))
  })

  it.prop(
    "never rises when a source is older, or less to the point, or undated",
    [sources, Given],
    ([given, worse]) => {
      for (let at = 0; at < given.length; at++) {
        const { age, relevance, undated, ...rest } = given[at]!
        const changed: Given = {
          ...rest,
          age: Math.max(age, worse.age) as Given["age"],
          relevance: Math.min(relevance, worse.relevance) as Given["relevance"],
          undated
        }
        assert.isAtMost(confidence(given.with(at, changed)), confidence(given))
      }
    }
  )

  it.prop("never rises by a source that is off topic", [sources, Given], ([given, other]) => {
    for (const relevance of [0.3, 0.55] as const) {
      const off: Given = { ...other, kind: "signal", relevance }
      assert.isAtMost(confidence([...given, off]), confidence(given))
      // Nor where it takes the place of one that is on topic.
      for (const at of given.keys()) assert.isAtMost(confidence(given.with(at, off)), confidence(given))
    }
  })

  const numbers = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 }))).check(
    Schema.isMaxLength(20)
  )
  const disputed = (given: ReadonlyArray<Given>, contradicted: ReadonlyArray<number>) =>
    confidenceOf(all, given.map(sourceOf), asOf, new Set(contradicted))

  it.prop("never rises when one more source is contradicted", [sources, numbers, numbers], ([given, some, more]) => {
    assert.isAtMost(disputed(given, [...some, ...more]).confidence, disputed(given, some).confidence)
  })

  it.prop("never rises by a source that is contradicted", [sources, numbers, Given], ([given, some, other]) => {
    const own = some.filter((n) => n <= given.length)
    const { confidence } = disputed([...given, other], [...own, given.length + 1])
    assert.isAtMost(confidence, disputed(given, own).confidence)
  })

  it.prop("never rises when a source on topic is missing, contradicted or not", [sources, numbers], ([given, some]) => {
    if (isOff(given.at(-1)!)) return
    // The last one: the others keep their numbers, and what contradicts them is still so.
    assert.isAtMost(disputed(given.slice(0, -1), some).confidence, disputed(given, some).confidence)
  })

  it("falls with each story that two sources tell otherwise, however many others there are", () => {
    const of = (count: number) =>
      disputed(
        many(30),
        Array.from({ length: count }, (_, n) => n + 1)
      )
    const agreements = [0, 2, 4, 6, 12].map((count) => of(count).parts.agreement ?? 1)
    assert.deepStrictEqual(agreements, [1, 0.833, 0.75, 0.667, 0.5])
    assert.deepStrictEqual(
      [0, 2, 4, 6, 12].map((count) => of(count).confidence),
      agreements
    )
    // The same where the report leaves one of the two out.
    assert.strictEqual(disputed(many(29), [29, 30]).parts.agreement, 0.833)
  })

  it("publishes what contradictions leave of the evidence", () => {
    const { confidence, parts } = disputed(many(9), [1, 2, 3])
    assert.strictEqual(parts.sufficiency, 0.75)
    assert.strictEqual(parts.agreement, 0.5)
    assert.closeTo(confidence, 0.375, 0.001)
    assert.strictEqual(
      disputed(
        many(9),
        many(9).map((_, n) => n + 1)
      ).confidence,
      0
    )
  })

  it.prop(
    "never rises when fewer sentences are borne out, or the judge is known to miss more",
    [sources, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 }))],
    ([given, refused]) => {
      const trial = (refused: number) => ({ faults: { of: 11, refused }, faithful: { of: 11, refused: 0 } })
      const judged = (byJudge: number, refused: number) =>
        confidence(given, { factual: 8, byRules: 2, byJudge, trial: trial(refused) })
      assert.isAtMost(judged(4, refused), judged(5, refused))
      assert.isAtMost(judged(5, refused), judged(5, refused + 1))
    }
  )
})

describe("a summary on few publishers", () => {
  it("begins by saying so, and how old it is, in a sentence that needs no source", () => {
    const given = many(3, { age: 400 }).map(sourceOf)
    const [said] = littleEvidence("tea", given)
    assert.strictEqual(
      said,
      "There is little evidence on “tea”: it is from only 3 independent publishers, and the newest is dated 2025-10-18."
    )
    assert.isTrue(isFormula(said!, { niche: "tea", sources: given, asOf }))
    // Reports of earlier versions did not name the niche.
    assert.isTrue(isFormula(said!.replace(" on “tea”", ""), { niche: "tea", sources: given, asOf }))
    assert.isFalse(isFormula(said!.replace("tea", "coffee"), { niche: "tea", sources: given, asOf }))
    assert.isFalse(isFormula(said!.replace("only 3", "only 4"), { niche: "tea", sources: given, asOf }))
    const all = many(8, { age: 400 }).map(sourceOf)
    assert.deepStrictEqual(littleEvidence("tea", given, all), [
      "There is little evidence on “tea”: of the 8 publishers of its sources, its sentences cite only 3 on topic, the newest dated 2025-10-18."
    ])
    assert.deepStrictEqual(littleEvidence("tea", many(5).map(sourceOf)), [])
    assert.deepStrictEqual(littleEvidence("tea", []), [])
  })
})
