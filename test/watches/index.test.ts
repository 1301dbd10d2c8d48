import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { matcher, ruleOf, titleText } from "../../src/watches/Rule.ts"
import { WatchIndex } from "../../src/watches/WatchIndex.ts"

const word = Schema.Literals(["tea", "coffee", "green", "prices", "harvest", "Assam"])

const words = Schema.Array(word).check(Schema.isMinLength(1), Schema.isMaxLength(5))

const question = Schema.Struct({
  words,
  signs: Schema.Array(Schema.Literals(["", "", "-", '"'])).check(Schema.isMaxLength(5)),
  share: Schema.Literals([0.3, 0.5, 1])
})

const asked = ({ signs, words }: typeof question.Type): string =>
  words.map((word, n) => (signs[n] === '"' ? `"${word} ${words[n + 1] ?? ""}"` : `${signs[n] ?? ""}${word}`)).join(" ")

describe("the index of watches", () => {
  it.prop(
    "finds the rules that a text matches, each once, whichever came and went",
    {
      rounds: Schema.Array(Schema.Array(question).check(Schema.isMaxLength(12))).check(Schema.isMaxLength(4)),
      texts: Schema.Array(words).check(Schema.isMaxLength(6))
    },
    ({ rounds, texts }) => {
      const index = new WatchIndex<string>()
      for (const [n, round] of rounds.entries()) {
        // The first rules of each round are those of the one before, or have changed under the same owner.
        const rules = new Map(round.map((one, place) => [`watch ${place + (n % 2)}`, one]))
        index.become(
          [...rules].map(([owner, one]) => ({
            owner,
            of: JSON.stringify(one),
            make: () => ruleOf({ q: asked(one), share: one.share })
          }))
        )
        assert.strictEqual(index.size, rules.size)
        for (const words of texts) {
          const text = titleText(words.join(" "))
          const found = index.match(text).map(({ owner, terms }) => [owner, terms] as const)
          const expected = [...rules].flatMap(([owner, one]) => {
            const terms = matcher(ruleOf({ q: asked(one), share: one.share }))(text)
            return terms === null ? [] : [[owner, terms] as const]
          })
          assert.sameDeepMembers([...found], expected)
        }
      }
    }
  )

  it("looks, of thousands of watches with common words, only at those whose rare word a text has", () => {
    const index = new WatchIndex<number>()
    const name = (n: number) => `word${n}`
    const rules = Array.from({ length: 2_000 }, (_, n) => ({ q: `tea prices ${name(n % 1_000)}`, share: 1 }))
    index.become(rules.map((rule, owner) => ({ owner, of: rule.q, make: () => ruleOf(rule) })))
    const text = titleText(`tea prices ${Array.from({ length: 30 }, (_, n) => name(n * 20)).join(" ")}`)
    assert.strictEqual(index.match(text).length, 60)
    assert.strictEqual(index.candidates(text).size, 60)
  })
})
