import { UnreadableDocument } from "./UnreadableDocument.ts"

/** What a JSON text may hold at most. Each of them is checked before `JSON.parse` sees the text. */
export interface JsonBounds {
  /** UTF-16 units of the text. */
  readonly maxLength: number
  /** Arrays and objects inside of each other. */
  readonly maxDepth: number
  /** Values of any kind: elements, members, and the whole. */
  readonly maxValues: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The place of the quote that ends the string which opens at `open`; the end of the text where none does. */
const stringEnd = (text: string, open: number): number => {
  for (let at = open; ;) {
    at = text.indexOf('"', at + 1)
    if (at === -1) return text.length
    let before = at
    while (text.charCodeAt(before - 1) === BACKSLASH) before--
    if ((at - before) % 2 === 0) return at
  }
}

/**
 * Passes over the text once, in linear time and without memory. The count is never below that of the values in valid
 * JSON: each but the first comes after a comma or an opening bracket.
 */
const check = (text: string, { maxDepth, maxValues }: JsonBounds): void => {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = stringEnd(text, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        values++
        if (++depth > maxDepth)
          throw new UnreadableDocument("too_deep", `the JSON is nested more than ${maxDepth} deep`)
        break
      case 0x2c: // ,
        values++
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
    }
    if (values > maxValues) throw new UnreadableDocument("too_large", `the JSON holds more than ${maxValues} values`)
  }
}

/**
 * `JSON.parse` for text of strangers. Nothing can interrupt that function, neither a worker's end nor its memory limit,
 * and 14 MB of brackets keep it for seconds and take gigabytes. So the text is measured first, and refused as
 * `too_large`, `too_deep` or `bad_json`.
 */
export const boundedJson = (text: string, bounds: JsonBounds): unknown => {
  if (text.length > bounds.maxLength)
    throw new UnreadableDocument("too_large", `the JSON is longer than ${bounds.maxLength} characters`)
  check(text, bounds)
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableDocument("bad_json", "the document is not valid JSON")
  }
}
