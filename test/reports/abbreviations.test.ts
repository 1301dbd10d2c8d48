import { assert, describe, it } from "@effect/vitest"
import { abbreviationsIn } from "../../src/reports/evidence/Abbreviations.ts"

describe("abbreviations that a text explains", () => {
  for (const [text, short, long] of [
    ["Sales of electric vehicles (EVs) rose.", "EV", "electric vehicles"],
    ["The EV (electric vehicle) is here.", "EV", "electric vehicle"],
    ["He fears that foreign direct investment (FDI) falls.", "FDI", "foreign direct investment"],
    ["Kritik an der Datenschutz-Grundverordnung (DSGVO)", "DSGVO", "Datenschutz-Grundverordnung"],
    ["The U.S. Securities and Exchange Commission (SEC; Washington) asks.", "SEC", "Securities and Exchange Commission"]
  ] as const) {
    it(`are found: ${text}`, () => assert.deepStrictEqual(abbreviationsIn(text), [{ short, long }]))
  }

  for (const text of [
    "The plant (Ohio) closes.",
    "They met (on Monday), he said.",
    "Sales rose (12%) in May (IBM).",
    "(EV)",
    "()",
    "a) b) c) (("
  ]) {
    it(`are not made up: ${text}`, () => assert.deepStrictEqual(abbreviationsIn(text), []))
  }
})
