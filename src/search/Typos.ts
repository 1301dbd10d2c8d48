/*
 * Words that somebody may have meant: one letter wrong, missing, too many or changed with its neighbour from five
 * letters on, two from nine.
 */

/** A word of the vocabulary, with how many documents have it. */
export interface Known {
  readonly word: string
  readonly documents: number
}

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

/** The word that was most likely meant; null where none is near. */
export const meant = (word: string, vocabulary: ReadonlyArray<Known>): string | null => {
  const most = tolerance(word)
  let best: { readonly word: string; readonly documents: number; readonly apart: number } | null = null
  for (const known of vocabulary) {
    const apart = known.word === word ? most + 1 : distance(word, known.word, most)
    if (apart > most) continue
    if (best === null || apart < best.apart || (apart === best.apart && known.documents > best.documents)) {
      best = { ...known, apart }
    }
  }
  return best?.word ?? null
}
