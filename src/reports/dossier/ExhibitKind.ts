import type { Exhibit, ExhibitCell } from "../../domain/Exhibit.ts"
import type { Market } from "../evidence/Market.ts"
import type { Piece } from "../evidence/Piece.ts"

/** What exhibits are made of: the numbered pieces of a report, and all that was found. */
export interface Material {
  readonly pieces: ReadonlyArray<Piece>
  readonly market: Market
  /** The day of the report. */
  readonly asOf: string
}

/** A sentence that our own code makes from an exhibit, with the sources that it names. */
export interface Told {
  readonly text: string
  readonly citations: ReadonlyArray<number>
  /** Whether it belongs into the summary; else it stands at the head of the exhibit's section. */
  readonly first: boolean
}

const nothing = { citations: [] }

/** For the summary. */
export const sum = (text: string, { citations }: Pick<Told, "citations"> = nothing): Told => ({
  text,
  citations,
  first: true
})

/** For the section. */
export const add = (text: string, from: Pick<Told, "citations"> = nothing): Told => ({
  ...sum(text, from),
  first: false
})

export type Row = Exhibit["rows"][number]

/** An exhibit before it has its place. */
export type Made = Omit<Exhibit, "id" | "section">

/** A kind of exhibit: how it is made, what a reader is told of it, and which of its columns stand in no source. */
export interface Kind {
  readonly id: string
  /** Null where there is nothing to show. */
  readonly make: (material: Material) => Made | null
  /** Made from the exhibit alone, so that whoever has the report can make it again. */
  readonly tell: (exhibit: Exhibit) => ReadonlyArray<Told>
  /** What reports of earlier versions were told. */
  readonly formerly?: (exhibit: Exhibit) => ReadonlyArray<string>
  /** Names of the columns that are counted or computed. */
  readonly counted: ReadonlyArray<string>
}

/** A column of texts, of days, or of numbers in a unit. */
export const texts = (name: string) => ({ name, kind: "text" as const })
export const days = (name: string) => ({ name, kind: "date" as const })
export const numbers = (name: string, unit?: string) => ({
  name,
  kind: "number" as const,
  ...(unit !== undefined && { unit })
})

export const row = (n: number | null, ...cells: ReadonlyArray<ExhibitCell>): Row => ({
  cells,
  citations: n === null ? [] : [n]
})

/** The text of a cell; empty if the cell holds no text. */
export const textAt = ({ cells }: Row, column: number): string => {
  const cell = cells[column]
  return typeof cell === "string" ? cell : ""
}

/** The number of a cell; null where it has none. */
export const numberAt = ({ cells }: Row, column: number): number | null => {
  const cell = cells[column]
  return typeof cell === "number" ? cell : null
}

/** `1,234`. */
export const figure = (value: number): string => value.toLocaleString("en-US")

/** `a, b and c`. */
export const listed = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}`

/** By how much a value has changed, in whole percent; null from nothing. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : Math.round(((now - before) / before) * 100)

/** `900 % more`. What has not changed is not told. */
export const changed = (percent: number): string => `${figure(Math.abs(percent))} % ${percent > 0 ? "more" : "fewer"}`
