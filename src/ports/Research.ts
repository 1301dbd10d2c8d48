import { Context, type Effect } from "effect"
import type { ReportResearch } from "../domain/Report.ts"

/** Looks niches up outside. */
export interface Researcher {
  /** The longest that it takes, in seconds. */
  readonly seconds: number
  /**
   * Searches for news about the niche, then reads the pages behind the best of it. Stores what it finds. Ends in time
   * with what there is by then, and never fails. `told` hears how far it is, each time that this changes.
   */
  readonly lookUp: (
    niche: string,
    told: (step: "searching" | "reading", soFar: ReportResearch) => Effect.Effect<void>
  ) => Effect.Effect<ReportResearch>
}

/** Who looks niches up for reports; nobody in a process that fetches nothing. */
export const Research = Context.Reference<Researcher | null>("sonde/ports/Research", { defaultValue: () => null })
