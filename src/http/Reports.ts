import { Duration, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { createHash } from "node:crypto"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { reportForms } from "../api/Reports.ts"
import { Caller } from "../api/Security.ts"
import { Settings } from "../Config.ts"
import { Conflict } from "../domain/Failure.ts"
import { isFinal, type Report, type ReportItem, type ReportRequest } from "../domain/Report.ts"
import { htmlDocument, htmlPolicy } from "../reports/document/HtmlDocument.ts"
import { markdownDocument } from "../reports/document/MarkdownDocument.ts"
import { ReportDesk } from "../reports/ReportDesk.ts"
import type { Answer, Idempotency } from "../storage/IdempotencyKeys.ts"
import { Reports } from "../storage/Reports.ts"
import { preferred } from "./Negotiation.ts"
import { patience } from "./Prefer.ts"
import { Stopping } from "./Stopping.ts"

/** Seconds after which a client that was answered 202 does well to ask again: most reports take less. */
const pollAfter = "2"

/** The key with a digest of what it was used for. */
const idempotencyOf = (key: string | undefined, request: ReportRequest): Idempotency | null =>
  key === undefined ? null : { key, fingerprint: createHash("sha256").update(JSON.stringify(request)).digest() }

/** A report in the form that the caller prefers. */
const inForm = (form: string | undefined, report: Report): HttpServerResponse.HttpServerResponse => {
  const headers = { vary: "Accept" }
  switch (form) {
    case "text/markdown":
      return HttpServerResponse.text(markdownDocument(report), { contentType: "text/markdown; charset=utf-8", headers })
    case "text/html":
      return HttpServerResponse.text(htmlDocument(report), {
        contentType: "text/html; charset=utf-8",
        headers: { ...headers, "content-security-policy": htmlPolicy }
      })
    default:
      return HttpServerResponse.jsonUnsafe(ok(report), { headers })
  }
}

const answerOf = (report: ReportItem): Answer => ({ code: isFinal(report.status) ? 201 : 202, status: report.status })

const respond = (report: ReportItem, answer: Answer, repeated: boolean) => {
  const { status } = answer
  const headers = {
    location: `/api/v1/public/reports/${report.id}`,
    ...(repeated && { "idempotent-replayed": "true" as const })
  }
  return isFinal(status)
    ? HttpApiSchema.withHeaders({ body: ok({ id: report.id, title: report.title, status }), headers })
    : HttpApiSchema.withHeaders({
        body: ok({ id: report.id, title: report.title, status }),
        headers: { ...headers, "retry-after": pollAfter }
      })
}

export const reportsLayer = HttpApiBuilder.group(
  Api,
  "reports",
  Effect.fnUntraced(function* (handlers) {
    const reports = yield* Reports
    const desk = yield* ReportDesk
    const settings = yield* Settings
    const stopping = yield* Stopping

    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Caller, ({ account }) => Effect.map(reports.list(account, query), ok)),
      get: Effect.fnUntraced(function* ({ params }) {
        const { account } = yield* Caller
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        return inForm(preferred(headers.accept, reportForms), yield* reports.get(account, params.report_id))
      }),
      remove: ({ params }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(reports.remove(account, params.report_id), ok)),
      create: Effect.fnUntraced(function* ({ headers, payload }) {
        const { account } = yield* Caller
        const request = { niche: payload.niche, report_type: payload.report_type, context: payload.context ?? null }
        const idempotency = idempotencyOf(headers["idempotency-key"], request)
        const made = yield* desk.request(account, request, idempotency)

        if (made.repeated) {
          // Without an answer the first request still waits, or died waiting: then the report, once done, is the answer.
          const answer = made.answer ?? (isFinal(made.report.status) ? answerOf(made.report) : null)
          if (answer !== null) return respond(made.report, answer, true)
          return yield* new Conflict({
            code: "idempotency_in_progress",
            message: "The first request with this Idempotency-Key is still being answered."
          })
        }

        const wait = patience(headers.prefer, settings.REPORT_WAIT_SECONDS)
        const state = (wait: number) => desk.await(account, made.report, Duration.seconds(wait))
        // Who waits when the service stops is told where the report will be: it is written later.
        const report =
          wait === 0
            ? made.report
            : yield* Effect.raceFirst(
                state(wait),
                Effect.andThen(
                  stopping.begun,
                  Effect.suspend(() => state(0))
                )
              )
        const answer = answerOf(report)
        if (idempotency !== null) yield* reports.answered(account, idempotency.key, answer)
        return respond(report, answer, false)
      })
    })
  })
)
