import type { ReportSource } from "../../domain/Report.ts"
import type { Facet } from "./Facets.ts"

/** One numbered piece of evidence, with what it can be used for and how it is told. */
export interface Piece extends ReportSource {
  readonly facets: ReadonlySet<Facet>
  /** Who says it and when, as it stands after a quotation: `Reuters, 2026-01-31`; null when the service itself does. */
  readonly attribution: string | null
  /** A title without its publisher; null for what is not news. */
  readonly headline: string | null
  /** What can be said of it, the best first; `verbatim` ones are somebody's words and stand in quotation marks. */
  readonly sentences: ReadonlyArray<{ readonly text: string; readonly verbatim: boolean }>
  /** The story that it tells: pieces of one story have the same; none for what is no news. */
  readonly story?: string
  /** The publishers that report the same about its story, its own first; empty if it is no news. */
  readonly carriedBy?: ReadonlyArray<string>
  /** The publishers that report something else about its story. */
  readonly others?: ReadonlyArray<string>
  /** How much it matters by itself; only the order counts. */
  readonly score: number
}

/** A piece before it is chosen and numbered. */
export type Candidate = Omit<Piece, "n">

/** How many publishers report what a piece reports. */
export const carriers = ({ carriedBy = [] }: Piece): number => carriedBy.length

/** How many words of the request's context it has. */
export const contextWords = ({ reasons = [] }: Pick<Piece, "reasons">): number =>
  reasons.reduce((sum, { kind, of }) => sum + (kind === "context" ? of.length : 0), 0)

/** The companies of the niche that a piece was found to name. */
export const namesOf = ({ reasons = [] }: Pick<Piece, "reasons">): ReadonlyArray<string> =>
  reasons.flatMap(({ kind, of }) => (kind === "mention" ? of : []))
