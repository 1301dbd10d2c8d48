import { isTitled } from "./TellingWords.ts"

/*
 * Numbers that count nothing: they are part of a name ("Model 3", "COVID-19", "3-bit"), say which one is meant ("No.
 * 7", "#1"), are an age limit ("65 or older"), or form one expression with another number ("24/7", "12:30").
 */

/** Where a number stands in a plain text. */
interface Span {
  readonly start: number
  readonly end: number
}

/** How many characters before and after a number are looked at. */
const near = 60

/** Words before a number that says which one is meant, in the languages of the news. */
const mark =
  /(?:#|№|\bN[or]s?[.°º]?|\bn[or]s?[.°º]|n[°º]|\b(?:num|núm)\.|\p{L}{0,20}(?:[Nn]umber|[Nn]umm[ea]r)|[Nn][uú]m[eé]ro)(?<!\b(?:any|great|large|small|record|total|same) number)\s?$/u

/** Kinds of things that are named by a number. */
const label =
  /\b(?:position|rank|version|level|phase|stage|series|generation|class|tier|type|model|line|article|section|chapter|paragraph|annex|formula|flight|route|highway|gate|terminal|season|episode|volume|top|artikel|kapitel|paragraf|modell|linie)\s$/i

/** Ages: "aged 65", "65 or older". */
const ageBefore = /\bage[ds]?\s(?:of\s)?(?:\d+\s?(?:to|and|or|-)\s?)?$/i
const ageBehind = /^\s(?:or|and)\s(?:older|younger|over|above|under)\b(?!\s(?:[$€£]?\d|a\s))/i

/** Words with capitals right before a number, with the word before them. */
const named = /(?:^|(?<lead>[^\s]{0,60})\s)(?<run>(?:\p{Ll}?\p{Lu}[\p{L}\p{N}&.'’+-]{0,30}\s){1,8})$/u

/** After these words a name is a place, and the number counts something there: "in Germany 12 plants". */
const placing = /^(?:in|at|on|near|from|to|across|among|since|under|after|before|en|em|dans|aux?|à|te)$/i

/** Whether the number is the last word of a name: "Mi Mix 3". The capital at the start of a sentence shows no name. */
const endsName = (before: string): boolean => {
  const { lead = "", run = "" } = named.exec(before)?.groups ?? {}
  const words = run.trim().split(" ").filter(Boolean)
  const opens = lead === "" || /[.!?:;“"‘(–-]$/.test(lead)
  const isPlace = placing.test(opens ? (words[0] ?? "") : lead)
  return words.length > (opens ? 1 : 0) && !isPlace && !/[.,;:]$/.test(words.at(-1)!)
}

/** Whether most words of a sentence have capitals, as in some headlines: there a capital shows no name. */
const isHeadline = (text: string): boolean => {
  const long = text.match(/(?<!\p{L})\p{L}{4,}/gu) ?? []
  return isTitled(text) || long.filter((word) => /^\p{Lu}/u.test(word)).length > long.length / 2
}

/** Whether the text next to a number without a unit says that it counts nothing. */
export const isMarked = (text: string, { end, start }: Span): boolean => {
  const before = text.slice(Math.max(0, start - near), start)
  const behind = text.slice(end, end + near)
  const isRange = /\d-$/.test(before)
  const isJoined = /\p{L}-$|[/:\u2044]$/u.test(before) || /^-\p{L}|^[/:\u2044]\d/u.test(behind)
  const isOfAge = ageBefore.test(before) || ageBehind.test(behind)
  return (isJoined && !isRange) || mark.test(before) || label.test(before) || isOfAge
}

/**
 * Whether a number without a unit counts nothing, in a text of a language. In German all nouns have capitals, so a
 * capital shows no name.
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
