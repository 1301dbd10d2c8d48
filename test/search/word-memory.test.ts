import { assert, describe, it } from "@effect/vitest"
import { alphabetOf, WordMemory } from "../../src/search/WordMemory.ts"

const alphabet = alphabetOf(String.raw`\p{L}\p{M}\p{N}`)

/** Texts of words from a few hundred thousand, more than are remembered, in several scripts. */
const texts = (count: number): ReadonlyArray<string> => {
  let seed = 1
  const below = (most: number): number => (seed = Math.imul(seed, 1_103_515_245) + 12_345) >>> 0 && (seed >>> 8) % most
  const signs = ["a", "E", "z", "7", "é", "e\u0301", "Ж", "ö", "ي", "𝐀", "漢", "\ud800", "'", "-", " "]
  return Array.from({ length: count }, () =>
    Array.from({ length: 80 }, () => signs[below(below(3) === 0 ? signs.length : 8)]! + " ".repeat(below(5) >> 2)).join(
      ""
    )
  )
}

describe("what is made of words", () => {
  it("is that of the words of a pattern, in their order, whatever was driven out", () => {
    const memory = new WordMemory(alphabet, (word) => `<${word}>`)
    for (const text of texts(3_000)) {
      const expected = (text.match(alphabet.words) ?? []).map((word) => `<${word}>`)
      assert.deepStrictEqual(memory.read(text), expected)
      assert.deepStrictEqual(
        memory.read(text, 5),
        expected.filter(({ length }) => length <= 7)
      )
    }
  })

  it("is made once of a word that comes again, wherever it stands", () => {
    let made = 0
    const memory = new WordMemory(alphabet, (word) => ({ word, n: made++ }))
    const [first] = memory.read("Solar")
    assert.deepStrictEqual(memory.read("of solar and Solar!")[3], first)
    assert.deepStrictEqual(memory.get("Solar"), first)
    assert.strictEqual(made, 4)
  })

  it("is of one word where others have its hash", () => {
    // FNV-1a of 32 bits.
    const [one, other] = ["costarring", "liquid"]
    const memory = new WordMemory(alphabet, (word) => word)
    assert.deepStrictEqual(memory.read(`${one} ${other} ${one}`), [one, other, one])
  })
})
