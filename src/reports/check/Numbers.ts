import { withCommas } from "./GroupedNumbers.ts"
import { remembered } from "./Remembered.ts"
import { inSmaller, scaleAfter, scales, sharedUnit, unitAfter, unitBefore, unitOf } from "./Units.ts"

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
   * `kind:value`, where the kind is `number`, a unit, `date`, `day`, `month`, `quarter`, `half` (of a year), `share` or
   * `ordinal`; the likeliest meaning first.
   */
  readonly readings: ReadonlyArray<string>
}

/** The kind of a reading: `percent` of `percent:5`. */
export const kindOf = (reading: string): string => reading.slice(0, reading.indexOf(":"))

/** The value of a reading: `5` of `percent:5`. */
export const valueOf = (reading: string): string => reading.slice(reading.indexOf(":") + 1)

/** Whether a reading may be a year of the calendar. */
export const isYear = (reading: string): boolean => /^number:(?:19|20)\d\d$/.test(reading)

/** Whether a kind is a part of the calendar. */
export const isCalendar = (kind: string): boolean => /^(?:date|day|month|quarter|half)$/.test(kind)

/** Whether a kind counts nothing: it is a part of the calendar, or of a whole, or a place in an order. */
export const isPeriod = (kind: string): boolean => isCalendar(kind) || kind === "share" || kind === "ordinal"

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** The digit of any script as 0 to 9: each script has its ten in a row. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0)!
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value++
  return String(value)
}

/** The signs that stand beside the digits of Arabic. */
const arabic: Readonly<Record<string, string>> = { "\u066A": "%", "\u066B": ".", "\u066C": "," }

/** The form in which numbers are looked for: one kind of dash, one set of digits, one order of short periods. */
export const plainText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/[\u066A-\u066C]/g, (sign) => arabic[sign]!)
    // 3Q 2026, FY25, and 24h.
    .replace(/(?<![\p{L}\p{N}.])(?:([1-4])(Q)|([12])(H))(?![\p{L}\p{N}])/gu, "$2$4$1$3")
    .replace(/(?<![\p{L}\p{N}])FY ?(?:20)?(\d\d)(?!\d)/gu, "FY 20$1")
    .replace(/(?<=\d)h(?![\p{L}\p{N}])/gu, " hours")

// What follows a figure that counts nothing of its own: the next part of the sentence, and no noun.
const endsBehind =
  /^\s*(?:$|[.,;:)]|(?:in|from|to|on|for|by|against|and|or|of (?:it|them|these|those|which|whom)|a|once|last|this|the|compared|earlier|before|after|at|as|below|above|between|than|ago|were|was|are|is|had|have|has|said|do|did|von|nach|gegenüber|im|auf|und|bei|contre|après|en|dans|sur|et|desde|frente|tras|y|em|após|da|dai|dal|nel|e|contro)(?![\p{L}\p{N}]))/iu

/** What stands behind a figure is no further away. */
const near = 40

/** Whether a figure counts nothing of its own, and so may be in the unit of another one: 22 cents, from 19. */
export const countsNothing = (text: string, { end }: Pick<Quantity, "end">): boolean =>
  endsBehind.test(text.slice(end, end + near))

/** Behind these a year is a time, whatever noun follows: in 2027 prices rose. */
const timeBefore =
  /\b(?:in|by|from|since|until|till|during|before|after|through|throughout|early|late|mid|end|fiscal|year|spring|summer|autumn|fall|winter|quarter|half|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})[ .,-]{1,2}(?:of )?$/i
/** What years are told of as they stand: above 2019 levels. */
const ofYear =
  /^(?:levels?|results?|figures?|sales|targets?|goals?|models?|forecasts?|estimates?|earnings|accounts?|prices|deliveries|orders|profits?|revenues?|costs?|volumes|numbers?|elections?|rules|plans?|contracts?|exports|imports|emissions|registrations|budgets?|talks|negotiations|games|awards|was|is|has|as|this|does|brings|sees|marks|starts|begins|ends|looks|promises|remains)$/i

