import { scaleAfter, scales, unitAfter, unitBefore, unitOf } from "./Units.ts"

/*
 * Numbers as they are meant, not as they are written: 1.2bn, 1,200,000,000 and 1.2 billion are one value; 5 %, 5
 * percent and five per cent another. What a number counts belongs to it: 5 % is not 5, $5 is not €5, and 5 weeks are
 * not 5 months.
 */

/** A number, percentage, amount or date where it stands in a {@link plainText}. */
export interface Quantity {
  readonly start: number
  readonly end: number
  /**
   * `kind:value`, where the kind is `number`, a unit, `date`, `day`, `month`, `quarter` or `share`; the likeliest
   * meaning first.
   */
  readonly readings: ReadonlyArray<string>
}

/** The form in which numbers are looked for: one kind of dash, one width of digits. */
export const plainText = (text: string): string => text.normalize("NFKC").replace(/[\u2010-\u2015\u2212]/g, "-")

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const monthName =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?"
const monthOf = (name: string): string => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1).padStart(2, "0")
const dayOf = (day: string): string => day.padStart(2, "0")

const small =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " "
  )
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ")
const ordinals = "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ")
const units = ["one", ...small.slice(0, 8)]

/** 2 for two, 88 for eighty-eight; null when it is no number in words. */
const spelled = (word: string): number | null => {
  const [ten = "", unit] = word.toLowerCase().split(/[- ]/)
  if (ten === "one") return 1
  if (small.includes(ten)) return small.indexOf(ten) + 2
  if (!tens.includes(ten)) return null
  return (tens.indexOf(ten) + 2) * 10 + (unit === undefined ? 0 : units.indexOf(unit) + 1)
}

// Not \b, for which a word may end before an ä: there is no ten in Aktivitäten.
const begins = String.raw`(?<![\p{L}\p{M}\p{N}])`
const inWords = `${begins}(?:(?:${tens.join("|")})(?:[- ](?:${units.join("|")}))?|one|${small.toReversed().join("|")})(?![\\p{L}\\p{N}])`
const inDigits = "(?<![\\p{L}\\p{N}.,])(?:\\d{1,3}(?:,\\d{2,3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)*)"

const quarterNumber = (word: string): string =>
  String(["first", "second", "third", "fourth"].indexOf(word.toLowerCase()) + 1 || /\d/.exec(word)![0])

/** Twenty percent is a fifth, but 33 % is not a third. */
const asPercent = (part: number, whole: number): ReadonlyArray<string> =>
  100 % whole === 0 ? [`percent:${(100 * part) / whole}`] : []

const partOf = (part: number, whole: number): ReadonlyArray<string> => [
  `share:${part}/${whole}`,
  ...asPercent(part, whole)
]

const denominator = (word: string): number => {
  const single = word.toLowerCase().replace(/s$/, "")
  return single === "quarter" ? 4 : ordinals.indexOf(single) + 3
}

