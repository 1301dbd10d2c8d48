import { francAll } from "franc-min"
import { createRequire } from "node:module"
import type { newStemmer } from "snowball-stemmers"
import * as stopWords from "stopword"
import { alphabetOf, WordMemory } from "./WordMemory.ts"

/*
 * The languages that search knows, by their ISO 639-1 codes: how words lose their endings (Snowball, the stemmers of
 * Postgres's own text search), which words carry no meaning of their own, and how a text without a stated language is
 * told. A text in any other language is found by its words as they stand.
 */

interface Known {
  /** The name of the Snowball stemmer; null where words have no endings to lose, or nobody wrote one. */
  readonly stemmer: string | null
  readonly stopWords: ReadonlyArray<string>
  /** ISO 639-3, by which the detector and the lists of stop words go. */
  readonly iso3: string
}

/** Words with which people ask in English that the list of stop words lacks. */
const asking = ["does", "when", "whom", "whose", "why"]

const known: Readonly<Record<string, Known>> = {
  ar: { stemmer: "arabic", stopWords: stopWords.ara, iso3: "arb" },
  cs: { stemmer: "czech", stopWords: stopWords.ces, iso3: "ces" },
  de: { stemmer: "german", stopWords: stopWords.deu, iso3: "deu" },
  el: { stemmer: null, stopWords: stopWords.ell, iso3: "ell" },
  en: { stemmer: "english", stopWords: [...stopWords.eng, ...asking], iso3: "eng" },
  es: { stemmer: "spanish", stopWords: stopWords.spa, iso3: "spa" },
  fr: { stemmer: "french", stopWords: stopWords.fra, iso3: "fra" },
  hi: { stemmer: null, stopWords: stopWords.hin, iso3: "hin" },
  hu: { stemmer: "hungarian", stopWords: stopWords.hun, iso3: "hun" },
  id: { stemmer: null, stopWords: stopWords.ind, iso3: "ind" },
  it: { stemmer: "italian", stopWords: stopWords.ita, iso3: "ita" },
  ja: { stemmer: null, stopWords: stopWords.jpn, iso3: "jpn" },
  ko: { stemmer: null, stopWords: stopWords.kor, iso3: "kor" },
  nl: { stemmer: "dutch", stopWords: stopWords.nld, iso3: "nld" },
  pl: { stemmer: null, stopWords: stopWords.pol, iso3: "pol" },
  pt: { stemmer: "portuguese", stopWords: stopWords.por, iso3: "por" },
  ro: { stemmer: "romanian", stopWords: stopWords.ron, iso3: "ron" },
  ru: { stemmer: "russian", stopWords: stopWords.rus, iso3: "rus" },
  sv: { stemmer: "swedish", stopWords: stopWords.swe, iso3: "swe" },
  th: { stemmer: null, stopWords: stopWords.tha, iso3: "tha" },
  tr: { stemmer: "turkish", stopWords: stopWords.tur, iso3: "tur" },
  uk: { stemmer: null, stopWords: stopWords.ukr, iso3: "ukr" },
  vi: { stemmer: null, stopWords: stopWords.vie, iso3: "vie" },
  zh: { stemmer: null, stopWords: stopWords.zho, iso3: "cmn" }
}

/** Those whose words are known. */
export const languages: ReadonlyArray<string> = Object.keys(known)

/** The language in which a text is analysed that states none and tells none. */
export const fallback = "en"

/** The ISO 639-1 code of a BCP 47 tag (`de-AT` is `de`); null where it has none. */
export const languageOf = (tag: string | null | undefined): string | null =>
  /^\s*([a-z]{2})(?:[-_][a-z0-9-_]{1,30})?\s*$/i.exec(tag?.slice(0, 40) ?? "")?.[1]?.toLowerCase() ?? null

const byIso3 = new Map(Object.entries(known).map(([code, { iso3 }]) => [iso3, code]))

/** Letters that stand alone in Unicode and are written with others where they are not on the keyboard. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i"
}

/** Scripts whose marks are accents; in others they are vowels. */
const accented = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}]/u

/** A word of lower case without accents: `österreich` and `osterreich` are one word. й is a letter of its own. */
export const fold = (word: string): string => {
  if (/^[a-z0-9]*$/.test(word)) return word
  const plain = word.normalize("NFKC")
  if (!accented.test(plain)) return plain
  return plain
    .normalize("NFKD")
    .replace(/(?<!и)\p{Mn}+/gu, "")
    .normalize("NFC")
    .replace(/[ßøæœłđðþı]/g, (letter) => letters[letter]!)
}

