import { plainTerm, termOf } from "./Analysis.ts"
import { fold } from "./Languages.ts"
import { planOf, type Query } from "./Query.ts"

/*
 * Words that somebody may have meant: one letter wrong, missing, too many or changed with its neighbour from five
 * letters on, two from nine. Their endings do not count: a word is compared with others as they are written, and what
 * it is found by with what they are found by. A word that is stored is right, unless next to nobody writes it and very
 * many write the other one in the same language. A word that is similar to none may be two words without the space.
 */

/** A word, what it is found by, and how many documents have it. */
export interface Known {
  readonly word: string
  readonly terms: ReadonlyArray<string>
  readonly documents: number
}

/** What was probably meant by words of a question. */
export interface Meant {
  /** By those that are stored nowhere, the likeliest first. */
  readonly unknown: ReadonlyMap<string, ReadonlyArray<string>>
  /** By those that few documents have. */
  readonly rare: ReadonlyMap<string, string>
  /** By those in quotation marks, which are searched for as they are. */
  readonly quoted: ReadonlyMap<string, string>
}

export const noneMeant: Meant = { unknown: new Map(), rare: new Map(), quoted: new Map() }

/** Words that more documents have are right. */
export const mostWrong = 4

/** About one word in a hundred is mistyped, and in so many ways that no single one comes near that. */
const timesAsFrequent = 50

/** How many documents must have another word, so that one that so many have is mistyped. */
export const leastMeant = (documents: number): number => Math.max(1, timesAsFrequent * documents)

/** For no more words of a question others are looked for. */
export const mostLookedUp = 4

/** So many words stand in for one. */
const mostInstead = 3

/** So many of the nearest words are tried until some are found that match. */
export const mostTried = 6

/** A word that can be mistyped. */
interface Suspect {
  readonly word: string
  /** It stands in quotation marks only. */
  readonly quoted: boolean
}

/** The words of a question that can be mistyped. */
export const suspects = (query: Query): ReadonlyArray<Suspect> => {
  const found = new Map<string, boolean>()
  for (const { kind, label, words } of query.units) {
    if (kind === "not" || label === true) continue
    for (const word of words) found.set(word, (found.get(word) ?? true) && kind === "must")
  }
  return [...found].flatMap(([word, quoted]) =>
    tolerance(word) > 0 && /^\p{L}+$/u.test(word) ? [{ word, quoted }] : []
  )
}

/** How many letters may be wrong. */
export const tolerance = (word: string): number => (word.length < 5 ? 0 : word.length < 9 ? 1 : 2)

/** What is left of a word without its ending is shorter, and of very little everything is a neighbour. */
const toleranceOfTerm = (term: string): number => (term.length < 4 ? 0 : term.length < 7 ? 1 : 2)

/** What a word is found by in texts of each of these languages: null where they pass over it. */
export const termsIn = (word: string, languages: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const { terms } = planOf({ units: [{ kind: "any", words: [word] }] }, languages)
  return new Map([...terms].flatMap(([language, [unit]]) => (unit?.[0] == null ? [] : [[language, unit[0]] as const])))
}

/** Two words written as one have at most this many letters together, and each at least this many. */
const together = { most: 18, each: 3 }

/** All ways to divide a word in two; those with parts of similar length come first. */
export const splitsOf = (word: string): ReadonlyArray<readonly [string, string]> =>
  word.length > together.most
    ? []
    : Array.from({ length: Math.max(0, word.length - 2 * together.each + 1) }, (_, n) => n + together.each)
        .toSorted((one, other) => Math.abs(2 * one - word.length) - Math.abs(2 * other - word.length))
        .map((at) => [word.slice(0, at), word.slice(at)])

/** The terms of two words in a row, in each of these languages. */
export const rowsIn = (
  [one, other]: readonly [string, string],
  languages: ReadonlyArray<string>
): ReadonlyMap<string, string> => {
  const after = termsIn(other, languages)
  return new Map(
    [...termsIn(one, languages)].flatMap(([language, term]) => {
      const next = after.get(language)
      return next === undefined ? [] : [[language, `${term} ${next}`] as const]
    })
  )
}

/**
 * Letters to change, to add, to leave out or to swap until the words are equal; `most + 1` where it is more than
 * `most`.
 */
export const distance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1
  // Most words that are compared have little in common: what they share at both ends is passed over first.
  let start = 0
  let [oneEnd, otherEnd] = [one.length, other.length]
  while (start < oneEnd && start < otherEnd && one[start] === other[start]) start++
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd--
    otherEnd--
  }
  const longest = Math.max(oneEnd, otherEnd) - start
  if (longest < 2) return longest
  if (most < 2 && longest > 2) return most + 1
  const [rows, columns] = [oneEnd - start, otherEnd - start]
  let before: Array<number> = []
  let last = Array.from({ length: columns + 1 }, (_, n) => n)
  for (let i = 1; i <= rows; i++) {
    const row = [i]
    let least = i
    const letter = one[start + i - 1]
    for (let j = 1; j <= columns; j++) {
      const same = letter === other[start + j - 1]
      let apart = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && letter === other[start + j - 2] && one[start + i - 2] === other[start + j - 1])
        apart = Math.min(apart, before[j - 2]! + 1)
      row.push(apart)
      least = Math.min(least, apart)
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return Math.min(last[columns]!, most + 1)
}

