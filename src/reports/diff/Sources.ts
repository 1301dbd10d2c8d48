import type { ReportSource } from "../../domain/Report.ts"
import { lettersOf } from "../check/Quotations.ts"
import { dayOf, daysBetween } from "../check/Age.ts"
import { withoutNumbers } from "../check/Numbers.ts"
import { contentStems, likeness } from "../../text/Words.ts"
import { candidates } from "./Candidates.ts"

/** Titles that share so much of their words, apart from figures, tell one story, if they are not too far apart. */
const alike = 0.6
const longestStory = 14

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

interface Known {
  readonly source: ReportSource
  readonly identity: string
  readonly title: string
  readonly words: ReadonlySet<string>
}

const known = (source: ReportSource): Known => ({
  source,
  identity: identityOf(source),
  title: lettersOf(source.title),
  words: new Set(source.kind === "signal" ? contentStems(withoutNumbers(source.title)) : [])
})

const isOneStory = (one: Known, other: Known): boolean => {
  if (one.identity === other.identity) return true
  if (one.source.kind !== "signal" || other.source.kind !== "signal") return false
  const likely =
    one.title === other.title ||
    (Math.min(one.words.size, other.words.size) >= least && likeness(one.words, other.words) >= alike)
  const days = [one, other].flatMap(({ source }) => dayOf(source) ?? []).sort()
  return likely && (days.length < 2 || daysBetween(days[0]!, days[1]!) <= longestStory)
}

/** What two lists of sources have to do with each other. */
export interface Related {
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
    share: (some, others) => some.some((source) => others.some((other) => related.get(source)?.has(other) === true)),
    new: after.filter((source) => !related.has(source)),
    gone: before.filter((source) => !related.has(source))
  }
}
