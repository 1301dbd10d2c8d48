import { countries } from "../../domain/Country.ts"
import type { ReportSource } from "../../domain/Report.ts"
import { detect } from "../../search/Languages.ts"
import { stem, words } from "../../text/Words.ts"
import { accountIn } from "./Accounts.ts"
import { namesOf } from "./Clauses.ts"
import { monthsAndDays } from "./InEnglish.ts"
import { plainText, quantities } from "./Numbers.ts"
import { perSource } from "./PerSource.ts"

/*
 * Whose a figure is. Who is named in nothing that a claim cites may own no figure of it: "Kestrel's revenue was 41
 * million euros", of an article about somebody else.
 */

const name = "\\p{Lu}[\\p{L}\\p{M}\\p{N}&.-]{0,40}"
const names = `(${name}(?: ${name}){0,3})`
const owning = new RegExp(`(?<![\\p{L}\\p{N}'’.&-])${names}(?:['’]s|(?<=s)['’]) (?=\\p{Ll})`, "gu")
const accounts =
  "(?:[Rr]evenues?|[Ss]ales|[Tt]urnover|[Pp]rofits?|[Ee]arnings|[Ll]oss|[Ll]osses|[Cc]osts|[Ee]xpenses|Umsatz|Gewinn|Verlust|Kosten|Ergebnis)"
const owned = new RegExp(
  `(?<![\\p{L}\\p{N}])${accounts} (?:of|at|von|bei)(?: the| der| dem)? ${names}(?![\\p{L}\\p{N}]| ?[\\d$€£¥])`,
  "gu"
)

/** What belongs to a company in a figure, beside what an account names. */
const possessions = new Set(
  words(
    "income margin output production capacity workforce staff headcount payroll debt assets cash orders backlog deliveries shipments exports imports dividend valuation shares stock price prices budget funding investment fleet customers subscribers users members employees"
  ).map(stem)
)

/** So many words behind an owner say what is owned. */
const reach = 4

/** Words in names of countries. They are computed for the first claim, because that would slow down the start. */
const regionWords = () => {
  const found = new Set(["us", "u.s", "uk", "u.k", "usa", "eu", "un", "america", "britain", "holland"])
  for (const language of ["en", "de"]) {
    const shown = new Intl.DisplayNames(language, { type: "region", fallback: "none" })
    for (const code of countries) for (const word of words(shown.of(code) ?? "")) found.add(word)
  }
  return found
}

let regions: ReturnType<typeof regionWords> | undefined

const isOfRegion = (word: string): boolean => (regions ??= regionWords()).has(word)

const times = new Set(
  words(
    `${monthsAndDays.join(" ")} Sonnabend spring summer autumn fall winter Frühling Frühjahr Sommer Herbst Christmas Easter Weihnachten Ostern today yesterday tomorrow`
  )
)
const besideTimes = new Set(["last", "this", "next", "early", "mid", "late", "black"])

/** A time owns nothing: "January's sales", "Black Friday's". */
const isTime = (parts: ReadonlyArray<string>): boolean =>
  parts.some((part) => times.has(part)) && parts.every((part) => times.has(part) || besideTimes.has(part))

/** Letters and digits alone, without accents. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")

interface Named {
  readonly letters: string
  /** The first letters of its words in a row. */
  readonly initials: string
  readonly language: string
  readonly isLatin: boolean
}

const named = perSource(({ publisher, quote, title }): Named => {
  const text = `${title}\n${quote}\n${publisher ?? ""}`
  return {
    letters: plain(text),
    initials: words(text)
      .map((word) => plain(word).charAt(0))
      .join(""),
    language: detect(text) ?? "en",
    isLatin: !/(?!\p{Script=Latin})\p{L}{4}/u.test(text)
  }
})

/** A name may be bent: so much of its beginning tells it. */
const told = 5

const isNamed = (owner: string, { initials, letters }: Named): boolean => {
  const parts = owner.split(/[\s-]/).map(plain).filter(Boolean)
  const first = parts.map((part) => part.charAt(0)).join("")
  return (
    parts.some(
      (part) => letters.includes(plain(stem(part)).slice(0, told)) || (part.length <= told && initials.includes(part))
    ) ||
    (first.length > 1 && letters.includes(first))
  )
}

const isOpening = (text: string, at: number): boolean =>
  /(?:^|[.!?:;“"(] {0,2})$/.test(text.slice(Math.max(0, at - 3), at))

/** Whether a figure is given to somebody whom no source names. Of another language a source may call them otherwise. */
export const isOfUnnamed = (text: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const read = plainText(text)
  const found = [
    ...Array.from(read.matchAll(owning), ({ 0: whole, 1: owner, index }) => {
      const behind = words(read.slice(index + whole.length, index + whole.length + 120)).slice(0, reach)
      const stems = behind.map(stem)
      const isSingle = !/\s/.test(owner!) && isOpening(read, index)
      const isOwned = accountIn(stems) !== null || (!isSingle && stems.some((word) => possessions.has(word)))
      return isOwned ? [owner!] : []
    }).flat(),
    ...Array.from(read.matchAll(owned), ([, owner]) => owner!)
  ]
  if (found.length === 0 || quantities(read).length === 0) return false
  const known = new Set(namesOf(text))
  const stored = sources.map(named)
  const language = detect(text) ?? "en"
  if (stored.some((source) => source.language !== language || !source.isLatin)) return false
  return found.some((owner) => {
    const parts = words(owner)
    return (
      parts.some((part) => known.has(stem(part))) &&
      !parts.some(isOfRegion) &&
      !isTime(parts) &&
      !stored.some((source) => isNamed(owner, source))
    )
  })
}
