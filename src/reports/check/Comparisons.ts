import type { ChangeCounts, ComparedReport, SinceLastReport } from "../../domain/ReportDiff.ts"
import { quoted, shown } from "../document/Markdown.ts"
import { typeNames } from "../Outline.ts"
import { several } from "./Plural.ts"

/*
 * The sentences with which a report refers to an earlier one.
 */

/**
 * The result of a comparison with an earlier report. Claims that are gone are only counted, because no source of this
 * report supports them. Reports of two types differ because they ask different questions, whatever has happened.
 */
export const comparedWith = (against: ComparedReport, counts: ChangeCounts, isOfSameType: boolean): string =>
  `Compared with report ${against.id} (${typeNames[against.report_type].toLowerCase()}, ${against.created_at.slice(0, 10)}` +
  `${isOfSameType ? "" : ", which is of another type and asks other questions"}): ` +
  `${several(counts.new, "claim")} that it did not have, ${several(counts.changed, "claim")} with other figures, ` +
  `${several(counts.contradicted, "claim")} of the opposite, ${several(counts.unchanged, "unchanged claim")}, ` +
  `and ${several(counts.gone, "claim")} gone.`

/** The same in reports of earlier versions, which called all claims new that the other report did not have. */
const formerlyComparedWith = (...[against, counts, isOfSameType]: Parameters<typeof comparedWith>): string =>
  comparedWith(against, counts, isOfSameType).replace(/: (\d+) (claims?) that it did not have/, ": $1 new $2")

/** What stands above the claims of each kind. */
export const comparedHeadings = {
  contradicted: ({ id }: ComparedReport): string => `The opposite of what report ${id} said:`,
  changed: ({ id }: ComparedReport): string => `Other figures than in report ${id}:`,
  new: ({ id }: ComparedReport): string => `New since report ${id}:`,
  chosen: ({ id }: ComparedReport): string => `Not new, and not told in report ${id}:`
}

/** Two types of report choose different claims, so a claim that the other report did not have need not be new. */
export const nothingNew = ({ id }: ComparedReport): string =>
  `Of the claims that report ${id} did not have, none is new.`

/** The same in reports of earlier versions. */
const formerlyNothingNew = ({ id }: ComparedReport): string =>
  `Nothing of what report ${id} did not have is new since then.`

/** The heading of claims that are not new, in reports of earlier versions. */
const formerHeading = ({ id }: ComparedReport): string =>
  `From news of before report ${id}, which that report did not tell:`

/** A sentence of an earlier report, repeated as that report's. */
export const saidBefore = ({ id }: ComparedReport, sentence: string): string => `Report ${id} said: ${quoted(sentence)}`

/** Whether a sentence is one of those with which a report refers to the report that it is compared with. */
export const isComparison = (text: string, { against, counts, said }: SinceLastReport): boolean =>
  [
    ...[comparedWith, formerlyComparedWith].flatMap((of) => [of(against, counts, true), of(against, counts, false)]),
    ...[...Object.values(comparedHeadings), formerHeading, nothingNew, formerlyNothingNew].map((heading) =>
      heading(against)
    ),
    ...said.map((sentence) => saidBefore(against, sentence))
  ].some((sentence) => shown(sentence) === text)
