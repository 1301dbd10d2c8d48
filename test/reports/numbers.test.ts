import { assert, describe, it } from "@effect/vitest"
import { isGrounded, meanings, numbers } from "../../src/reports/check/Numbers.ts"

describe("numbers", () => {
  for (const [form, texts] of [
    ["number:1200000000", ["1.2bn", "1,200,000,000", "1.2 billion", "1.2 bn", "1200 million"]],
    ["usd:1200000000", ["$1.2bn", "US$ 1.2 billion", "USD 1,200 million", "1.2 billion dollars", "1,200,000,000 USD"]],
    ["eur:4000", ["€4,000", "4,000 euros", "EUR 4k"]],
    ["percent:5", ["5%", "5 %", "5 percent", "five per cent", "5.0%"]],
    ["points:2.5", ["2.5 percentage points", "2.5pp"]],
    ["date:2026-01-31", ["2026-01-31", "31 January 2026", "January 31, 2026", "31st Jan. 2026", "2026-01-31T08:00:00"]],
    ["month:2026-01", ["January 2026", "Jan 2026"]],
    ["day:01-31", ["31 January", "January 31st", "the 31st of Jan."]],
    ["quarter:2026-3", ["Q3 2026", "the third quarter of 2026", "2026-Q3"]],
    ["number:3", ["three", "3"]],
    ["ordinal:3", ["3rd", "third"]],
    ["ordinal:21", ["21st", "twenty-first"]],
    ["number:88", ["eighty-eight", "88"]],
    ["percent:12", ["twelve percent", "12%"]],
    ["half:2026-1", ["H1 2026", "the first half of 2026", "2026-H1"]],
    ["half:2", ["H2", "the second half"]],
    ["months:6", ["half-year", "half-yearly"]],
    ["share:1/3", ["a third", "one third", "one in three"]],
    ["share:3/10", ["three-tenths", "three in ten", "3 out of 10"]],
    ["share:1/4", ["a quarter of them", "by a quarter"]],
    ["share:1/2", ["half of them"]],
    ["number:500000", ["half a million"]],
    ["number:6", ["half a dozen"]],
    ["number:24", ["two dozen"]],
    ["months:5.5", ["five and a half months", "5.5 months"]],
    ["usd:1000000", ["a million dollars"]],
    ["cad:47000000", ["47 million Canadian dollars", "C$47 million"]],
    ["megatonne:14.1", ["14.1 Mt"]],
    ["months:22", ["22 months", "a 22-month wait", "twenty-two months"]],
    ["kilowatt-hour:400", ["400 kWh", "400 kilowatt-hours"]],
    ["megawatt:1", ["1 MW", "one megawatt"]]
  ] as const) {
    for (const text of texts) it(`reads ${text} as ${form}`, () => assert.deepStrictEqual(numbers(text), [form]))
  }

  it("takes no quarter of a year for a fourth part, and no ratio for a count of spans", () => {
    assert.deepStrictEqual(numbers("the best in a quarter"), [])
    assert.deepStrictEqual(numbers("the third in five years"), ["ordinal:3", "year:5"])
  })

  for (const [text, number] of [
    ["Le groupe supprime 4 200 postes", "number:4200"],
    ["The maker will cut 3\u00A0100 jobs", "number:3100"],
    ["The maker will cut 3\u202F100 jobs", "number:3100"],
    ["4 200 jobs go", "number:4200"],
    ["Rund 3 100 Stellen", "number:3100"],
    ["Das Werk hat 1 250 000 Nutzer", "number:1250000"],
    ["Es sind 4'200 Stellen", "number:4200"],
    ["for $12 500", "usd:12500"],
    ["one of 5 000", "number:5000"]
  ] as const)
    it(`reads the thousands of ${text} as one number`, () => assert.include(numbers(text), number))

  for (const text of ["In 2024 300 people left", "Boeing 737 800 jets", "the top 10 200 shops", "call +47 400 123"])
    it(`joins no numbers of ${text}`, () =>
      assert.notMatch(numbers(text).join(), /\d{4}\d|:10200|737800|47400|:400123/))

  it("leaves names with digits alone", () => assert.deepStrictEqual(numbers("the R1T, 5G and version v2.1"), []))

  it("finds no number inside words of other languages", () =>
    assert.deepStrictEqual(numbers("Aktivitäten, Qualitäten"), []))

  it("reads both ends of a range", () => assert.deepStrictEqual(numbers("10-15 cars"), ["number:10", "number:15"]))

  for (const [text, ends] of [
    ["10-15%", ["percent:10", "percent:15"]],
    ["15 to 20 percent", ["percent:15", "percent:20"]],
    ["$810-830 million", ["usd:810000000", "usd:830000000"]],
    ["10 to 15 months", ["months:10", "months:15"]]
  ] as const) {
    it(`gives both ends of ${text} its unit`, () => assert.deepStrictEqual(numbers(text), ends))
  }

  it("takes no fall of 4.2 % to a million for a range", () =>
    assert.deepStrictEqual(numbers("Sales fell 4.2% to 1.31 million."), ["percent:4.2", "number:1310000"]))

  it("reads the second of an order, and no second of time or of two", () => {
    assert.deepStrictEqual(numbers("the second-largest maker, and the second most valuable"), [
      "ordinal:2",
      "ordinal:2"
    ])
    assert.deepStrictEqual(numbers("in a second, and the second hall"), [])
  })

  it("knows a thousand by either mark", () => assert.include([...meanings("1.100 Stellen")], "number:1100"))

  for (const [figure, evidence] of [
    ["megawatt:1100", "1.1 GW"],
    ["months:24", "two years"],
    ["year:5", "half a decade"],
    ["kilogram:2500", "2.5 tonnes"]
  ] as const) {
    it(`finds ${figure} in ${evidence}, and no other unit of it`, () => {
      assert.isTrue(isGrounded(figure, meanings(evidence)))
      assert.isFalse(isGrounded(figure.replace(/\w+/, "litre"), meanings(evidence)))
    })
  }

  it("finds a quarter and a half of a year in a date, and no other", () => {
    assert.isTrue(isGrounded("quarter:2026-3", meanings("on 30 September 2026")))
    assert.isTrue(isGrounded("half:2026-2", meanings("in September 2026")))
    assert.isTrue(isGrounded("half:1", meanings("in H1 2026")))
    assert.isFalse(isGrounded("quarter:2026-2", meanings("on 30 September 2026")))
    assert.isFalse(isGrounded("half:2025-2", meanings("in September 2026")))
    assert.isFalse(isGrounded("half:2", meanings("in H1 2026")))
  })

  it("finds a fifth in 20 %, a quarter without its year, and no month in a week", () => {
    assert.isTrue(isGrounded("percent:20", meanings("a fifth of it")))
    assert.isTrue(isGrounded("quarter:3", meanings("the third quarter of 2026")))
    assert.isFalse(isGrounded("week:22", meanings("22 months")))
  })

  it("does not take a percentage for a plain number, nor one currency for another", () => {
    assert.isFalse(isGrounded("percent:5", new Set(numbers("5 cars"))))
    assert.isFalse(isGrounded("usd:5", new Set(numbers("€5"))))
  })

  it("finds a day without its year in a date of any year, and no other day", () => {
    assert.isTrue(isGrounded("day:12-08", meanings("before 8 December 2026")))
    assert.isFalse(isGrounded("day:12-09", meanings("before 8 December 2026")))
  })

  it("finds a month and a year in a date, and nothing else in it", () => {
    const known = new Set(["date:2026-01-31"])
    assert.isTrue(isGrounded("month:2026-01", known))
    assert.isTrue(isGrounded("number:2026", known))
    assert.isFalse(isGrounded("month:2026-02", known))
    assert.isFalse(isGrounded("number:31", known))
  })
})
