import type { ComparedReport, ReportChange, SinceLastReport } from "../../domain/ReportDiff.ts"
import { dayOf } from "../check/Age.ts"
import type { Claim } from "./Claims.ts"
import { comparedHeadings, comparedWith, nothingNew, saidBefore } from "../check/Comparisons.ts"
import { sentencesOf } from "../check/Sentences.ts"
import { escape } from "../document/Markdown.ts"
import type { Compared } from "./Diff.ts"

/** How many claims of a kind a report tells of; the comparison itself has all of them. */
const told = { contradicted: 10, changed: 10, new: 8, chosen: 8 }

/**
 * Whether a claim rests only on what was known before the earlier report: on older news, or on sources that were also
 * that report's evidence. What the service counts itself changes every day, so it is only old on the same day.
 */
const isOlder = ({ sources }: Claim, { against, diff: { report }, wasFound }: Compared): boolean => {
  const [before, today] = [dateOf(against), dateOf(report)]
  return (
    sources.length > 0 &&
    sources.every((source) =>
      source.kind === "signal"
        ? wasFound(source) || (dayOf(source) ?? source.published_at ?? before) < before
        : wasFound(source) && before === today
    )
  )
}

const dateOf = ({ created_at }: ComparedReport): string => created_at.slice(0, 10)

/**
 * The section of a report that tells what is new since an earlier one. It repeats the report's own claims with their
 * citations. After a claim that has changed, it quotes the sentence of the earlier report.
 */
export const sinceSection = (compared: Compared): SinceLastReport => {
  const { against, claims, diff } = compared
  const { changes, counts, report } = diff
  const isOfSameType = report.report_type === against.report_type
  const kindOf = (change: ReportChange) =>
    change.kind === "new" && isOlder(claims.get(change)!, compared) ? "chosen" : change.kind
  const of = (kind: keyof typeof told) => changes.filter((change) => kindOf(change) === kind).slice(0, told[kind])
  const said = [...of("contradicted"), ...of("changed")].map(({ before }) => before!.sentence)
  const repeated = (change: ReportChange): string => `- ${claims.get(change)!.markdown}`
  const part = (kind: keyof typeof told): ReadonlyArray<string> => {
    const found = of(kind)
    if (found.length === 0) return []
    const entries =
      kind === "new" || kind === "chosen"
        ? [found.map(repeated).join("\n")]
        : found.flatMap((change) => [repeated(change), escape(saidBefore(against, change.before!.sentence))])
    return [escape(comparedHeadings[kind](against)), ...entries]
  }
  const content = [
    escape(comparedWith(against, counts, isOfSameType)),
    ...part("contradicted"),
    ...part("changed"),
    ...part("new"),
    // Reports of two types choose different claims even from the same evidence.
    ...(isOfSameType ? part("chosen") : counts.new > 0 && of("new").length === 0 ? [escape(nothingNew(against))] : [])
  ].join("\n\n")
  const citations = sentencesOf(content).flatMap((sentence) => sentence.citations)
  return {
    title: "Since the last report",
    content,
    citations: [...new Set(citations)].sort((one, other) => one - other),
    against,
    counts,
    said
  }
}
