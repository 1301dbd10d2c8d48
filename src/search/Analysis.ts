import { isUnspaced } from "../text/Scripts.ts"
import { spacedNumbers } from "../text/SpacedNumbers.ts"
import { runs, wordCharacters } from "../text/Words.ts"
import { fold, isStopWord, stem, stemmerName } from "./Languages.ts"
import { joinedWords, withJoined } from "./JoinedWords.ts"
import { alphabetOf, WordMemory } from "./WordMemory.ts"

/*
 * Texts as search compares them. All engines are given the same terms, made here: which words there are, their stems,
 * accents and segments do not depend on the database.
 */

/** A word and where it stands, in UTF-16 code units. */
export interface Word {
  /** As it stands, in lower case. */
  readonly word: string
  readonly start: number
  readonly end: number
  /** It stands among words of a script that does not space them. */
  readonly unspaced: boolean
  /** It is two capitals, and so hardly the small word of the same letters: `US`. */
  readonly isCapital: boolean
}

const twoCapitals = /^\p{Lu}{2}$/u

/** Chinese characters in a row. Dictionaries split them inconsistently, so they are also indexed in pairs. */
const ideographs = /\p{sc=Han}{2,}/gu

/** One knows all such scripts: dictionaries are chosen by script. */
const segmenter = new Intl.Segmenter("zh", { granularity: "word" })

/** Longer ones are none, in UTF-16 code units. */
const longestWord = 64

/** The words of a text in their order. */
export const words = (text: string): ReadonlyArray<Word> => {
  const found: Array<Word> = []
  const add = (start: number, written: string, unspaced: boolean, end = start + written.length) => {
    if (written.length > longestWord) return
    found.push({ word: written.toLowerCase(), start, end, unspaced, isCapital: twoCapitals.test(written) })
  }
  const joined = joinedWords(text)
  let n = 0
  for (const { 0: run, index } of runs(text)) {
    while (n < joined.length && joined[n]!.end <= index) n++
    const whole = joined[n]
    if (whole !== undefined && index >= whole.start) {
      if (index === whole.start) add(index, whole.written, false, whole.end)
      continue
    }
    if (!isUnspaced(run)) add(index, run, false)
    else for (const part of segmenter.segment(run)) add(index + part.index, part.segment, isUnspaced(part.segment))
  }
  return found
}

/**
 * A term in characters that every text search parser takes for one word, whatever its locale: others are written as the
 * hex of their code units.
 */
const written = (term: string): string =>
  /^[a-z0-9]+$/.test(term)
    ? term
    : `u${Array.from({ length: term.length }, (_, n) => term.charCodeAt(n).toString(16).padStart(4, "0")).join("")}`

/** The letters of a term. */
export const plainTerm = (term: string): string =>
  /^u(?:[0-9a-f]{4})+$/.test(term)
    ? String.fromCharCode(
        ...term
          .slice(1)
          .match(/.{4}/g)!
          .map((unit) => Number.parseInt(unit, 16))
      )
    : term

/** What two letters are found by where they are written in capitals; no word begins so. */
export const termOfCapitals = (word: string): string => `zk${written(word)}`

/** Words that are worth suggesting: whole words of an alphabet. */
const suggestible = /^\p{L}{4,30}$/u

/** A word of a script that spaces them. */
interface Form {
  /** What it is found by. */
  readonly term: string
  /** What else it is found by: as who types no accents writes it, or as two capitals. Null where it has neither. */
  readonly beside: string | null
  /** Without accents, where it is worth suggesting; else null. */
  readonly suggested: string | null
}

const memories = new Map<string | null, WordMemory<Form>>()
let alphabet: ReturnType<typeof alphabetOf> | undefined

/** The words of a language, which are those of all languages with its stemmer. */
const formsOf = (language: string): WordMemory<Form> => {
  const stemmer = stemmerName(language)
  let memory = memories.get(stemmer)
  if (memory === undefined) {
    const found = (word: string) => written(stem(word, language))
    const make = (each: string): Form => {
      const word = each.toLowerCase()
      const plain = fold(word)
      return {
        term: found(word),
        beside: twoCapitals.test(each) ? termOfCapitals(word) : plain === word ? null : found(plain),
        suggested: suggestible.test(word) ? plain : null
      }
    }
    memories.set(stemmer, (memory = new WordMemory((alphabet ??= alphabetOf(wordCharacters)), make)))
  }
  return memory
}

/** What a word is found by in texts of a language. */
export const termOf = (word: string, language: string): string => formsOf(language).get(word).term

/** Whether it carries no meaning of its own in that language. */
export const isEmpty = (word: string, language: string): boolean => isStopWord(fold(word), language)

/** Several words that may be one, joined, with their place in the text. */
interface Whole {
  readonly word: string
  readonly start: number
  readonly end: number
}

const morning = /(?<![\p{L}\p{M}\p{N}])\d{1,2} am(?![\p{L}\p{M}\p{N}])/gu

/**
 * The parts of a text that are also found as one word: `4 200` as `4200`, `8 am` as `8am`. They are indexed separately,
 * too, because other words look the same (`Boeing 737 800`, and in German `Teil 8 am Montag`).
 */
export const wholes = (text: string): ReadonlyArray<Whole> =>
  [...spacedNumbers(text), ...(text.includes(" am") ? text.matchAll(morning) : [])].map(({ 0: written, index }) => ({
    word: written.replace(/\s/g, ""),
    start: index,
    end: index + written.length
  }))

