import { isTitled } from "./TellingWords.ts"

/*
 * Numbers that count nothing: they belong to a name ("Model 3", "COVID-19", "3-bit"), say which one of several is meant
 * ("No. 7", "#1"), how old somebody has to be ("65 or older"), or stand with another number for one thing ("24/7",
 * "12:30").
 */

/** Where a number stands in a plain text. */
interface Span {
  readonly start: number
  readonly end: number
}

/** So much of a text is looked at before and behind a number. */
const near = 60

/** What says which one of several it is, in the languages that news comes in. */
const mark =
  /(?:#|№|\bN[or]s?[.°º]?|\bn[or]s?[.°º]|n[°º]|\b(?:num|núm)\.|\p{L}{0,20}(?:[Nn]umber|[Nn]umm[ea]r)|[Nn][uú]m[eé]ro)(?<!\b(?:any|great|large|small|record|total|same) number)\s?$/u

/** What things are that have a number for a name. */
const label =
  /\b(?:position|rank|version|level|phase|stage|series|generation|class|tier|type|model|line|article|section|chapter|paragraph|annex|formula|flight|route|highway|gate|terminal|season|episode|volume|top|artikel|kapitel|paragraf|modell|linie)\s$/i

/** How old one has to be: "aged 65", "65 or older". */
const ageBefore = /\bage[ds]?\s(?:of\s)?(?:\d+\s?(?:to|and|or|-)\s?)?$/i
const ageBehind = /^\s(?:or|and)\s(?:older|younger|over|above|under)\b(?!\s(?:[$€£]?\d|a\s))/i

/** Words with capitals right before a number, with the word before them. */
const named = /(?:^|(?<lead>[^\s]{0,60})\s)(?<run>(?:\p{Ll}?\p{Lu}[\p{L}\p{N}&.'’+-]{0,30}\s){1,8})$/u

/** Behind these a name is a place, and the number what is counted there: "in Germany 12 plants". */
const placing = /^(?:in|at|on|near|from|to|across|among|since|under|after|before|en|em|dans|aux?|à|te)$/i

/** Whether the number is the last word of a name: "Mi Mix 3". A sentence begins with a capital that names nothing. */
const endsName = (before: string): boolean => {
  const { lead = "", run = "" } = named.exec(before)?.groups ?? {}
  const words = run.trim().split(" ").filter(Boolean)
  const opens = lead === "" || /[.!?:;“"‘(–-]$/.test(lead)
  const isPlace = placing.test(opens ? (words[0] ?? "") : lead)
  return words.length > (opens ? 1 : 0) && !isPlace && !/[.,;:]$/.test(words.at(-1)!)
}

/** Whether most of a sentence's words have capitals, as in headlines: there they tell no name. */
const isHeadline = (text: string): boolean => {
  const long = text.match(/(?<!\p{L})\p{L}{4,}/gu) ?? []
  return isTitled(text) || long.filter((word) => /^\p{Lu}/u.test(word)).length > long.length / 2
}

/** Whether what stands beside a number without a unit says that it counts nothing. */
export const isMarked = (text: string, { end, start }: Span): boolean => {
  const before = text.slice(Math.max(0, start - near), start)
  const behind = text.slice(end, end + near)
  const isRange = /\d-$/.test(before)
  const isJoined = /\p{L}-$|[/:\u2044]$/u.test(before) || /^-\p{L}|^[/:\u2044]\d/u.test(behind)
  const isOfAge = ageBefore.test(before) || ageBehind.test(behind)
  return (isJoined && !isRange) || mark.test(before) || label.test(before) || isOfAge
}

/**
 * Whether a number without a unit counts nothing, in a text of a language. Nouns have capitals in German, so that they
 * do not tell a name there.
 */
export const isOfName = (text: string, span: Span, language: string): boolean => {
  if (isMarked(text, span)) return true
  const isShort = /^\d{1,4}(?:\.\d{1,2})?$/.test(text.slice(span.start, span.end))
  const before = text.slice(Math.max(0, span.start - near), span.start)
  return isShort && language !== "de" && !isHeadline(text) && endsName(before)
}

/** Fractions in digits: "1/2", "3/4 of"; others are dates, seasons or names. */
const fraction =
  /(?<![\p{L}\d/.,])(\d{1,2})[/\u2044](\d{1,3})(?![\p{L}\d/]|[.,]\d)(?=( (?:of|von|der|des|de|du|di|van)\b)?)/gu

const largestDenominator = 10

/** The fractions of a plain text, each with where it stands. */
export const fractionsIn = (text: string): ReadonlyArray<Span & { readonly value: number }> =>
  Array.from(text.matchAll(fraction)).flatMap(({ 0: own, 1: part, 2: whole, 3: of, index: start }) => {
    const value = Number(part) / Number(whole)
    const isOne = value > 0 && value < 1 && (of !== undefined || Number(whole) <= largestDenominator)
    return isOne ? [{ start, end: start + own.length, value }] : []
  })
