import { Schema, SchemaGetter } from "effect"

// C0 and C1 controls and DEL. U+0000 in particular makes Postgres refuse the whole statement.
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/

// The same without tab, line feed and carriage return, which belong to running text.
// oxlint-disable-next-line no-control-regex
const controlInProse = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/**
 * A single line, taken as it is: `minimum` to `maximum` Unicode code points; control characters and lone surrogates are
 * refused. `counted` is what of it is looked at.
 */
export const exactLine = (minimum: number, maximum: number, counted = (text: string) => text) =>
  Schema.String.annotate({ message: "must be a string" }).check(
    Schema.makeFilter<string>(
      (given) => {
        const text = counted(given)
        // A string has at most two code units for a code point: what is far too long need not be counted.
        const length = text.length > 2 * maximum ? Infinity : codePoints(text)
        if (length < minimum || length > maximum) return `must be ${minimum} to ${maximum} characters long`
        if (control.test(text)) return "must not contain control characters"
        return text.isWellFormed() || "must be well-formed Unicode"
      },
      { toJsonSchema: () => ({ minLength: minimum, maxLength: maximum }) }
    )
  )

/**
 * A single line typed by a client, as {@link exactLine}, once it is tidied. The check stands before the tidying, so
 * that the bounds show in the OpenAPI document.
 */
const tidied = (tidy: (text: string) => string) => (minimum: number, maximum: number) =>
  exactLine(minimum, maximum, tidy).pipe(
    Schema.decodeTo(Schema.String, { decode: SchemaGetter.transform(tidy), encode: SchemaGetter.passthrough() })
  )

/** A line without white space around it. */
export const line = tidied((text) => text.trim())

/** Words to search for, as people paste them: tabs, line breaks and other white space are spaces. */
export const question = tidied((text) => text.replace(/\s/g, " ").trim())

/**
 * Running text typed by a client: at most `maximum` code points; line breaks and tabs are allowed, other controls are
 * not.
 */
export const prose = (maximum: number) =>
  Schema.String.annotate({ message: "must be a string" }).check(
    Schema.makeFilter<string>(
      (text) => {
        if (text.length > 2 * maximum || codePoints(text) > maximum) return `must be at most ${maximum} characters long`
        if (controlInProse.test(text)) return "must not contain control characters"
        return text.isWellFormed() || "must be well-formed Unicode"
      },
      { toJsonSchema: () => ({ maxLength: maximum }) }
    )
  )

/**
 * Removes what storage cannot hold or a line must not have: control characters become spaces, lone surrogates U+FFFD.
 */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]+/g, " ")
    .replace(/ {2,}/g, " ")
    .trim()

/** Marks that turn the direction of what follows, and so can make text look like other text. */
export const direction = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** An absolute http(s) URL of at most 2,000 characters. */
export const HttpUrl = Schema.String.annotate({ message: "must be a string" }).check(
  Schema.makeFilter<string>(
    (text) => {
      if (text.length > 2_000) return "must be at most 2000 characters long"
      const protocol = control.test(text) ? undefined : URL.parse(text)?.protocol
      return (
        ((protocol === "http:" || protocol === "https:") && text.isWellFormed()) ||
        "must be an absolute http or https URL"
      )
    },
    { toJsonSchema: () => ({ format: "uri", maxLength: 2_000 }) }
  )
)
