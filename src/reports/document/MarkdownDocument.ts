import type { Exhibit } from "../../domain/Exhibit.ts"
import type { Report, ReportSource } from "../../domain/Report.ts"
import { exhibitTable } from "./MarkdownTable.ts"
import { escape } from "./Markdown.ts"
import { conflictsOf, contentsOf, headings, linkOf, originOf, qualityLine, statusLine } from "./Contents.ts"

/** A title that leads to its page: escaped, on one line. */
export const linked = ({ title, url }: Pick<ReportSource, "title" | "url">): string => {
  const link = linkOf(url)
  const name = escape(title) || "Untitled"
  return link === null ? name : `[${name}](${link})`
}

const sourceLine = (source: ReportSource): string =>
  `${source.n}. ${[linked(source), ...originOf(source).map(escape)].join(", ")}`

/**
 * A report as a document in Markdown (CommonMark), whole in itself. Its parts come escaped from Render.ts, the rest is
 * escaped here.
 */
export const markdownDocument = (report: Report): string => {
  const contents = contentsOf(report)
  const quality = qualityLine(contents)
  const known = new Set(contents.sources.map(({ n }) => n))
  const part = (title: string, body: string, exhibits: ReadonlyArray<Exhibit> = []) => {
    const parts = [body, ...exhibits.map((one) => exhibitTable(one, known))].filter((part) => part !== "")
    return parts.length === 0 ? [] : [`## ${title}`, ...parts]
  }
  return [
    `# ${escape(report.title)}`,
    escape(statusLine(report)),
    ...part(headings.summary, report.executive_summary),
    ...contents.sections.flatMap(({ content, exhibits, title }) => part(escape(title), content, exhibits)),
    ...part(headings.exhibits, "", contents.exhibits),
    ...part(headings.conflicts, conflictsOf(contents)),
    ...part(headings.sources, contents.sources.map(sourceLine).join("\n")),
    ...part(headings.unused, (contents.quality?.unused_sources ?? []).map((one) => `- ${linked(one)}`).join("\n")),
    ...part(headings.gaps, contents.gaps.map((gap) => `- ${escape(gap)}`).join("\n")),
    ...part(headings.quality, quality === null ? "" : escape(quality))
  ]
    .join("\n\n")
    .concat("\n")
}