/** Whether a figure that may be a year counts something: 2,040 jobs, 2040 jobs. */
export const isCount = (text: string, { end, readings, start }: Quantity): boolean => {
  if (!isYear(readings[0]!) || text.slice(start, end).length > 4) return true
  const [, noun] = /^\s(\p{Ll}{2,}s)(?![\p{L}\p{N}])/u.exec(text.slice(end, end + near)) ?? []
  return noun !== undefined && !ofYear.test(noun) && !timeBefore.test(text.slice(Math.max(0, start - near), start))
}

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
const ordinals = (
  "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth " +
  "seventeenth eighteenth nineteenth"
).split(" ")
const tenths = tens.map((ten) => ten.replace(/y$/, "ieth"))
const ordinalUnits = ["first", "second", ...ordinals.slice(0, 7)]
const units = ["one", ...small.slice(0, 8)]

/** 2 for two, 88 for eighty-eight, 0.5 for half a; null when it is no number in words. */
export const spelled = (word: string): number | null => {
  const lower = word.toLowerCase()
  if (lower.endsWith("dozen")) return 12 * (spelled(lower.slice(0, -"dozen".length).trim()) ?? 1)
  if (lower.endsWith(" and a half")) return spelled(lower.slice(0, -" and a half".length))! + 0.5
  const [ten = "", unit] = lower.split(/[- ]/)
  if (ten === "half") return 0.5
  if (ten === "a") return 1
  if (ten === "one") return 1
  if (small.includes(ten)) return small.indexOf(ten) + 2
  if (!tens.includes(ten)) return null
  return (tens.indexOf(ten) + 2) * 10 + (unit === undefined ? 0 : units.indexOf(unit) + 1)
}

// Not \b, for which a word may end before an ä: there is no ten in Aktivitäten.
const begins = String.raw`(?<![\p{L}\p{M}\p{N}])`
const large = "hundred|thousand|million|billion|trillion"
/** Half a million, half a decade: what half is a part of is a scale or a unit. */
const halfA = `half[ -]an?(?=[ -](?:dozen|${large}|${unitAfter})(?![\\p{L}\\p{N}]))`
const inWords =
  `${begins}(?:(?:one|${small.toReversed().join("|")}) and a half|(?:(?:half )?an?|two|three|four|six) dozen|${halfA}|an?(?= (?:${large})(?![\\p{L}\\p{N}]))|` +
  `(?:${tens.join("|")})(?:[- ](?:${units.join("|")}))?|one|${small.toReversed().join("|")})(?![\\p{L}\\p{N}])`
const inDigits = "(?<![\\p{L}\\p{N}.,])(?:\\d{1,3}(?:,\\d{2,3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)*)"

/** The number of a quarter or a half of a year: 3 for third and for Q3. */
const periodNumber = (word: string): string =>
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

/** One in five, four out of ten. */
const inEvery = "(?:in|out of)(?: every)?"
const wholes = "two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|[2-9]|1[02]|[25]0|100"
const numberOf = (word: string): number => spelled(word) ?? Number(word)
const ratio = (part: number, whole: number): ReadonlyArray<string> =>
  part < whole ? partOf(part, whole) : [`number:${part}`, `number:${whole}`]

/** 3 for third, 21 for twenty-first. */
const ordinalOf = (word: string): number => {
  const [ten = "", unit] = word.toLowerCase().split(/[- ]/)
  if (unit !== undefined) return (tens.indexOf(ten) + 2) * 10 + ordinalUnits.indexOf(unit) + 1
  return tenths.includes(ten) ? (tenths.indexOf(ten) + 2) * 10 : ordinals.indexOf(ten) + 3
}

