import { readFileSync } from "node:fs"
import { join } from "node:path"
import { atOnce } from "../../storage/database/Batch.ts"
import { singular } from "../../text/Words.ts"
import { paused } from "./Steps.ts"

/*
 * The words of markets in other languages. News of one market is written in many languages, and a niche is typed in
 * one. A word counts only in texts of its language, so a word of one language is never taken for that of another.
 */

/** The languages of the columns. */
const columns = ["en", "de", "fr", "es", "pt", "it", "nl", "sv", "ru"] as const

/** The languages of the translations but English. */
export const otherLanguages: ReadonlyArray<string> = columns.slice(1)

/** The words for one thing, by language. */
type Meaning = ReadonlyMap<string, ReadonlyArray<string>>

/** A word in a language. */
export interface Translation {
  readonly text: string
  readonly language: string
}

const keyOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[\s-]+/)
    .map(singular)
    .join(" ")

const meaningOf = (line: string): Meaning => {
  const cells = line.split("|").map((cell) => cell.split(",").map((word) => word.trim()))
  if (cells.length !== columns.length || cells.flat().includes(""))
    throw new Error(`translations.txt: "${line}" must have words in ${columns.length} columns`)
  return new Map(columns.map((language, n) => [language, cells[n]!]))
}

interface Dictionary {
  /** What each English word says. */
  readonly english: ReadonlyMap<string, Meaning>
  /** The first thing that a word of another language says. */
  readonly others: ReadonlyMap<string, Meaning>
}

function* dictionaryOf(text: string): Generator<void, Dictionary> {
  const english = new Map<string, Meaning>()
  const others = new Map<string, Meaning>()
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  yield* paused(lines, (line) => {
    const meaning = meaningOf(line)
    for (const [language, words] of meaning)
      for (const key of words.map(keyOf)) {
        if (language === "en" && english.has(key)) throw new Error(`translations.txt: "${key}" stands there twice`)
        if (language === "en") english.set(key, meaning)
        else if (!others.has(key)) others.set(key, meaning)
      }
  })
  return { english, others }
}

/** A dictionary of these lines; an English word that stands in two of them is an error. */
export const makeDictionary = (text: string): Dictionary => atOnce(dictionaryOf(text))

const shippedText = () => readFileSync(join(import.meta.dirname, "translations.txt"), "utf8")

let shipped: Dictionary | undefined

const dictionary = (): Dictionary => (shipped ??= makeDictionary(shippedText()))

/** Reads the dictionary that ships with Sonde, for whoever reads it in steps. */
export function* loadDictionary(): Generator<void, void> {
  if (shipped !== undefined) return
  const loaded = yield* dictionaryOf(shippedText())
  shipped ??= loaded
}

/**
 * What other languages say for an English expression; nothing if that is not known. With `foreign` the expression
 * may also be of another language, and English is among the answers.
 */
export const translationsOf = (text: string, foreign = false): ReadonlyArray<Translation> => {
  const { english, others } = dictionary()
  const key = keyOf(text)
  const own = english.get(key)
  const meaning = own ?? (foreign ? others.get(key) : undefined)
  return [...(meaning ?? [])].flatMap(([language, words]) =>
    // English words in one line are near each other, not the same.
    own !== undefined && language === "en" ? [] : words.map((text) => ({ text, language }))
  )
}
