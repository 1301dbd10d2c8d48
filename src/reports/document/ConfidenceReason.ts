import type { ReportQuality } from "../../domain/Report.ts"
import { few, needed } from "../check/Confidence.ts"

/** The measured parts of confidence, and the publishers that are counted for them. */
export type Parts = Pick<
  ReportQuality,
  "support" | "sufficiency" | "agreement" | "freshness" | "on_topic" | "independent_publishers"
>

export const percent = (share: number): string => `${Math.floor(share * 100)} %`

/** Which of the two that are counted falls further short. */
const shortOf = (sufficiency: number, publishers: number): string => {
  const ofPublishers = Math.min(1, publishers / needed.publishers)
  const ofSources = ofPublishers === 0 ? 0 : sufficiency / ofPublishers
  return ofPublishers <= ofSources
    ? `it rests on fewer independent publishers (${publishers}) than such a report needs (${needed.publishers})`
    : `it rests on fewer sources on topic (${Math.round(ofSources * needed.sources)}) than such a report needs (${needed.sources})`
}

/** Parts that are rounded make a product that is this near. */
const leeway = 0.01

/**
 * Why a report is not surer, as a sentence: which part of its confidence lowers it most, and how far that part alone
 * would. Nothing of reports of earlier versions, which have no parts.
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
    [support, "not all of its factual sentences are sure to be borne out by what they cite"],
    [sufficiency, shortOf(sufficiency, publishers)],
    [agreement, "its sources contradict each other"],
    [freshness, "many of its sources are older than a month, or have no date"],
    [on_topic, "not all of the news that it cites is sure to be on topic"]
  ]
  const [part, cause] = causes.reduce((least, next) => (next[0] < least[0] ? next : least))
  const product = causes.reduce((all, [own]) => all * own, 1)
  if (product - confidence > leeway)
    return `With so few independent publishers (fewer than ${few.publishers}) it is never above ${percent(few.confidence)}.`
  if (part === 1) return "Nothing lowers it."
  return `What lowers it most: ${cause}, which alone leaves ${percent(part)}.`
}
