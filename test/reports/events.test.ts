import { assert, describe, it } from "@effect/vitest"
import { eventsIn } from "../../src/reports/evidence/Events.ts"

describe("kinds of events", () => {
  for (const [sentence, ...events] of [
    ["Orbital Kettle raises $4 million for a quieter boiler", "venture"],
    ["Harrow Lane to buy rival Dunmore for £90 million", "venture"],
    ["Tallow & Sons opened two shops in Leeds", "venture"],
    ["Fennmark recalls 12,000 prams", "incident"],
    ["Hackers stole the records of 40,000 guests, a data breach of the worst kind", "incident"],
    ["Quarrystone is cutting 300 jobs", "incident"],
    ["Regulator opens an investigation into ferry fares", "constraint"],
    ["Pinegrove was fined €2 million", "constraint"],
    ["A shortage of nurses leaves wards empty", "constraint"],
    ["Dunmore denies takeover by Harrow Lane"],
    ["The mountain lake froze early"],
    ["Growth delights growers, and losses shrink"]
  ] as const)
    it(`of “${sentence}”: ${events.join(", ") || "none"}`, () =>
      assert.deepStrictEqual([...eventsIn(sentence)], [...events]))
})
