import { assert, describe, it } from "@effect/vitest"
import { lookupOf, type Unit } from "../../src/storage/search/Units.ts"

/** A word with some forms, each of another language. */
const unit = (kind: Unit["kind"], word: string, forms: number): Unit => {
  const rows = Array.from({ length: forms }, (_, n) => [`${word}${n}`])
  const sought = rows.flat()
  return {
    kind,
    rows,
    among: 1,
    sought,
    byLanguage: new Map(sought.map((row, n) => [`l${n}`, row])),
    languages: []
  }
}
const units = (kind: Unit["kind"], words: number, forms: number) =>
  Array.from({ length: words }, (_, n) => unit(kind, `${kind}${n}x`, forms))

const termsOf = (query: string) => query.match(/\w+/g) ?? []
const most = 64

describe("looking words up", () => {
  it("asks an index for no more terms at a time than it takes, in few queries, and for all of them", () => {
    const tags = [Array.from({ length: 50 }, (_, n) => `zb${n}`), ["zlen"], ["zm1", "zm2"]]
    for (const [wanted, excluded, narrowed, queries] of [
      [units("any", 32, 8), [], [], 6],
      [units("any", 32, 8), units("not", 30, 3), tags, 24],
      [units("any", 32, 14), units("not", 30, 1), tags, 40],
      [units("must", 32, 8), units("not", 5, 1), tags, 2],
      [units("must", 1, 24), [], tags, 2],
      [[], units("not", 20, 1), [], 1]
    ] as const) {
      const all = [...wanted, ...excluded]
      const lookup = lookupOf(all, narrowed, most)
      assert.isAtMost(lookup.queries.length, queries)
      for (const query of lookup.queries) assert.isAtMost(termsOf(query).length, most)
      const asked = new Set(lookup.queries.flatMap(termsOf))
      const left = lookup.unasked.flatMap(({ rows }) => rows.flat())
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
