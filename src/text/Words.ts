/*
 * Words as reports compare them: lower case, without endings, so that "charging" and "charged" are one word. Rules for
 * English; other languages keep their words as they are. Search has stemmers and stop words of its own
 * (search/Languages.ts): it finds what is alike, while a report's check must not take "universal" for "university", and
 * its lists of words go by these stems.
 */

/** What carries no meaning of its own. "not", "no" and the like are left out: they turn a meaning round. */
const stopWords = new Set(
  (
    "a about after again all also am an and any are as at be because been before being between both but by can could did do does doing " +
    "down during each few for from further had has have having he her here hers him his how i if in into is it its itself just may me might " +
    "more most much must my now of off on once only or other our out over own same shall she should so some such than that the their them then there " +
    "these they this those through to too under until up upon us very was we were what when where whether which while who whom whose why " +
    "will with within would you your"
  ).split(" ")
)

/** A word without the ending of a plural. */
export const singular = (word: string): string =>
  word.length <= 3 ? word : word.replace(/ies$/, "y").replace(/(?<![su])s$/, "")

/** What begins a sentence as it stands inside another. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Endings that change a word's form but not what it is about. */
export const stem = (word: string): string => {
  if (word.length <= 3) return word
  const bare = singular(word)
    .replace(/(?<=.{3})(?:ing|ed)$/, "")
    .replace(/([bdgmnprt])\1$/, "$1")
  return bare.replace(/e$/, "")
}

/** The stems of a list of words with white space between them. */
export const stems = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean).map(stem))

// Letters and digits, held together by what stands inside names: acme.com, AT&T, U.S, O'Reilly.
const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’.&][\p{L}\p{M}\p{N}]+)*/gu

/** Letters, marks and digits, as they stand in a character class of a pattern with `u`. */
export const wordCharacters = String.raw`\p{L}\p{M}\p{N}`

const run = new RegExp(`[${wordCharacters}]+`, "gu")

/** Letters, marks and digits in a row, as they are written, with where they stand: `O'Reilly` is two. */
export const runs = (text: string): IterableIterator<RegExpExecArray> => text.matchAll(run)

/** The words of a text in order, in lower case, as they stand. */
export const words = (text: string): ReadonlyArray<string> =>
  (text.normalize("NFKC").match(wordPattern) ?? []).map(bare)

/** Whether a word carries no meaning of its own. */
export const isStopWord = (word: string): boolean => stopWords.has(word)

/** Where the words of a text stand, as they are written. */
export const wordMatches = (text: string): IterableIterator<RegExpMatchArray> => text.matchAll(wordPattern)

/** A word as it is compared: in lower case, without the possessive. */
export const bare = (word: string): string => word.toLowerCase().replace(/['’]s$/, "")

const isNumeric = (word: string): boolean => /^[\d.]+$/.test(word)

/** The stems that carry meaning, in order; numbers are left to Numbers.ts. */
export const contentStems = (text: string): ReadonlyArray<string> =>
  words(text)
    .filter((word) => !stopWords.has(word) && !isNumeric(word))
    .map(stem)

// Where a sentence or a quotation begins, looked for backwards from a word.
const opening = /(?<=^|[.!?:;“"‘(]\s*)/y

const opensAt = (text: string, at: number): boolean => {
  opening.lastIndex = at
  return opening.test(text)
}

/** Names: words in capitals inside a sentence, or with inner capitals, digits or dots; as stems. */
export const nameStems = (text: string): ReadonlyArray<string> => {
  const plain = text.normalize("NFKC")
  const names: Array<string> = []
  for (const match of plain.matchAll(wordPattern)) {
    const word = match[0]
    const distinct = (/\p{L}/u.test(word) && /\p{N}/u.test(word)) || /.\p{Lu}|\p{L}\.\p{L}/u.test(word)
    const capital = /^\p{Lu}/u.test(word) && !opensAt(plain, match.index)
    const lower = bare(word)
    if ((distinct || capital) && !stopWords.has(lower) && !/^\d+(?:st|nd|rd|th|k|m|bn|tn|b)$/.test(lower)) {
      names.push(stem(lower))
    }
  }
  return names
}

/** How alike two sets are, 0 to 1: what they share out of what they have (Jaccard). */
export const likeness = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  if (one.size === 0 && other.size === 0) return 1
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return shared / (one.size + other.size - shared)
}