/** Forms with a meaning of their own, looked for before plain figures. */
const forms: ReadonlyArray<readonly [RegExp, (match: ReadonlyArray<string | undefined>) => ReadonlyArray<string>]> = [
  [/\b(\d{4})-(\d{2})-(\d{2})(?:t\d{2}:\d{2}(?::\d{2})?z?)?\b/gi, ([, y, m, d]) => [`date:${y}-${m}-${d}`]],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthName},? (\\d{4})\\b`, "gi"),
    ([, d, m, y]) => [`date:${y}-${monthOf(m!)}-${dayOf(d!)}`]
  ],
  [
    new RegExp(`\\b${monthName} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, "gi"),
    ([, m, d, y]) => [`date:${y}-${monthOf(m!)}-${dayOf(d!)}`]
  ],
  [new RegExp(`\\b${monthName},? (\\d{4})\\b`, "gi"), ([, m, y]) => [`month:${y}-${monthOf(m!)}`]],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthName}(?![\\p{L}\\p{N}])`, "giu"),
    ([, d, m]) => [`day:${monthOf(m!)}-${dayOf(d!)}`]
  ],
  [
    new RegExp(`\\b${monthName} (\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}]|[.,]\\d)`, "giu"),
    // "In March 22 firms failed" has no day.
    ([, m, d]) => [`day:${monthOf(m!)}-${dayOf(d!)}`, `number:${d}`]
  ],
  [
    /\b(q[1-4]|(?:first|second|third|fourth) quarter)(?: of)?,? (\d{4})\b/gi,
    ([, q, y]) => [`quarter:${y}-${quarterNumber(q!.split(" ")[0]!)}`]
  ],
  [/\b(\d{4})[ -]q([1-4])\b/gi, ([, y, q]) => [`quarter:${y}-${q}`]],
  [/\b(?:(q[1-4])|(first|second|third|fourth) quarter)\b/gi, ([, q, word]) => [`quarter:${quarterNumber(q ?? word!)}`]],
  [
    /\b(a|an|one|two|three|four)[ -]((?:third|fifth|sixth|seventh|eighth|ninth|tenth|twelfth)s?|quarters?(?= of\b)|quarters(?= |$))/gi,
    ([, part, whole]) => partOf(spelled(part!) ?? 1, denominator(whole!))
  ],
  [new RegExp(`${begins}half(?![\\p{L}\\p{N}])`, "giu"), () => partOf(1, 2)],
  [
    new RegExp(`${begins}(${ordinals.join("|")})(?![\\p{L}\\p{N}])`, "giu"),
    ([, word]) => [`number:${ordinals.indexOf(word!.toLowerCase()) + 3}`]
  ]
]

const figureForm = new RegExp(
  `(?:(${unitBefore})\\s?)?(${inDigits}|${inWords})(?:(?:st|nd|rd|th)(?![\\p{L}\\p{N}]))?` +
    `(?:[ -]?(${scaleAfter})(?![\\p{L}\\p{N}]))?(?:\\s?-?(${unitAfter})(?![\\p{L}\\p{N}]))?(?![\\p{L}\\p{N}]|[.,]\\d)`,
  "giu"
)

/** Moves the decimal point without floating point: ("1.25", 9) is 1250000000. */
const shift = (figure: string, places: number): string => {
  const [whole = "", fraction = ""] = figure.replaceAll(",", "").split(".")
  const digits = whole + fraction.padEnd(places, "0").slice(0, places)
  const rest = fraction.slice(places).replace(/(?<!0)0+$/, "")
  return digits.replace(/^0+(?=\d)/, "") + (rest === "" ? "" : `.${rest}`)
}

/** What a figure can stand for: 1.100 is a thousand and a hundred in much of Europe. */
const values = (figure: string): ReadonlyArray<string> => {
  const word = spelled(figure)
  if (word !== null) return [String(word)]
  const points = figure.split(".").length - 1
  const grouped = /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(figure)
  return [...(points <= 1 ? [figure] : []), ...(grouped ? [figure.replaceAll(".", "")] : [])]
}

interface Figure extends Quantity {
  readonly unit: string | undefined
  readonly scale: number | undefined
  readonly figures: ReadonlyArray<string>
}

const readingsOf = (figures: ReadonlyArray<string>, unit: string | undefined, scale = 0): ReadonlyArray<string> =>
  figures.map((figure) => `${unit ?? "number"}:${shift(figure, scale)}`)

const figuresIn = (text: string): ReadonlyArray<Figure> =>
  [...text.matchAll(figureForm)].flatMap((match) => {
    const [whole, before, figure, scaleWord, after] = match
    const unit = unitOf((after ?? before ?? "").toLowerCase().replace(/\s+/g, " "))
    const scale = scaleWord === undefined ? undefined : scales[scaleWord.toLowerCase()]
    // "One" is a number only where it counts something.
    if (figure!.toLowerCase() === "one" && unit === undefined && scale === undefined) return []
    const figures = values(figure!)
    const readings = readingsOf(figures, unit, scale)
    if (readings.length === 0) return []
    return [{ start: match.index, end: match.index + whole.length, readings, unit, scale, figures }]
  })

/** In "15 to 20 %" and "$810-830 million" the ends share what stands only at one of them. */
const shareUnits = (figures: ReadonlyArray<Figure>, text: string): ReadonlyArray<Quantity> =>
  figures.map((figure, index) => {
    const { end, figures: own, readings, scale, start, unit } = figure
    const next = figures[index + 1]
    const last = figures[index - 1]
    const joined = (from: number, to: number) => /^\s?(?:-|to|and|or)\s?$/.test(text.slice(from, to))
    const giver =
      next !== undefined &&
      joined(end, next.start) &&
      (unit === undefined || (scale === undefined && (next.unit ?? unit) === unit))
        ? next
        : last !== undefined && joined(last.end, start) && unit === undefined
          ? last
          : undefined
    if (giver === undefined || (giver.unit === undefined && giver.scale === undefined)) return { start, end, readings }
    const shared = readingsOf(own, unit ?? giver.unit, scale ?? (giver === next ? giver.scale : undefined))
    return { start, end, readings: [...new Set([...shared, ...readings])] }
  })

/** Every quantity of a {@link plainText}, in order. */
export const quantities = (text: string): ReadonlyArray<Quantity> => {
  const found: Array<Quantity> = []
  let rest = text
  for (const [form, meaning] of forms) {
    rest = rest.replace(form, (...match: Array<string>) => {
      const start = match.findLast((part) => typeof part === "number") as unknown as number
      found.push({ start, end: start + match[0]!.length, readings: meaning(match) })
      return ";".repeat(match[0]!.length)
    })
  }
  return [...found, ...shareUnits(figuresIn(rest), rest)].sort((one, other) => one.start - other.start)
}

/** Every number, percentage, amount of money and date in a text, each in its one canonical form. */
export const numbers = (text: string): ReadonlyArray<string> =>
  quantities(plainText(text)).map(({ readings }) => readings[0]!)

/** All that the numbers of a text can mean; one that stands without its unit may have that of another beside it. */
export const meanings = (text: string): ReadonlySet<string> => {
  const all = quantities(plainText(text)).flatMap(({ readings }) => readings)
  const kinds = new Set(
    all.map((reading) => reading.split(":")[0]!).filter((kind) => !/^(?:date|day|month|quarter|share)$/.test(kind))
  )
  const bare = all.filter((reading) => reading.startsWith("number:"))
  return new Set([...all, ...bare.flatMap((reading) => [...kinds].map((kind) => reading.replace("number", kind)))])
}

/** What a number can be a part of: a day, a month, a quarter or a year of a date. */
const partOfDate = /^(?:day|month|quarter):|^number:(?:19|20)\d\d$/

/** Whether a number is among those of the evidence; a day, a month, a quarter or a year also when a date of it is. */
export const isGrounded = (number: string, evidence: ReadonlySet<string>): boolean => {
  if (evidence.has(number)) return true
  if (!partOfDate.test(number)) return false
  const [kind, value] = number.split(":") as [string, string]
  const dates = [...evidence].filter((other) => /^(?:date|month|quarter):\d{4}/.test(other))
  if (kind === "day") return dates.some((other) => other.startsWith("date:") && other.endsWith(`-${value}`))
  if (kind === "quarter" && !value.includes("-"))
    return dates.some((other) => other.startsWith("quarter:") && other.endsWith(`-${value}`))
  return kind !== "quarter" && dates.some((other) => other.split(":")[1]!.startsWith(value))
}

/** A text without its numbers, so that what is left can be compared as words: months are no names, nor is "billion". */
export const withoutNumbers = (text: string): string => {
  let rest = plainText(text)
  for (const { end, start } of quantities(rest)) rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end)
  return rest
}
