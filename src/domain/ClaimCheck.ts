import { Schema } from "effect"
import { line } from "../text/Text.ts"
import { maxId, maxWideId } from "./Id.ts"
import { Fact } from "./Verdict.ts"

/** What a claim is held against: `signal:12`, or a numbered source of a report of the account, `report:7#3`. */
export const EvidenceId = Schema.String.check(
  Schema.makeFilter<string>(
    (text) =>
      (/^(?:signal:[1-9]\d{0,15}|report:[1-9]\d{0,9}#[1-9]\d{0,3})$/.test(text) &&
        Number(/\d+/.exec(text)![0]) <= (text.startsWith("signal:") ? maxWideId : maxId)) ||
      "must be like signal:12, or report:7#3 for a source of a report",
    { toJsonSchema: () => ({ pattern: "^(signal:\\d+|report:\\d+#\\d+)$" }) }
  )
)

/** A claim and the evidence that is to support it. */
export const Claim = Schema.Struct({
  sentence: line(3, 1_000).pipe(
    Schema.annotateEncoded({ description: "what is claimed; each of its sentences counts" })
  ),
  evidence: Schema.Array(EvidenceId)
    .check(Schema.isBetweenLength(1, 10), Schema.isUnique())
    .pipe(Schema.annotateEncoded({ description: "`signal:12`, or `report:7#3` for source 3 of report 7; 10 at most" }))
}).annotate({
  identifier: "Claim",
  examples: [{ sentence: "The network doubled its sites in Spain.", evidence: ["signal:101"] }]
})
export type Claim = typeof Claim.Type

/** What a check of a claim found. */
export const ClaimCheck = Schema.Struct({
  verdict: Schema.Literals(["supported", "contradicted", "not_supported", "undecided"]).annotate({
    description: "`undecided`: the rules find no fault, and no judge has read it, or the evidence contradicts itself"
  }),
  reasons: Schema.Array(
    Schema.Struct({
      code: Schema.String.annotate({
        description: "`number`, `name`, `quotation`, `words`, `direction`, `disputed`, …"
      }),
      message: Schema.String
    })
  ).annotate({ description: "what speaks against it; empty if supported" }),
  rests_on: Schema.Array(Schema.String).annotate({
    description: "the evidence that the claim needs; empty unless it is supported"
  }),
  judge: Schema.NullOr(Schema.String).annotate({
    description:
      "the model that judged; null if rules alone decided: none is configured, or it could not be asked. Then only a whole sentence or title of the evidence is `supported`"
  }),
  facts: Schema.Array(
    Schema.Struct({
      ...Fact.fields,
      spans: Schema.Array(Schema.Struct({ evidence: Schema.String, text: Schema.String }))
    })
  ).annotate({ description: "what the judge said fact by fact, with the words of the evidence" })
}).annotate({ identifier: "ClaimCheck" })
export type ClaimCheck = typeof ClaimCheck.Type
