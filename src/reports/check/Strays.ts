import type { ReportSource } from "../../domain/Report.ts"
import { hasHan } from "./HanInEnglish.ts"
import { readable } from "./InEnglish.ts"
import { worded } from "./Multiples.ts"
import { plainText, quantities } from "./Numbers.ts"
import { periodsIn } from "./Periods.ts"
import { hasWords } from "./Quotations.ts"

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
export const straysIn = (text: string): ReadonlyArray<string> => {
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

const apart = (stray: string): string => stray.replace(/(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/gu, " ")

const isHanNumeral = (stray: string): boolean => /^\p{sc=Han}/u.test(stray)

/** Those of them that none of these sources has. */
export const strayMissing = (text: string, sources: ReadonlyArray<ReportSource>): ReadonlyArray<string> =>
  straysIn(text).flatMap((stray) =>
    sources.some((source) =>
      isHanNumeral(stray)
        ? source.title.includes(stray) || source.quote.includes(stray)
        : hasWords(source, stray) || hasWords(source, apart(stray))
    )
      ? []
      : [`word:${stray}`]
  )
