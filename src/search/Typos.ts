import { fold } from "./Languages.ts"
import type { Query } from "./Query.ts"

/*
 * Words that somebody may have meant: one letter wrong, missing, too many or changed with its neighbour from five
 * letters on, two from nine. A word that is stored is right, unless next to nobody writes it and very many write the
 * other one in the same language.
 */

/** A word, what it is found by, and how many documents have it. */
export interface Known {
  readonly word: string
  readonly terms: ReadonlyArray<string>
  readonly documents: number
}

/** What was probably meant by words of a question. */
export interface Meant {
  /** By those that are stored nowhere. */
  readonly unknown: ReadonlyMap<string, string>
  /** By those that few documents have. */
  readonly rare: ReadonlyMap<string, string>
}

export const noneMeant: Meant = { unknown: new Map(), rare: new Map() }

/** Words that more documents have are right. */
export const mostWrong = 4

/** About one word in a hundred is mistyped, and in so many ways that no single one comes near that. */
const timesAsFrequent = 50

/** How many documents must have another word, so that one that so many have is mistyped. */
export const leastMeant = (documents: number): number => Math.max(1, timesAsFrequent * documents)

/** No more words of a question are looked up. */
const mostLookedUp = 10

/** The words of a question that can be mistyped. */
export const suspects = (query: Query): ReadonlyArray<string> =>
  [...new Set(query.units.flatMap(({ kind, words }) => (kind === "not" ? [] : words)))]
    .filter((word) => tolerance(word) > 0 && /^\p{L}+$/u.test(word))
    .slice(0, mostLookedUp)

/** How many letters may be wrong. */
export const tolerance = (word: string): number => (word.length < 5 ? 0 : word.length < 9 ? 1 : 2)

/**
 * Letters to change, to add, to leave out or to swap until the words are equal; `most + 1` where it is more than
 * `most`.
 */
export const distance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: Array<number> = []
  let last = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        row[j] = Math.min(row[j]!, before[j - 2]! + 1)
      }
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return Math.min(last[other.length]!, most + 1)
}

/** The word that was most likely meant; null where none is near. Other forms of a word are the word itself. */
export const meant = (own: Known, vocabulary: ReadonlyArray<Known>): Known | null => {
  const word = fold(own.word)
  const most = tolerance(word)
  const least = leastMeant(own.documents)
  let best: { readonly known: Known; readonly apart: number } | null = null
  for (const known of vocabulary) {
    if (known.documents < least || known.word === word || known.terms.some((term) => own.terms.includes(term))) continue
    const apart = distance(word, known.word, most)
    if (apart > most) continue
    if (best === null || apart < best.apart || (apart === best.apart && known.documents > best.known.documents)) {
      best = { known, apart }
    }
  }
  return best?.known ?? null
}
