import { plainTerm, termOf, words } from "./Analysis.ts"
import { fold, languagesOfStopWord } from "./Languages.ts"
import { planOf, type Query } from "./Query.ts"

/*
 * Words that somebody may have meant: one letter wrong, missing, too many or changed with its neighbour from five
 * letters on, two from nine. Their endings do not count: a word is compared with others as they are written, and what
 * it is found by with what they are found by. Of words that are as near, one in the language of the question is more
 * likely, and then one that many write. A word that is stored is right, unless next to nobody writes it and very many
 * write the other one in the same language. A word that is similar to none may be two words without the space.
 */

/** A word, what it is found by, and how many documents have it: in all, and found by each term. */
export interface Known {
  readonly word: string
  readonly terms: ReadonlyMap<string, number>
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
  /** How texts write what is meant, which is compared without accents. */
  readonly written: ReadonlyMap<string, string>
}

export const noneMeant: Meant = { unknown: new Map(), rare: new Map(), quoted: new Map(), written: new Map() }

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

/** So many of the nearest words are looked for in documents, for all words of a question together. */
export const mostTried = 16

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

/** The words of a question that may tell its language, once each. */
export const tellingWords = ({ units }: Query): ReadonlyArray<string> => [
  ...new Set(units.flatMap(({ kind, label, words }) => (kind === "not" || label === true ? [] : words)))
]

/** The languages of which a word is a small one; none of other words. */
export const languagesOfSmallWord = (word: string): ReadonlyArray<string> => languagesOfStopWord(fold(word))

/** The languages that most words speak for, of which each has one vote. */
export const languageOfAll = (languagesOfWords: ReadonlyArray<ReadonlyArray<string>>): ReadonlySet<string> => {
  const votes = new Map<string, number>()
  for (const languages of languagesOfWords)
    for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + 1 / languages.length)
  const most = Math.max(...votes.values())
  return new Set([...votes].flatMap(([language, of]) => (2 * of >= most ? [language] : [])))
}

/** The languages of more than half of all documents. */
export const languageOfMost = (documents: ReadonlyMap<string, number>): ReadonlySet<string> => {
  const all = [...documents.values()].reduce((sum, of) => sum + of, 0)
  const found = new Set<string>()
  let among = 0
  for (const [language, of] of [...documents].toSorted(([, one], [, other]) => other - one)) {
    if (2 * among > all) break
    found.add(language)
    among += of
  }
  return found
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
  /** How many letters are wrong, whatever its ending. */
  readonly apart: number
  /** How many letters differ as they are written. */
  readonly edits: number
  /** But for letters that are doubled it is the same. */
  readonly doubled: boolean
}

export const fewerEdits = (one: Near, other: Near): number => one.apart - other.apart || one.edits - other.edits

/**
 * The words that were most likely meant by one, the likeliest first. Other forms of a word that is stored are the word
 * itself, and it is compared as it is written: it is hardly wrong.
 */
export const nearest = (
  own: { readonly word: string; readonly terms: ReadonlyArray<string>; readonly documents: number },
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
  const found: Array<Near & { readonly similar: number }> = []
  for (const known of vocabulary) {
    if (known.documents < least || known.word === word) continue
    if (isStored && own.terms.some((term) => known.terms.has(term))) continue
    let apart = distance(word, known.word, most)
    if (apart > 0 && ownTerms.length > 0) {
      for (const term of known.terms.keys()) {
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
      edits: distance(word, known.word, most + ending),
      doubled: undoubled(word) === undoubled(known.word),
      similar: similarity(word, known.word)
    })
  }
  return found.toSorted(
    (one, other) =>
      fewerEdits(one, other) ||
      Number(other.doubled) - Number(one.doubled) ||
      other.known.documents - one.known.documents ||
      other.similar - one.similar ||
      (one.known.word < other.known.word ? -1 : 1)
  )
}

/** A word that may have been meant, and how many documents in the language of the question have it, of a few. */
interface Spoken extends Near {
  readonly spoken: number
}

/**
 * The likeliest first, where it is known in which language the question is. Where its words tell the language
 * (`isTold`) a word of another one is less likely than any error in this one.
 */
export const likeliest = <N extends Spoken>(near: ReadonlyArray<N>, isTold: boolean): ReadonlyArray<N> => {
  const inLanguage = (one: N, other: N) => Number(other.spoken > 0) - Number(one.spoken > 0)
  return near.toSorted(
    (one, other) =>
      fewerEdits(one, other) ||
      (isTold ? inLanguage(one, other) : 0) ||
      Number(other.doubled) - Number(one.doubled) ||
      inLanguage(one, other) ||
      other.spoken - one.spoken
  )
}

/** Those that stand in for a word, of the likeliest in their order: each in one form. */
export const standIns = (near: ReadonlyArray<Spoken>, isTold: boolean): ReadonlyArray<string> => {
  const [first] = near
  const terms = new Set<string>()
  const instead: Array<string> = []
  for (const each of near) {
    const { known, spoken } = each
    if (fewerEdits(each, first!) > 0 || instead.length >= mostInstead) break
    if (isTold && first!.spoken > 0 && spoken === 0) break
    if ([...known.terms.keys()].every((term) => terms.has(term))) continue
    known.terms.forEach((_, term) => terms.add(term))
    instead.push(known.word)
  }
  return instead
}

/** Counts by word and term, as words with their terms. */
export const knownOf = (
  rows: ReadonlyArray<{ readonly word: string; readonly term: string; readonly documents: number }>
): ReadonlyArray<Known> => {
  const words = new Map<string, { readonly terms: Map<string, number>; documents: number }>()
  for (const { documents, term, word } of rows) {
    const known = words.get(word) ?? { terms: new Map<string, number>(), documents: 0 }
    known.terms.set(term, (known.terms.get(term) ?? 0) + documents)
    known.documents += documents
    words.set(word, known)
  }
  return [...words].map(([word, known]) => ({ word, ...known }))
}

/** How texts write a word that is given without accents, most of them; null where none has it. */
export const writtenAs = (word: string, texts: ReadonlyArray<string>): string | null => {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const each of words(text)) {
      if (fold(each.word) === word) counts.set(each.word, (counts.get(each.word) ?? 0) + 1)
    }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}
