import { wordCharacters } from "./Words.ts"

/** The spaces that stand between thousands: the ordinary one, and those at which no line breaks. */
const space = String.raw`[ \u00a0\u2007\u2009\u202f]`

const digits = new RegExp(
  String.raw`(?<![${wordCharacters}+]|\p{N}[^\p{L}])[1-9]\d{0,2}(?:${space}\d{3}){1,4}(?![${wordCharacters}]|(?:${space}|[.,'’])\p{N})`,
  "gu"
)

/** Most texts have none, and are not looked through for more. */
const mayHave = new RegExp(String.raw`\d${space}\d{3}`)

/**
 * What may be a number whose thousands are grouped by spaces, `4 200`, with where it stands. Two numbers beside each
 * other look the same: `Boeing 737 800`.
 */
export const spacedNumbers = (text: string): ReadonlyArray<RegExpExecArray> =>
  mayHave.test(text) ? [...text.matchAll(digits)] : []
