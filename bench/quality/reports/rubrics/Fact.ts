import type { ReportType } from "../../../../src/domain/Report.ts"

/** What a fact is about. */
export const kinds = [
  "event",
  "figure",
  "change",
  "player",
  "coverage",
  "conflict",
  "outlook",
  "for",
  "against"
] as const
export type Kind = (typeof kinds)[number]

/** One thing that a good report must state. README.md says how facts are chosen, and how `says` is read. */
export interface Fact {
  readonly id: string
  readonly about: Kind
  /** The kinds of report that must state it. */
  readonly of: ReadonlySet<ReportType>
  /** What of the demo bears it out: `story:` and the beginning of its title, `company:` and its ticker, and so on. */
  readonly from: string
  readonly sentence: string
  /** What a sentence or a row says that states it; any one of these is enough. */
  readonly says: ReadonlyArray<string>
}

const letters: Readonly<Record<string, ReportType>> = {
  c: "comprehensive_analysis",
  d: "decision_brief",
  p: "competitor_analysis",
  t: "trend_report"
}

type Told = (id: string, of: string, from: string, sentence: string, ...says: ReadonlyArray<string>) => Fact

/** Facts, by what they are about; `of` has a letter for each kind of report that must state it, in the usual order. */
export const fact = Object.fromEntries(
  kinds.map((about): [Kind, Told] => [
    about,
    (id, of, from, sentence, ...says) => {
      const types = new Set([...of].map((letter) => letters[letter]!))
      return { id, about, of: types, from, sentence, says }
    }
  ])
) as Readonly<Record<Kind, Told>>

/** Two markets are there to improve writers by, two to report how good they are. */
export type Half = "tuning" | "reporting"

export interface Rubric {
  readonly niche: string
  readonly half: Half
  readonly facts: ReadonlyArray<Fact>
}
