import type { ReportChange, SinceLastReport } from "../../domain/ReportDiff.ts"
import { dayOf } from "../check/Age.ts"
import type { Claim } from "./Claims.ts"
import { comparedHeadings, comparedWith, saidBefore } from "../check/Formulas.ts"
import { sentencesOf } from "../check/Sentences.ts"
import { escape } from "../document/Markdown.ts"
import type { Compared } from "./Diff.ts"

/** How many claims of a kind a report tells of; the comparison itself has all of them. */
const told = { contradicted: 10, changed: 10, new: 8, chosen: 8 }

/** Whether a claim rests on nothing newer than that day: it was chosen anew, and has not happened since. */
const isOlder = ({ sources }: Claim, day: string): boolean =>
  sources.length > 0 &&
  sources.every((source) => source.kind === "signal" && (dayOf(source) ?? source.published_at ?? day) < day)

/**
 * The section of a report that tells what is new since an earlier one: its own claims again, with their citations, and
 * beside a claim that has changed the sentence that the earlier report had in its place.
 */
export const sinceSection = ({ against, claims, diff: { changes, counts, report } }: Compared): SinceLastReport => {
  const day = against.created_at.slice(0, 10)
  const kindOf = (change: ReportChange) =>
    change.kind === "new" && isOlder(claims.get(change)!, day) ? "chosen" : change.kind
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
    escape(comparedWith(against, counts, report.report_type === against.report_type)),
    ...part("contradicted"),
    ...part("changed"),
    ...part("new"),
    ...part("chosen")
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
