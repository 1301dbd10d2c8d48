import { Duration, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { DeferredResponse } from "../api/Idempotency.ts"
import { reportForms } from "../api/Reports.ts"
import { Caller } from "../domain/Caller.ts"
import { Settings } from "../config/Settings.ts"
import { isFinal, type Report, type ReportItem } from "../domain/Report.ts"
import { today } from "../domain/Timestamp.ts"
import { dayFault } from "../domain/TrackedKeyword.ts"
import { validationError } from "../domain/ValidationError.ts"
import { diffOf } from "../reports/diff/Comparisons.ts"
import { htmlDocument, htmlPolicy } from "../reports/document/HtmlDocument.ts"
import { markdownDocument } from "../reports/document/MarkdownDocument.ts"
import { ReportDesk } from "../reports/ReportDesk.ts"
import { Reports } from "../storage/reports/Reports.ts"
import { forCaller } from "./ForCaller.ts"
import { preferred } from "./headers/Negotiation.ts"
import { ExtendDeadline } from "./server/Deadline.ts"
import { envelopedJson } from "./JsonEnvelope.ts"
import { waitSeconds } from "./headers/Prefer.ts"
import { Shutdown } from "./server/Shutdown.ts"

/** Seconds after which a client that was answered 202 does well to ask again: most reports take less. */
const pollAfter = "2"

/** A report as a document. */
const asDocument = (form: string | undefined, report: Report): HttpServerResponse.HttpServerResponse =>
  form === "text/markdown"
    ? HttpServerResponse.text(markdownDocument(report), { contentType: "text/markdown; charset=utf-8" })
    : HttpServerResponse.text(htmlDocument(report), {
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": htmlPolicy }
      })

/** The report as it is, to the one who ordered it. */
const ordered = ({ id, status, title }: ReportItem): HttpServerResponse.HttpServerResponse => {
  const location = `/api/v1/public/reports/${id}`
  return HttpServerResponse.jsonUnsafe(
    ok({ id, title, status }),
    isFinal(status)
      ? { status: 201, headers: { location } }
      : { status: 202, headers: { location, "retry-after": pollAfter } }
  )
}

export const reportsLayer = HttpApiBuilder.group(
  Api,
  "reports",
  Effect.fnUntraced(function* (handlers) {
    const reports = yield* Reports
    const desk = yield* ReportDesk
    const settings = yield* Settings
    const shutdown = yield* Shutdown

    return handlers.handleAll({
      list: ({ query }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(reports.listJson(account, query), envelopedJson)),
      get: Effect.fnUntraced(function* ({ params }) {
        const { account } = yield* Caller
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const form = preferred(headers.accept, reportForms)
        const answer =
          form === "application/json"
            ? envelopedJson(yield* reports.getJson(account, params.report_id))
            : asDocument(form, yield* reports.get(account, params.report_id))
        return HttpServerResponse.setHeader(answer, "vary", "Accept")
      }),
      diff: Effect.fnUntraced(function* ({ params, query }) {
        const { account } = yield* Caller
        return ok(yield* diffOf(reports, account, params.report_id, query.against))
      }),
      remove: ({ params }) => forCaller(({ account }) => reports.remove(account, params.report_id)),
      create: Effect.fnUntraced(function* ({ headers, payload }) {
        const { account } = yield* Caller
        const { context = null, niche, report_type, research, since } = payload
        const fault = typeof since === "string" ? dayFault(since, yield* today) : null
        if (fault !== null) return yield* validationError([{ location: ["body", "since"], message: fault }])
        const asked = {
          niche,
          report_type,
          context,
          ...(typeof since === "string" && { since }),
          ...(research === false && { research })
        }
        const report = yield* desk.request(account, asked)
        const wait = waitSeconds(headers.prefer, settings.REPORT_WAIT_SECONDS)
        if (wait > 0) {
          yield* Effect.flatMap(ExtendDeadline, (extend) => extend(Duration.seconds(wait)))
          const deferred = yield* DeferredResponse
          const state = (seconds: number) => desk.await(account, report, Duration.seconds(seconds))
          // When the service stops, waiting clients are told where the report will be: it is written later.
          const stopped = Effect.andThen(
            shutdown.begun,
            Effect.suspend(() => state(0))
          )
          yield* deferred.answer(Effect.map(Effect.raceFirst(state(wait), stopped), ordered))
        }
        return ordered(report)
      })
    })
  })
)
