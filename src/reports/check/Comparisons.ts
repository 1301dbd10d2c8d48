import type { ChangeCounts, ComparedReport, SinceLastReport } from "../../domain/ReportDiff.ts"
import { quoted, shown } from "../document/Markdown.ts"
import { listed } from "../dossier/ExhibitKind.ts"
import { typeNames } from "../Outline.ts"
import { several } from "./Plural.ts"

/*
 * The sentences with which a report refers to an earlier one.
 */

/** The report that another is compared with. */
const withReport = (against: ComparedReport, isOfSameType: boolean): string =>
  `Compared with report ${against.id} (${typeNames[against.report_type].toLowerCase()}, ${against.created_at.slice(0, 10)}` +
  `${isOfSameType ? "" : ", which is of another type and asks other questions"}): `

/**
 * The result of a comparison with an earlier report. Claims that are gone are only counted, because no source of this
 * report supports them. Reports of two types differ because they ask different questions, whatever has happened.
 */
export const comparedWith = (against: ComparedReport, counts: ChangeCounts, isOfSameType: boolean): string => {
  const changes = [
    [counts.new, "that it did not have"],
    [counts.changed, "with other figures"],
    [counts.contradicted, "of the opposite"],
    [counts.gone, "gone"]
  ] as const
  const told = changes.flatMap(([count, how]) => (count === 0 ? [] : [`${several(count, "claim")} ${how}`]))
  const { unchanged } = counts
  const none = `no claim has changed${unchanged === 0 ? "" : `, of ${several(unchanged, "claim")}`}`
  const same = unchanged === 0 ? [] : [several(unchanged, "unchanged claim")]
  return `${withReport(against, isOfSameType)}${told.length === 0 ? none : listed([...told, ...same])}.`
}

/** The same in reports of earlier versions: they told of all counts, and older ones called all of those claims new. */
const formerlyComparedWith =
  (ofNew: (count: number) => string) =>
  (against: ComparedReport, counts: ChangeCounts, isOfSameType: boolean): string =>
    `${withReport(against, isOfSameType)}${ofNew(counts.new)}, ${several(counts.changed, "claim")} with other figures, ` +
    `${several(counts.contradicted, "claim")} of the opposite, ${several(counts.unchanged, "unchanged claim")}, ` +
    `and ${several(counts.gone, "claim")} gone.`

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
    ...[
      comparedWith,
      formerlyComparedWith((count) => `${several(count, "claim")} that it did not have`),
      formerlyComparedWith((count) => several(count, "new claim"))
    ].flatMap((of) => [of(against, counts, true), of(against, counts, false)]),
    ...[...Object.values(comparedHeadings), formerHeading, nothingNew, formerlyNothingNew].map((heading) =>
      heading(against)
    ),
    ...said.map((sentence) => saidBefore(against, sentence))
  ].some((sentence) => shown(sentence) === text)
