import type { ReportSource } from "../../domain/Report.ts"
import {
  add,
  digitsOf,
  type Fraction,
  fraction,
  fractionOf,
  inverse,
  isSame,
  multiply,
  negative,
  rounded,
  whole,
  written
} from "./Fraction.ts"
import { impliedBy } from "./ImpliedNumbers.ts"
import { isPeriod, isYear, kindOf, plainText, quantities, valueOf } from "./Numbers.ts"
import { isComputed } from "./Rounding.ts"
import { storedOf } from "./SourceText.ts"
import { yearsOf } from "./Times.ts"

/*
 * Figures that no source has, but that follow from theirs: `240 - 215 = 25`, `(460 - 410) / 460 = 10.9 %`. A judge
 * gives the calculation; here it is done again, exactly, with figures of the evidence alone.
 */

/** No calculation is longer, in characters, has more parts (figures, operators, brackets), or is nested deeper. */
const longest = 200
const mostParts = 40
const deepest = 8

/** What is computed at most for one part: a figure may stand for several of the evidence. */
const mostMeanings = 24

/**
 * A part of a calculation and what it measures: a unit of Units.ts, `number` for a plain number, `ratio` for a part of
 * a whole or what is left when units cancel, `constant` for what is no figure of the evidence.
 */
interface Meaning {
  readonly value: Fraction
  readonly unit: string
  /** How many figures of the evidence it was made of. */
  readonly figures: number
}

type Operator = "+" | "-" | "*" | "/"

type Expression =
  | { readonly is: "figure"; readonly text: string }
  | { readonly is: "operation"; readonly by: Operator; readonly left: Expression; readonly right: Expression }

