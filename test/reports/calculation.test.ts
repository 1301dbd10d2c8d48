import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { ReportSource } from "../../src/domain/Report.ts"
import { computed, derivedBy } from "../../src/reports/check/Calculation.ts"
import { fastest, shapes, textOf } from "../support/HostileText.ts"
import { withFigure } from "../../src/reports/writers/openai/steps/Figures.ts"

const source = (quote: string): ReportSource => ({
  n: 1,
  kind: "signal",
  title: "",
  url: null,
  publisher: null,
  published_at: "2026-03-12",
  quote
})

const evidence = [
  source("Profit was 240 million euros after 215 million. It employs 2,340 people, of whom 310 work less."),
  source(
    "Orders rose to 460 drones from 410. It makes 52% of its sugar from cane and buys 1,800 tonnes, 40% of its needs."
  ),
  source(
    "Output is 24,000 tonnes; it starts at a quarter of that. Its share fell to 31% from 40%. In 2025 it paid $9.20."
  )
]

const derived = (calculation: string) => derivedBy(calculation, evidence)

describe("a calculation over figures of the evidence", () => {
  for (const [calculation, reading] of [
    ["240 - 215 = 25", "eur:25000000"],
    ["€240 million − €215 million = €25 million", "eur:25000000"],
    ["240,000,000 - 215,000,000 = 25 million euros", "eur:25000000"],
    ["(460 - 410) / 460 = 10.9 %", "percent:10.869565"],
    ["(460 - 410) / 410 * 100 ≈ 12.2", "percent:12.195121"],
    ["460 + 410 = 870", "number:870"],
    ["460/410 = 1.12", "times:1.121951"],
    ["310 ÷ 2,340 = 13 %", "percent:13.247863"],
    ["100 - 52 = 48 %", "percent:48"],
    ["1 - 310/2340 = 87%", "percent:86.752136"],
    ["1,800 / 40% = 4,500", "tonne:4500"],
    ["1,800 / 0.4 = 4,500 tonnes", "tonne:4500"],
    ["1,800 / 40 * 100 = 4,500", "tonne:4500"],
    ["24,000 / 4 = 6,000", "tonne:6000"],
    ["24,000 x 1/4 = 6,000", "tonne:6000"],
    ["31 - 40 = -9", "points:9"],
    ["(240 + 215) / 2 = 227.5", "eur:227500000"],
    ["2026 - 2025 = 1", "year:1"],
    // As models write: what it comes to in words behind it, in two forms, or in two steps.
    ["(460 - 410) / 460 = 0.109, about a tenth", "percent:10.869565"],
    ["460 / 410 = 1.12, up about 12%", "percent:12.195121"],
    ["240 million - 215 million = 25 million = 25,000,000", "eur:25000000"],
    ["460 - 410 = 50; 50 / 410 = 12.2 %", "percent:12.195121"]
  ] as const) {
    it(`${calculation} gives ${reading}`, () => assert.include(derived(calculation), reading))
  }

  for (const [calculation, why] of [
    ["240 - 215 = 26", "it comes to something else"],
    ["215 - 240 = 25", "the sign is another"],
    ["240 - 216 = 24", "216 is nowhere"],
    ["240 million - 215 billion = 25", "215 billion is nowhere"],
    ["240 - 215", "it does not say what it comes to"],
    ["240 = 240", "it calculates nothing"],
    ["240 / 1000 = 0.24", "a thousand is nowhere: millions would be made of billions"],
    ["240 + 12 = 252", "a constant is added"],
    ["240 * 12 = 2,880", "only one figure is of the evidence"],
    ["12 * 4 = 48", "no figure is of the evidence"],
    ["€240 million - €215 million = $25 million", "euros are no dollars"],
    ["$240 million - $215 million = 25", "euros are no dollars"],
    ["240 million euros + 1,800 tonnes = 240,001,800", "euros and tonnes make no sum"],
    ["€240 million * €215 million / 2,340 = 22,051,282,051,282", "money times money is nothing"],
    ["460 / (410 - 410) = 1", "nothing divides by zero"],
    ["460 - - 410 = 50", "it is no calculation"],
    ["(460 - 410 = 50", "a bracket is open"],
    ["460/460 * 410/410 * 240 = 240", "a figure with itself is one"],
    ["240/240*12*12*12 + 240/240*100*2 + 240/240*12*4 + 240/240*4*2+240/240 = 1985", "one figure makes any"],
    ["460 * 12 * 100 / 410 = 1,346.3", "two constants make too much"],
    ["460 - 410 = 60 = 50", "the first that it says is wrong"],
    ["460 - 410 = 60; 60 / 410 = 0.146", "what it goes on with is wrong"],
    ["460 410 - = 50", "it is no calculation"],
    ["constructor + toString = 0", "it is no calculation"],
    ["", "it is empty"]
  ] as const) {
    it(`“${calculation}” gives nothing: ${why}`, () => assert.isEmpty(derived(calculation)))
  }

  it("gives no larger unit than the evidence's figures make", () => {
    assert.notInclude(derived("240 - 215 = 25"), "eur:25")
    assert.notInclude(derived("240 - 215 = 25"), "eur:25000000000")
  })

  const Amount = Schema.Int.check(Schema.isBetween({ minimum: 1_001, maximum: 999_999 }))

  it.prop(
    "is done exactly, in hundredths, whatever its figures are",
    { one: Amount, other: Amount, third: Amount, by: Schema.Literals(["+", "-", "*", "/"]), off: Schema.Boolean },
    ({ by, off, one, other, third }) => {
      const text = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`
      const from = [source(`It was ${text(one)}, then ${text(other)} and ${text(third)}.`)]
      // In hundredths: (one + other) + third, (one - other) + third, (one * other) / third, (one / other) * third.
      const [above, below] = {
        "+": [BigInt(one + other + third) * 100n, 1n],
        "-": [BigInt(one - other + third) * 100n, 1n],
        "*": [BigInt(one) * BigInt(other) * 100n, BigInt(third)],
        "/": [BigInt(one) * BigInt(third) * 100n, BigInt(other)]
      }[by] as [bigint, bigint]
      const absolute = above < 0n ? -above : above
      if (absolute === 0n) return
      // A figure with itself is no calculation.
      if (one === other) return
      const digits = String((absolute * 100n) / below).padStart(7, "0")
      const exact = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, "")
      const sum = { "+": "+", "-": "+", "*": "/", "/": "*" }[by]
      const calculation = `(${text(one)} ${by} ${text(other)}) ${sum} ${text(third)}`
      const sign = above < 0n ? "-" : ""
      const stated = off ? `${BigInt(exact.split(".")[0]!) * 2n + 700n}` : exact
      const found = derivedBy(`${calculation} = ${sign}${stated}`, from)
      if (off) assert.isEmpty(found, calculation)
      else assert.include(found, `number:${exact}`, calculation)
    }
  )

  it("is soon read, whatever it is", () => {
    const nested = `${"(".repeat(90)}1${")".repeat(90)} = 1`
    const long = `${Array.from({ length: 45 }, () => "1").join("+")} = 9`
    for (const text of [nested, long, ...shapes.flatMap((shape) => [textOf(shape, 190), textOf(shape, 100_000)])]) {
      assert.isEmpty(derived(text))
      assert.isBelow(
        fastest(() => derived(text), 50),
        50,
        text.slice(0, 20)
      )
    }
  })

  it("of very many figures that mean much is bounded", () => {
    const many = [source(Array.from({ length: 200 }, (_, n) => `$${n + 1}, ${n + 1}%, ${n + 1} tonnes`).join("; "))]
    const text = `${Array.from({ length: 18 }, (_, n) => n + 2).join(" * ")} = 1`
    assert.isBelow(
      fastest(() => derivedBy(text, many), 100),
      200
    )
  })
})

describe("a formula over figures of the evidence", () => {
  it("is shown with its figures as they stand, whatever these begin with", () => {
    const sales = [source("Acme sold $1.2 billion and Beta $900 million in 2025.")]
    const formula = { text: "$1.2 billion - $900 million", form: "amount" as const }
    assert.strictEqual(
      withFigure("Acme sold {figure} more than Beta.", formula, sales)?.text,
      "Acme sold $300 million more than Beta ($1.2 billion against $900 million)."
    )
  })

  it("stays in cents, whose currency the figures don't say", () => {
    const prices = [source("Rapid charging fell from 67 cents to 49 cents a kilowatt-hour.")]
    const derived = computed("67 cents - 49 cents", "amount", prices)
    assert.strictEqual(derived?.figure, "18 cents")
    assert.isNotEmpty(derivedBy(derived!.calculation, prices))
  })

  for (const [formula, form, figure] of [
    ["€240 million - 215 million", "amount", "€25 million"],
    ["(460 - 410) / 410", "percent", "12.2%"],
    ["460 / 410", "times", "1.1 times"],
    ["40% - 31%", "amount", "9 percentage points"],
    ["2,340 - 310", "amount", "2,030"],
    ["460 + 410", "amount", "870"]
  ] as const)
    it(`is worked out: ${formula} in ${form}`, () => {
      const derived = computed(formula, form, evidence)
      assert.strictEqual(derived?.figure, figure)
      assert.isNotEmpty(derivedBy(derived!.calculation, evidence), "and can be repeated")
    })

  for (const [what, formula, form] of [
    ["what is less than nothing", "410 - 460", "percent"],
    ["nothing", "460 - 460", "amount"],
    ["a figure alone", "460", "amount"],
    ["figures of nobody", "470 - 410", "amount"],
    ["a figure and a constant", "460 / 2", "amount"],
    ["an amount in percent", "460 - 410", "percent"],
    ["apples and pears", "€240 million - 31%", "amount"],
    ["words", "about half", "times"],
    ["an equation", "460 - 410 = 60", "amount"],
    ["no formula", "", "amount"]
  ] as const)
    it(`is not worked out where it is ${what}`, () => assert.isNull(computed(formula, form, evidence)))

  const figures = Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 9_999_999 }))
  it.prop(
    "comes to what the same calculation is checked for, whatever the figures",
    [figures, figures],
    ([one, two]) => {
      const sources = [source(`It sold ${one} in 2025 and ${two} in 2024.`)]
      for (const form of ["amount", "percent", "times"] as const) {
        const formula = form === "amount" ? `${one} - ${two}` : `(${one} - ${two}) / ${two}`
        const derived = computed(formula, form, sources)
        if (derived === null) continue
        const exact = form === "amount" ? one - two : (one - two) / two
        assert.isAbove(exact, 0)
        const said = Number(derived.figure.replaceAll(/[^\d.]/g, "")) * (/million/.test(derived.figure) ? 1e6 : 1)
        const meant = form === "percent" ? exact * 100 : exact
        assert.closeTo(said, meant, Math.max(0.05, Math.abs(meant) * 0.005) + 1e-9)
      }
    }
  )
})