/** Three letters in a row, with its beginning and its end. */
const trigramsOf = (word: string): ReadonlySet<string> => {
  const text = `  ${word} `
  return new Set(Array.from({ length: text.length - 2 }, (_, n) => text.slice(n, n + 3)))
}

/** In tenths, so that one letter more does not decide. */
const similarity = (one: string, other: string): number => {
  const [of, among] = [trigramsOf(one), trigramsOf(other)]
  const both = [...of].filter((each) => among.has(each)).length
  return Math.round((10 * both) / (of.size + among.size - both))
}

/** A letter doubled, or one of two left out, is the most frequent error. */
const undoubled = (word: string): string => word.replace(/(.)\1+/gu, "$1")

/** Endings are so long. */
const ending = 4

/** A word without an error that its ending may have: two letters exchanged, or one too many. The stem has it too. */
const withOtherEnding = (word: string): ReadonlyArray<string> => {
  const variants = new Set<string>()
  for (let n = Math.max(1, word.length - ending); n < word.length; n++) {
    variants.add(word.slice(0, n) + word.slice(n + 1))
    variants.add(word.slice(0, n - 1) + word[n]! + word[n - 1]! + word.slice(n + 1))
  }
  return [...variants].filter((variant) => variant !== word)
}

/** A word that may have been meant. */
export interface Near {
  readonly known: Known
  readonly apart: number
}

/**
 * The words that were most likely meant by one, the likeliest first. Other forms of a word that is stored are the word
 * itself, and it is compared as it is written: it is hardly wrong.
 */
export const nearest = (
  own: Known,
  languages: ReadonlyArray<string>,
  vocabulary: ReadonlyArray<Known>
): ReadonlyArray<Near> => {
  const word = fold(own.word)
  const most = tolerance(word)
  const least = leastMeant(own.documents)
  const isStored = own.documents > 0
  const termsOf = (words: ReadonlyArray<string>) => [
    ...new Set(words.flatMap((each) => languages.map((language) => plainTerm(termOf(each, language)))))
  ]
  const ownTerms = isStored || vocabulary.length === 0 ? [] : termsOf([own.word, word])
  const otherTerms = new Set(ownTerms.length === 0 ? [] : termsOf(withOtherEnding(own.word)))
  const found: Array<Near & { readonly doubled: boolean; readonly similar: number }> = []
  for (const known of vocabulary) {
    if (known.documents < least || known.word === word) continue
    if (isStored && known.terms.some((term) => own.terms.includes(term))) continue
    let apart = distance(word, known.word, most)
    if (apart > 0 && ownTerms.length > 0) {
      for (const term of known.terms) {
        const plain = plainTerm(term)
        if (otherTerms.has(plain)) apart = Math.min(apart, 1)
        for (const ownTerm of ownTerms) {
          const within = Math.min(most, toleranceOfTerm(ownTerm), toleranceOfTerm(plain))
          const between = distance(ownTerm, plain, within)
          if (between <= within) apart = Math.min(apart, between)
        }
      }
    }
    if (apart > most) continue
    found.push({
      known,
      apart,
      doubled: undoubled(word) === undoubled(known.word),
      similar: similarity(word, known.word)
    })
  }
  return found.toSorted(
    (one, other) =>
      one.apart - other.apart ||
      Number(other.doubled) - Number(one.doubled) ||
      other.similar - one.similar ||
      other.known.documents - one.known.documents ||
      (one.known.word < other.known.word ? -1 : 1)
  )
}

/** Those that stand in for a word: of the nearest that match something, each in one form. */
export const standIns = (near: ReadonlyArray<Near>): ReadonlyArray<string> => {
  const terms = new Set<string>()
  const words: Array<string> = []
  for (const { apart, known } of near) {
    if (apart > near[0]!.apart || words.length >= mostInstead) break
    if (known.terms.every((term) => terms.has(term))) continue
    known.terms.forEach((term) => terms.add(term))
    words.push(known.word)
  }
  return words
}

/** Counts by word and term, as words with their terms. */
export const knownOf = (
  rows: ReadonlyArray<{ readonly word: string; readonly term: string; readonly documents: number }>
): ReadonlyArray<Known> => {
  const words = new Map<string, { readonly terms: Set<string>; documents: number }>()
  for (const { documents, term, word } of rows) {
    const known = words.get(word)
    if (known === undefined) words.set(word, { terms: new Set([term]), documents })
    else {
      known.terms.add(term)
      known.documents += documents
    }
  }
  return [...words].map(([word, { documents, terms }]) => ({ word, terms: [...terms], documents }))
}