// A hyphen inside a word, and the stroke of km/h, calculate nothing.
const symbols = /[()=]|[+*×÷]|(?<=[\s)\d%])[-/x](?=[\s(\d$€£])/g

const operators: ReadonlyMap<string, Operator> = new Map([
  ["+", "+"],
  ["-", "-"],
  ["*", "*"],
  ["×", "*"],
  ["x", "*"],
  ["/", "/"],
  ["÷", "/"]
])

/** The symbols of a calculation and what stands between them. */
const partsOf = (text: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let from = 0
  for (const { 0: symbol, index } of text.matchAll(symbols)) {
    parts.push(text.slice(from, index).trim(), symbol)
    from = index + symbol.length
  }
  return [...parts, text.slice(from).trim()].filter((part) => part !== "")
}

/** Reads one side of the equation; null if it is none. */
const parse = (parts: ReadonlyArray<string>): Expression | null => {
  let at = 0
  const factor = (depth: number): Expression | null => {
    const part = parts[at++]
    if (part === "(" && depth < deepest) {
      const inner = sum(depth + 1)
      return parts[at++] === ")" ? inner : null
    }
    return part === undefined || part === "(" || part === ")" || operators.has(part)
      ? null
      : { is: "figure", text: part }
  }
  const chain = (next: (depth: number) => Expression | null, signs: string, depth: number): Expression | null => {
    let left = next(depth)
    for (;;) {
      const by = operators.get(parts[at] ?? "")
      if (left === null || by === undefined || !signs.includes(by)) return left
      at++
      const right = next(depth)
      left = right === null ? null : { is: "operation", by, left, right }
    }
  }
  const product = (depth: number) => chain(factor, "*/", depth)
  const sum = (depth: number): Expression | null => chain(product, "+-", depth)
  const read = sum(0)
  return at === parts.length ? read : null
}

/** By how much a figure may be shortened: 240 stands for 240 million where that is meant. */
const scales = [0, 3, 6, 9, 12].map((places) => whole(10 ** places))

interface Figure {
  readonly unit: string
  readonly value: Fraction
}

/** A reading as a figure; null for a date. A share is a ratio. */
const figureOf = (reading: string): Figure | null => {
  const [kind, value] = [kindOf(reading), valueOf(reading)]
  if (kind === "share") {
    const [part, of] = value.split("/") as [string, string]
    return { unit: "ratio", value: fraction(BigInt(part), BigInt(of)) }
  }
  if (kind !== "number" && isPeriod(kind)) return null
  const read = fractionOf(value)
  return read === null ? null : { unit: kind, value: read }
}

const percent = (value: Fraction): Fraction => multiply(value, fraction(1n, 100n))

/** What the figures of the evidence can be calculated with as. */
const figuresOf = (sources: ReadonlyArray<ReportSource>): ReadonlyArray<Figure> =>
  sources.flatMap((source) => [
    ...[...storedOf(source).numbers, ...impliedBy(source)].flatMap((reading) => meantBy(reading, source)),
    ...Array.from(yearsOf(source).years, (year): Figure => ({ unit: "calendar", value: whole(year) }))
  ])

const meantBy = (reading: string, source: ReportSource): ReadonlyArray<Figure> => {
  // The year 2040 is no 2,040 jobs.
  if (isYear(reading) && !yearsOf(source).counts.has(Number(valueOf(reading)))) return []
  const figure = figureOf(reading)
  if (figure === null) return []
  if (figure.unit === "percent") return [figure, { unit: "ratio", value: percent(figure.value) }]
  // A quarter of something is found by dividing by four.
  if (figure.unit === "ratio")
    return [
      figure,
      ...valueOf(reading)
        .split("/")
        .map((part) => ({ unit: "ratio", value: whole(Number(part)) }))
    ]
  return [figure]
}

/**
 * Numbers that need no evidence: halves and averages of two, four quarters and twelve months of a year; a hundred
 * hundredths, and the whole. They multiply and divide; only the whole is added to or subtracted from, and then by its
 * parts. Powers of ten are not among them: they would excuse a million for a billion.
 */
const constants: ReadonlyArray<number> = [1, 2, 4, 12, 100]

/** The one quantity that stands in a text. */
const quantityOf = (text: string): ReadonlyArray<string> => {
  const [own, ...others] = quantities(text)
  return own === undefined || others.length > 0 ? [] : own.readings
}

/** What a figure of a calculation can mean: figures of the evidence, in any scale, and constants. */
const meaningsOf = (text: string, evidence: ReadonlyArray<Figure>): ReadonlyArray<Meaning> =>
  quantityOf(text).flatMap((reading) => {
    const own = figureOf(reading)
    if (own === null) return []
    const found = evidence
      .filter(
        ({ unit, value }) =>
          (own.unit === "number" ||
            unit === "number" ||
            own.unit === unit ||
            (own.unit === "percent" && unit === "ratio")) &&
          scales.some(
            (scale) =>
              isSame(multiply(own.value, scale), value) ||
              (own.unit === "percent" && unit === "ratio" && isSame(percent(own.value), value))
          )
      )
      .map((figure): Meaning => ({ ...figure, unit: figure.unit === "number" ? own.unit : figure.unit, figures: 1 }))
    const constant = constants.find((value) => isSame(whole(value), own.value))
    return constant === undefined || !/^(?:number|percent)$/.test(own.unit)
      ? found
      : [...found, { value: own.value, unit: "constant", figures: 0 }]
  })

const isPlain = (unit: string): boolean => unit === "number" || unit === "ratio" || unit === "constant"

/** The unit of a sum; none if the units differ. */
const unitsOfSum = (left: Meaning, right: Meaning): ReadonlyArray<string> => {
  if (left.unit === "constant" && right.unit === "constant") return []
  for (const [one, other] of [
    [left, right],
    [right, left]
  ] as const)
    if (one.unit === "constant")
      return (other.unit === "percent" && isSame(one.value, whole(100))) ||
        (other.unit === "ratio" && isSame(one.value, whole(1)))
        ? [other.unit]
        : []
  if (left.unit === "calendar" && right.unit === "calendar") return ["year"]
  if (left.unit === right.unit) return left.unit === "percent" ? ["percent", "points"] : [left.unit]
  // A rate and by how much another is higher; a year and how many years later.
  if (left.unit === "percent" && right.unit === "points") return ["percent"]
  return left.unit === "calendar" && right.unit === "year" ? ["calendar"] : []
}

const unitsOfProduct = (left: Meaning, right: Meaning): ReadonlyArray<string> => {
  if (left.unit === "calendar" || right.unit === "calendar") return []
  for (const [one, other] of [
    [left, right],
    [right, left]
  ] as const) {
    if (one.unit === "ratio" && other.unit === "constant")
      return isSame(other.value, whole(100)) ? ["percent"] : ["ratio"]
    if (isPlain(one.unit)) return one.unit === "number" && other.unit === "constant" ? ["number"] : [other.unit]
  }
  return left.unit === right.unit ? [] : [left.unit, right.unit]
}

const unitsOfQuotient = (left: Meaning, right: Meaning): ReadonlyArray<string> => {
  if (left.unit === "calendar" || right.unit === "calendar") return []
  if (right.unit === "constant")
    return [left.unit === "percent" && isSame(right.value, whole(100)) ? "ratio" : left.unit]
  if (left.unit === right.unit) return ["ratio"]
  if (left.unit === "constant") return []
  if (right.unit === "ratio") return [left.unit]
  return right.unit === "number"
    ? [left.unit, "ratio"]
    : left.unit === "number"
      ? ["number", "ratio"]
      : [left.unit, "number"]
}

const operate = (by: Operator, left: Meaning, right: Meaning): ReadonlyArray<Meaning> => {
  // What is left of a whole needs one figure only.
  const ofWhole = (by === "+" || by === "-") && (left.unit === "constant" || right.unit === "constant")
  const figures = left.figures + right.figures + (ofWhole ? 1 : 0)
  const of = (value: Fraction, units: ReadonlyArray<string>) => units.map((unit) => ({ value, unit, figures }))
  if (by === "+") return of(add(left.value, right.value), unitsOfSum(left, right))
  if (by === "-") return of(add(left.value, negative(right.value)), unitsOfSum(left, right))
  if (by === "*") return of(multiply(left.value, right.value), unitsOfProduct(left, right))
  return right.value.above === 0n ? [] : of(multiply(left.value, inverse(right.value)), unitsOfQuotient(left, right))
}

const distinct = (meanings: ReadonlyArray<Meaning>): ReadonlyArray<Meaning> =>
  [
    ...new Map(
      meanings.map((one) => [`${one.unit}:${one.value.above}/${one.value.below}:${one.figures}`, one])
    ).values()
  ].slice(0, mostMeanings)

const compute = (expression: Expression, evidence: ReadonlyArray<Figure>): ReadonlyArray<Meaning> => {
  if (expression.is === "figure") return distinct(meaningsOf(expression.text, evidence))
  const right = compute(expression.right, evidence)
  const left = compute(expression.left, evidence)
  return distinct(left.flatMap((one) => right.flatMap((other) => operate(expression.by, one, other))))
}

/**
 * A result as readings: what is left when units cancel is a number, a percentage, how many times as much, or by how
 * much one is more or less than the other.
 */
const readingsOf = ({ unit, value }: Meaning, scale: Fraction): ReadonlyArray<string> => {
  const scaled = multiply(value, inverse(scale))
  const more = add(scaled, whole(-1))
  return unit === "ratio"
    ? [
        `percent:${digitsOf(multiply(scaled, whole(100)))}`,
        `number:${digitsOf(scaled)}`,
        `times:${digitsOf(scaled)}`,
        `percent:${digitsOf(multiply(more, whole(100)))}`
      ]
    : [`${unit}:${digitsOf(scaled)}`]
}

/** Whether a result is what the calculation says it is. */
const isStated = (result: Meaning, stated: ReadonlyArray<string>): boolean =>
  readingsOf(result, whole(1)).some((reading, index) =>
    stated.some((own) =>
      scales.some(
        (scale) =>
          (kindOf(own) === "number" || kindOf(own) === kindOf(reading)) &&
          isComputed(`${kindOf(reading)}:${valueOf(own)}`, [readingsOf(result, scale)[index]!])
      )
    )
  )

/** Fewer figures of the evidence prove nothing: with one figure and a constant almost any result can be made. */
const fewestFigures = 2

/** A calculation with more figures or steps is too long for a reader to follow. */
const mostFigures = 6
const mostSteps = 2

/** The figures of an expression, as they are written in it. */
const figuresIn = (expression: Expression): ReadonlyArray<string> =>
  expression.is === "figure" ? [expression.text] : [...figuresIn(expression.left), ...figuresIn(expression.right)]

/** A figure divided by itself is one, from which any result can be made: such a calculation is refused. */
const isIdle = (expression: Expression): boolean => {
  if (expression.is === "figure") return false
  const { by, left, right } = expression
  const alike = JSON.stringify(left) === JSON.stringify(right)
  return ((by === "/" || by === "-") && alike) || isIdle(left) || isIdle(right)
}

/**
 * Whether an expression is one by which people derive figures: few figures, each twice at most (as in a rate of
 * change), and one constant at most.
 */
const isPlausible = (expression: Expression, evidence: ReadonlyArray<Figure>): boolean => {
  const figures = figuresIn(expression).map((text) => ({ text, meanings: meaningsOf(text, evidence) }))
  const constants = figures.filter(({ meanings }) => meanings.every(({ unit }) => unit === "constant"))
  const times = new Map<string, number>()
  for (const { text } of figures) times.set(text, (times.get(text) ?? 0) + 1)
  return (
    figures.length <= mostFigures && constants.length <= 1 && Math.max(...times.values()) <= 2 && !isIdle(expression)
  )
}

/** What one equation comes to, where it comes to what it says: `(460 - 410) / 460 = 0.109, about a tenth`. */
const resultsOf = (equation: string, evidence: ReadonlyArray<Figure>): ReadonlyArray<Meaning> => {
  const [left = "", right] = equation.split("=")
  const parts = partsOf(left)
  const expression = right === undefined || parts.length > mostParts ? null : parse(parts)
  if (right === undefined || expression === null || expression.is === "figure") return []
  if (!isPlausible(expression, evidence)) return []
  // Words after the result are left to the check of the claim.
  const stated = quantities(right)[0]?.readings ?? []
  const isNegative = right.trimStart().startsWith("-")
  return compute(expression, evidence).filter(
    (result) => result.figures >= fewestFigures && result.value.above < 0n === isNegative && isStated(result, stated)
  )
}

/** 7,3 as those write it who have a decimal comma; 7,300 and 1,00,000 are left alone. */
const decimalComma = /(?<=\d),(?=\d{1,2}(?![\d,]))/g

/**
 * What follows from figures of these sources by a calculation that says what it comes to, as readings that a sentence
 * may state or round; nothing unless every figure in it is theirs or a constant, and it comes to what it says. An
 * equation may use what one before it came to: `640 - 410 = 230; 230 / 410 = 56 %`.
 */
export const derivedBy = (calculation: string, sources: ReadonlyArray<ReportSource>): ReadonlyArray<string> => [
  ...new Set(derivationsOf(calculation, sources).flatMap(({ readings }) => readings))
]

/** What a calculation comes to, and how. */
export interface Derivation {
  /** The operator that was used last. */
  readonly by: "+" | "-" | "*" | "/"
  readonly readings: ReadonlyArray<string>
  /** The figures that it was made of, as they stand in it. */
  readonly of: ReadonlyArray<string>
  /** What its parts, and the equations before it, come to. */
  readonly parts: ReadonlyArray<number>
}

/** What the parts of an expression come to. */
const partsIn = (expression: Expression, evidence: ReadonlyArray<Figure>): ReadonlyArray<number> =>
  expression.is === "figure"
    ? []
    : [expression.left, expression.right].flatMap((part) => [
        ...compute(part, evidence).map(({ value }) => Math.abs(Number(digitsOf(value)))),
        ...partsIn(part, evidence)
      ])

/** The results of {@link derivedBy}, each with how it comes about. */
export const derivationsOf = (calculation: string, sources: ReadonlyArray<ReportSource>): ReadonlyArray<Derivation> => {
  if (calculation.length > longest) return []
  const text = plainText(calculation).replaceAll("≈", "=").replace(decimalComma, ".")
  if (text.length > longest) return []
  const evidence = [...figuresOf(sources)]
  const derived: Array<Derivation> = []
  const known: Array<number> = []
  for (const equation of text.split(";").slice(0, mostSteps)) {
    const expression = parse(partsOf(equation.split("=")[0]!))
    if (expression === null || expression.is === "figure") continue
    const results = resultsOf(equation, evidence)
    if (results.length > 0) known.push(...partsIn(expression, evidence))
    const parts = [...known]
    for (const result of results) {
      derived.push({ by: expression.by, readings: readingsOf(result, whole(1)), of: figuresIn(expression), parts })
      evidence.push({ unit: result.unit === "constant" ? "number" : result.unit, value: result.value })
    }
  }
  return derived
}

/** What a formula is to give: a figure in its own unit, a percentage, or how many times as much. */
export type FormulaForm = "amount" | "percent" | "times"

/** A figure that follows from others. */
export interface Derived {
  /** As a sentence says it: `23.5%`, `€230 million`. */
  readonly figure: string
  /** The figures that it was made of, as they stand in the formula. */
  readonly of: ReadonlyArray<string>
  /** The whole calculation, as {@link derivedBy} repeats it. */
  readonly calculation: string
}

const signs: Readonly<Record<string, string>> = { usd: "$", eur: "€", gbp: "£", jpy: "¥", inr: "₹" }

/** A result in words; null where it is no figure of that form. */
const figureIn = (form: FormulaForm, { unit, value }: Meaning): string | null => {
  if (form !== "amount") {
    if (unit !== "ratio") return null
    return form === "percent" ? `${rounded(multiply(value, whole(100)), 1)}%` : `${rounded(value, 1)} times`
  }
  if (unit === "number") return written(value)
  if (unit === "points") return `${rounded(value, 1)} percentage points`
  const sign = signs[unit]
  return sign === undefined ? null : `${sign}${written(value)}`
}

/**
 * What a formula over figures of these sources comes to; null if it is none, a figure in it is not theirs, or what it
 * comes to is nothing or less: then a sentence says it the other way round.
 */
export const computed = (formula: string, form: FormulaForm, sources: ReadonlyArray<ReportSource>): Derived | null => {
  if (formula.length > longest) return null
  const text = plainText(formula)
  const parts = partsOf(text)
  const expression = text.length > longest || parts.length > mostParts ? null : parse(parts)
  if (expression === null || expression.is === "figure") return null
  const evidence = figuresOf(sources)
  if (!isPlausible(expression, evidence)) return null
  for (const result of compute(expression, evidence)) {
    if (result.figures < fewestFigures || result.value.above <= 0n) continue
    const inCents = form === "amount" && result.unit in signs && /\bcents?\b/i.test(text)
    // Whose cents they are stands elsewhere, if anywhere.
    const figure = inCents ? `${rounded(multiply(result.value, whole(100)), 1)} cents` : figureIn(form, result)
    if (figure === null) continue
    const calculation = `${text} = ${figure}`
    // Rounded as it is written, it must be what a reader gets who repeats the calculation.
    if (derivedBy(calculation, sources).length > 0)
      return { figure, of: [...new Set(figuresIn(expression))], calculation }
  }
  return null
}