/** What makes a figure behind a month a count and no day: in March 22 % rose, by the end of May 17 of the 212 shops. */
export const noDay = `(?!\\s?(?:${scaleAfter}|${unitAfter})(?![\\p{L}\\p{N}])|\\sof (?:the|its|their|his|her|our|all|them|these|those|\\d))`

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
    // "In March 22 firms failed" has no day.
    new RegExp(
      `(?<!\\bend of )\\b${monthName} ([0-2]?\\d|3[01])(?:st|nd|rd|th)?(?![\\p{L}\\p{N}]|[.,]\\d)${noDay}(?=(\\s\\p{Ll}+s(?!\\p{L}))?)`,
      "giu"
    ),
    ([, m, d, noun]) => [`day:${monthOf(m!)}-${dayOf(d!)}`, ...(noun === undefined ? [] : [`number:${d}`])]
  ],
  [
    /\b(q[1-4]|(?:first|second|third|fourth)[ -]quarter)(?: of)?,? (\d{4})\b/gi,
    ([, q, y]) => [`quarter:${y}-${periodNumber(q!.split(/[ -]/)[0]!)}`]
  ],
  [/\b(\d{4})[ -]q([1-4])\b/gi, ([, y, q]) => [`quarter:${y}-${q}`]],
  [
    /\b(?:(q[1-4])|(first|second|third|fourth)[ -]quarter)\b/gi,
    ([, q, word]) => [`quarter:${periodNumber(q ?? word!)}`]
  ],
  [
    /\b(h[12]|(?:first|second)[ -]half)(?: of)?,? (\d{4})\b/gi,
    ([, h, y]) => [`half:${y}-${periodNumber(h!.split(/[ -]/)[0]!)}`]
  ],
  [/\b(\d{4})[ -]h([12])\b/gi, ([, y, h]) => [`half:${y}-${h}`]],
  [/\b(h[12])\b|\b(first|second)[ -]half\b/gi, ([, h, word]) => [`half:${periodNumber(h ?? word!)}`]],
  [/\bhalf[ -]year(?:ly)?\b/gi, () => ["months:6"]],
  [/\bfirst (?:six|6) months\b/gi, () => ["half:1", "months:6"]],
  [
    new RegExp(
      `\\b(one|two|three|four|five|six|seven|eight|nine|[1-9]) ${inEvery} (${wholes})(?![\\p{L}\\p{N}]|[.,]\\d|\\s?-?(?:${unitAfter})(?![\\p{L}\\p{N}]))`,
      "giu"
    ),
    ([, part, whole]) => ratio(numberOf(part!), numberOf(whole!))
  ],
  [
    /\b(a|an|one|two|three|four|five|six|seven|eight|nine)[ -]((?:third|fifth|sixth|seventh|eighth|ninth|tenth|twelfth)s?|quarters?(?= of\b)|quarters(?= (?!later|earlier|ago|before|after|in a row|running)|$))(?=(\s(?!(?:of|more|less|fewer|as|in|to|on|by|at|for|from|and|or|are|is|was|were|has|have|had|will|would|can|do|did|go|goes|come|comes|came|say|says|said|\p{L}+(?:er|ed))\b)\p{Ll}{3,})?)/giu,
    ([, part, whole, noun]) => [
      ...partOf(spelled(part!) ?? 1, denominator(whole!)),
      // A third mill is no third of anything.
      ...(part === "a" && noun !== undefined ? [`ordinal:${denominator(whole!)}`] : [])
    ]
  ],
  // A quarter is also a part of a year: here it is what something is compared with, or changes by.
  [
    /(?<=\b(?:by|than|about|around|roughly|nearly|almost|over|under|some|only|just|pays?|paid|owns?|owned|holds?|held|covers?|covered|contributes?|contributed|keeps?|kept) )(?:a|one) quarter\b(?! (?:ago|earlier|later))/gi,
    () => partOf(1, 4)
  ],
  [new RegExp(`${begins}(?!${halfA})(?<! and a )half(?![\\p{L}\\p{N}])`, "giu"), () => partOf(1, 2)],
  [
    new RegExp(
      `${begins}((?:${tens.join("|")})[- ](?:${ordinalUnits.join("|")})|${[...ordinals, ...tenths].join("|")})(?![\\p{L}\\p{N}])`,
      "giu"
    ),
    ([, word]) => [`ordinal:${ordinalOf(word!)}`]
  ],
  // Elsewhere "second" is a time, or means another one.
  [new RegExp(`${begins}second(?=[- ](?:most|least|\\p{Ll}{2,12}est)(?!\\p{L}))`, "giu"), () => ["ordinal:2"]],
  [/(?<![\p{L}\p{N}.,])(\d{1,4})(?:st|nd|rd|th)(?![\p{L}\p{N}])/giu, ([, digits]) => [`ordinal:${Number(digits)}`]]
]

