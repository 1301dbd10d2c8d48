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
import { passOn } from "./PassOn.ts"

/** Seconds after which a client that was answered 202 does well to ask again: most reports take less. */
const pollAfter = "2"

/** `Prefer` (RFC 7240): `respond-async` waits not at all, `wait=5` five seconds, never longer than the service's own limit. */
const patience = (prefer: string | undefined, limit: number): number => {
  const preferences = (prefer ?? "")
    .toLowerCase()
    .split(",")
    .map((preference) => preference.trim())
  if (preferences.includes("respond-async")) return 0
  const wait = preferences
    .map((preference) => /^wait=(\d{1,5})$/.exec(preference)?.[1])
    .find((value) => value !== undefined)
  return wait === undefined ? limit : Math.min(Number(wait), limit)
}

/** The key with a digest of what it was used for. */
const idempotencyOf = (key: string | undefined, request: ReportRequest): Idempotency | null =>
  key === undefined ? null : { key, fingerprint: createHash("sha256").update(JSON.stringify(request)).digest() }

/** A report as a document. */
const asDocument = (form: string | undefined, report: Report): HttpServerResponse.HttpServerResponse =>
  form === "text/markdown"
    ? HttpServerResponse.text(markdownDocument(report), { contentType: "text/markdown; charset=utf-8" })
    : HttpServerResponse.text(htmlDocument(report), {
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": htmlPolicy }
      })

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

    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Caller, ({ account }) => Effect.map(reports.listJson(account, query), passOn)),
      get: Effect.fnUntraced(function* ({ params }) {
        const { account } = yield* Caller
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const form = preferred(headers.accept, reportForms)
        const answer =
          form === "application/json"
            ? passOn(yield* reports.getJson(account, params.report_id))
            : asDocument(form, yield* reports.get(account, params.report_id))
        return HttpServerResponse.setHeader(answer, "vary", "Accept")
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
        const report = wait === 0 ? made.report : yield* desk.await(account, made.report, Duration.seconds(wait))
        const answer = answerOf(report)
        if (idempotency !== null) yield* reports.answered(account, idempotency.key, answer)
        return respond(report, answer, false)
      })
    })
  })
)
