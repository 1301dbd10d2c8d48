import { askedWords, isEmpty, termOf, termOfCapitals, type Word, wholes, words } from "./Analysis.ts"
import { fallback, fold, languagesOfStopWord } from "./Languages.ts"

/*
 * What people type: words of which any may match, "quoted phrases" that must, -words and -"phrases" that must not.
 * Everything is a question: what is left open is closed at the end, and a sign that means nothing is passed over. One
 * pass, and bounded.
 */

/** One word, or several in a row. */
export interface Unit {
  readonly kind: "any" | "must" | "not"
  readonly words: ReadonlyArray<string>
  /** It is two letters in capitals: where they are also a small word, only capitals are looked for. */
  readonly capitals?: boolean
  /** How much it counts beside the others; 1 where nothing is said. */
  readonly weight?: number
  /** It stands for what was typed, of which nothing is stored. */
  readonly near?: boolean
  /** It stands in for the same word as the unit before it, and less likely: a signal without it has all words. */
  readonly beside?: boolean
  /** It looks like the name of a field (`title:heat`). Search has no fields, so it is an ordinary word. */
  readonly label?: boolean
  /** It is a name: a word that a language passes over counts as well ("MAN" in German). */
  readonly name?: boolean
}

export interface Query {
  readonly units: ReadonlyArray<Unit>
  /** What was typed but for what is excluded, where signals that mean the same in other words may be found as well. */
  readonly meaning?: string
}

/** Nobody asks for more; what is beyond is passed over. */
const most = { characters: 2_000, units: 32, wordsOfUnit: 20 }

/** Phones write a dash or the sign of mathematics. */
const minus = /[-–−]/

const isSpace = (character: string): boolean => /\s/.test(character)

/** Signs by which people quote: the first opens, any of those that follow closes. */
const quotes: Readonly<Record<string, string>> = { '"': '"“”', "“": '”"', "„": '“”"', "«": "»", "「": "」", "『": "』" }

/** What French, Italian and Catalan leave of a word before a vowel, besides single letters. */
const elided = /^(?:\p{L}|qu|dell|nell|sull|dall|all|un)$/u

