/*
 * Abbreviations that texts explain themselves, "electric vehicle (EV)" and "EV (electric vehicle)", by the rule of
 * Schwartz and Hearst, A Simple Algorithm for Identifying Abbreviation Definitions in Biomedical Text (2003): the short
 * form's letters are found in the long one from right to left, the first of them at the beginning of a word.
 */

export interface Abbreviation {
  readonly short: string
  readonly long: string
}

/** A short form has 2 to 10 characters, one of them a letter, and no more than two words. */
const isShort = (text: string): boolean =>
  text.length >= 2 &&
  text.length <= 10 &&
  /^[\p{L}\p{N}]/u.test(text) &&
  /\p{Lu}/u.test(text) &&
  text.split(" ").length <= 2

/** How many words beside the parenthesis are searched for a long form. */
const wordsBeside = (short: string): number => Math.min(short.length + 5, short.length * 2)

const letterOrDigit = /[\p{L}\p{N}]/u

/** The last index of a letter before a place, if asked at the beginning of a word; -1 if there is none. */
const lastBefore = (text: string, before: number, letter: string, atBeginning: boolean): number => {
  let at = before - 1
  while (at >= 0) {
    const begins = at === 0 || !letterOrDigit.test(text[at - 1]!)
    if (text[at]!.toLowerCase() === letter && (begins || !atBeginning)) break
    at--
  }
  return at
}

/** The shortest end of a text that has the letters of the short form in order; null if there is none. */
export const longFormOf = (short: string, text: string): string | null => {
  let at = text.length
  for (let n = short.length - 1; n >= 0; n--) {
    const letter = short[n]!.toLowerCase()
    if (!letterOrDigit.test(letter)) continue
    at = lastBefore(text, at, letter, n === 0)
    if (at < 0) return null
  }
  const long = text.slice(text.lastIndexOf(" ", at) + 1)
  return long.length > short.length && !long.split(/\s+/).includes(short) ? long : null
}

/** `EVs` is the plural of `EV`. */
const singular = (short: string): string => short.replace(/(?<=\p{Lu})s$/u, "")

const parenthesis = /\(([^()]{2,80})\)/g

/** The rest of a text is ignored. */
const longest = 4_000

/** The abbreviations that a text explains. */
export const abbreviationsIn = (text: string): ReadonlyArray<Abbreviation> => {
  const part = text.slice(0, longest)
  const found: Array<Abbreviation> = []
  for (const match of part.matchAll(parenthesis)) {
    const inside = match[1]!.split(/[,;]/)[0]!.trim()
    const before = part.slice(Math.max(0, match.index - 200), match.index).trimEnd()
    const words = before.split(/\s+/)
    const last = words.at(-1) ?? ""
    if (isShort(inside)) {
      const short = singular(inside)
      const long = longFormOf(short, words.slice(-wordsBeside(short)).join(" "))
      if (long !== null) found.push({ short, long })
    } else if (isShort(last)) {
      const short = singular(last)
      if (longFormOf(short, inside) === inside) found.push({ short, long: inside })
    }
  }
  return found
}
