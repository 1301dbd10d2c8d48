import { assert, describe, it } from "@effect/vitest"
import { lookupOf, type Unit } from "../../src/storage/search/Units.ts"

/** A word with some forms. */
const unit = (kind: Unit["kind"], word: string, forms: number): Unit => ({
  kind,
  rows: Array.from({ length: forms }, (_, n) => [`${word}${n}`]),
  among: 1
})
const units = (kind: Unit["kind"], words: number, forms: number) =>
  Array.from({ length: words }, (_, n) => unit(kind, `${kind}${n}x`, forms))

const termsOf = (query: string) => query.match(/\w+/g) ?? []
const most = 64

describe("looking words up", () => {
  it("asks an index for no more terms at a time than it takes, and for all of them", () => {
    const tags = [Array.from({ length: 50 }, (_, n) => `zb${n}`), ["zlen"]]
    for (const [wanted, excluded, narrowed] of [
      [units("any", 32, 8), 0, []],
      [units("any", 32, 8), 30, tags],
      [units("must", 12, 8), 5, tags],
      [units("must", 1, 30), 0, tags]
    ] as const) {
      const all = [...wanted, ...units("not", excluded, 3)]
      const { queries, unasked } = lookupOf(all, narrowed, most)
      for (const query of queries) assert.isAtMost(termsOf(query).length, most)
      const asked = new Set(queries.flatMap(termsOf))
      const left = unasked.flatMap(({ rows }) => rows.flat())
      assert.deepStrictEqual(
        [...asked, ...left].toSorted(),
        [...all.flatMap(({ rows }) => rows.flat()), ...narrowed.flat()].toSorted()
      )
    }
  })

  it("asks once where there is room", () => {
    const asked = [...units("any", 2, 2), unit("not", "x", 1)]
    assert.deepStrictEqual(lookupOf(asked, [["zlen", "zlde"]], most).queries, [
      "(any0x0 | any0x1 | any1x0 | any1x1) & (zlen | zlde) & !x0"
    ])
    assert.lengthOf(lookupOf(units("any", 100, 3)).queries, 1)
  })
})