/** The words that carry no meaning of their own. */
export const stopWordsOf = (language: string): ReadonlyArray<string> => known[language]?.stopWords ?? []

/** The languages of each stop word, by the word without accents. */
const stopWordTable = () => {
  const table = new Map<string, Array<string>>()
  for (const code of languages) {
    for (const word of stopWordsOf(code)) {
      const folded = fold(word.toLowerCase())
      const codes = table.get(folded)
      if (codes === undefined) table.set(folded, [code])
      else if (codes.at(-1) !== code) codes.push(code)
    }
  }
  return table
}

let stopWordLanguages: ReturnType<typeof stopWordTable> | undefined

const noLanguages: ReadonlyArray<string> = []

/** The languages in which a word carries no meaning of its own; `folded` is without accents and in lower case. */
export const languagesOfStopWord = (folded: string): ReadonlyArray<string> =>
  (stopWordLanguages ??= stopWordTable()).get(folded) ?? noLanguages

/** `folded` is without accents and in lower case. */
export const isStopWord = (folded: string, language: string): boolean => languagesOfStopWord(folded).includes(language)

/** What of a word tells the language that it is in. */
interface Telling {
  readonly word: string
  readonly isLatin: boolean
  /** The languages in which it is a stop word; a letter alone tells none. */
  readonly languages: ReadonlyArray<string>
}

const telling = (word: string): Telling => ({
  word,
  isLatin: /\p{sc=Latin}/u.test(word),
  languages: word.length === 1 ? noLanguages : languagesOfStopWord(fold(word))
})

let tellingWords: WordMemory<Telling> | undefined

/**
 * How much of a text tells its language, with how few letters it tells none, and of how many guesses the words decide.
 */
const sample = { most: 240, fewest: 20, guesses: 4 }

/** What the share of stop words counts beside the detector's likeness, which is 1 for its first guess. */
const stopWeight = 2

/**
 * So many stop words of one language tell it without the detector: this many, this share of all words, so often those
 * of the next language.
 */
const plainly = { words: 4, share: 0.15, ahead: 2 }

/**
 * Fewer stop words are enough to contradict the stated language if the text has no stop word of that language and the
 * detector agrees.
 */
const against = { words: 3, share: 0.15 }

/** A text in Latin letters of so many words with a smaller share of stop words is in none of the languages. */
const foreign = { words: 20, share: 0.05 }

/** What the words of a text say of its language; null where they are too few. */
const lookedAt = (text: string) => {
  const part = text.slice(0, sample.most)
  // Letters alone, unlike words elsewhere: figures are of no language.
  const found = (tellingWords ??= new WordMemory(alphabetOf(String.raw`\p{L}`), telling)).read(part.toLowerCase())
  if (part.length < sample.fewest || found.length === 0) return null
  const counts = new Map<string, number>()
  for (const { languages } of found) for (const code of languages) counts.set(code, (counts.get(code) ?? 0) + 1)
  const [most, next] = [...counts].toSorted(([, one], [, other]) => other - one)
  const count = most?.[1] ?? 0
  const least = Math.max(plainly.words, plainly.share * found.length, plainly.ahead * (next?.[1] ?? 0))
  return {
    part,
    found,
    counts,
    words: found.length,
    /** How many stop words it has of the language that has most. */
    count,
    /** The language that its stop words tell without doubt. */
    plain: most !== undefined && count >= least ? most[0] : null,
    isLatin: found.filter((word) => word.isLatin).length >= found.length / 2
  }
}

const signs = (text: string, of: RegExp): number => text.match(of)?.length ?? 0

/** A word in Latin script has about this many times as many letters as a Japanese word has signs. */
const lettersPerSign = 2

/** Nearly every Japanese title has kana, even if most of its words are Latin names, and no other language has them. */
const isJapanese = (text: string): boolean =>
  /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) &&
  lettersPerSign * signs(text, /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}ー]/gu) >= signs(text, /[A-Za-z]/g)

/**
 * The language that a text is in, where it is long enough to tell. Mostly its stop words tell it. Where they are of
 * several languages, a detector that counts letters guesses, and they choose among its first guesses and English: short
 * titles mislead it. A text in Latin letters with next to no stop words tells nothing; of other scripts letters are
 * enough.
 */