const apostrophe = /['’]/

/** Letters and digits as Chinese and Japanese keyboards write them; words in texts lose that form, too. */
const fullWidth = /[０-９Ａ-Ｚａ-ｚ]+/g

/**
 * The words of what stands between two spaces, in units. What an apostrophe leaves of an article or adds to a word says
 * nothing by itself (`l'économie`, `Germany's`). Digits and short words with one sign between them are one thing: a
 * number (`4.5`), a name (`R&D`); their parts must stand in a row.
 */
const unitsIn = (text: string): ReadonlyArray<ReadonlyArray<Word>> => {
  const units: Array<Array<Word>> = []
  const asked = askedWords(text)
  for (const [n, word] of asked.entries()) {
    const [before, behind] = [text[word.start - 1] ?? "", text[word.end] ?? ""]
    const [last, next] = [asked[n - 1], asked[n + 1]]
    if (apostrophe.test(behind) && next?.start === word.end + 1 && elided.test(word.word)) continue
    if (apostrophe.test(before) && last?.end === word.start - 1 && /^\p{L}$/u.test(word.word)) continue
    const sign = last?.end === word.start - 1 ? before : ""
    // Of numbers with commas between them, longer ones are a list: 2023,2024.
    const isNumber = sign === "." || (/[,’']/.test(sign) && word.word.length <= 3)
    const isJoined =
      (isNumber && /^\p{N}+$/u.test(last!.word) && /^\p{N}+\p{L}{0,4}$/u.test(word.word)) ||
      (sign === "&" && [last!, word].every((one) => /^\p{L}{1,3}$/u.test(one.word)))
    if (isJoined && units.length > 0) units.at(-1)!.push(word)
    else units.push([word])
  }
  return units
}

/** What looks like the name of a field, as other search engines have them. */
const labelled = /^\p{L}+(?=:[\p{L}\p{N}])/u

/** Signs that may surround such a word. Any other sign makes it part of something else (`4 200-seat`). */
const around = { before: /(?<!\S)[$€£¥(]*$/, behind: /^[.,;:!?)%$€£¥]*(?!\S)/ }

/** The parts of a question that are one word although they have spaces (`4 200`, `8 p.m.`), by where they begin. */
const spacedIn = (text: string) => {
  const joined = words(text).filter(({ end, start }) => /\s/.test(text.slice(start, end)))
  return new Map(
    [...joined, ...wholes(text)].flatMap(({ end, start, word }) => {
      const before = around.before.exec(text.slice(0, start))
      const behind = around.behind.exec(text.slice(end))
      return before === null || behind === null ? [] : [[before.index, { word, end: end + behind[0].length }] as const]
    })
  )
}

/** Reads a question. */
export const parse = (asked: string): Query => {
  const text = asked.slice(0, most.characters).replace(fullWidth, (wide) => wide.normalize("NFKC"))
  const units: Array<Unit> = []
  const seen = new Set<string>()
  const wanted: Array<string> = []
  /** Adds a unit, and says whether it is new. */
  const add = (
    kind: Unit["kind"],
    found: ReadonlyArray<Pick<Word, "word" | "isCapital">>,
    more: Pick<Unit, "beside" | "label"> = {}
  ): boolean => {
    const capitals = found.length === 1 && found[0]!.isCapital
    const words = found.slice(0, most.wordsOfUnit).map(({ word }) => word)
    const unit = { kind, words, ...(capitals && { capitals }), ...more }
    const key = `${kind} ${words.join(" ")} ${capitals}`
    if (unit.words.length === 0 || seen.has(key) || units.length >= most.units) return false
    seen.add(key)
    units.push(unit)
    return true
  }
  const spaced = spacedIn(text)
  let at = 0
  while (at < text.length && units.length < most.units) {
    if (isSpace(text[at]!)) {
      at++
      continue
    }
    const excluded = minus.test(text[at]!) && at + 1 < text.length && !isSpace(text[at + 1]!)
    if (excluded) at++
    const closing = quotes[text[at]!]
    if (closing !== undefined) {
      let end = at + 1
      while (end < text.length && !closing.includes(text[end]!)) end++
      add(excluded ? "not" : "must", words(text.slice(at + 1, end)))
      if (!excluded) wanted.push(text.slice(at + 1, end))
      at = end + 1
      continue
    }
    const whole = excluded ? undefined : spaced.get(at)
    if (whole !== undefined) {
      const written = text.slice(at, whole.end)
      if (add("any", [{ word: whole.word, isCapital: false }])) add("any", words(written), { beside: true })
      wanted.push(written)
      at = whole.end
      continue
    }
    let end = at
    while (end < text.length && !isSpace(text[end]!) && quotes[text[end]!] === undefined) end++
    if (excluded) add("not", words(text.slice(at, end)))
    else {
      const part = text.slice(at, end)
      wanted.push(part)
      const label = labelled.exec(part)?.[0].length
      for (const unit of unitsIn(part)) add("any", unit, unit[0]!.end === label ? { label: true } : {})
    }
    at = Math.max(end, at + 1)
  }
  return { units, meaning: wanted.join(" ") }
}

/** A word or several in a row, and how much they count. */
export interface WeightedTerm {
  readonly text: string
  readonly weight: number
}

/** A question for texts that have any of these. */
export const anyOf = (terms: ReadonlyArray<WeightedTerm>): Query => ({
  units: terms
    .map(({ text, weight }) => ({ kind: "any" as const, words: words(text).map(({ word }) => word), weight }))
    .filter(({ words }) => words.length > 0)
})

/** A question for texts that have any of these names: the words of one in a row. */
export const anyName = (names: ReadonlyArray<string>): Query => ({
  units: names
    .map((name) => ({ kind: "any" as const, name: true, words: words(name).map(({ word }) => word) }))
    .filter(({ words }) => words.length > 0)
})

/**
 * A question with other words in place of some, the likeliest of each first. What has only these comes last. What is
 * quoted or excluded stays as it is.
 */
export const withWords = (query: Query, instead: ReadonlyMap<string, ReadonlyArray<string>>): Query => ({
  ...query,
  units: query.units.flatMap((unit): ReadonlyArray<Unit> => {
    if (unit.kind !== "any" || !unit.words.some((word) => instead.has(word))) return [unit]
    const first = {
      ...unit,
      words: unit.words.flatMap((word) => (instead.get(word)?.[0] ?? word).split(" ")),
      near: true
    }
    const [word] = unit.words
    const others = unit.words.length === 1 ? instead.get(word!)!.slice(1) : []
    return [first, ...others.map((other) => ({ ...unit, words: other.split(" "), near: true, beside: true }))]
  })
})

/** What was typed, with other words in place of some. */
export const corrected = (asked: string, instead: ReadonlyMap<string, string>): string => {
  let text = ""
  let at = 0
  for (const { end, start, word } of words(asked)) {
    const meant = instead.get(word)
    text += asked.slice(at, start) + (meant ?? asked.slice(start, end))
    at = end
  }
  return text + asked.slice(at)
}

/** A unit as it is searched for in texts of one language; null if it has a stop word of that language. */
export type Terms = ReadonlyArray<string | null>

/** A question made ready for texts in these languages. */
export interface Plan {
  readonly query: Query
  readonly languages: ReadonlyArray<string>
  /** For each language the terms of each unit. */
  readonly terms: ReadonlyMap<string, ReadonlyArray<Terms>>
  /** The question has only stop words or exclusions. */
  readonly empty: boolean
}

/** Shorter stop words say nothing in any question. */
const shortest = 4

/**
 * The words of a question that count in texts of a language. Lists of stop words have everyday words, too (`Mensch`,
 * `Jahr`): where a question has no others, these are what it asks for.
 */
const countingIn = (asked: ReadonlyArray<string>, language: string): ((word: string) => boolean) => {
  const isAll = asked.every((word) => isEmpty(word, language))
  return (word) => !isEmpty(word, language) || (isAll && word.length >= shortest && !isEmpty(word, fallback))
}

/** Whether a unit is a single plain word: not a row of words, not in capitals and not a name. */
const isPlain = ({ capitals, kind, name, words }: Unit): boolean =>
  kind === "any" && words.length === 1 && capitals !== true && name !== true

/**
 * How many small words show that a question is in English, or in another language. The other language also needs more
 * of them than English has: `war in ukraine` has two German ones.
 */
const telling = { english: 2, other: 3, ahead: 2 }

/**
 * The small words of the question's language (`the` and `of` in "the price of gas"). They mean nothing in texts of
 * other languages either: they would match only quotations there, or texts that are filed under a wrong language. A
 * question that nobody typed, such as a list of names, has no language.
 */
const smallWords = ({ meaning, units }: Query): ReadonlySet<string> => {
  const words = meaning === undefined ? [] : [...new Set(units.filter(isPlain).flatMap((unit) => unit.words))]
  const found = Map.groupBy(
    words.flatMap((word) => languagesOfStopWord(fold(word)).map((language) => ({ language, word }))),
    ({ language }) => language
  )
  const most = Math.max(0, ...Array.from(found.values(), ({ length }) => length))
  const english = found.get(fallback) ?? []
  const isOther = most >= Math.max(telling.other, english.length + telling.ahead)
  const spoken = isOther
    ? [...found.values()].filter(({ length }) => length === most).flat()
    : english.length >= telling.english
      ? english
      : []
  const small = new Set(spoken.map(({ word }) => word))
  // A question of small words alone asks for them.
  return small.size < words.length ? small : new Set()
}

/** Makes a question ready for texts in these languages. */
export const planOf = (query: Query, languages: ReadonlyArray<string>): Plan => {
  const wanted = query.units.filter(({ kind }) => kind !== "not")
  const asked = wanted.flatMap((unit) => unit.words)
  const isCapital = wanted.some(({ capitals }) => capitals === true)
  /** Letters that say nothing by themselves do as initials: `R&D`. */
  const isJoined = wanted.some(
    ({ kind, name, words }) =>
      kind === "any" && name !== true && words.length > 1 && words.every((word) => word.length < 4)
  )
  const small = smallWords(query)
  const terms = new Map(
    languages.map((language) => {
      const counts = countingIn(asked, language)
      const units = query.units.map((unit) =>
        // Within several in a row every word counts.
        unit.words.map((word) => {
          const isWhole = unit.words.length === 1 && unit.name !== true
          if (isWhole && unit.capitals === true && (word === "us" || isEmpty(word, language)))
            return termOfCapitals(word)
          const isSilent = isWhole && unit.kind === "any" && (small.has(word) || !counts(word))
          return isSilent ? null : termOf(word, language)
        })
      )
      return [language, units] as const
    })
  )
  return {
    query,
    languages,
    terms,
    empty: asked.length === 0 || (!isJoined && !isCapital && asked.every((word) => isEmpty(word, fallback)))
  }
}
