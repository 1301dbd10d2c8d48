import { wordCharacters } from "../text/Words.ts"

/*
 * A number is one word, however its thousands are grouped: `4,000`, `4.000` and `4’000` are `4000`. That `4.000` may
 * also be a 4 with three decimals changes little: it is read so everywhere.
 */

const grouped = new RegExp(
  String.raw`(?<![${wordCharacters}]|\p{N}[.,'’])[1-9]\d{0,2}(?<sign>[.,'’])\d{3}(?:\k<sign>\d{3})*(?![${wordCharacters}]|\k<sign>\p{N})`,
  "gu"
)

/** Most texts have none, and are not looked through for more. */
const mayBeGrouped = /\d[.,'’]\d{3}/

const bare = (number: string): string => number.replace(/\D/g, "")

/** A text with its numbers as one word each. */
export const ungrouped = (text: string): string => (mayBeGrouped.test(text) ? text.replace(grouped, bare) : text)

/** A number in a text, as one word, and where it stands. */
export interface GroupedNumber {
  readonly number: string
  readonly start: number
  readonly end: number
}

/** The numbers of a text that have more than one run of digits, in their order. */
export const groupedNumbers = (text: string): ReadonlyArray<GroupedNumber> =>
  mayBeGrouped.test(text)
    ? Array.from(text.matchAll(grouped), ({ 0: number, index }) => ({
        number: bare(number),
        start: index,
        end: index + number.length
      }))
    : []
