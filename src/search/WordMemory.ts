import { Buffer } from "node:buffer"

/** Which characters words are made of. */
export interface Alphabet {
  /** All words of a text. */
  readonly words: RegExp
  /** By UTF-16 code units: 1 for those of words, 2 for halves of a character, which only the pattern can judge. */
  readonly units: Uint8Array
}

/** The alphabet of a class of characters, as it stands in a pattern with `u`. */
export const alphabetOf = (characters: string): Alphabet => {
  const words = new RegExp(`[${characters}]+`, "gu")
  const units = new Uint8Array(0x1_0000).fill(2, 0xd800, 0xe000)
  const each = Array.from(units, (half, unit) => (half === 0 ? String.fromCharCode(unit) : " ")).join("")
  for (const { 0: run, index } of each.matchAll(words)) units.fill(1, index, index + run.length)
  return { words, units }
}

/** Language repeats its words: nine of ten are among so many. */
const slots = 1 << 15

/** So many of them may have a word. */
const tried = 4

/** Longer words hardly come again. */
const mostUnits = 64

/**
 * What is made of words, for those of them that come again and again. A text is read without making a string of each
 * of its words, which takes less than half the time of a map of strings. Bounded in space, and in time by any text: a
 * word that finds its slots taken drives another one out.
 */
export class WordMemory<A> {
  readonly #alphabet: Alphabet
  readonly #make: (word: string) => A
  readonly #hashes = new Int32Array(slots)
  readonly #known: Array<{ readonly word: string; readonly made: A } | undefined> = Array.from({ length: slots })

  constructor(alphabet: Alphabet, make: (word: string) => A) {
    this.#alphabet = alphabet
    this.#make = make
  }

  /** What is made of each word of a text that has at most so many UTF-16 code units, in their order. */
  read(text: string, longest = Infinity): Array<A> {
    const { units, words } = this.#alphabet
    const made: Array<A> = []
    let start = -1
    let hash = 0
    for (let n = 0; n <= text.length; n++) {
      const unit = n < text.length ? text.charCodeAt(n) : 0
      const kind = units[unit]
      if (kind === 2) {
        const found = text.match(words) ?? []
        return found.filter(({ length }) => length <= longest).map((word) => this.get(word))
      }
      if (kind === 1) {
        if (start < 0) {
          start = n
          hash = firstHash
        }
        hash = nextHash(hash, unit)
      } else if (start >= 0) {
        if (n - start <= longest) made.push(this.#of(text, start, n, hash))
        start = -1
      }
    }
    return made
  }

  get(word: string): A {
    let hash = firstHash
    for (let n = 0; n < word.length; n++) hash = nextHash(hash, word.charCodeAt(n))
    return this.#of(word, 0, word.length, hash)
  }

  #of(text: string, start: number, end: number, hash: number): A {
    if (end - start > mostUnits) return this.#make(text.slice(start, end))
    const home = hash ^ (hash >>> 15)
    let free = home & (slots - 1)
    for (let n = 0; n < tried; n++) {
      const slot = (home + n) & (slots - 1)
      const known = this.#known[slot]
      if (known === undefined) {
        free = slot
        break
      }
      if (this.#hashes[slot] === hash && known.word.length === end - start && text.startsWith(known.word, start))
        return known.made
    }
    // A copy, because a part of a text keeps all of the text in memory.
    const word = Buffer.from(text.slice(start, end)).toString()
    const made = this.#make(word)
    this.#hashes[free] = hash
    this.#known[free] = { word, made }
    return made
  }
}

// FNV-1a, of code units.
const firstHash = 0x811c9dc5 | 0
const nextHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)
