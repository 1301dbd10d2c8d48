/*
 * Whether a text says what a fact's `says` asks for: a form of regular expression over words and numbers that people
 * can read. `voltmarsh; 41%|0.41; rise|rose` asks for all three between semicolons, and for each of them for one
 * of the alternatives. README.md has the rules.
 */

const below20 =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " "
  )
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ")

const spelled = new RegExp(
  `\\b(?:(${tens.join("|")})(?:[ -](${below20.slice(1, 10).join("|")}))?|(${below20.join("|")}))\\b`,
  "g"
)

/** `thirty-one` as `31`. */
const inDigits = (text: string): string =>
  text.replace(spelled, (_, ten?: string, one?: string, small?: string) =>
    String(
      small !== undefined
        ? below20.indexOf(small)
        : 20 + 10 * tens.indexOf(ten!) + (one === undefined ? 0 : below20.indexOf(one))
    )
  )

const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  mn: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12
}

const amount = "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?"
const unit =
  "[ -]?(?:%|percent\\b|per cent\\b|pct\\b|thousand\\b|million\\b|mn\\b|billion\\b|bn\\b|trillion\\b)|[kmb](?![a-z0-9])"
/** `810 to 830 million`: the unit is that of both. */
const range = new RegExp(`(${amount})(?= ?(?:-|–|to|and) ?[$€£]?(?:${amount})(${unit}))(?!${unit})`, "g")
const token = new RegExp(`(${amount})(${unit})?|\\p{L}[\\p{L}\\p{N}]*`, "gu")

const numberOf = (digits: string, unit: string | undefined): string => {
  const value = Number(digits.replaceAll(",", ""))
  const word = (unit ?? "").replace(/^[ -]/, "")
  return /^(?:%|p)/.test(word) ? `${value}%` : String(Number((value * (scales[word] ?? 1)).toPrecision(12)))
}

/**
 * A text's words in lower case without accents, and its numbers as values: `$2.4bn` is `2400000000`, `four per cent` is
 * `4%`.
 */
export const tokensOf = (text: string): ReadonlyArray<string> =>
  inDigits(text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase())
    .replace(range, "$1$2")
    .matchAll(token)
    .map(([word, digits, unit]) => (digits === undefined ? word : numberOf(digits, unit)))
    .toArray()

/** Words of four letters and more may have any ending. */
const isSame = (asked: string, said: string | undefined): boolean =>
  said === asked || (said !== undefined && asked.length > 3 && /^\p{L}/u.test(asked) && said.startsWith(asked))

const has = (said: ReadonlyArray<string>, asked: ReadonlyArray<string>): boolean =>
  said.some((_, at) => asked.every((word, n) => isSame(word, said[at + n])))

/** A function that says whether a text says what is asked. */
export const saying = (asked: string): ((said: ReadonlyArray<string>) => boolean) => {
  const groups = asked.split(";").map((group) => group.split("|").map(tokensOf))
  if (groups.some((group) => group.some((one) => one.length === 0))) throw new Error(`nothing is asked in “${asked}”`)
  return (said) => groups.every((group) => group.some((one) => has(said, one)))
}
