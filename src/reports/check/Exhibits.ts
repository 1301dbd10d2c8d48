import type { Exhibit } from "../../domain/Exhibit.ts"
import type { ReportSource } from "../../domain/Report.ts"
import { kindOf } from "../dossier/Dossier.ts"
import { words } from "../../text/Words.ts"
import { hashOf } from "./Hash.ts"
import { plainText, valueOf } from "./Numbers.ts"
import { storedOf } from "./SourceText.ts"

/** What is wrong with a row of an exhibit, counted from 1. */
export interface ExhibitFault {
  readonly exhibit: string
  readonly row: number
  /** A marker without a source; a figure, a day or words that no cited source has; a source from after the report. */
  readonly fault: "unresolved" | "number" | "words" | "future"
}

/** Storage keeps the order of lists and not that of members, so an exhibit is hashed as lists. */
export const hashOfExhibits = (exhibits: ReadonlyArray<Exhibit>): string =>
  hashOf(
    JSON.stringify(
      exhibits.map(({ chart, columns, description, id, rows, section, title }) => [
        id,
        section,
        title,
        description,
        chart,
        columns.map(({ kind, name, unit = null }) => [name, kind, unit]),
        rows.map(({ cells, citations }) => [cells, citations])
      ])
    )
  )

type Row = Exhibit["rows"][number]

const wordsOf = (text: string): ReadonlyArray<string> => words(plainText(text).toLowerCase())

/** All words of a source: what it says, who says it and when. */
const wordsIn = ({ published_at, publisher, quote, title }: ReportSource): ReadonlyArray<string> =>
  wordsOf([title, quote, publisher ?? "", published_at ?? ""].join("\n"))

/** Whether sources have a figure, in whatever unit: an exhibit names the unit at its column. */
const hasNumber = (value: number, sources: ReadonlyArray<ReportSource>): boolean =>
  sources.some((source) =>
    storedOf(source)
      .numbers.values()
      .some((reading) => Number(valueOf(reading)) === value)
  )

const faultOf = (
  { cells, citations }: Row,
  { columns, id }: Exhibit,
  known: ReadonlyMap<number, ReportSource>,
  asOf: string
): ExhibitFault["fault"] | null => {
  const cited = citations.flatMap((n) => known.get(n) ?? [])
  if (cited.length < citations.length) return "unresolved"
  if (cited.some(({ published_at }) => (published_at ?? "") > asOf)) return "future"
  // Without a citation the figure is counted over everything that was found.
  if (cited.length === 0) return null
  const counted = new Set(kindOf(id)?.counted ?? [])
  const said = new Set(cited.flatMap(wordsIn))
  for (const [at, cell] of cells.entries()) {
    const column = columns[at]
    if (cell === null || column === undefined || counted.has(column.name)) continue
    if (typeof cell === "number" && !hasNumber(cell, cited)) return "number"
    if (typeof cell === "string" && !wordsOf(cell).every((word) => said.has(word))) return "words"
  }
  return null
}

/**
 * What is wrong with exhibits: each marker must have its source, and each figure, day and word of a row that cites must
 * stand in a source that it cites, unless its column is counted.
 */
export const exhibitFaults = (
  exhibits: ReadonlyArray<Exhibit>,
  sources: ReadonlyArray<ReportSource>,
  asOf: string
): ReadonlyArray<ExhibitFault> => {
  const known = new Map(sources.map((source) => [source.n, source]))
  return exhibits.flatMap((exhibit) =>
    exhibit.rows.flatMap((row, at) => {
      const fault = faultOf(row, exhibit, known, asOf)
      return fault === null ? [] : [{ exhibit: exhibit.id, row: at + 1, fault }]
    })
  )
}
