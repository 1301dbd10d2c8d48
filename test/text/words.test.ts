import { assert, describe, it } from "@effect/vitest"
import { bare, contentStems, isStopWord, likeness, nameStems, runs, stem, words } from "../../src/text/Words.ts"

describe("the words of a text", () => {
  it("are in lower case and in order, names held together, without possessives", () =>
    assert.deepStrictEqual(words("AT&T and O'Reilly's: acme.com, U.S. Plug-in ＡＢＣ 5% Café"), [
      "at&t",
      "and",
      "o'reilly",
      "acme.com",
      "u.s",
      "plug",
      "in",
      "abc",
      "5",
      "café"
    ]))

  it("are letters, marks and digits in a row, where they stand", () =>
    assert.deepStrictEqual(
      [...runs("O'Reilly 5% cafe\u0301 चाय")].map(({ 0: run, index }) => [run, index]),
      [
        ["O", 0],
        ["Reilly", 2],
        ["5", 9],
        ["cafe\u0301", 12],
        ["चाय", 18]
      ]
    ))

  it("are compared without the possessive", () =>
    assert.deepStrictEqual(["Acme’s", "ACME's", "as", "boss"].map(bare), ["acme", "acme", "as", "boss"]))
})

describe("the stem of a word", () => {
  it.each([
    ["charging", "charg"],
    ["charged", "charg"],
    ["charges", "charg"],
    ["companies", "company"],
    ["planned", "plan"],
    ["loss", "loss"],
    ["status", "status"],
    ["gas", "gas"]
  ])("%s is %s", (word, expected) => assert.strictEqual(stem(word), expected))
})

describe("the stems that carry meaning", () => {
  it("are those of all words but small ones and numbers", () => {
    assert.deepStrictEqual(contentStems("The sales of 1.5 charging points were not rising in 2026"), [
      "sal",
      "charg",
      "point",
      "not",
      "ris"
    ])
    assert.isTrue(isStopWord("the"))
    // They turn a meaning round.
    assert.isFalse(["not", "no", "without"].some(isStopWord))
  })
})

describe("the names in a text", () => {
  it("are words in capitals inside a sentence, or written like a name wherever they stand", () =>
    assert.deepStrictEqual(
      nameStems("Shares of Kestrel rose. Iberia bought iPhone and GPT4; “Lumen” fell, said Acme.com"),
      ["kestrel", "iphon", "gpt4", "acme.com"]
    ))
})

describe("the likeness of two sets", () => {
  it("is what they share of what they have", () => {
    assert.strictEqual(likeness(new Set(["a", "b", "c"]), new Set(["b", "c", "d"])), 0.5)
    assert.strictEqual(likeness(new Set(), new Set()), 1)
    assert.strictEqual(likeness(new Set(["a"]), new Set()), 0)
  })
})
