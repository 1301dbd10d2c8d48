import { readFileSync } from "node:fs"

/**
 * What somebody asks a report for, and the signals that are evidence for it: 2 about it, 1 bearing on it. README.md has
 * the rules.
 */
export interface Niche {
  readonly niche: string
  readonly language: string
  /** Whether the lexicon has a topic of this name. */
  readonly named: boolean
  readonly half: "tuning" | "reporting"
  readonly relevant: ReadonlyMap<string, number>
}

type Row = Omit<Niche, "relevant"> & { readonly relevant: Readonly<Record<string, number>> }

export const niches = (): ReadonlyArray<Niche> => {
  const rows: ReadonlyArray<Row> = JSON.parse(readFileSync(new URL("./niches.json", import.meta.url), "utf8"))
  return rows.map((row) => ({ ...row, relevant: new Map(Object.entries(row.relevant)) }))
}
