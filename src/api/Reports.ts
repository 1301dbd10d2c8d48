import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Niche, Report, ReportContext, ReportId, ReportItem, ReportStatus, ReportType } from "../domain/Report.ts"
import { ReportDiff } from "../domain/ReportDiff.ts"
import { CalendarDate } from "../domain/Timestamp.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { formed } from "./Forms.ts"
import { Idempotency, idempotent } from "./Idempotency.ts"
import { MadeOf } from "./MadeOf.ts"
import { defaulted, described, optional } from "./Members.ts"
import { all, limit, pathId, skip } from "./Query.ts"
import { CountedAs, Requirement } from "./Security.ts"

/** The body of POST /reports. */
export const NewReport = Schema.Struct({
  niche: described(Niche, "market or industry to analyse; counted after trimming"),
  report_type: defaulted(ReportType, "comprehensive_analysis").pipe(
    Schema.annotateEncoded({ description: "what kind of report", default: "comprehensive_analysis" })
  ),
  context: described(
    optional(ReportContext),
    "more about the niche, for the choice of evidence and for the writer; it is data, never instructions"
  ),
  since: described(
    optional(CalendarDate),
    "the first day of the news that the report looks at; without it the last 90 days, and older news if these are too few"
  ),
  research: described(
    optional(Schema.Boolean),
    "`false`: only what is stored is used, and the niche is sent to no source (a model that writes gets it all the same); else it is looked up first, where the service may"
  )
}).annotate({
  identifier: "NewReport",
  examples: [
    { niche: "electric vehicle charging", report_type: "decision_brief", context: "For a fleet operator in Spain." }
  ]
})

const created = <const Statuses extends ReadonlyArray<ReportStatus>>(statuses: Statuses, code: number) =>
  HttpApiSchema.WithHeaders(
    enveloped(Schema.Struct({ id: ReportId, title: Schema.String, status: Schema.Literals(statuses) })).pipe(
      HttpApiSchema.status(code)
    ),
    {
      location: Schema.String.annotate({ description: "where the report is" }),
      "retry-after": Schema.optionalKey(Schema.String),
      "idempotent-replayed": Schema.optionalKey(Schema.Literal("true"))
    }
  )

const params = { report_id: described(pathId(ReportId), "the report") }

const prefer = described(
  Schema.optionalKey(Schema.String),
  "RFC 7240: with `respond-async` the answer is 202 at once, with `wait=5` (or both) when the report is not there after 5 seconds"
)

/** The media types in which a report can be read. */
export const reportForms = ["application/json", "text/markdown", "text/html"] as const

/** Market research reports: asked for here, written by the service, read when done. */
export const ReportsGroup = HttpApiGroup.make("reports")
  .add(
    HttpApiEndpoint.get("list", "/reports", {
      query: { skip, limit, all },
      success: enveloped(Schema.Struct({ reports: Schema.Array(ReportItem), total: Schema.Int }))
    }).annotateMerge(explained("List your reports", "Newest first. `total` counts all of your reports, not the page.")),
    HttpApiEndpoint.post("create", "/reports", {
      payload: NewReport,
      headers: { prefer, ...idempotent },
      success: [created(["completed", "failed", "cancelled"], 201), created(["queued", "processing"], 202)],
      error: [Errors.Conflict, Errors.RateLimited]
    })
      .annotateMerge(
        explained(
          "Generate a report",
          "Waits until the report is written and answers 201. When that takes too long, when the service is stopped, or with " +
            "`Prefer: respond-async`, answers 202: read the report at `Location` after `Retry-After` seconds."
        )
      )
      .annotate(CountedAs, "reports")
      .middleware(Idempotency),
    HttpApiEndpoint.get("get", "/reports/:report_id", {
      params,
      success: enveloped(Report),
      error: Errors.NotFound
    })
      .annotateMerge(
        explained(
          "Read a report",
          "With full content once its status is `completed`; `step` tells how far one is that is `processing`. " +
            "With `Accept: text/markdown` or `text/html` the same report as a document with numbered sources."
        )
      )
      .annotateMerge(formed(reportForms)),
    HttpApiEndpoint.get("diff", "/reports/:report_id/diff", {
      params,
      query: {
        against: Schema.optionalKey(
          described(
            pathId(ReportId),
            "the report to compare with; without it the account's last completed report before this one on the same niche, of the same type if there is one; `against.report_type` of the answer tells which it was"
          )
        )
      },
      success: enveloped(ReportDiff),
      error: [Errors.NotFound, Errors.Conflict]
    }).annotateMerge(
      explained(
        "Compare a report with an earlier one",
        "Which claims are new, gone, changed in their figures, or contradicted, with the sources of both sides; made from what is stored with the two reports, without a model. " +
          "`against` is null where there is no earlier report on the niche. 409 unless both reports are completed."
      )
    ),
    HttpApiEndpoint.delete("remove", "/reports/:report_id", {
      params,
      success: enveloped(ReportItem),
      error: Errors.NotFound
    }).annotateMerge(
      explained(
        "Cancel or delete a report",
        "A queued or processing report is cancelled and stays listed; a final one is deleted."
      )
    )
  )
  .annotate(Requirement, "reports")
  .annotate(MadeOf, "own")
  .annotateMerge(
    OpenApi.annotations({ title: "Reports", description: "Research reports whose claims cite stored evidence." })
  )
