import { Context, type Effect, Schema } from "effect"
import type { ReportRequest } from "../../domain/Report.ts"
import { CallRecord } from "../../domain/ReportCall.ts"
import { JudgeRecord } from "../../domain/JudgeTrial.ts"
import { Verdict } from "../../domain/Verdict.ts"
import type { Evidence } from "../evidence/Evidence.ts"
import type { Piece } from "../evidence/Piece.ts"

/** One statement in plain text, without markers or markup, with the numbers of the evidence that it rests on. */
export const Statement = Schema.Struct({
  /** What it is about, set off from the statement: a headline. */
  lead: Schema.NullOr(Schema.String),
  text: Schema.String,
  citations: Schema.Array(Schema.Int),
  /** What a judge says of it, where one was asked. */
  verdict: Schema.optionalKey(Verdict),
  /** It quotes, so rules alone decide about it. In a draft with a judge all other statements need a verdict. */
  quoting: Schema.optionalKey(Schema.Boolean),
  /** It tells of sources that contradict each other: those that it cites. */
  conflict: Schema.optionalKey(Schema.Boolean)
})
export type Statement = typeof Statement.Type

/** A statement without a lead. */
export const say = (text: string, citations: ReadonlyArray<number> = []): Statement => ({ lead: null, text, citations })

/** Statements that belong together: running text, or one to a line. */
export const Paragraph = Schema.Struct({
  form: Schema.Literals(["prose", "list"]),
  statements: Schema.Array(Statement)
})
export type Paragraph = typeof Paragraph.Type

/**
 * What a writer makes of the evidence. Slugs are the outline's; those that are missing have no evidence, others are
 * ignored.
 */
export const Draft = Schema.Struct({
  executive_summary: Schema.Array(Paragraph),
  sections: Schema.Array(Schema.Struct({ slug: Schema.String, paragraphs: Schema.Array(Paragraph) })),
  /** Who wrote it in the end: `extractive`, or `openai:<model>`. */
  writer: Schema.String,
  tokens: Schema.Struct({ input: Schema.Int, output: Schema.Int }),
  /** What calls of models took, by what they were for. */
  calls: Schema.optionalKey(Schema.Array(CallRecord)),
  /** Evidence that a judge has found to be about something else. */
  off_topic: Schema.optionalKey(
    Schema.Array(Schema.Struct({ n: Schema.Int, title: Schema.String, url: Schema.NullOr(Schema.String) }))
  ),
  /** How many of its sentences a writer that checks its own work has left out already. */
  dropped: Schema.optionalKey(Schema.Int),
  /** What the writer could not do, in sentences for the reader. */
  gaps: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Who judged its statements (`openai:<model>`), and how that judge did when it was tried. */
  judge: Schema.optionalKey(Schema.Struct({ name: Schema.String, trial: Schema.NullOr(JudgeRecord) }))
})
export type Draft = typeof Draft.Type & {
  /** What was found while it was written, numbered behind the evidence. */
  readonly further?: ReadonlyArray<Piece>
}

/** The writer gave up on this attempt; another may succeed. */
export class WriterFailed extends Schema.TaggedError<WriterFailed>()("WriterFailed", {
  /** For the report's owner: plain words, no secrets. */
  reason: Schema.String
}) {}

/**
 * Turns evidence into a draft. Nothing it says is trusted: every sentence is checked against the evidence before it is
 * stored.
 */
export class ReportWriter extends Context.Service<
  ReportWriter,
  {
    /** `extractive`, or `openai:<model>`. */
    readonly name: string
    /** `attempt`: which one this is, from 1; above 1 when the earlier ones ended in a failure or a crash. */
    readonly write: (request: ReportRequest, evidence: Evidence, attempt?: number) => Effect.Effect<Draft, WriterFailed>
  }
>()("sonde/reports/ReportWriter") {}
