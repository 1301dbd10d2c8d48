import { Context, type Effect } from "effect"
import type { JudgeTrial } from "../../domain/JudgeTrial.ts"
import type { ReportRequest, ReportSource } from "../../domain/Report.ts"
import type { Verdict } from "../../domain/Verdict.ts"
import type { ModelFailed } from "../../outbound/ModelFailed.ts"

/** A sentence without markers, and the sources that it cites. */
export interface Claim {
  readonly text: string
  readonly sources: ReadonlyArray<ReportSource>
}

/**
 * Decides whether evidence supports a claim. It may only remove: what it lets through must hold by the exact rules as
 * well, and its verdict counts only if the words that it names are in the evidence (check/Spans.ts).
 */
export class Judge extends Context.Service<
  Judge,
  {
    /** `openai:<model>`. */
    readonly name: string
    /** By what trials of this judge are known again: its server, model, form and questions. */
    readonly identity: string
    /** How it did when it was last tried (Trial.ts); null if it never was. */
    readonly trial: Effect.Effect<JudgeTrial | null>
    /** Verdicts in the order of the claims, null for a claim about which nothing usable came. */
    readonly judge: (claims: ReadonlyArray<Claim>) => Effect.Effect<ReadonlyArray<Verdict | null>, ModelFailed>
    /** The same for a trial: asked anew, also of a judge that is not believed. */
    readonly tried: (claims: ReadonlyArray<Claim>) => Effect.Effect<ReadonlyArray<Verdict | null>, ModelFailed>
    /** The numbers of the sources that are not about what was asked. */
    readonly offTopic: (
      request: Pick<ReportRequest, "niche" | "context">,
      sources: ReadonlyArray<ReportSource>
    ) => Effect.Effect<ReadonlySet<number>, ModelFailed>
  }
>()("sonde/reports/Judge") {}
