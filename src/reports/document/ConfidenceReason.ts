import type { ReportQuality } from "../../domain/Report.ts"
import { few, needed } from "../check/Confidence.ts"

/** The measured parts of confidence, and what is counted for them. */
export type Parts = Pick<
  ReportQuality,
  | "support"
  | "sufficiency"
  | "counted_sources"
  | "counted_publishers"
  | "agreement"
  | "freshness"
  | "on_topic"
  | "independent_publishers"
>

export const percent = (share: number): string => `${Math.floor(share * 100)} %`

interface Counted {
  readonly sources: number
  readonly publishers: number
}

/** What reports of earlier versions counted, which do not say it; null where it cannot be told. */
const formerlyCounted = (sufficiency: number, publishers: number): Counted | null => {
  const counted = Math.min(needed.publishers, publishers)
  const sources = (sufficiency * needed.publishers * needed.sources) / counted
  const whole = Math.round(sources)
  return counted > 0 && whole <= needed.sources && Math.abs(sources - whole) < 0.02
    ? { sources: whole, publishers: counted }
    : null
}

const shareOf = ({ publishers, sources }: Counted): number =>
  (sources / needed.sources) * (publishers / needed.publishers)

/** A count with as many digits as its share needs to come to the percentage of `sufficiency`, if few are enough. */
const shownOf = (counted: Counted, sufficiency: number): Counted => {
  const rounded = (digits: number): Counted => ({
    sources: Number(counted.sources.toFixed(digits)),
    publishers: Number(counted.publishers.toFixed(digits))
  })
  return rounded([1, 2].find((digits) => percent(shareOf(rounded(digits))) === percent(sufficiency)) ?? 3)
}

/** What a report lacks: sources, independent publishers, or both. */
const shortOf = (shown: Counted | null): string => {
  if (shown === null)
    return "its sentences cite fewer sources or independent publishers than such a report needs, or some may be off topic"
  const { publishers, sources } = shown
  const short = [
    ...(sources < needed.sources ? [`${sources} of the ${needed.sources} sources`] : []),
    ...(publishers < needed.publishers ? [`${publishers} of the ${needed.publishers} independent publishers`] : [])
  ]
  const isWhole = Number.isInteger(sources) && Number.isInteger(publishers)
  const inPart = isWhole ? "" : " (news that may be off topic counts in part)"
  return `its sentences cite only ${short.join(" and ")} that such a report needs${inPart}`
}

/** The parts are rounded, so their product may differ from the confidence by this much. */
const leeway = 0.01

/**
 * Why a report's confidence is not higher, as a sentence: the part that lowers it most, and what that part alone would
 * leave. Empty for reports of earlier versions, which have no parts.
 */
export const confidenceReason = (confidence: number, parts: Parts): string => {
  const { agreement = 1, freshness, independent_publishers: publishers, on_topic, sufficiency, support } = parts
  const { counted_publishers, counted_sources } = parts
  if (
    support === undefined ||
    sufficiency === undefined ||
    freshness === undefined ||
    on_topic === undefined ||
    publishers === undefined
  )
    return ""
  const counted =
    counted_sources === undefined || counted_publishers === undefined
      ? formerlyCounted(sufficiency, publishers)
      : { sources: counted_sources, publishers: counted_publishers }
  const shown = counted === null ? null : shownOf(counted, sufficiency)
  const causes: ReadonlyArray<readonly [part: number, cause: string]> = [
    [support, "it is not certain that its sources support all of its factual sentences"],
    // The share that the figures that are told come to, which may differ from it by rounding.
    [shown === null ? sufficiency : shareOf(shown), shortOf(shown)],
    [agreement, "its sources contradict each other"],
    [freshness, "many of its sources are older than a month, or have no date"],
    [on_topic, "some of the news that it cites may be off topic"]
  ]
  const [part, cause] = causes.reduce((least, next) => (next[0] < least[0] ? next : least))
  const product = causes.reduce((all, [own]) => all * own, 1)
  if (product - confidence > leeway)
    return `With fewer than ${few.publishers} independent publishers that no other source contradicts, it is at most ${percent(few.confidence)}.`
  if (part === 1) return "Nothing lowers it."
  return `What lowers it most: ${cause}, which alone leaves ${percent(part)}.`
}
