/**
 * Languages whose month names are understood without knowing the feed's language; where two disagree about a word, the
 * first wins.
 */
const LOCALES =
  "en de fr es it pt nl da nb sv fi is pl cs sk hu ro ru uk bg el tr et lv lt sl sr sr-Latn mk ca gl eu id vi ar he hi".split(
    " "
  )

/** Spellings in use beside those of the locale data. */
const OTHERS: ReadonlyArray<readonly [string, number]> = [
  ["sept", 9],
  ["mrz", 3],
  ["maerz", 3],
  ["janner", 1],
  ["feber", 2],
  ["mrt", 3]
]

/** A word as it is looked up: lower case, without accents, dots and apostrophes. */
export const plainWord = (word: string): string =>
  word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}.'’]/gu, "")

type Names = ReadonlyMap<string, number>

/** The names of the months in one language: alone, beside a day (many languages inflect them), and short. */
const namesIn = (locale: string): ReadonlyArray<readonly [string, number]> =>
  [{ month: "long" }, { month: "short" }, { month: "long", day: "numeric" }].flatMap((style) => {
    const format = new Intl.DateTimeFormat(locale, { ...(style as Intl.DateTimeFormatOptions), timeZone: "UTC" })
    return Array.from({ length: 12 }, (_, month) => {
      const name = format.formatToParts(Date.UTC(2001, month, 15)).find((part) => part.type === "month")?.value ?? ""
      return [plainWord(name), month + 1] as const
    })
  })

const tableOf = (entries: ReadonlyArray<readonly [string, number]>): Names => {
  const names = new Map<string, number>()
  for (const [name, month] of entries) if (/^\p{L}{2,}$/u.test(name) && !names.has(name)) names.set(name, month)
  return names
}

/** Languages that are remembered; bounded, since a feed may claim any. */
const MAX_KNOWN = 1_000

const tables = new Map<string, Names>()

/** Tables are built when first needed: most feeds have only English names. */
const table = (key: string, build: () => ReadonlyArray<readonly [string, number]>): Names => {
  const known = tables.get(key)
  if (known !== undefined) return known
  const built = tableOf(build())
  tables.set(key, built)
  return built
}

const lookUp = (word: string, names: Names): number | null => {
  const exact = names.get(word)
  if (exact !== undefined) return exact
  if (word.length < 3) return null
  const months = new Set<number>()
  for (const [name, month] of names) if (name.startsWith(word)) months.add(month)
  const [only] = months
  return months.size === 1 && only !== undefined ? only : null
}

const english = () => namesIn("en")
const everywhere = () => [...LOCALES.flatMap(namesIn), ...OTHERS]
const supported = (language: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length === 1
  } catch {
    return false
  }
}

const monthFirst = new Map<string, boolean>()

/**
 * Whether the month stands before the day in dates of that language with slashes; so it does where the language is
 * unknown, as in America.
 */
export const isMonthFirst = (language: string | null): boolean => {
  if (language === null || !supported(language)) return true
  const known = monthFirst.get(language)
  if (known !== undefined) return known
  const parts = new Intl.DateTimeFormat(language, { calendar: "gregory" }).formatToParts(0).map(({ type }) => type)
  const first = parts.indexOf("month") < parts.indexOf("day")
  if (monthFirst.size < MAX_KNOWN) monthFirst.set(language, first)
  return first
}

/**
 * The month, 1 to 12, that a word names in English, in the given language, or in any known one; null where it names
 * none.
 */
export const monthOf = (word: string, language: string | null): number | null => {
  const plain = plainWord(word)
  const inEnglish = table("en", english).get(plain)
  const own = language?.slice(0, 2).toLowerCase()
  if (own !== undefined && own !== "en" && /^[a-z]{2}$/.test(own) && supported(own)) {
    const month = lookUp(
      plain,
      table(own, () => namesIn(own))
    )
    if (month !== null) return month
  }
  return inEnglish ?? lookUp(plain, table("*", everywhere))
}
