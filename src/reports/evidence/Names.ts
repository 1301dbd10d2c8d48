import { type Named, namesOf } from "../../domain/Competitor.ts"
import { isCommonName, sensed, type SensedText, senseOf } from "../../search/CompanySense.ts"

/**
 * The legal forms of companies, for patterns. After a name, some are always a legal form. Others may be a place or a
 * word there ("Reno NV", "Limited Edition"), and some are mostly words unless a name ends with them.
 */
export const legalForms = (() => {
  const certain = String.raw`plc|PLC|AG|SE|ASA|A/S|GmbH|KGaA|Inc|Corp|Ltd|LLC|N\.V|S\.A|S\.p\.A|AB|Oyj`
  const likely = `${certain}|SA|NV|Co|Corporation|Incorporated|Limited|Holdings`
  return { certain, likely, any: `${likely}|Company|Group|Holding` }
})()

const legalForm = new RegExp(String.raw`(?:,|(?<!\s))\s+(?:&\s+)?(?:(?:${legalForms.any})\b\.?|/[a-z]{2,3}/)`, "gi")

/** What people call a company: `Tesla` for Tesla, Inc. */
export const shortName = (name: string): string => name.replace(legalForm, "").trim() || name

/** So many short names of companies: first what each is called, then its other names. */
export const namesAmong = (companies: ReadonlyArray<Named>, most: number): ReadonlyArray<string> =>
  [...companies.map(({ name }) => name), ...companies.flatMap(({ aliases = [] }) => aliases)]
    .slice(0, most)
    .map(shortName)

/** A name as a pattern, with any white space between its words. */
const patternOf = (name: string): string =>
  name
    .split(/\s+/)
    .map(RegExp.escape)
    .join(String.raw`\s+`) + String.raw`(?![\p{L}\p{N}])`

/** A phrase in a text, in any case. */
const anywhere = (phrase: string): RegExp => new RegExp(String.raw`(?<![\p{L}\p{N}])${patternOf(phrase)}`, "giu")

/**
 * The words of a text in lower case, which begin and end where the patterns of names above do. A combining mark ends a
 * word here and does not in text/Words.ts.
 */
const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase())

/** Whether a text has a name: its words in a row, with capitals where the name has them. */
const isWritten = (short: string, text: string, pattern: RegExp): boolean =>
  (text.match(pattern) ?? []).some((match) => !/^\p{Lu}/u.test(short) || /^\p{Lu}/u.test(match))

/** A company whose names are looked for. Its patterns are compiled when a text first needs them. */
interface Sought<A> {
  readonly company: A
  readonly at: number
  exclude: ReadonlyArray<RegExp> | null
  /** Whether a text means it by a name that is an everyday word. */
  isMeant: ((text: SensedText) => boolean) | null
}

/** One of its names. */
interface SoughtName<A> {
  readonly of: Sought<A>
  readonly short: string
  readonly words: ReadonlyArray<string>
  readonly isCommon: boolean
  pattern: RegExp | null
}

const withShortNames = (company: Named): Named => ({
  ...company,
  name: shortName(company.name),
  aliases: (company.aliases ?? []).map(shortName)
})

/**
 * A function that finds those of the companies that a text names by any name, outside of phrases in which the name
 * means something else, in their order. A name that is an everyday word counts where the text means the company. A
 * name's pattern is tried only on texts that have all its words.
 */
export const finderOf = <A extends Named>(companies: ReadonlyArray<A>): ((text: string) => ReadonlyArray<A>) => {
  const byWord = new Map<string, Array<SoughtName<A>>>()
  for (const [at, company] of companies.entries()) {
    const of: Sought<A> = { company, at, exclude: null, isMeant: null }
    for (const short of new Set(namesOf(company).map(shortName))) {
      const words = wordsOf(short)
      const [first] = words
      if (first === undefined) continue
      const known = byWord.get(first)
      const name = { of, short, words, isCommon: isCommonName(short), pattern: null }
      if (known === undefined) byWord.set(first, [name])
      else known.push(name)
    }
  }
  return (text) => {
    const found = new Set<Sought<A>>()
    const rests = new Map<Sought<A>, string>()
    const restOf = (of: Sought<A>): string => {
      let rest = rests.get(of)
      if (rest !== undefined) return rest
      of.exclude ??= (of.company.exclude ?? []).map(anywhere)
      rest = of.exclude.reduce((left, phrase) => left.replace(phrase, " "), text)
      rests.set(of, rest)
      return rest
    }
    const words = new Set(wordsOf(text))
    for (const first of words)
      for (const name of byWord.get(first) ?? []) {
        if (found.has(name.of) || !name.words.every((each) => words.has(each))) continue
        const rest = restOf(name.of)
        if (!isWritten(name.short, rest, (name.pattern ??= anywhere(name.short)))) continue
        if (!name.isCommon || (name.of.isMeant ??= senseOf(withShortNames(name.of.company)))(sensed(rest)))
          found.add(name.of)
      }
    return [...found].sort((one, other) => one.at - other.at).map(({ company }) => company)
  }
}

/**
 * Whether the texts that have a name mean the company, which nobody linked to the niche. Company names can be everyday
 * words (Target, Block, Gap), and a capital in a headline or at a sentence's start says little. So a name of one word
 * must be in two texts, or follow a word in small letters.
 */
export const isMeant = (naming: ReadonlyArray<string>, name: string): boolean => {
  if (naming.length >= 2) return true
  const short = shortName(name)
  return naming.some(
    (text) =>
      short.includes(" ") ||
      new RegExp(String.raw`(?<![\p{L}\p{N}'’])\p{Ll}[\p{L}'’]*,?\s${patternOf(short)}`, "u").test(text)
  )
}
