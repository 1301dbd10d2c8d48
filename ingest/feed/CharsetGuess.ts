/**
 * The most frequent characters of the languages that each encoding was made for: they are a fifth or more of any real
 * text.
 */
const FREQUENT: Readonly<Record<string, string>> = {
  shift_jis: "のにはをたがでてとしれさるいかなすま",
  "euc-jp": "のにはをたがでてとしれさるいかなすま",
  "euc-kr": "이다는의가을에고하지로기도한를은사나서인",
  gbk: "的一是不了人在有我他这个们中来上大为和国地到以说时要就出会可也你对生能",
  big5: "的一是不了人在有我他這個們中來上大為和國地到以說時要就出會可也你對生能",
  "windows-1251": "оеаинтсрвл",
  "koi8-r": "оеаинтсрвл"
}

/**
 * Share of a text's non-ASCII characters that must be frequent ones; a wrong encoding scatters them and gets below
 * 0.05.
 */
const ENOUGH = 0.12

/** Bytes looked at, and the non-ASCII ones among them that make a guess possible. */
const SAMPLE = 65_536
const FEWEST = 12

/** In text of another script most non-ASCII bytes have a neighbour; accents in Latin text stand alone. */
const isLatin = (bytes: Uint8Array): boolean => {
  let high = 0
  let beside = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue
    high++
    if ((bytes[at - 1] ?? 0) >= 0x80 || (bytes[at + 1] ?? 0) >= 0x80) beside++
  }
  return high < FEWEST || beside * 2 < high
}

/** How much of the sample is frequent in the languages of that encoding; 0 where the bytes are no such text. */
const score = (label: string, frequent: string, sample: Uint8Array): number => {
  try {
    const foreign = new TextDecoder(label, { fatal: true }).decode(sample, { stream: true }).replace(/[\0-\x7f]/g, "")
    return foreign === "" ? 0 : Array.from(foreign).filter((char) => frequent.includes(char)).length / foreign.length
  } catch {
    return 0
  }
}

/**
 * The encoding of bytes that carry no usable label and are not UTF-8: what their letters look like, windows-1252 where
 * that says nothing.
 */
export const guessEncoding = (bytes: Uint8Array): string => {
  const sample = bytes.subarray(0, SAMPLE)
  if (isLatin(sample)) return "windows-1252"
  const [best] = Object.entries(FREQUENT)
    .map(([label, frequent]) => ({ label, score: score(label, frequent, sample) }))
    .toSorted((a, b) => b.score - a.score)
  return best !== undefined && best.score >= ENOUGH ? best.label : "windows-1252"
}
