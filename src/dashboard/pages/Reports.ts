import { Effect } from "effect"
import { NewReport } from "../../api/Reports.ts"
import { type ReportItem, ReportType } from "../../domain/Report.ts"
import { typeNames } from "../../reports/Outline.ts"
import {
  body,
  checkboxes,
  type FormState,
  emptyForm,
  field,
  input,
  once,
  onceOf,
  orAgain,
  problem,
  select,
  sent,
  textarea
} from "../Form.ts"
import { html, type Html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { counted, percent } from "../parts/Figure.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { pager, pageSize, skipOf } from "../parts/Pager.ts"
import { reportStatus } from "../parts/ReportState.ts"
import { section } from "../parts/Section.ts"
import { table } from "../parts/Table.ts"
import { when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

const place = `${home}/reports`

const done = { deleted: "The report is deleted.", cancelled: "The report is cancelled." }

const types = ReportType.literals.map((value) => ({ value, label: typeNames[value] }))

const reportTable = (reports: ReadonlyArray<ReportItem>, now: Date): Html =>
  table("Your reports, newest first", reports, [
    { title: "Market", cell: ({ id, niche }) => html`<a href="${place}/${id}">${niche}</a>` },
    { title: "Kind", cell: ({ report_type }) => typeNames[report_type] },
    { title: "Status", cell: ({ status }) => reportStatus(status) },
    {
      title: "Confidence",
      kind: "number",
      cell: ({ confidence }) => (confidence === null ? "–" : percent(confidence))
    },
    { title: "Asked for", cell: ({ created_at }) => when(created_at, now) }
  ])

const form = (state: FormState, { account: { reports } }: PageRequest): Html =>
  html`<form method="post" action="${place}" class="form">
    ${once()} ${problem(state)}
    <div class="pair">
      ${input(state, {
        name: "niche",
        label: "Market or industry",
        hint: "The words that its news would use: “heat pumps”, “electric vehicle charging”.",
        attributes: html`required minlength="2" maxlength="200"`
      })}
      ${select(state, { name: "report_type", label: "Kind of report", options: types, initial: "comprehensive_analysis" })}
    </div>
    ${textarea(state, {
      name: "context",
      label: "Context (optional)",
      rows: 3,
      hint: "Who asks, and what you want to decide.",
      attributes: html`maxlength="8000"`
    })}
    ${checkboxes(state, {
      name: "research",
      label: "Research",
      all: false,
      options: [
        {
          value: "off",
          label: "Use only stored news",
          about: "otherwise the words of the market are sent to the sources that can be searched"
        }
      ]
    })}
    <div class="actions">
      <button class="primary">Make the report</button>
      ${reports.limit !== null && html`<span class="quiet">${reports.last_hour} of ${counted(reports.limit, "report")} in the last hour</span>`}
    </div>
  </form>`

const page = Effect.fnUntraced(function* (asked: PageRequest, state: FormState, status = 200) {
  const { api, now, query } = asked
  const skip = skipOf(query)
  const {
    data: { reports, total }
  } = yield* api.reports.list({ query: { skip, limit: pageSize } })
  return {
    title: "Reports",
    place,
    status,
    main: html`${heading("Reports", "Research on a market. Every claim cites stored evidence.")} ${notice(done, query)}
    ${section("Make a report", form(state, asked))}
    ${section(
      "Your reports",
      total === 0
        ? empty("No report yet", "Name a market above. A report is made from the news stored so far.")
        : [reportTable(reports, now), pager(place, skip, reports.length, total)]
    )}`
  } satisfies Page
})

const create = Effect.fnUntraced(function* (asked: PageRequest) {
  const form = yield* sent
  return yield* body(NewReport, {
    niche: field(form, "niche"),
    report_type: field(form, "report_type"),
    context: field(form, "context") || null,
    research: field(form, "research") === "off" ? false : null
  }).pipe(
    // Not waited for: the report's own page shows how far it is.
    Effect.flatMap((payload) =>
      asked.api.reports.create({ payload, headers: { prefer: "respond-async", ...onceOf(form) } })
    ),
    Effect.map(({ body: { data } }) => new Moved(`${place}/${data.id}`)),
    orAgain(form, (state, status) => page(asked, state, status))
  )
})

export const reportsPages = [view("/reports", (asked) => page(asked, emptyForm)), action("/reports", create)]