/** Two signs after two signs. */
const pairs = (signs: string): ReadonlyArray<string> => {
  const each = [...signs]
  return each.slice(1).map((sign, n) => each[n]! + sign)
}

/** What is asked for with a text's words: signs that the dictionary leaves alone count with their neighbours. */
export const askedWords = (text: string): ReadonlyArray<Word> => {
  const found = words(text)
  const asked: Array<Word> = []
  for (let n = 0; n < found.length; n++) {
    const word = found[n]!
    const alone = (one: Word | undefined): one is Word => one !== undefined && /^\p{sc=Han}$/u.test(one.word)
    if (!alone(word)) {
      asked.push(word)
      continue
    }
    let end = n
    while (alone(found[end + 1]) && found[end + 1]!.start === found[end]!.end) end++
    const next = found[end + 1]
    const last = asked.at(-1)
    const run = found
      .slice(n, end + 1)
      .map((one) => one.word)
      .join("")
    // One sign alone: with the one after it, or the one before.
    const signs =
      run.length > 1
        ? run
        : next?.unspaced === true && next.start === found[end]!.end
          ? run + [...next.word][0]!
          : last?.unspaced === true && last.end === word.start
            ? [...last.word].at(-1)! + run
            : run
    const parts = [...signs].length > 2 ? pairs(signs) : [signs]
    asked.push(
      ...parts.map((part) => ({
        word: part,
        start: word.start,
        end: found[end]!.end,
        unspaced: true,
        isCapital: false
      }))
    )
    n = end
  }
  return asked
}

/** A text to search. */
export interface Document {
  readonly title: string
  readonly text: string
  /** Publisher's name. */
  readonly source: string
  readonly language: string
}

/** A document's terms: those of title and text in their order, and what else it is found by. */
export interface Terms {
  readonly title: ReadonlyArray<string>
  readonly text: ReadonlyArray<string>
  readonly other: ReadonlyArray<string>
}

/** The terms of a document. */
export const analyse = ({ language, source, text, title }: Document): Terms => {
  const forms = formsOf(language)
  const other = new Set<string>()
  const termOfForm = ({ beside, term }: Form) => {
    if (beside !== null) other.add(beside)
    return term
  }
  const terms = (field: string) => {
    for (const { word } of wholes(field)) other.add(word)
    if (!isUnspaced(field)) return forms.read(withJoined(field), longestWord).map(termOfForm)
    for (const [signs] of field.matchAll(ideographs)) for (const pair of pairs(signs)) other.add(written(pair))
    return words(field).map(({ isCapital, unspaced, word }) =>
      unspaced ? termOf(word, language) : termOfForm(forms.get(isCapital ? word.toUpperCase() : word))
    )
  }
  const analysed = { title: terms(title), text: terms(text) }
  for (const { word } of words(source)) other.add(termOf(word, language))
  for (const term of analysed.title) other.delete(term)
  for (const term of analysed.text) other.delete(term)
  return { ...analysed, other: [...other] }
}

/**
 * How many words of an article its signal is found by: no more than it has itself, or it would count as a long text.
 */
const articleWords = 250

/**
 * Terms of a signal besides its own: the first words of the article on its page, each once. They count as little as a
 * publisher's name, and have no order, so no phrase matches in them.
 */
export const articleTerms = (article: string, language: string, own: Terms): ReadonlyArray<string> => {
  if (article === "") return []
  const known = new Set([...own.title, ...own.text, ...own.other])
  const terms = new Set<string>()
  const read = words(article.slice(0, 4_000)).slice(0, articleWords)
  for (const { word } of [...read, ...wholes(article.slice(0, read.at(-1)?.end ?? 0))]) {
    const term = termOf(word, language)
    if (!known.has(term) && !isEmpty(word, language)) terms.add(term)
  }
  return [...terms]
}

/** Terms as one text, for engines that take text: fields apart, so that no phrase goes across. */
export const toText = ({ other, text, title }: Terms, tags: ReadonlyArray<string>): string =>
  [tags, title, text, other].map((terms) => terms.join(" ")).join(" | ")

/** Where title and text stand in what {@link toText} wrote; behind them is what else a document is found by. */
export const fieldsOf = (text: string) => {
  const titleFrom = text.indexOf(" | ") + 3
  const titleTo = text.indexOf(" | ", titleFrom)
  const textFrom = titleTo + 3
  return { titleFrom, titleTo, textFrom, textTo: text.indexOf(" | ", textFrom) }
}

/** What {@link toText} wrote. */
export const fromText = (text: string): Terms => {
  const [, title, body, other] = text.split(" | ").map((terms) => (terms === "" ? [] : terms.split(" ")))
  return { title: title ?? [], text: body ?? [], other: other ?? [] }
}

/** The words of a document that people may mistype, without accents, with the term that each is found by. */
export const vocabularyOf = ({ language, text, title }: Document): ReadonlyMap<string, string> => {
  const forms = formsOf(language)
  const fields = `${title}\n${text}`
  const found = isUnspaced(fields)
    ? words(fields).flatMap(({ unspaced, word }) => (unspaced ? [] : [forms.get(word)]))
    : forms.read(fields, longestWord)
  const vocabulary = new Map<string, string>()
  for (const { suggested, term } of found) if (suggested !== null) vocabulary.set(suggested, term)
  return vocabulary
}
