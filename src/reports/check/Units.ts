/*
 * What a number can count, with the ways to write it. What is missing here is a noun like any other: 31 tokens, 9,300
 * bays.
 */

/** Powers of ten by the words and letters that stand for them. */
export const scales: Readonly<Record<string, number>> = {
  hundred: 2,
  k: 3,
  lakh: 5,
  crore: 7,
  thousand: 3,
  m: 6,
  mn: 6,
  mln: 6,
  million: 6,
  b: 9,
  bn: 9,
  bln: 9,
  billion: 9,
  tn: 12,
  trn: 12,
  trillion: 12
}

const currencies: Readonly<Record<string, ReadonlyArray<string>>> = {
  usd: ["us$", "$", "usd", "us dollar", "dollar"],
  eur: ["€", "eur", "euro"],
  gbp: ["£", "gbp", "pound"],
  jpy: ["¥", "jpy", "yen"],
  cny: ["cny", "rmb", "yuan"],
  inr: ["₹", "inr", "rupee"],
  cad: ["c$", "ca$", "cad", "canadian dollar"],
  aud: ["a$", "au$", "aud", "australian dollar"],
  nzd: ["nz$", "nzd", "new zealand dollar"],
  hkd: ["hk$", "hkd", "hong kong dollar"],
  sgd: ["s$", "sgd", "singapore dollar"],
  chf: ["chf", "swiss franc", "franc"],
  dkk: ["dkk", "danish krone", "danish kroner"],
  nok: ["nok", "norwegian krone", "norwegian kroner"],
  sek: ["sek", "swedish krona", "swedish kronor"],
  krone: ["krone", "kroner", "krona", "kronor"],
  pln: ["pln", "zloty"],
  brl: ["r$", "brl", "brazilian real", "reais"]
}

/** Whose amounts are often written with a sign or a word that others share. */
const sharing: ReadonlyMap<string, string> = new Map([
  ...["cad", "aud", "nzd", "hkd", "sgd"].map((unit) => [unit, "usd"] as const),
  ...["dkk", "nok", "sek"].map((unit) => [unit, "krone"] as const)
])

/** Units with no other name. */
const plain =
  "cent pence second minute hour day week year decade mile hectare acre gram gallon barrel milliwatt volt degree".split(
    " "
  )

const measures: Readonly<Record<string, ReadonlyArray<string>>> = {
  ...Object.fromEntries(plain.map((unit) => [unit, [unit]])),
  percent: ["%", "percent", "per cent"],
  points: ["percentage point", "per cent point", "point", "pp"],
  "basis points": ["basis point", "bps"],
  months: ["month"],
  nanometre: ["nm", "nanometre", "nanometer"],
  millimetre: ["mm", "millimetre", "millimeter"],
  centimetre: ["cm", "centimetre", "centimeter"],
  metre: ["metre", "meter"],
  kilometre: ["km", "kilometre", "kilometer"],
  kilogram: ["kg", "kilogram", "kilo"],
  tonne: ["tonne", "ton", "metric ton"],
  kilotonne: ["kt", "kilotonne"],
  megatonne: ["mt", "megatonne"],
  litre: ["litre", "liter"],
  watt: ["watt", "w"],
  kilowatt: ["kw", "kilowatt"],
  megawatt: ["mw", "megawatt"],
  gigawatt: ["gw", "gigawatt"],
  "watt-hour": ["wh", "watt-hour", "watt hour"],
  "kilowatt-hour": ["kwh", "kilowatt-hour", "kilowatt hour"],
  "megawatt-hour": ["mwh", "megawatt-hour", "megawatt hour"],
  "gigawatt-hour": ["gwh", "gigawatt-hour", "gigawatt hour"],
  "terawatt-hour": ["twh", "terawatt-hour", "terawatt hour"],
  ampere: ["ampere", "amp"],
  celsius: ["°c", "degrees celsius", "degree celsius"],
  fahrenheit: ["°f", "degrees fahrenheit", "degree fahrenheit"],
  megahertz: ["mhz", "megahertz"],
  gigahertz: ["ghz", "gigahertz"],
  megabyte: ["mb", "megabyte"],
  gigabyte: ["gb", "gigabyte"],
  terabyte: ["tb", "terabyte"],
  times: ["times", "fold"]
}

