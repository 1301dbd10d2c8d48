import { wordCharacters } from "./Words.ts"

/** Spaces that group thousands: the ordinary one, and those that do not break a line. */
const space = String.raw`[ \u00a0\u2007\u2009\u202f]`

const digits = new RegExp(
  String.raw`(?<![${wordCharacters}+]|\p{N}[^\p{L}])[1-9]\d{0,2}(?:${space}\d{3}){1,4}(?![${wordCharacters}]|(?:${space}|[.,'’])\p{N})`,
  "gu"
)

/** A cheap test first, because most texts have no such number. */
const mayHave = new RegExp(String.raw`\d${space}\d{3}`)

/**
 * What may be a number whose thousands are grouped by spaces, such as `4 200`, with its place. Two numbers side by side
 * look the same: `Boeing 737 800`.
 */
export const spacedNumbers = (text: string): ReadonlyArray<RegExpExecArray> =>
  mayHave.test(text) ? [...text.matchAll(digits)] : []
