import { guessEncoding } from "./CharsetGuess.ts"

const ASCII_COMPATIBLE = "latin1"

/** Bytes searched for an encoding declaration: room for a server's notice before the prolog. */
const PROLOG_BYTES = 4_096

/**
 * Non-ASCII characters that must all be valid UTF-8 before that outweighs a label with a multi-byte encoding: two
 * characters of GBK can be valid UTF-8 by chance, eight in a row are not.
 */
const CONVINCING = 8

const LABEL_IN_TYPE = /charset\s*=\s*["']?([\w.:-]+)/i
const LABEL_IN_PROLOG = /<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i
const MULTI_BYTE = new Set(["gbk", "gb18030", "big5", "euc-jp", "shift_jis", "euc-kr", "iso-2022-jp"])

const decoderOf = (label: string, fatal: boolean): TextDecoder | null => {
  try {
    // Windows names come as "win-1251" too; the Encoding Standard does not know those.
    return new TextDecoder(label.replace(/^(?:win|x-cp)-?(?=125\d$)/i, "windows-"), { fatal })
  } catch {
    return null
  }
}

/**
 * The text, or null where the bytes are not of that encoding. A sequence cut off at the end is forgiven: documents get
 * truncated.
 */
const strict = (label: string, bytes: Uint8Array): string | null => {
  try {
    return decoderOf(label, true)?.decode(bytes, { stream: true }) ?? null
  } catch {
    return null
  }
}

const lossy = (label: string, bytes: Uint8Array): string => (decoderOf(label, false) ?? new TextDecoder()).decode(bytes)

/** How many characters have at least this code. */
const countFrom = (text: string, code: number): number => {
  let count = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= code) count++
  return count
}

const utf16Of = ([first, second, third, fourth]: Uint8Array): string | null => {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return "utf-16le"
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return "utf-16be"
  return null
}

const labelsOf = (bytes: Uint8Array, contentType: string | undefined): ReadonlyArray<string> => {
  const head = lossy(ASCII_COMPATIBLE, bytes.subarray(0, PROLOG_BYTES))
  return [LABEL_IN_TYPE.exec(contentType ?? "")?.[1], LABEL_IN_PROLOG.exec(head)?.[1]]
    .map((label) => (label === undefined ? undefined : decoderOf(label, false)?.encoding))
    .filter((encoding) => encoding !== undefined)
    .filter((encoding) => !encoding.startsWith("utf-16"))
}

/**
 * The text of a document: byte order mark, charset of the HTTP header, XML prolog (RFC 7303), else UTF-8, else what the
 * letters look like, else windows-1252. Bytes that are valid UTF-8 are UTF-8 even where a single-byte label says
 * otherwise: servers add such labels by default.
 */
export const decodeText = (bytes: Uint8Array, contentType: string | undefined): string => {
  const utf16 = utf16Of(bytes)
  if (utf16 !== null) return lossy(utf16, bytes)

  const labels = labelsOf(bytes, contentType)
  const utf8 = strict("utf-8", bytes)
  if (utf8 !== null) {
    const multiByte = labels.find((label) => MULTI_BYTE.has(label))
    if (multiByte === undefined) return utf8
    if (multiByte !== "iso-2022-jp" && countFrom(utf8, 0x80) >= CONVINCING) return utf8
    return strict(multiByte, bytes) ?? utf8
  }

  for (const label of labels) {
    const text = strict(label, bytes)
    if (text !== null) return text
  }
  const [label = "utf-8"] = labels
  const text = lossy(label, bytes)
  // A few broken bytes are replaced one by one; more of them mean that the label is wrong.
  return countFrom(text, 0xfffd) * 4 <= countFrom(text, 0x80) ? text : lossy(guessEncoding(bytes), bytes)
}
