import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { count, macro, micro } from "../../bench/quality/retrieval/Measure.ts"
import { niches } from "../../bench/quality/retrieval/Niches.ts"
import { recordedModel, recording } from "../../bench/quality/retrieval/Recorded.ts"
import { labels, storyOf } from "../../bench/quality/stories/Labels.ts"

const alone = (id: string) => id
const relevant = new Map([
  ["a", 2],
  ["b", 1],
  ["c", 2],
  ["d", 2]
])

describe("what retrieval is measured by", () => {
  it("counts pieces for precision and stories for recall", () => {
    const storyOf = (id: string) => (id === "d" ? "c" : id)
    const counts = count({ relevant }, [["a"], ["x"], ["c"], ["d"], ["y", "b"]], storyOf)
    assert.deepStrictEqual(counts, { given: 5, right: 4, wanted: 3, found: 3, wantedMost: 2, foundMost: 2 })
  })

  it("gives no credit for the same piece twice", () => {
    const { found, right } = count({ relevant }, [["a"], ["a"]], alone)
    assert.deepStrictEqual({ found, right }, { found: 1, right: 2 })
  })

  it("takes all niches in one pot, or the mean over them", () => {
    const large = { given: 8, right: 6, wanted: 12, found: 6, wantedMost: 10, foundMost: 5 }
    const small = { given: 2, right: 0, wanted: 4, found: 0, wantedMost: 2, foundMost: 0 }
    assert.deepStrictEqual(micro([large, small]), { precision: 0.6, recall: 0.375, recallMost: 5 / 12 })
    assert.deepStrictEqual(macro([large, small]), { precision: 0.375, recall: 0.25, recallMost: 0.25 })
  })

  it("has no precision where nothing was given, but a recall", () => {
    const nothing = count({ relevant }, [], alone)
    assert.deepStrictEqual(micro([nothing]), { precision: null, recall: 0, recallMost: 0 })
    const one = count({ relevant: new Map([["a", 2]]) }, [["a"]], alone)
    assert.deepStrictEqual(macro([nothing, one]), { precision: 1, recall: 0.5, recallMost: 0.5 })
  })
})

describe("what a model answered", () => {
  it.effect("is there for every niche, and has no text but the words that it named", () =>
    Effect.gen(function* () {
      const recorded = recording()
      const model = recordedModel(recorded, true)
      for (const { niche } of niches()) {
        const { terms } = yield* model.expand(niche, [], { deadline: 0 })
        assert.isNotEmpty(terms, niche)
      }
      const asked = niches().map(({ niche }) => niche)
      for (const { about, bears_on, neither, niche } of recorded.texts.answers) {
        assert.include(asked, niche)
        const ids = [...about, ...bears_on, ...neither]
        assert.strictEqual(new Set(ids).size, ids.length, niche)
        for (const id of ids) assert.match(id, /^[0-9a-f]{12}$/)
      }
    })
  )
})

describe("the judged sets", () => {
  it("have their halves by the rules and every signal in one story", () => {
    const asked = niches()
    assert.isAtLeast(asked.length, 20)
    const hashes = asked.map(({ niche }) => createHash("sha256").update(niche).digest("hex"))
    assert.deepStrictEqual(hashes, hashes.toSorted())
    assert.isAtLeast(asked.filter(({ named }) => !named).length, asked.length / 2)
    const reporting = asked.filter(({ half }) => half === "reporting")
    assert.isAtLeast(reporting.length, 12)
    assert.isAtLeast(reporting.filter(({ named }) => !named).length, reporting.length / 2)
    asked.forEach(({ niche, relevant }) => {
      assert.isAbove(relevant.size, 0, niche)
      assert.isTrue(
        [...relevant.values()].every((grade) => grade === 1 || grade === 2),
        niche
      )
    })
    const { halves, stories } = labels()
    const judged = [...halves.tuning, ...halves.reporting]
    assert.isAtLeast(judged.length, 300)
    assert.strictEqual(new Set(judged).size, judged.length)
    assert.isTrue(judged.every((id) => stories.has(id)))
    const of = (half: "tuning" | "reporting") => new Set(halves[half].map((id) => stories.get(id)))
    assert.strictEqual(of("tuning").intersection(of("reporting")).size, 0)
  })

  it("take a text that came under two addresses for one story", () => {
    const all = labels()
    const story = storyOf(all)
    assert.isAbove(all.copies.size, 0)
    for (const [other, one] of all.copies) {
      assert.isFalse(all.stories.has(other), `${other} has a story of its own and is a copy`)
      assert.strictEqual(story(other), story(one))
    }
    assert.strictEqual(story("without a label"), "without a label")
  })
})