export const detect = (text: string): string | null => {
  if (isJapanese(text.slice(0, sample.most))) return "ja"
  const looked = lookedAt(text)
  if (looked === null) return null
  const { count, counts, isLatin, part, plain, words } = looked
  if (plain !== null) return plain
  if (isLatin && count < (words < foreign.words ? 1 : foreign.share * words)) return null
  const guesses = francAll(part, { minLength: sample.fewest, only: [...byIso3.keys()] })
    .slice(0, sample.guesses)
    .flatMap(([iso3, likeness]) => {
      const code = byIso3.get(iso3)
      return code === undefined ? [] : [{ code, likeness }]
    })
  const [first] = guesses
  if (first === undefined) return null
  const last = guesses.at(-1)!.likeness
  const candidates =
    !isLatin || guesses.some(({ code }) => code === fallback)
      ? guesses
      : [...guesses, { code: fallback, likeness: last }]
  let best: { readonly code: string; readonly worth: number } | null = null
  for (const { code, likeness } of candidates) {
    const share = (counts.get(code) ?? 0) / words
    const worth = likeness + stopWeight * share
    if (share > 0 && (best === null || worth > best.worth)) best = { code, worth }
  }
  return best?.code ?? (isLatin ? null : first.code)
}

/** The languages that are not written in Latin letters. */
const otherScripts = new Set(["ar", "el", "hi", "ja", "ko", "ru", "th", "uk", "zh"])

/** The first guess of a detector that counts letters. */
const firstGuess = (part: string): string | null => {
  const [first] = francAll(part, { minLength: sample.fewest, only: [...byIso3.keys()] })
  return byIso3.get(first?.[0] ?? "") ?? null
}

/**
 * The language that the text's stop words show instead of the stated one; null if none does. A word of both languages
 * does not count, and a repeated word counts once, because it may be part of a name.
 */
const contradicting = (stated: string, { counts, found, part, words }: NonNullable<ReturnType<typeof lookedAt>>) => {
  const most = [...counts].filter(([code]) => code !== stated).toSorted(([, one], [, other]) => other - one)[0]?.[0]
  if (most === undefined) return null
  const own = (of: string, not: string) =>
    new Set(found.flatMap(({ languages, word }) => (languages.includes(of) && !languages.includes(not) ? [word] : [])))
      .size
  const isEnough = own(most, stated) >= Math.max(against.words, against.share * words) && own(stated, most) === 0
  return isEnough && firstGuess(part) === most ? most : null
}

/**
 * The language of one of many texts that are all said to be in one: that one, unless the text's stop words tell
 * another without doubt, or its letters cannot be of that language. Nothing contradicts a language whose words are not
 * known.
 */
export const languageAmong = (stated: string | null, text: string): string | null => {
  if (stated === null || !(stated in known)) return stated
  // Chinese texts may have kana in names.
  if (stated !== "zh" && isJapanese(text.slice(0, sample.most))) return "ja"
  const looked = lookedAt(text)
  if (looked === null) return stated
  if (looked.plain !== null) return looked.plain
  return looked.isLatin || otherScripts.has(stated)
    ? (contradicting(stated, looked) ?? stated)
    : (detect(text) ?? stated)
}

/** The name of the language's Snowball stemmer; null where its words stay as they stand. */
export const stemmerName = (language: string): string | null => known[language]?.stemmer ?? null

type Stemmer = ReturnType<typeof newStemmer>

const require = createRequire(import.meta.url)
const stemmers = new Map<string, Stemmer>()

/** Loaded with the first word: it is large, and a process that only answers what it remembers does without. */
const stemmerOf = (name: string): Stemmer => {
  let stemmer = stemmers.get(name)
  if (stemmer === undefined) {
    stemmer = (require("snowball-stemmers") as typeof import("snowball-stemmers")).newStemmer(name)
    stemmers.set(name, stemmer)
  }
  return stemmer
}

/** Endings that people type without accents, and that stemmers know only with them. */
const typed: Readonly<Record<string, ReadonlyArray<readonly [RegExp, string]>>> = {
  pt: [
    [/cao$/, "ção"],
    [/sao$/, "são"],
    [/coes$/, "ções"],
    [/soes$/, "sões"],
    [/encia(s?)$/, "ência$1"],
    [/ancia(s?)$/, "ância$1"]
  ],
  es: [
    [/cion$/, "ción"],
    [/sion$/, "sión"]
  ]
}

const withAccents = (word: string, language: string): string =>
  (typed[language] ?? []).reduce((text, [ending, as]) => text.replace(ending, as), word)

/** A word of lower case without its endings, and then without accents. */
export const stem = (word: string, language: string): string => {
  const name = stemmerName(language)
  return fold(name === null ? word : stemmerOf(name).stem(withAccents(word, language)))
}
