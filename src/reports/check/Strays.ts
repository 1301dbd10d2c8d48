import type { ReportSource } from "../../domain/Report.ts"
import { hasHan } from "./HanInEnglish.ts"
import { readable } from "./InEnglish.ts"
import { worded } from "./Multiples.ts"
import { plainText, quantities } from "./Numbers.ts"
import { periodsIn } from "./Periods.ts"
import { hasWords } from "./Quotations.ts"
import { storedOf } from "./SourceText.ts"

/*
 * What looks like a figure and is read as none: a Q9 that is no quarter, 9.7e6, Chinese figures in English. It must
 * stand in the source as it is written.
 */

const word = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+/gu
/** Letters before digits are a name, of which the judge knows more: CO2, G7. Periods are none: Q9, H3. */
const name = /^(?!(?:[qh]|fy)\d)\p{L}/iu
const scales = /(?<![\p{L}\p{N}])(?:hundred|thousand|million|billion|trillion|dozen)(?![\p{L}\p{N}])/giu
const han = /[〇零一二三四五六七八九十百千万萬億亿兆两]+/gu

const published = new Date(0)

/** The words and signs of a text that look like figures, and that nothing reads as one. */
export const straysIn = (text: string): ReadonlyArray<string> => [...romansIn(text), ...unreadIn(text)]

const romansIn = (text: string): ReadonlyArray<string> => plainText(text).match(roman) ?? []

const unreadIn = (text: string): ReadonlyArray<string> => {
  let rest = readable(text)
  const isHan = hasHan(plainText(text))
  for (const { end, start } of [...quantities(rest), ...periodsIn(rest, published), ...worded(rest)])
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end)
  const found = [
    ...(rest.match(word) ?? []).filter((each) => /\p{N}/u.test(each) && !name.test(each)),
    ...(rest.match(scales) ?? []),
    ...(rest.match(han) ?? [])
  ]
  // Among Chinese words one character is seldom a figure.
  return found.filter((stray) => !isHan || stray.length > 1 || /\d/.test(stray))
}

/** Roman numerals before what they count: XII times, IX plants. One letter may be a name: X users. */
const roman =
  /(?<![\p{L}\p{N}])(?=[IVXLCDM]{2}|[VXLCDM] times|[ivx]{2})(M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})|x{0,3}(?:ix|iv|v?i{0,3}))(?:\stimes|(?=\s\p{Ll}{2,}s(?![\p{L}\p{N}])))(?![\p{L}\p{N}])/gu

const letters: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }

const romanValue = (numeral: string): number =>
  Array.from(numeral.toUpperCase(), (letter) => letters[letter]!).reduce(
    (sum, value, at, all) => sum + (value < (all[at + 1] ?? 0) ? -value : value),
    0
  )

/** Whether a source has a Roman numeral, or the number that it stands for. */
const hasRoman = (stray: string, source: ReportSource): boolean => {
  const [numeral, times] = stray.split(/\s/) as [string, string?]
  const value = romanValue(numeral)
  const kinds = times === undefined ? ["number", "ordinal"] : ["times"]
  return hasWords(source, stray) || kinds.some((kind) => storedOf(source).numbers.has(`${kind}:${value}`))
}

const apart = (stray: string): string => stray.replace(/(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/gu, " ")

const isHanNumeral = (stray: string): boolean => /^\p{sc=Han}/u.test(stray)

/** Those of them that none of these sources has. */
export const strayMissing = (text: string, sources: ReadonlyArray<ReportSource>): ReadonlyArray<string> =>
  [
    ...romansIn(text).filter((numeral) => !sources.some((source) => hasRoman(numeral, source))),
    ...unreadIn(text).filter(
      (stray) =>
        !sources.some((source) =>
          isHanNumeral(stray)
            ? source.title.includes(stray) || source.quote.includes(stray)
            : hasWords(source, stray) || hasWords(source, apart(stray))
        )
    )
  ].map((stray) => `word:${stray}`)
