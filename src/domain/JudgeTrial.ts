import { Schema } from "effect"

const Count = Schema.Struct({ of: Schema.Int, refused: Schema.Int })

/**
 * How a judge did on the pairs of claim and evidence that come with Sonde: of the faults in them it should refuse all,
 * of the faithful claims none. What it refuses counts together with what the exact rules do.
 */
export const JudgeTrial = Schema.Struct({
  judge: Schema.String,
  faults: Count,
  faithful: Count,
  kinds: Schema.Array(
    Schema.Struct({ label: Schema.Literals(["fault", "faithful"]), kind: Schema.String, ...Count.fields })
  ),
  /** Pairs about which the judge said nothing usable; they are not counted. */
  unanswered: Schema.Int
})
export type JudgeTrial = typeof JudgeTrial.Type

/** What a report says of how its judge did. */
export const JudgeRecord = Schema.Struct({ faults: Count, faithful: Count })
export type JudgeRecord = typeof JudgeRecord.Type

/** There is no judge that could be tried, or it does not answer. */
export class JudgeUnavailable extends Schema.TaggedError<JudgeUnavailable>()("JudgeUnavailable", {
  message: Schema.String
}) {}
