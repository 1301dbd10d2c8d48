import { assert, describe, it } from "@effect/vitest"
import { countries } from "../../src/domain/Country.ts"

/** Regions of CLDR that ISO 3166-1 reserves or leaves to users, pseudo-locales among them. */
const notAssigned = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" ")

describe("The codes of countries", () => {
  it("are the regions that the runtime knows, but for those that ISO 3166-1 does not assign", () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
    const regions = letters
      .flatMap((first) => letters.map((second) => first + second))
      // Codes of countries that are no more stand for another one today.
      .filter((code) => names.of(code) !== undefined && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    assert.deepStrictEqual(
      [...countries].sort(),
      regions.filter((code) => !notAssigned.includes(code))
    )
    assert.strictEqual(countries.size, 250)
  })
})
