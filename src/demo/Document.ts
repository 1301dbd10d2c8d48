import { escapeMarkup } from "../text/Html.ts"

/** What the sample web answers at one address. */
export interface Document {
  readonly type: string
  readonly body: string | Uint8Array
}

/** A CDATA section. Its own end cannot be written inside: there the section ends and another begins. */
export const cdata = (text: string): string => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`

/** Paragraphs as HTML. */
export const paragraphsOf = (paragraphs: ReadonlyArray<string>): string =>
  paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`).join("\n")

/** `Sat, 21 Nov 2026 11:20:00 GMT` (RFC 822 as RSS has it). */
export const rfc822 = (date: Date): string => date.toUTCString()

/** ISO 8601 without fraction, in a zone so many hours east of UTC: `2026-11-21T12:20:00+01:00`. */
export const iso = (date: Date, east = 0): string => {
  const local = new Date(date.getTime() + east * 3_600_000).toISOString().slice(0, 19)
  return east === 0 ? `${local}Z` : `${local}${east < 0 ? "-" : "+"}${String(Math.abs(east)).padStart(2, "0")}:00`
}
