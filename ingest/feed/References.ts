import { decodeHTMLStrict } from "entities"

/** The references that occur most, each with its character. */
const COMMON: ReadonlyArray<readonly [reference: string, character: string]> = [
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
  ["&quot;", '"'],
  ["&apos;", "'"]
]

const REFERENCE = /&(?:#(\d{1,7}|x[\da-f]{1,6})|[a-z][a-z\d]{0,31});/iy

/** The character of a numeric reference, "" for what XML forbids. */
const characterOf = (digits: string): string => {
  const code = Number(digits.replace(/^x/i, "0x"))
  return code === 0 || code > 0x10ffff ? "" : String.fromCodePoint(code)
}

/** Names looked up before, bounded: a document uses few of HTML's 2,231. */
const seen = new Map<string, string>()
const MAX_SEEN = 1_000

const characterNamed = (reference: string): string => {
  const known = seen.get(reference)
  if (known !== undefined) return known
  const decoded = decodeHTMLStrict(reference)
  if (seen.size < MAX_SEEN) seen.set(reference, decoded)
  return decoded
}

const commonAt = (text: string, at: number): (typeof COMMON)[number] | undefined => {
  for (const common of COMMON) if (text.startsWith(common[0], at)) return common
  return undefined
}

/** XML's references decoded once, HTML's names among them; an ampersand that begins no reference stands for itself. */
export const decodeXml = (text: string): string => {
  let out = ""
  let at = 0
  for (let ampersand = text.indexOf("&"); ampersand !== -1; ampersand = text.indexOf("&", ampersand + 1)) {
    let [reference, character] = commonAt(text, ampersand) ?? ["", ""]
    if (reference === "") {
      REFERENCE.lastIndex = ampersand
      const match = REFERENCE.exec(text)
      if (match === null) continue
      reference = match[0]
      character = match[1] === undefined ? characterNamed(reference) : characterOf(match[1])
    }
    out += text.slice(at, ampersand) + character
    at = ampersand + reference.length
  }
  return at === 0 ? text : out + text.slice(at)
}
