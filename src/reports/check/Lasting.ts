import type { ReportSource } from "../../domain/Report.ts"
import { inEnglish, readable } from "./InEnglish.ts"
import { plainText, spelled } from "./Numbers.ts"
import type { Period } from "./Periods.ts"
import { datedIn } from "./Times.ts"
import { perSource } from "./PerSource.ts"

/*
 * How long something takes: in ten weeks, within a fortnight, overnight. "A week" is a figure like "one week", although
 * it has no number.
 */

/** The spans of time by their names, in days. */
const days: Readonly<Record<string, number>> = {
  minute: 1 / 1440,
  hour: 1 / 24,
  night: 1,
  day: 1,
  weekend: 2,
  week: 7,
  fortnight: 14,
  month: 30.44,
  quarter: 91.3,
  year: 365.25,
  decade: 3652.5,
  century: 36_525
}

const unit =
  "(minute|hour|night|day|weekend|week|fortnight|month|quarter|year|decade|centur(?=y|ies))(?:s|y|ies)?(?![\\p{L}\\p{N}])"
const number = "(\\d{1,4}(?:\\.\\d)?|half an?|[a-z]{3,9}(?:-[a-z]{3,5})?)"
const hedges = "(?:(?:just|only|about|around|roughly|nearly|almost|some|barely|less than|more than|under|over) ){0,2}"
/** Words before a single span: a single day, the past year. */
const one =
  "(?:(?:an?|one)(?: (?:single|mere|whole|full|short))?|(?:the|its|their) (?:space of a|course of a|(?:past|last|previous|next|coming))|the)"
/** Words after a span that give it another meaning: a week of rain, a day when, a year earlier. */
const noOther = "(?! (?:ago|earlier|later|before|of|when|in which|that|to|ended|ending|after|end))"
const many = `(?:(?:the|its|their) )?(?:(?:past|last|previous|first|next|coming) )?${number}[ -]`
const span = `(?:${one} ${hedges}|${many})${unit}${noOther}`

const inSpan = `(?:in|within|inside|over|during) ${hedges}${span}`
/** Right behind a figure and what it counts, or right before it. */
const behind = new RegExp(`^(?: [\\p{L}-]+){0,4}? ${inSpan}`, "iu")
const ahead = new RegExp(`(?<![\\p{L}])${inSpan},?(?: [\\p{L}-]+){0,4} $`, "iu")
const every =
  /^(?: [\p{L}-]+){0,3}?(?<! (?:in|within|inside|over|during|half|for|of|about|than|after|under|nearly|almost|by)) (?:(?:an?|per|each|every) (day|week|month|year)(?! (?:ago|earlier|later|before|of))|(daily|weekly|monthly|yearly|annually))(?![\p{L}\p{N}])/iu
const everyAhead =
  /(?<!\p{L})(?:(?:each|every) (day|week|month|year),?|(daily|weekly|monthly|yearly|annual)(?: (?!reports?|meeting|conference|survey|results)[\p{L}-]+){1,2})(?: [\p{L}-]+){0,4} $/iu
const adverbs: Readonly<Record<string, string>> = { daily: "day", weekly: "week", monthly: "month" }

/** How many characters before and after a figure are looked at. */
const near = 70

const lengthOf = (much: string | undefined, name: string): number | null => {
  const times = much === undefined ? 1 : (spelled(much) ?? Number(much))
  return Number.isFinite(times) && times > 0
    ? times * days[/^centur/i.test(name) ? "century" : name.toLowerCase()]!
    : null
}

/** The span of time of a figure in days, if the words beside it give one. */
export const lastingAt = (
  sentence: string,
  { end, start }: { readonly start: number; readonly end: number }
): number | null => {
  const after = sentence.slice(end, end + near)
  const before = sentence.slice(Math.max(0, start - near), start)
  const [, each, adverb] = every.exec(after) ?? everyAhead.exec(before) ?? []
  if (each !== undefined || adverb !== undefined)
    return days[(each ?? adverbs[adverb!.toLowerCase()] ?? "year").toLowerCase()]!
  const [, much, name] = behind.exec(after) ?? ahead.exec(before) ?? []
  return name === undefined ? null : lengthOf(much, name)
}

/** The length of a sentence's only time in days, if it is longer than a year. */
export const yearsOfTimes = (periods: ReadonlyArray<Period>): number | null => {
  const lengths = periods.flatMap(({ days: [first], grain }) =>
    first === undefined || grain !== "year" ? [] : [first[1] - first[0] + 1]
  )
  return lengths.length === 1 && lengths[0]! > 400 ? lengths[0]! : null
}

