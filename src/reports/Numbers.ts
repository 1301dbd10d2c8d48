/*
 * Numbers as they are meant, not as they are written: 1.2bn, 1,200,000,000 and 1.2 billion are one value; 5 %, 5 percent
 * and five per cent another. What a number counts belongs to it: 5 % is not 5, and $5 is not €5.
 */

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const monthName =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?"
const monthOf = (name: string): string => String(months.indexOf(name.slice(0, 3)) + 1).padStart(2, "0")
const dayOf = (day: string): string => day.padStart(2, "0")

/** A way to write a date, with what it means: `date:YYYY-MM-DD`, or `month:YYYY-MM`. */
const dateForms: ReadonlyArray<readonly [RegExp, (match: RegExpMatchArray) => string]> = [
  [/\b(\d{4})-(\d{2})-(\d{2})(?:t\d{2}:\d{2}(?::\d{2})?z?)?\b/gi, ([, y, m, d]) => `date:${y}-${m}-${d}`],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthName},? (\\d{4})\\b`, "gi"),
    ([, d, m, y]) => `date:${y}-${monthOf(m!)}-${dayOf(d!)}`
  ],
  [
    new RegExp(`\\b${monthName} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, "gi"),
    ([, m, d, y]) => `date:${y}-${monthOf(m!)}-${dayOf(d!)}`
  ],
  [new RegExp(`\\b${monthName},? (\\d{4})\\b`, "gi"), ([, m, y]) => `month:${y}-${monthOf(m!)}`]
]

const scales: Readonly<Record<string, number>> = {
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

const currencies: Readonly<Record<string, string>> = {
  $: "usd",
  us$: "usd",
  usd: "usd",
  dollar: "usd",
  "€": "eur",
  eur: "eur",
  euro: "eur",
  "£": "gbp",
  gbp: "gbp",
  pound: "gbp",
  "¥": "jpy",
  jpy: "jpy",
  yen: "jpy",
  yuan: "cny",
  cny: "cny",
  rmb: "cny",
  inr: "inr",
  "₹": "inr",
  rupee: "inr"
}

const small = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
const smallNumber = new RegExp(`\\b(${small.join("|")})\\b`, "gi")

const currencyBefore = "((?:us\\$|[$€£¥₹]|\\b(?:usd|eur|gbp|jpy|cny|rmb|inr)) ?)?"
const figure = "(?<![\\p{L}\\p{N}.])((?:\\d{1,3}(?:,\\d{2,3})+|\\d+)(?:\\.\\d+)?)"
const scaleAfter = "(?:[ -]?(thousand|million|billion|trillion|mn|mln|bln|bn|trn|tn|k|m|b)(?![\\p{L}\\p{N}]))?"
const unitAfter =
  "(?: ?-?(%|per ?cent(?:age points?)?|pp|(?:us )?dollars?|euros?|pounds?|yen|yuan|rupees?|usd|eur|gbp|jpy|cny|rmb|inr)(?![\\p{L}\\p{N}]))?"
const ordinalAfter = "(?:(?:st|nd|rd|th)(?![\\p{L}\\p{N}]))?"
const quantity = new RegExp(
  currencyBefore + figure + ordinalAfter + scaleAfter + unitAfter + "(?![\\p{L}\\p{N}]|[.,]\\d)",
  "giu"
)

/** Moves the decimal point without floating point: ("1.25", 9) is 1250000000. */
const shift = (figure: string, places: number): string => {
  const [whole = "", fraction = ""] = figure.replaceAll(",", "").split(".")
  const digits = whole + fraction.padEnd(places, "0").slice(0, places)
  const rest = fraction.slice(places).replace(/0+$/, "")
  return digits.replace(/^0+(?=\d)/, "") + (rest === "" ? "" : `.${rest}`)
}

const kindOf = (before: string | undefined, after: string | undefined): string => {
  if (after !== undefined) {
    if (after.startsWith("pp") || /age point/.test(after)) return "points"
    if (after === "%" || after.startsWith("per")) return "percent"
  }
  const currency = before?.trim() || after?.replace(/^us /, "").replace(/s$/, "")
  return currency ? (currencies[currency] ?? "number") : "number"
}

/** Every number, percentage, amount of money and date in a text, each in its one canonical form, in order of kind. */
export const numbers = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let rest = text
    .normalize("NFKC")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .toLowerCase()
  for (const [form, meaning] of dateForms) {
    rest = rest.replace(form, (...match) => {
      found.push(meaning(match as unknown as RegExpMatchArray))
      return " ; "
    })
  }
  rest = rest.replace(smallNumber, (word) => String(small.indexOf(word) + 2))
  for (const [, before, figure, scale, after] of rest.matchAll(quantity)) {
    found.push(`${kindOf(before, after)}:${shift(figure!, scale === undefined ? 0 : scales[scale]!)}`)
  }
  return found
}

/** Whether a number is among those of the evidence; a month or a year also when a date of it is. */
export const isGrounded = (number: string, evidence: ReadonlySet<string>): boolean => {
  if (evidence.has(number)) return true
  const [kind, value] = number.split(":") as [string, string]
  const within = kind === "month" ? value : kind === "number" && /^(19|20)\d\d$/.test(value) ? value : null
  return (
    within !== null &&
    [...evidence].some((other) => /^(date|month):/.test(other) && other.split(":")[1]!.startsWith(within))
  )
}

/** A text without its numbers, so that what is left can be compared as words: months are no names, nor is "billion". */
export const withoutNumbers = (text: string): string =>
  [...dateForms.map(([form]) => form), smallNumber, quantity].reduce((rest, form) => rest.replace(form, " "), text)
