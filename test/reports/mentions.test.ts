import { assert, describe, it } from "@effect/vitest"
import { mentionsIn } from "../../src/reports/evidence/Mentions.ts"

describe("whom news names", () => {
  const texts = [
    "Tessellon's new chip ships. Sunhaven Electronics buys it.",
    "MARROWGATE delays its line. Marrowgate Foundry blames the yield.",
    "The Korbhaus AG receives 6% of the revenue, and American regulators look on.",
    "Korbhaus pays rent. A best buy for all: General interest is a general thing."
  ]
  const register = [
    { name: "Tessellon Semiconductor Corp." },
    { name: "Sunhaven Electronics Ltd" },
    { name: "MARROWGATE FOUNDRY N.V." },
    { name: "American Express Co" },
    { name: "Best Buy Co., Inc." },
    { name: "General Motors Company" },
    { name: "Isbrook Compressors A/S" },
    { name: "Pennyfold Stores Group, Inc. /DE/" }
  ]
  const namesIn = mentionsIn([{ name: "Tessellon Semiconductor" }, ...register], texts)

  for (const [text, names] of [
    [texts[0]!, ["Tessellon Semiconductor", "Sunhaven Electronics"]],
    [texts[1]!, ["MARROWGATE FOUNDRY"]],
    [texts[2]!, ["Korbhaus"]],
    [texts[3]!, ["Korbhaus"]],
    ["Isbrook Compressors builds a plant.", ["Isbrook Compressors"]],
    ["Isbrook builds a plant.", ["Isbrook Compressors"]],
    ["Pennyfold Stores opens.", ["Pennyfold Stores"]]
  ] as const)
    it(`are ${names.join(" and ")} in: ${text}`, () => assert.deepStrictEqual(namesIn(text), names))

  it("are none by a first word that several companies have", () => {
    const both = mentionsIn([{ name: "Harbour Foods" }, { name: "Harbour Freight" }], [])
    assert.deepStrictEqual(both("Harbour Foods grows. Harbour shrinks."), ["Harbour Foods"])
  })
})
