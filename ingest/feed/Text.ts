const WINDOWS_1252 = new TextDecoder("windows-1252")

/**
 * Characters that must not stand in a line of text: controls, noncharacters, and marks that split words or reorder the
 * line.
 */
const UNWANTED =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g

const UNCLEAN =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f<\u007f-\u00a0\u00ad\u1680\u2000-\u200b\u2028-\u202f\u205f-\u2069\u3000\ud800-\udfff\ufeff\ufffe\uffff]/

/** Whether {@link line} would change nothing but the ends. This is true of most texts, so they take this fast path. */
export const isClean = (text: string): boolean => !text.includes("  ") && !UNCLEAN.test(text)

/** White space that is not already one plain space. */
const UNEVEN = /[^\S ]\s*| \s+/g

/** White space runs as one space each. */
export const collapse = (text: string): string => text.replace(UNEVEN, " ")

/** The first `max` code points. */
export const cap = (text: string, max: number): string => {
  if (text.length <= max) return text
  const head = text.slice(0, max)
  if (!/[\ud800-\udfff]/.test(head)) return head
  let end = 0
  for (let count = 0; count < max && end < text.length; count++) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** The first `max` code points of a clean text, without space at its ends. */
export const cut = (text: string, max: number): string => cap(text.trim(), max).trimEnd()

const withoutScript = (text: string): string =>
  text.includes("<")
    ? text.replace(/(?<![</])[</]+(?=script)/gi, (run) => (run.includes("<") ? run.slice(0, run.indexOf("<")) : run))
    : text

/**
 * One line of well-formed plain text of at most `max` code points: white space runs become one space, characters of the
 * range that Windows software writes for quotes and dashes become those, controls go, and so does what would start a
 * script in a careless page. Of a longer text, only as much is looked at as can fill the line (most of it may be white
 * space).
 */
export const line = (text: string, max: number): string => {
  const head = text.slice(0, 16 * max)
  return cut(isClean(head) ? head : cleaned(head), max)
}

const cleaned = (text: string): string =>
  collapse(
    withoutScript(
      text
        .replace(/[\u0080-\u009f]/g, (char) => WINDOWS_1252.decode(Uint8Array.of(char.charCodeAt(0))))
        .replace(UNWANTED, "")
        .toWellFormed()
    )
  )

/** The first words of a text, at most `max` code points, with an ellipsis where more follows. */
export const firstWords = (text: string, max: number): string => {
  const head = cap(text, max)
  if (head.length === text.length) return text
  const space = head.lastIndexOf(" ")
  return `${(space > head.length / 2 ? head.slice(0, space) : cap(head, max - 1)).trimEnd()}…`
}