const figureForm = new RegExp(
  `(?:(${unitBefore})\\s?)?(${inDigits}|${inWords})` +
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
  figures.flatMap((figure) => {
    const value = shift(figure, scale)
    const reading = `${unit ?? "number"}:${value}`
    const others = inSmaller(unit ?? "", Number(value)).map(([smaller, many]) => `${smaller}:${many}`)
    // Two cents are $0.02, or €0.02.
    const whole = Number(figure.replaceAll(",", "")) / 100
    return unit === "cent" && scale === 0 ? [reading, `usd:${whole}`, `eur:${whole}`] : [reading, ...others]
  })

/** Number three is the third, and what happens three years in a row, the third year. */
const rankBefore = /\b(?:number|no\.|rank(?:s|ed|ing)?|position|place|spot)\s$/i
const rankBehind = /^(?:\s\p{L}+){0,2}\s(?:in a row|running|in succession|consecutive|straight|successive)\b/iu

const isRank = (text: string, start: number, end: number): boolean =>
  rankBefore.test(text.slice(Math.max(0, start - near), start)) || rankBehind.test(text.slice(end, end + near))

const figuresIn = (text: string): ReadonlyArray<Figure> =>
  [...text.matchAll(figureForm)].flatMap((match) => {
    const [whole, before, figure, scaleWord, after] = match
    const unit = unitOf((after ?? before ?? "").toLowerCase().replace(/\s+/g, " "))
    const scale = scaleWord === undefined ? undefined : scales[scaleWord.toLowerCase()]
    // "One" is a number only where it counts something.
    if (/^(?:one|an?)$/i.test(figure!) && unit === undefined && scale === undefined) return []
    const figures = values(figure!)
    const readings = [
      ...readingsOf(figures, unit, scale),
      ...(isRank(text, match.index, match.index + whole.length) ? [`ordinal:${values(figure!)[0]}`] : [])
    ]
    if (readings.length === 0) return []
    return [{ start: match.index, end: match.index + whole.length, readings, unit, scale, figures }]
  })

/** "Fell 3 % to 1.2 million" tells of two things: nothing is millions of percent. */
const isPercentBeside = (one: Figure, other: Figure): boolean =>
  [one, other].some(({ unit }) => unit === "percent") && [one, other].some(({ scale }) => scale !== undefined)

/** In "15 to 20 %" and "$810-830 million" the ends share what stands only at one of them. */
const shareUnits = (figures: ReadonlyArray<Figure>, text: string): ReadonlyArray<Quantity> =>
  figures.map((figure, index) => {
    const { end, figures: own, readings, scale, start, unit } = figure
    const next = figures[index + 1]
    const last = figures[index - 1]
    const isJoined = (one: Figure, other: Figure) =>
      /^\s?(?:-|to|and|or)\s?$/.test(text.slice(one.end, other.start)) && !isPercentBeside(one, other)
    const giver =
      next !== undefined &&
      isJoined(figure, next) &&
      (unit === undefined || (scale === undefined && (next.unit ?? unit) === unit))
        ? next
        : last !== undefined && isJoined(last, figure) && unit === undefined
          ? last
          : undefined
    // "In 2025 and 4.6 million" has no two thousand million.
    const isYearAlone = unit === undefined && scale === undefined && own.length > 0 && /^(?:19|20)\d\d$/.test(own[0]!)
    if (isYearAlone || giver === undefined || (giver.unit === undefined && giver.scale === undefined))
      return { start, end, readings }
    const shared = readingsOf(own, unit ?? giver.unit, scale ?? (giver === next ? giver.scale : undefined))
    return { start, end, readings: [...new Set([...shared, ...readings])] }
  })

/** Of so many sentences it is remembered what stands in them. */
const sentences = 500

/** Reads every quantity of a {@link plainText}, in order. */
export const readQuantities = (text: string): ReadonlyArray<Quantity> => {
  const found: Array<Quantity> = []
  let rest = withCommas(text)
  for (const [form, meaning] of forms) {
    rest = rest.replace(form, (...match: Array<string>) => {
      const start = match.findLast((part) => typeof part === "number") as unknown as number
      found.push({ start, end: start + match[0]!.length, readings: meaning(match) })
      return ";".repeat(match[0]!.length)
    })
  }
  return [...found, ...shareUnits(figuresIn(rest), rest)].sort((one, other) => one.start - other.start)
}

/** Every quantity of a {@link plainText}, in order; those of the last sentences are remembered. */
export const quantities: (text: string) => ReadonlyArray<Quantity> = remembered(readQuantities, sentences)

/** Every number, percentage, amount of money and date in a text, each in its one canonical form. */
export const numbers = (text: string): ReadonlyArray<string> =>
  quantities(plainText(text)).map(({ readings }) => readings[0]!)

/** All that the numbers of a text can mean; one that stands without its unit may have that of another beside it. */
export const meanings = (text: string): ReadonlySet<string> => {
  const plain = plainText(text)
  const found = quantities(plain)
  const all = found.flatMap(({ readings }) => readings)
  const kinds = new Set(found.map(({ readings }) => kindOf(readings[0]!)).filter((kind) => !isPeriod(kind)))
  const bare = found
    .filter((quantity) => countsNothing(plain, quantity) && !isYear(quantity.readings[0]!))
    .flatMap(({ readings }) => readings.filter((reading) => reading.startsWith("number:")))
  const shared = all.flatMap((reading) => {
    const unit = sharedUnit(kindOf(reading))
    return unit === undefined ? [] : [`${unit}:${valueOf(reading)}`]
  })
  return new Set([
    ...all,
    ...shared,
    ...(all.some((reading) => kindOf(reading) === "half") ? ["months:6"] : []),
    ...bare.flatMap((reading) => [...kinds].map((kind) => reading.replace("number", kind)))
  ])
}

/** What a number can be a part of: a day, a month, a quarter, a half or a year of a date. */
const partOfDate = /^(?:day|month|quarter|half):|^number:(?:19|20)\d\d$/

const halfOf = (quarter: number, year: string | undefined): string =>
  `${year === undefined ? "" : `${year}-`}${Math.ceil(quarter / 2)}`

/** Whether a date, a month or a quarter lies in a quarter or a half of its year. */
const liesIn = (date: string, kind: string, period: string): boolean => {
  if (kindOf(date) === "quarter") {
    // The second quarter lies in the first half, of whichever year.
    const [quarter, of] = valueOf(date).split("-").toReversed()
    return kind === "half" && [of, undefined].some((each) => period === halfOf(Number(quarter), each))
  }
  const [year, month] = valueOf(date).split("-")
  const number = Math.ceil(Number(month) / (kind === "quarter" ? 3 : 6))
  return period === `${year}-${number}` || period === String(number)
}

/**
 * Whether a number is among those of the evidence; a day, a month, a quarter, a half or a year also when a date of it
 * is.
 */
export const isGrounded = (number: string, evidence: ReadonlySet<string>): boolean => {
  if (evidence.has(number)) return true
  if (!partOfDate.test(number)) return false
  const [kind, value] = number.split(":") as [string, string]
  const dates = [...evidence].filter((other) => /^(?:(?:date|month|quarter|half):\d{4}|quarter:\d$)/.test(other))
  if (kind === "day") return dates.some((other) => other.startsWith("date:") && other.endsWith(`-${value}`))
  if (kind === "quarter" || kind === "half")
    return dates.some((other) =>
      /^(?:date|month):/.test(other) || (kind === "half" && other.startsWith("quarter:"))
        ? liesIn(other, kind, value)
        : other.startsWith(`${kind}:`) && other.endsWith(`-${value}`)
    )
  return dates.some(
    (other) => (kind === "number" || /^(?:date|month):/.test(other)) && valueOf(other).startsWith(value)
  )
}

/** A text without its numbers, so that what is left can be compared as words: months are no names, nor is "billion". */
export const withoutNumbers = (text: string): string => {
  let rest = plainText(text)
  for (const { end, start } of quantities(rest)) rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end)
  return rest
}
