import { Option, Schema } from "effect"
import { ReportQuality, type ReportSource } from "../../domain/Report.ts"
import { lettersOf } from "../check/Quotations.ts"
import { dayOf, daysBetween } from "../check/Age.ts"
import { plainText, quantities, withoutNumbers } from "../check/Numbers.ts"
import { contentStems, likeness } from "../../text/Words.ts"
import { candidates } from "./Candidates.ts"
import { isWhen } from "./When.ts"

/** Titles that share so much of their words, apart from figures, tell one story, if they are not too far apart. */
const alike = 0.7
const longestStory = 14

/** A title that is edited keeps so much; some feeds give all their items one address. */
const edited = 0.4

/** Titles of fewer words say too little to be compared by them. */
const least = 3

/** What a source is known by in another report: news by its address, what the service counts itself by its name. */
export const identityOf = ({ kind, publisher, title, url }: ReportSource): string => {
  const name = `${kind} ${lettersOf(title)}`
  switch (kind) {
    case "signal":
      return url === null ? name : `${kind} ${url}`
    case "social_trend":
      return `${name}${publisher ?? ""}`
    case "tracked_keyword":
      return `${name}${url ?? ""}`
    default:
      return name
  }
}

const readUnused = Schema.decodeUnknownOption(Schema.Struct({ unused_sources: ReportQuality.fields.unused_sources }))

/**
 * Whether an earlier report had a source when it was written: among its own sources, or as evidence that it did not
 * use, of which titles and addresses are stored.
 */
export const evidenceOf = (
  sources: ReadonlyArray<ReportSource>,
  quality: unknown
): ((source: ReportSource) => boolean) => {
  const unused = Option.getOrUndefined(readUnused(quality))?.unused_sources ?? []
  const had = new Set([...sources, ...unused].map(addressOf))
  return (source) => had.has(addressOf(source))
}

const addressOf = ({ title, url }: Pick<ReportSource, "title" | "url">): string => url ?? lettersOf(title)

/**
 * Days, periods and numbers of parts in a title: they tell one issue of a series from the next. `Part 2` and `Teil 2`
 * end with the number, "recalls 22,000 vans" goes on.
 */
const issueOf = (title: string): string => {
  const plain = plainText(title)
  return quantities(plain)
    .filter(({ end, readings, start }) => {
      const reading = readings[0]!
      const isPart =
        /\p{Lu}[\p{L}.]{0,20} ?#?$/u.test(plain.slice(0, start)) && /^\s*(?:$|[^\p{L}\p{N}\s])/u.test(plain.slice(end))
      return isWhen(reading) || (reading.startsWith("number:") && isPart)
    })
    .map(({ readings }) => readings[0]!)
    .join(" ")
}

interface Known {
  readonly source: ReportSource
  readonly identity: string
  readonly title: string
  readonly issue: string
  readonly words: ReadonlySet<string>
}

const known = (source: ReportSource): Known => ({
  source,
  identity: identityOf(source),
  title: lettersOf(source.title),
  issue: issueOf(source.title),
  words: new Set(source.kind === "signal" ? contentStems(withoutNumbers(source.title)) : [])
})

const isOneStory = (one: Known, other: Known): boolean => {
  if (one.source.kind !== "signal" || other.source.kind !== "signal") return one.identity === other.identity
  const share = one.title === other.title ? 1 : likeness(one.words, other.words)
  if (one.identity === other.identity && share >= edited) return true
  const enough = one.title === other.title || Math.min(one.words.size, other.words.size) >= least
  const days = [one, other].flatMap(({ source }) => dayOf(source) ?? []).sort()
  return (
    share >= alike &&
    enough &&
    one.issue === other.issue &&
    (days.length < 2 || daysBetween(days[0]!, days[1]!) <= longestStory)
  )
}

const isAnyOf = (some: ReadonlyArray<ReportSource>, others: ReadonlyArray<ReportSource>): boolean =>
  some.some((source) => others.some((other) => identityOf(source) === identityOf(other)))

const lastDay = (sources: ReadonlyArray<ReportSource>): string | undefined =>
  sources
    .flatMap((source) => dayOf(source) ?? [])
    .sort()
    .at(-1)

const isNews = ({ kind, publisher }: ReportSource): boolean => kind === "signal" && publisher !== null

/** Whether one publisher has news of both. */
const isOfOnePublisher = (some: ReadonlyArray<ReportSource>, others: ReadonlyArray<ReportSource>): boolean =>
  some.some((source) => isNews(source) && others.some((other) => isNews(other) && other.publisher === source.publisher))

/** Whether news of these days and of those was published on other days. */
const isOtherDay = (before: ReadonlyArray<ReportSource>, after: ReadonlyArray<ReportSource>): boolean => {
  const [was, is] = [lastDay(before), lastDay(after)]
  return was !== undefined && is !== undefined && was !== is
}

/** What two lists of sources have to do with each other. */
export interface Related {
  /**
   * Whether what these say may have become what those say: they are of another day, or the same source or publisher
   * says it. On one day two publishers merely differ.
   */
  readonly mayChange: (before: ReadonlyArray<ReportSource>, after: ReadonlyArray<ReportSource>) => boolean
  /**
   * Whether those may say something against these that the report with both keeps: other sources, and not of an earlier
   * day. One source tells of things beside each other.
   */
  readonly mayFollow: (before: ReadonlyArray<ReportSource>, after: ReadonlyArray<ReportSource>) => boolean
  /** Whether one of these and one of those are the same thing, or tell the same story. */
  readonly share: (before: ReadonlyArray<ReportSource>, after: ReadonlyArray<ReportSource>) => boolean
  readonly new: ReadonlyArray<ReportSource>
  readonly gone: ReadonlyArray<ReportSource>
}

/** Compares the sources of two reports. */
export function* relate(
  before: ReadonlyArray<ReportSource>,
  after: ReadonlyArray<ReportSource>
): Generator<void, Related> {
  const [earlier, later] = [before.map(known), after.map(known)]
  const byIdentity = ({ identity }: Known) => new Set([identity])
  const byTitle = ({ title, words }: Known) => new Set([title, ...words])
  const pairs = [
    ...(yield* candidates(earlier.map(byIdentity), later.map(byIdentity))),
    ...(yield* candidates(earlier.map(byTitle), later.map(byTitle)))
  ].filter(([b, a]) => isOneStory(earlier[b]!, later[a]!))
  const related = new Map<ReportSource, Set<ReportSource>>()
  const of = (source: ReportSource) => {
    const found = related.get(source) ?? new Set()
    related.set(source, found)
    return found
  }
  for (const [b, a] of pairs) {
    of(before[b]!).add(after[a]!)
    of(after[a]!).add(before[b]!)
  }
  return {
    mayChange: (some, others) => isOtherDay(some, others) || isAnyOf(some, others) || isOfOnePublisher(some, others),
    mayFollow: (some, others) =>
      !isAnyOf(some, others) && (lastDay(others) ?? "9999-12-31") >= (lastDay(some) ?? "0000-01-01"),
    share: (some, others) => some.some((source) => others.some((other) => related.get(source)?.has(other) === true)),
    new: after.filter((source) => !related.has(source)),
    gone: before.filter((source) => !related.has(source))
  }
}