/** Units of the same kind, as how many of another they are: 12 months are a year, 1,000 MW a GW. */
const multiples: Readonly<Record<string, readonly [times: number, of: string]>> = {
  points: [100, "basis points"],
  minute: [60, "second"],
  hour: [60, "minute"],
  week: [7, "day"],
  year: [12, "months"],
  decade: [10, "year"],
  centimetre: [10, "millimetre"],
  metre: [100, "centimetre"],
  kilometre: [1000, "metre"],
  kilogram: [1000, "gram"],
  tonne: [1000, "kilogram"],
  kilotonne: [1000, "tonne"],
  megatonne: [1000, "kilotonne"],
  watt: [1000, "milliwatt"],
  kilowatt: [1000, "watt"],
  megawatt: [1000, "kilowatt"],
  gigawatt: [1000, "megawatt"],
  "kilowatt-hour": [1000, "watt-hour"],
  "megawatt-hour": [1000, "kilowatt-hour"],
  "gigawatt-hour": [1000, "megawatt-hour"],
  "terawatt-hour": [1000, "gigawatt-hour"],
  gigahertz: [1000, "megahertz"]
}

/** The same in smaller units, down to the smallest. */
export const inSmaller = (unit: string, value: number): ReadonlyArray<readonly [unit: string, value: number]> => {
  const [times, of] = multiples[unit] ?? []
  if (times === undefined || of === undefined) return []
  const smaller = Number((value * times).toPrecision(12))
  return [[of, smaller], ...inSmaller(of, smaller)]
}

const spans: ReadonlySet<string> = new Set("second minute hour day week months year decade".split(" "))

/** Whether a unit is a span of time. */
export const isSpan = (unit: string): boolean => spans.has(unit)

/** Whether a unit is money. */
export const isCurrency = (unit: string): boolean => Object.hasOwn(currencies, unit)

/** The unit as which an amount is also written: C$5 is often just $5. */
export const sharedUnit = (unit: string): string | undefined => sharing.get(unit)

const known = new Map(
  Object.entries({ ...currencies, ...measures }).flatMap(([unit, forms]) => forms.map((form) => [form, unit]))
)

/** A unit by any of its forms, in lower case, in singular or plural. */
export const unitOf = (form: string): string | undefined => known.get(form) ?? known.get(form.replace(/s$/, ""))

/** As alternatives of a pattern: the longest first, since the first that fits is taken. */
const alternatives = (forms: ReadonlyArray<string>): string =>
  forms
    .toSorted((one, other) => other.length - one.length)
    .map((form) => form.replace("$", String.raw`\$`).replaceAll(" ", String.raw`\s`))
    .join("|")

const forms = (units: typeof measures): ReadonlyArray<string> =>
  Object.values(units)
    .flat()
    .flatMap((form) => (/\p{L}{3,}$/u.test(form) ? [form, `${form}s`] : [form]))

const isSign = (form: string): boolean => /\P{L}$/u.test(form)
const isCode = (form: string): boolean => /^[a-z]{3}$/.test(form) && form !== "yen"

/** What stands before the figure: `$`, `EUR`. */
export const unitBefore: string = (() => {
  const all = Object.values(currencies).flat()
  return `(?:${alternatives(all.filter(isSign))}|\\b(?:${alternatives(all.filter(isCode))}))`
})()

/** What follows it: `%`, `euros`, `kWh`. */
export const unitAfter: string = alternatives([...forms(currencies), ...forms(measures)])

/** All words for units, also where no number stands before them. */
export const unitForms: ReadonlyArray<string> = forms(measures)

export const scaleAfter: string = alternatives(Object.keys(scales))
