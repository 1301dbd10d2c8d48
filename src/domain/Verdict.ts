import { Schema } from "effect"

/** Words of a source, by the source's number. */
const Span = Schema.Struct({ n: Schema.Int, text: Schema.String })

/** One fact of a claim, and the words of the evidence that bear it out. */
export const Fact = Schema.Struct({
  fact: Schema.String,
  verdict: Schema.Literals(["supported", "contradicted", "not_stated"]),
  spans: Schema.Array(Span),
  /** How a figure of the fact follows from figures of the evidence, as in `240 - 215 = 25`. */
  calculation: Schema.optionalKey(Schema.String)
})
export type Fact = typeof Fact.Type

/**
 * What a judge says of a claim, or of a text and a niche. `facts` is empty if the judge answers only yes or no.
 * `bears_on`: the text is not about the niche, but an analyst of the niche should know it.
 */
export const Verdict = Schema.Struct({
  supported: Schema.Boolean,
  facts: Schema.Array(Fact),
  bears_on: Schema.optionalKey(Schema.Boolean)
})
export type Verdict = typeof Verdict.Type

/** A sentence of a report that a judge let through, with each of its facts and the stored words that bear it out. */
export const ReportVerdict = Schema.Struct({
  sentence: Schema.String,
  facts: Schema.Array(
    Schema.Struct({ fact: Schema.String, spans: Schema.Array(Span), calculation: Fact.fields.calculation })
  )
}).annotate({ identifier: "ReportVerdict" })
export type ReportVerdict = typeof ReportVerdict.Type
