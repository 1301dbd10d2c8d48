const legalForm =
  /(?:,|(?<!\s))\s+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|plc|ag|se|sa|nv|ab|gmbh|group|holdings?)\b\.?/gi

/** What people call a company: `Tesla` for Tesla, Inc. */
export const shortName = (name: string): string => name.replace(legalForm, "").trim() || name

/** A name as a pattern, with any white space between its words. */
const patternOf = (name: string): string =>
  name
    .split(/\s+/)
    .map(RegExp.escape)
    .join(String.raw`\s+`) + String.raw`(?![\p{L}\p{N}])`

/** A company with all its names, and phrases in which these mean something else. */
export interface Named {
  readonly name: string
  readonly aliases?: ReadonlyArray<string>
  readonly exclude?: ReadonlyArray<string>
}

/** All names of a company. */
export const namesOf = ({ aliases = [], name }: Named): ReadonlyArray<string> => [name, ...aliases]

/** Whether a text names a company by any name, outside of phrases in which the name means something else. */
export const names = (text: string, named: Named): boolean => {
  const rest = (named.exclude ?? []).reduce((left, phrase) => {
    const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])${patternOf(phrase)}`, "giu")
    return left.replace(pattern, " ")
  }, text)
  return namesOf(named).some((name) => namesCompany(rest, name))
}

/** Whether a text has a name: its words in a row, with capitals where the name has them. */
export const namesCompany = (text: string, name: string): boolean => {
  const short = shortName(name)
  const found = text.match(new RegExp(String.raw`(?<![\p{L}\p{N}])${patternOf(short)}`, "giu")) ?? []
  return found.some((match) => !/^\p{Lu}/u.test(short) || /^\p{Lu}/u.test(match))
}

/**
 * Whether texts name a company that nobody linked to the niche. Company names can be everyday words (Target, Block,
 * Gap), and a capital in a headline or at a sentence's start says little. So a name of one word must be in two texts,
 * or follow a word in small letters.
 */
export const isNamedIn = (texts: ReadonlyArray<string>, name: string): boolean => {
  const short = shortName(name)
  const naming = texts.filter((text) => namesCompany(text, name))
  const inside = new RegExp(String.raw`(?<![\p{L}\p{N}'’])\p{Ll}[\p{L}'’]*,?\s${patternOf(short)}`, "u")
  return naming.length >= 2 || naming.some((text) => short.includes(" ") || inside.test(text))
}
