import type { ReportQuality } from "../../domain/Report.ts"
import { few, needed } from "../check/Confidence.ts"

/** The measured parts of confidence, and the publishers that are counted for them. */
export type Parts = Pick<
  ReportQuality,
  "support" | "sufficiency" | "agreement" | "freshness" | "on_topic" | "independent_publishers"
>

export const percent = (share: number): string => `${Math.floor(share * 100)} %`

/** Whether a report lacks publishers or sources, by which of the two is further below what it needs. */
const shortOf = (sufficiency: number, publishers: number): string => {
  const ofPublishers = Math.min(1, publishers / needed.publishers)
  const ofSources = ofPublishers === 0 ? 0 : sufficiency / ofPublishers
  return ofPublishers <= ofSources
    ? `it rests on fewer independent publishers (${publishers}) than such a report needs (${needed.publishers})`
    : `it rests on fewer sources on topic (${Math.round(ofSources * needed.sources)}) than such a report needs (${needed.sources})`
}

/** The parts are rounded, so their product may differ from the confidence by this much. */
const leeway = 0.01

/**
 * Why a report's confidence is not higher, as a sentence: the part that lowers it most, and what that part alone would
 * leave. Empty for reports of earlier versions, which have no parts.
 */
export const confidenceReason = (confidence: number, parts: Parts): string => {
  const { agreement = 1, freshness, independent_publishers: publishers, on_topic, sufficiency, support } = parts
  if (
    support === undefined ||
    sufficiency === undefined ||
    freshness === undefined ||
    on_topic === undefined ||
    publishers === undefined
  )
    return ""
  const causes: ReadonlyArray<readonly [part: number, cause: string]> = [
    [support, "it is not certain that its sources support all of its factual sentences"],
    [sufficiency, shortOf(sufficiency, publishers)],
    [agreement, "its sources contradict each other"],
    [freshness, "many of its sources are older than a month, or have no date"],
    [on_topic, "some of the news that it cites may be off topic"]
  ]
  const [part, cause] = causes.reduce((least, next) => (next[0] < least[0] ? next : least))
  const product = causes.reduce((all, [own]) => all * own, 1)
  if (product - confidence > leeway)
    return `With fewer than ${few.publishers} independent publishers it is at most ${percent(few.confidence)}.`
  if (part === 1) return "Nothing lowers it."
  return `What lowers it most: ${cause}, which alone leaves ${percent(part)}.`
}
