import { Buffer } from "node:buffer"

/** What lengths are counted in: UTF-16 code units, as JavaScript and Discord do, or bytes of UTF-8, as ntfy does. */
export type Unit = "units" | "bytes"

const lengthIn = (text: string, unit: Unit): number => (unit === "units" ? text.length : Buffer.byteLength(text))

/** The beginning of a text that has at most so many; `…` stands for what was left out. No character is cut in two. */
export const cut = (text: string, most: number, unit: Unit = "units"): string => {
  // Every unit is at least one code unit, so text beyond this cannot fit.
  const beginning = text.slice(0, most + 1)
  if (beginning.length === text.length && lengthIn(text, unit) <= most) return text
  const room = most - lengthIn("…", unit)
  let length = 0
  let kept = ""
  for (const character of beginning) {
    length += lengthIn(character, unit)
    if (length > room) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
