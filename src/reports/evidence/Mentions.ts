import type { Named } from "../../domain/Competitor.ts"
import { isStopWord } from "../../search/Languages.ts"
import { lexicon } from "./Lexicon.ts"
import { finderOf, legalForms, shortName } from "./Names.ts"

/** What news calls a company by its legal form, whether anybody knows it or not: "Korbhaus AG". */
const incorporated = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{N}&'’-]{1,40} ){1,3}(?:${legalForms.certain})(?![\p{L}\p{N}])`,
  "gu"
)

const leastLetters = 4

/** "American" of American Express is everybody's. */
const isDemonym = /(?:ian|ean|can|ish|ese|^French|^Dutch|^German|^Swiss)$/

const firstOf = (name: string): string => name.split(/\s/)[0]!

/**
 * The first words by which texts may call companies: "Tessellon" for Tessellon Semiconductor. One that texts write in
 * small letters is a common word, and one that several companies begin with is none's.
 */
const firstWords = (names: ReadonlyArray<string>, texts: ReadonlyArray<string>): ReadonlySet<string> => {
  const places = new Set(lexicon().placeNames.flatMap((name) => name.toLowerCase().split(" ")))
  const small = new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{N}]+/gu) ?? []))
  return new Set(
    [...Map.groupBy(names, firstOf)].flatMap(([first, own]) =>
      own.length === 1 &&
      first.length >= leastLetters &&
      /^\p{Lu}/u.test(first) &&
      !isDemonym.test(first) &&
      !isStopWord(first.toLowerCase(), "en") &&
      !small.has(first.toLowerCase()) &&
      !places.has(first.toLowerCase())
        ? [first]
        : []
    )
  )
}

const named = (written: string): string => {
  const words = shortName(written).split(" ")
  return words.length > 1 && isStopWord(words[0]!.toLowerCase(), "en") ? words.slice(1).join(" ") : words.join(" ")
}

/**
 * A function that finds whom a text names: the companies given, by their names or the first word of them, and those
 * that the texts themselves call by their legal form. Each has one name, as the texts first write it.
 */
export const mentionsIn = (
  companies: ReadonlyArray<Named>,
  texts: ReadonlyArray<string>
): ((text: string) => ReadonlyArray<string>) => {
  const written = texts.flatMap((text) => text.match(incorporated) ?? []).map((name): Named => ({ name: named(name) }))
  const known = new Map<string, Named & Required<Pick<Named, "aliases" | "exclude">>>()
  for (const { aliases = [], exclude = [], name, ...told } of [...companies, ...written]) {
    const short = shortName(name)
    const same = known.get(short.toLowerCase())
    known.set(short.toLowerCase(), {
      ...told,
      ...same,
      // A register may have a name in capitals.
      name: same === undefined || same.name === same.name.toUpperCase() ? short : same.name,
      aliases: [...(same?.aliases ?? []), ...aliases],
      exclude: [...(same?.exclude ?? []), ...exclude]
    })
  }
  const all = [...known.values()]
  const first = firstWords(
    all.map(({ name }) => name),
    texts
  )
  const find = finderOf(
    all.map((one) => ({
      ...one,
      aliases: first.has(firstOf(one.name)) ? [...one.aliases, firstOf(one.name)] : one.aliases
    }))
  )
  return (text) => find(text).map(({ name }) => name)
}
