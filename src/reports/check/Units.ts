/*
 * What a number can count, with the ways to write it. What is missing here is a noun like any other: 31 tokens, 9,300
 * bays.
 */

/** Powers of ten by the words and letters that stand for them. */
export const scales: Readonly<Record<string, number>> = {
  hundred: 2,
  k: 3,
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
  inr: ["₹", "inr", "rupee"]
}

const measures: Readonly<Record<string, ReadonlyArray<string>>> = {
  percent: ["%", "percent", "per cent"],
  points: ["percentage point", "per cent point", "pp"],
  "basis points": ["basis point", "bps"],
  cent: ["cent"],
  pence: ["pence"],
  second: ["second"],
  minute: ["minute"],
  hour: ["hour"],
  day: ["day"],
  week: ["week"],
  months: ["month"],
  year: ["year"],
  decade: ["decade"],
  nanometre: ["nm", "nanometre", "nanometer"],
  millimetre: ["mm", "millimetre", "millimeter"],
  centimetre: ["cm", "centimetre", "centimeter"],
  metre: ["metre", "meter"],
  kilometre: ["km", "kilometre", "kilometer"],
  mile: ["mile"],
  hectare: ["hectare"],
  acre: ["acre"],
  gram: ["gram"],
  kilogram: ["kg", "kilogram", "kilo"],
  tonne: ["tonne", "ton"],
  litre: ["litre", "liter"],
  gallon: ["gallon"],
  barrel: ["barrel"],
  milliwatt: ["milliwatt"],
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
  volt: ["volt"],
  celsius: ["°c", "degrees celsius", "degree celsius"],
  fahrenheit: ["°f", "degrees fahrenheit", "degree fahrenheit"],
  degree: ["degree"],
  megahertz: ["mhz", "megahertz"],
  gigahertz: ["ghz", "gigahertz"],
  megabyte: ["mb", "megabyte"],
  gigabyte: ["gb", "gigabyte"],
  terabyte: ["tb", "terabyte"],
  times: ["times", "fold"]
}

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
