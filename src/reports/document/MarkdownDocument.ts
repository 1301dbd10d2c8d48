import type { Report, ReportSource } from "../../domain/Report.ts"
import { escape } from "../Markdown.ts"
import { contentsOf, headings, linkOf, qualityLine, statusLine } from "./Contents.ts"

/** Begins a line with text that must not be taken for markup: escaped, on one line. */
const sourceLine = ({ n, published_at, publisher, title, url }: ReportSource): string => {
  const link = linkOf(url)
  const name = escape(title) || "Untitled"
  const about = [publisher, published_at].flatMap((part) => (part === null ? [] : escape(part)))
  return `${n}. ${[link === null ? name : `[${name}](${link})`, ...about].join(", ")}`
}

/** A report as a document in Markdown (CommonMark), whole in itself. Its parts come escaped from Render.ts, the rest is escaped here. */
export const markdownDocument = (report: Report): string => {
  const contents = contentsOf(report)
  const quality = qualityLine(contents)
  const part = (title: string, body: string) => (body === "" ? [] : [`## ${title}`, body])
  return [
    `# ${escape(report.title)}`,
    escape(statusLine(report)),
    ...(report.executive_summary === "" ? [] : [report.executive_summary]),
    ...contents.sections.flatMap(({ content, title }) => part(escape(title), content)),
    ...part(headings.sources, contents.sources.map(sourceLine).join("\n")),
    ...part(headings.gaps, contents.gaps.map((gap) => `- ${escape(gap)}`).join("\n")),
    ...part(headings.quality, quality === null ? "" : escape(quality))
  ]
    .join("\n\n")
    .concat("\n")
}
