import { Effect } from "effect"
import { NewReport } from "../../api/Reports.ts"
import { type ReportItem, ReportType } from "../../domain/Report.ts"
import { typeNames } from "../../reports/Outline.ts"
import { body, type Draft, emptyDraft, field, input, problem, refused, select, sent, textarea } from "../Form.ts"
import { html, type Html } from "../Html.ts"
import type { Page } from "../Layout.ts"
import { counted, percent } from "../parts/Figure.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { pager, pageSize, skipOf } from "../parts/Pager.ts"
import { reportStatus } from "../parts/ReportState.ts"
import { section } from "../parts/Section.ts"
import { when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { action, Moved, view, type Visitor } from "../Routes.ts"

const place = `${home}/reports`

const done = { deleted: "The report is deleted.", cancelled: "The report is cancelled." }

const types = ReportType.literals.map((value) => ({ value, label: typeNames[value] }))

const reportTable = (reports: ReadonlyArray<ReportItem>, now: Date): Html =>
  html`<table class="rows">
    <caption class="sr">
      Your reports, newest first
    </caption>
    <thead>
      <tr>
        <th scope="col">Market</th>
        <th scope="col">Kind</th>
        <th scope="col">Status</th>
        <th scope="col" class="number">Confidence</th>
        <th scope="col">Asked for</th>
      </tr>
    </thead>
    <tbody>
      ${reports.map(
        (report) =>
          html`<tr>
            <th scope="row"><a href="${place}/${report.id}">${report.niche}</a></th>
            <td data-label="Kind">${typeNames[report.report_type]}</td>
            <td data-label="Status">${reportStatus(report.status)}</td>
            <td data-label="Confidence" class="number">
              ${report.confidence === null ? "–" : percent(report.confidence)}
            </td>
            <td data-label="Asked for">${when(report.created_at, now)}</td>
          </tr>`
      )}
    </tbody>
  </table>`

const form = (draft: Draft, { account: { reports } }: Visitor): Html =>
  html`<form method="post" action="${place}" class="form">
    ${problem(draft)}
    <div class="pair">
      ${input(draft, {
        name: "niche",
        label: "Market or industry",
        hint: "The words that its news would use: “heat pumps”, “electric vehicle charging”.",
        attributes: html`required minlength="2" maxlength="200"`
      })}
      ${select(draft, { name: "report_type", label: "Kind of report", options: types, initial: "comprehensive_analysis" })}
    </div>
    ${textarea(draft, {
      name: "context",
      label: "Context (optional)",
      rows: 3,
      hint: "Who asks, and what is to be decided.",
      attributes: html`maxlength="8000"`
    })}
    <div class="actions">
      <button class="primary">Make the report</button>
      ${reports.limit !== null && html`<span class="quiet">${reports.last_hour} of ${counted(reports.limit, "report")} in the last hour</span>`}
    </div>
  </form>`

const page = Effect.fnUntraced(function* (visitor: Visitor, draft: Draft, status = 200) {
  const { api, now, query } = visitor
  const skip = skipOf(query)
  const {
    data: { reports, total }
  } = yield* api.reports.list({ query: { skip, limit: pageSize } })
  const page: Page = {
    title: "Reports",
    place,
    status,
    main: html`${heading("Reports", "Research on a market whose every claim cites stored evidence.")}
    ${notice(done, query)} ${section("Make a report", form(draft, visitor))}
    ${section(
      "Your reports",
      total === 0
        ? empty("No report yet", "Name a market above. A report is made from what the sources have brought so far.")
        : [reportTable(reports, now), pager(place, skip, reports.length, total)]
    )}`
  }
  return page
})

const create = Effect.fnUntraced(function* (visitor: Visitor) {
  const form = yield* sent
  return yield* body(NewReport, {
    niche: field(form, "niche"),
    report_type: field(form, "report_type"),
    context: field(form, "context") || null
  }).pipe(
    // Not waited for: the report's own page shows how far it is.
    Effect.flatMap((payload) => visitor.api.reports.create({ payload, headers: { prefer: "respond-async" } })),
    Effect.map(({ body: { data } }) => new Moved(`${place}/${data.id}`)),
    Effect.catchTags({
      Invalid: (failure) => page(visitor, refused(form, failure), 422),
      RateLimited: (failure) => page(visitor, refused(form, failure), 429)
    })
  )
})

export const reportsPages = [view("/reports", (visitor) => page(visitor, emptyDraft)), action("/reports", create)]
