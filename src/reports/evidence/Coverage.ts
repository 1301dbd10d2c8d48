import type { ReportQuality, ReportSource } from "../../domain/Report.ts"
import { share } from "../check/Check.ts"
import { daysBetween, daysOf, staleDays } from "../check/Age.ts"
import type { Evidence } from "./Evidence.ts"
import type { Piece } from "./Piece.ts"
import { contentStems, likeness } from "../../text/Words.ts"

/** Pieces that share a quarter of their words tell of the same thing. */
const related = 0.25

/** Pieces that tell of the same thing, directly or through others. */
export const clustersOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const clusters: Array<Array<{ readonly piece: Piece; readonly stems: ReadonlySet<string> }>> = []
  for (const piece of pieces) {
    const stems = new Set(contentStems(piece.quote))
    const near = clusters.filter((cluster) => cluster.some((other) => likeness(stems, other.stems) >= related))
    for (const cluster of near) clusters.splice(clusters.indexOf(cluster), 1)
    clusters.push([...near.flat(), { piece, stems }])
  }
  return clusters.map((cluster) => cluster.map(({ piece }) => piece))
}

/**
 * What a report makes of the evidence: how much of it, how old, and from how many voices.
 */
export const coverageOf = (
  { asOf, pieces }: Evidence,
  sources: ReadonlyArray<ReportSource>,
  /** Numbers of the pieces that it cites. */
  cited: ReadonlySet<number>
) => {
  const dates = daysOf(sources)
  const publishers = sources.flatMap(({ publisher }) => publisher ?? [])
  const voices = new Map<string, number>()
  for (const publisher of publishers) voices.set(publisher, (voices.get(publisher) ?? 0) + 1)
  const clusters = clustersOf(pieces)
  const today = asOf ?? dates.at(-1)
  return {
    sources_used: sources.length,
    publishers: voices.size,
    newest_source: dates.at(-1) ?? null,
    oldest_source: dates[0] ?? null,
    largest_publisher_share: share(Math.max(0, ...voices.values()), publishers.length),
    stale_sources: share(dates.filter((date) => daysBetween(date, today!) > staleDays).length, dates.length),
    evidence_found: pieces.length,
    clusters_covered: share(
      clusters.filter((cluster) => cluster.some(({ n }) => cited.has(n))).length,
      clusters.length
    ),
    unused_sources: pieces.filter(({ n }) => !cited.has(n)).map(({ title, url }) => ({ title, url }))
  } satisfies Partial<ReportQuality>
}
