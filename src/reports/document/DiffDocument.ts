import type { ChangedFigure, CitedSource, ExhibitChange, ReportChange, ReportDiff } from "../../domain/ReportDiff.ts"
import { comparedWith } from "../check/Comparisons.ts"
import { originOf } from "./Contents.ts"
import { escape } from "./Markdown.ts"
import { linked } from "./MarkdownDocument.ts"

/** What the changes of each kind stand under. */
const headings: Readonly<Record<ReportChange["kind"], string>> = {
  contradicted: "The opposite of before",
  changed: "Other figures",
  new: "Not in the earlier report",
  gone: "Gone"
}

const sourceLine = (source: CitedSource): string => [linked(source), ...originOf(source).map(escape)].join(", ")

const figure = (value: string | number | null): string =>
  value === null ? "–" : typeof value === "number" ? value.toLocaleString("en-US") : escape(value)

const arrow = (
  what: string | null,
  { after, before }: Pick<ChangedFigure | ExhibitChange, "after" | "before">
): string => `${what === null ? "" : `${escape(what)}: `}${figure(before)} → ${figure(after)}`

const item = ({ after, before, figures }: ReportChange): string => {
  const { citations, sentence } = (after ?? before)!
  const details = [
    ...(after === null || before === null ? [] : [`before: ${escape(before.sentence)}`]),
    ...figures.map((changed) => arrow(changed.of, changed)),
    ...citations.map(sourceLine)
  ]
  return [`- ${escape(sentence)}`, ...details.map((detail) => `  - ${detail}`)].join("\n")
}

/** What has changed between two reports, as a document in Markdown. */
export const diffDocument = ({ against, changes, counts, exhibits, report, sources }: ReportDiff): string => {
  const part = (title: string, items: ReadonlyArray<string>) =>
    items.length === 0 ? [] : [`## ${title}`, items.join("\n")]
  const list = (all: ReadonlyArray<CitedSource>) => all.map((source) => `- ${sourceLine(source)}`)
  const told =
    against === null
      ? `There is no earlier completed report on this niche to compare report ${report.id} with.`
      : comparedWith(against, counts, report.report_type === against.report_type)
  return [
    `# What has changed: ${escape(report.title)}`,
    escape(told),
    ...Object.entries(headings).flatMap(([kind, title]) =>
      part(title, changes.filter((change) => change.kind === kind).map(item))
    ),
    ...part(
      "Numbers in tables",
      exhibits.map((change) => {
        const unit = change.unit === null ? "" : ` (${escape(change.unit)})`
        return `- ${escape(change.exhibit)}, ${escape(change.row)}: ${arrow(change.column, change)}${unit}`
      })
    ),
    ...part("Sources that the earlier report does not cite", list(sources.new)),
    ...part("Sources that are gone", list(sources.gone))
  ]
    .join("\n\n")
    .concat("\n")
}
