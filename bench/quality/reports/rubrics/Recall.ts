import type { Exhibit } from "../../../../src/domain/Exhibit.ts"
import { type ReportRequest, type ReportResult, ReportType } from "../../../../src/domain/Report.ts"
import { split } from "../../../../src/reports/check/Sentences.ts"
import { plain } from "../../../../src/reports/document/Markdown.ts"
import { type Fact, type Half, kinds, type Rubric } from "./Fact.ts"
import { reporting } from "./Reporting.ts"
import { saying, tokensOf } from "./Says.ts"
import { tuning } from "./Tuning.ts"

/** What a report on each market of the demo must state. */
export const rubrics: ReadonlyArray<Rubric> = [...tuning, ...reporting]

const marker = /\s*\[\d+\]/g

/** A list item is one statement, a headline with what is quoted below it; of prose each sentence is one. */
export const statementsOf = (markdown: string): ReadonlyArray<string> =>
  markdown
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*(?:#|>)/.test(line))
    .flatMap((line) => (/^\s*(?:[-*+]|\d+\.|\|)\s/.test(line) ? [line] : split(line)))
    .map((statement) => plain(statement.replace(marker, "").replace(/^\s*[-*+] /, "")))

const rowsOf = ({ columns, rows, title }: Exhibit): ReadonlyArray<string> =>
  rows.map(({ cells }) =>
    [
      `${title}.`,
      ...cells.flatMap((cell, n) =>
        cell === null ? [] : [[columns[n]?.name, cell, columns[n]?.unit].filter((part) => part !== undefined).join(" ")]
      )
    ].join(" | ")
  )

/** What a report states: the sentences of its summary and its sections, and the rows of its exhibits. */
export const statedIn = ({ executive_summary, sections }: ReportResult): ReadonlyArray<string> => {
  const { exhibits, ...others } = sections as Readonly<Record<string, unknown>>
  const contents = Object.values(others).flatMap((section) =>
    typeof section === "object" && section !== null && "content" in section ? [String(section.content)] : []
  )
  return [
    ...[executive_summary, ...contents].flatMap(statementsOf),
    ...((exhibits ?? []) as ReadonlyArray<Exhibit>).flatMap(rowsOf)
  ]
}

/** The facts that a report on a market must state. */
export const factsFor = ({ niche, report_type }: Pick<ReportRequest, "niche" | "report_type">): ReadonlyArray<Fact> =>
  rubrics.flatMap((rubric) => (rubric.niche === niche ? rubric.facts.filter(({ of }) => of.has(report_type)) : []))

/** Which of the statements state a fact. */
export const stating = (fact: Fact, statements: ReadonlyArray<string>): ReadonlyArray<string> => {
  const ways = fact.says.map(saying)
  return statements.filter((statement) => {
    const said = tokensOf(statement)
    return ways.some((way) => way(said))
  })
}

/** One report against its rubric. */
export interface Recalled {
  readonly half: Half
  readonly request: ReportRequest
  readonly stated: ReadonlyArray<Fact>
  readonly missed: ReadonlyArray<Fact>
}

/** How much of what it must state a report states. */
export const recalled = (request: ReportRequest, statements: ReadonlyArray<string>): Recalled => {
  const { missed = [], stated = [] } = Object.groupBy(factsFor(request), (fact) =>
    stating(fact, statements).length > 0 ? "stated" : "missed"
  )
  return { half: rubrics.find(({ niche }) => niche === request.niche)!.half, request, stated, missed }
}

/** Part and whole. */
export interface Share {
  readonly part: number
  readonly of: number
}

export const shareOf = (reports: ReadonlyArray<Recalled>, among: (fact: Fact) => boolean = () => true): Share => {
  const part = reports.flatMap(({ stated }) => stated).filter(among).length
  return { part, of: part + reports.flatMap(({ missed }) => missed).filter(among).length }
}

export const percent = ({ of, part }: Share): string => (of === 0 ? "–" : `${((100 * part) / of).toFixed(1)} %`)

export const halves = ["tuning", "reporting"] as const

/** The share that is stated, by market and by kind of report, with a row for each half. */
export const byMarket = (reports: ReadonlyArray<Recalled>): ReadonlyArray<ReadonlyArray<string>> =>
  halves.flatMap((half) => {
    const own = reports.filter((report) => report.half === half)
    const row = (name: string, among: ReadonlyArray<Recalled>) => [
      name,
      ...ReportType.literals.map((type) =>
        percent(shareOf(among.filter(({ request }) => request.report_type === type)))
      ),
      percent(shareOf(among))
    ]
    return [
      ...[...Map.groupBy(own, ({ request }) => request.niche)].map(([niche, among]) => row(niche, among)),
      row(`half for ${half}`, own)
    ]
  })

/** The same by what the facts are about: for each half how many, and the share. */
export const byKind = (reports: ReadonlyArray<Recalled>): ReadonlyArray<ReadonlyArray<string>> =>
  kinds.map((kind) => [
    kind,
    ...halves.flatMap((half) => {
      const share = shareOf(
        reports.filter((report) => report.half === half),
        ({ about }) => about === kind
      )
      return [`${share.part} of ${share.of}`, percent(share)]
    })
  ])
