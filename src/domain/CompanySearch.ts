import { runs } from "../text/Words.ts"
import type { NewCompany } from "./Company.ts"

/*
 * How companies are found, written once for every store. A company is a set of lexemes, a query is a list of tiers, the
 * best first, and a tier is a condition on the lexemes. The first character says what a lexeme is:
 *
 *   $brk-b          a ticker
 *   =cocacola       the name without its legal form, in one piece: "Coca-Cola Co" is "coca cola"
 *   berkshire       a word of the name
 *   ~berkshre       such a word with one letter dropped
 *   #software       a word of the industry
 *
 * Apart from that character there are only letters, digits and, in tickers, hyphens in them.
 */

/**
 * The edition of these rules. Stored lexemes of another edition are made anew when their company is next written: raise
 * it with every change of what `lexemes` gives.
 */
export const lexicon = 3

/** What a company's name may end with and people leave out. */
const legalForms = new Set(
  (
    "inc incorporated corp corporation co company companies cos ltd limited llc llp lp plc sa se nv bv ag ab as asa oyj spa gmbh kgaa " +
    "kk pte pty sab srl tbk bhd holding holdings group trust"
  ).split(" ")
)

/** Bounds for imported names, so that no row outgrows an index entry; real names stay far below. */
const maxWords = 16
const maxWordLength = 40

/** Letters that stand alone side by side are initials, however they are set: "D.R.", "D. R." and "D R" are "dr". */
const joinInitials = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined: Array<string> = []
  let initials = false
  for (const word of words) {
    const initial = /^\p{L}$/u.test(word)
    if (initial && initials) joined.push(joined.pop()! + word)
    else joined.push(word)
    initials = initial
  }
  return joined
}

/**
 * The words of a text in small letters, without accents; `U.S.` is one word, and so is `McDonald's`; "and" and "&" are
 * left out.
 */
const words = (text: string): ReadonlyArray<string> => {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/['’`]/g, "")
  const all = joinInitials([...runs(plain)].map(([word]) => word))
    .slice(0, maxWords)
    .map((word) => [...word].slice(0, maxWordLength).join(""))
  return otherwise(
    all.filter((word) => word !== "and"),
    all
  )
}

/**
 * What SEC puts behind a name to tell namesakes apart: state, country, "new", "ADR", in all these ways: `CORP /DE/`,
 * `INC /NY`, `COMPANY/MN`, `LTD/ CAN`, `INC / MA`, `CORP/`, `BANCORP \DE\`. A slash inside of a name ("AC/DC") is none
 * of them.
 */
const namesakeMark =
  /(?:(?<!\s)\s+[/\\]\s*[a-z]{2,4}\s*[/\\]?|[/\\][a-z]{2,4}[/\\]|(?<=\b(?:inc|corp|co|company|ltd|limited|ag|cv)\.?)[/\\]\s*[a-z]{0,4}|[/\\])$/i

/** The words that tell a company apart: without leading "the" and the legal form, unless that is all there is. */
const nameWords = (name: string): ReadonlyArray<string> => {
  const all = otherwise(words(name.trim().replace(namesakeMark, "")), words(name))
  const start = all[0] === "the" ? 1 : 0
  const end = all.findLastIndex((word) => !legalForms.has(word)) + 1
  return otherwise(all.slice(start, end), all)
}

const otherwise = <A>(some: ReadonlyArray<A>, all: ReadonlyArray<A>): ReadonlyArray<A> => (some.length > 0 ? some : all)

/** `brk.b`, `BRK/B` and `$BRK-B` are one ticker. */
const tickerForm = (ticker: string): string =>
  [
    ...ticker
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "")
  ]
    .slice(0, maxWordLength)
    .join("")

/** Words from this length on are recognised with a typo; shorter words have too many neighbours. */
const minTypoLength = 4

/**
 * The word, and all that is left of it with one letter dropped. Two words are a typo apart when they share one of
 * these: a letter missing, added or mistyped, or two letters swapped. A word one letter too short to be misspelt itself
 * may be what a longer one lost a letter to become, or gained one from.
 */
const misspellings = (word: string): ReadonlyArray<string> => {
  const letters = [...word]
  if (letters.length < minTypoLength - 1) return []
  const shorter = letters.length < minTypoLength ? [] : letters.map((_, n) => letters.toSpliced(n, 1).join(""))
  return [...new Set([word, ...shorter])].map((form) => `~${form}`)
}

/** A name without its legal form, in one piece: all companies of that name have this lexeme. Null without words. */
export const nameLexeme = (name: string): string | null => {
  const own = nameWords(name).join("")
  return own === "" ? null : `=${own}`
}

/** What a company is found by. */
export const lexemes = ({ name, tickers, industry }: Pick<NewCompany, "name" | "tickers" | "industry">) => {
  const allWords = words(name)
  return [
    ...new Set([
      ...tickers.map((ticker) => `$${tickerForm(ticker)}`),
      `=${nameWords(name).join("")}`,
      ...allWords,
      ...allWords.flatMap(misspellings),
      ...words(industry ?? "").map((word) => `#${word}`)
    ])
  ]
}

/** A lexeme, or the beginning of one. */
export interface Term {
  readonly lexeme: string
  readonly prefix: boolean
}

/** Every group wants one of its terms. */
export type Tier = ReadonlyArray<ReadonlyArray<Term>>

const is = (lexeme: string): Term => ({ lexeme, prefix: false })
const begins = (lexeme: string): Term => ({ lexeme, prefix: true })

/**
 * What a query finds, the best first: ticker, beginning of a ticker, name, beginning of a name, words of the name
 * (each may be just begun), the same with a typo in each word, words of the industry. None when there is no letter
 * or digit in it.
 */
export const tiers = (query: string): ReadonlyArray<Tier> => {
  const asked = nameWords(query)
  if (asked.length === 0) return []
  // A single letter begins too many words of names; it still finds tickers and the beginnings of names.
  const word = (word: string): Term => (word.length > 1 ? begins(word) : is(word))
  const ticker = `$${tickerForm(query)}`
  const name = `=${asked.join("")}`
  return [
    [[is(ticker)]],
    [[begins(ticker)]],
    [[is(name)]],
    [[begins(name)]],
    asked.map((asked) => [word(asked)]),
    asked.map((asked) => [word(asked)].concat(misspellings(asked).map(is))),
    words(query).map((asked) => [{ ...word(asked), lexeme: `#${asked}` }])
  ]
}