/** How much two lengths may differ and count as the same, as a share: four weeks are about a month. */
const tolerance = 0.2

/** Whether two lengths of time are about the same. */
export const isAsLong = (one: number, other: number): boolean =>
  Math.abs(one - other) <= tolerance * Math.max(one, other)

const overnight =
  /(?<![\p{L}-])overnight(?=\s?(?:$|[.,;:)])|\s(?:and|but|in|on|at|to|from|when|after|as|while|by|with)\s)/iu
const named = new RegExp(
  `(?<![\\p{L}])(?:in|within|inside|over|during|for) ((?:less than|under|more than|over|nearly|almost|about|around|roughly|just|only|barely) )?(?:an?|one)(?: (?:single|mere|whole|full|short))? ${unit}${noOther}`,
  "giu"
)
const anySpan = new RegExp(`(?:(?<![\\p{L}\\p{N}])${number}[ -])${unit}`, "giu")

/** The lengths of time that a source names, in days, and those between the years that it names. */
const lengthsIn = perSource((source): ReadonlyArray<number> => {
  const text = readable(`${source.title}\n${source.quote}`)
  const years = [
    ...new Set((`${source.published_at?.slice(0, 4) ?? ""} ${text}`.match(/\b(?:19|20)\d\d\b/g) ?? []).map(Number))
  ].slice(0, 12)
  return [
    ...Array.from(text.matchAll(anySpan), ([, much, name]) => lengthOf(much, name!) ?? []).flat(),
    ...years.flatMap((from) => years.flatMap((to) => (to > from ? [(to - from) * days["year"]!] : [])))
  ]
})

/** Other words for each span. */
const words: Readonly<Record<string, RegExp>> = {
  minute: /\bminutes?\b/i,
  hour: /\b(?:hours?|hourly)\b/i,
  night: /\b(?:over)?nights?\b/i,
  day: /\b(?:days?|daily|today|yesterday|tomorrow|\w+day)\b/i,
  weekend: /\b(?:weekends?|saturday|sunday)\b/i,
  week: /\b(?:weeks?|weekly)\b/i,
  fortnight: /\bfortnight/i,
  month: /\b(?:months?|monthly)\b/i,
  quarter: /\b(?:quarter(?:s|ly)?)\b/i,
  year: /\b(?:years?|yearly|annual(?:ly)?|annum|(?:19|20)\d\d)\b/i,
  decade: /\bdecades?\b/i,
  century: /\b(?:century|centuries)\b/i
}

/** Sources in other languages are read through English words for figures, which have none for these spans. */
const onlyEnglish = /night|weekend|centur/

const hasSpan = (name: string, limit: string, source: ReportSource): boolean => {
  const unit = /^centur/i.test(name) ? "century" : name.toLowerCase()
  const own = days[unit]!
  const text = `${source.title}\n${source.quote}`
  if (onlyEnglish.test(unit) && inEnglish(plainText(text)) !== null) return true
  if (words[unit]!.test(readable(text))) return true
  if (/month|quarter/.test(unit) && datedIn(source).some(({ named }) => named.some(({ grain }) => grain === unit)))
    return true
  return lengthsIn(source).some((length) =>
    /less|under/i.test(limit)
      ? length <= own && length >= own / 3
      : /more|over/i.test(limit)
        ? length >= own
        : isAsLong(length, own)
  )
}

interface SpanWord {
  readonly word: string
  readonly unit: string
  /** "Less than", "more than", or nothing. */
  readonly limit: string
}

/** The spans of time in words of a text: "in a decade", "overnight". */
export const spanWordsIn = (text: string): ReadonlyArray<SpanWord> => [
  ...(overnight.test(text) ? [{ word: "overnight", unit: "night", limit: "" }] : []),
  ...Array.from(text.matchAll(named), ([word, limit = "", unit]) => ({ word, unit: unit!, limit }))
]

/** Those that none of these sources names in any way. */
export const spansMissing = (text: string, sources: ReadonlyArray<ReportSource>): ReadonlyArray<string> =>
  spanWordsIn(text).flatMap(({ limit, unit, word }) =>
    sources.some((source) => hasSpan(unit, limit, source)) ? [] : [`word:${word}`]
  )
