import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { pathId } from "../../api/Query.ts"
import { missing } from "../../domain/Missing.ts"
import { isFinal, type Report, ReportId, ReportQuality } from "../../domain/Report.ts"
import { claimsNothing, conflictsOf, contentsOf, headings } from "../../reports/document/Contents.ts"
import { markdownDocument } from "../../reports/document/MarkdownDocument.ts"
import { typeNames } from "../../reports/Outline.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { Cited } from "../parts/Cited.ts"
import { ask, type Question, questionView } from "../parts/Confirmation.ts"
import { percent } from "../parts/Figure.ts"
import { heading } from "../parts/Heading.ts"
import { outbound } from "../parts/Outbound.ts"
import { qualityFigures } from "../parts/Quality.ts"
import { progress, reportStatus } from "../parts/ReportState.ts"
import { instant } from "../parts/Time.ts"
import { watchThis } from "../parts/WatchLink.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

const place = `${home}/reports`

const notFound = missing("report_not_found")

const idOf = (asked: PageRequest) => pathParam(pathId(ReportId), asked.params["id"], notFound)

const find = (asked: PageRequest) =>
  idOf(asked).pipe(
    Effect.flatMap((report_id) => asked.api.reports.get({ params: { report_id } })),
    Effect.map(({ data }) => data)
  )

const question = ({ id, status }: Report): Question =>
  isFinal(status)
    ? {
        path: `${place}/${id}/delete`,
        title: "Delete this report?",
        text: "It is deleted with its stored evidence. This cannot be undone.",
        yes: "Delete the report",
        danger: true
      }
    : {
        path: `${place}/${id}/delete`,
        title: "Cancel this report?",
        text: "It stays listed as cancelled, and writing stops.",
        yes: "Cancel the report",
        danger: true
      }

const slug = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, "-")

const contentsList = (titles: ReadonlyArray<string>): Html =>
  html`<nav class="contents" aria-label="Contents">
    <h2 class="label">Contents</h2>
    <ul>
      ${titles.map((title) => html`<li><a href="#${slug(title)}">${title}</a></li>`)}
    </ul>
  </nav>`

const part = (title: string, body: Part): Html =>
  html`<section aria-labelledby="${slug(title)}">
    <h2 id="${slug(title)}">${title}</h2>
    ${body}
  </section>`

const list = (items: ReadonlyArray<Part>): Part =>
  items.length > 0 &&
  html`<ul>
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`

const written = (report: Report): Html => {
  const contents = contentsOf(report)
  const { exhibits, gaps, sections, sources } = contents
  const conflicts = conflictsOf(contents)
  const quality = Option.getOrNull(Schema.decodeUnknownOption(ReportQuality)(report.sections["quality"]))
  const cited = new Cited(sources)
  // In reading order: the citations are counted as they are written.
  const parts = [
    { title: headings.summary, body: cited.part(report.executive_summary, []) },
    ...sections.map(({ content, exhibits, title }) => ({ title, body: cited.part(content, exhibits) })),
    { title: headings.exhibits, body: exhibits.length > 0 && cited.part("", exhibits) },
    { title: headings.conflicts, body: conflicts !== "" && cited.part(conflicts, []) },
    { title: headings.sources, body: cited.sources() },
    {
      title: headings.unused,
      body: list(
        (quality?.unused_sources ?? []).map(
          ({ title, url }) => html`<span class="title">${outbound(url, title || "Untitled")}</span>`
        )
      )
    },
    { title: headings.gaps, body: list(gaps) },
    { title: headings.quality, body: quality !== null && qualityFigures(quality) }
  ].filter(({ body }) => body !== false)
  return html`<div class="reading">
    ${contentsList(parts.map(({ title }) => title))}
    <article class="prose">${parts.map(({ body, title }) => part(title, body))}</article>
  </div>`
}

const meta = (report: Report): Html =>
  html`${typeNames[report.report_type]} · ${reportStatus(report.status)} · asked for ${instant(report.created_at)}
  ${report.confidence !== null && html` · <a href="#${slug(headings.quality)}">${claimsNothing(report) ? "it claims nothing" : `confidence ${percent(report.confidence)}`}</a>`}`

const content = (report: Report): Html => {
  switch (report.status) {
    case "completed":
      return written(report)
    case "failed":
      return html`<p class="notice bad">${report.error ?? "The report could not be written."}</p>
        <p><a class="button" href="${place}">Make another</a></p>`
    case "cancelled":
      return html`<p class="notice">It was cancelled before it was written.</p>`
    default:
      return progress(report)
  }
}

const show = (asked: PageRequest) =>
  Effect.map(find(asked), (report): Page => ({
    title: report.title,
    place,
    ...(!isFinal(report.status) && { reloadAfter: 3, modules: ["progress.js"] }),
    main: html`<p class="crumb"><a href="${place}">Reports</a></p>
      ${heading(report.niche, meta(report), [
        report.status === "completed" &&
          html`<a class="button" href="${place}/${report.id}/markdown" download>Download Markdown</a>`,
        watchThis("report", { niche: report.niche, report_type: report.report_type }),
        ask(question(report), isFinal(report.status) ? "Delete" : "Cancel")
      ])}
      ${content(report)}`
  }))

const download = (asked: PageRequest) =>
  Effect.map(find(asked), (report) =>
    HttpServerResponse.text(markdownDocument(report), {
      contentType: "text/markdown; charset=utf-8",
      headers: {
        "content-disposition": `attachment; filename="report-${report.id}.md"`,
        "cache-control": "no-store"
      }
    })
  )

const end = Effect.fnUntraced(function* (asked: PageRequest) {
  const { data } = yield* asked.api.reports.remove({ params: { report_id: yield* idOf(asked) } })
  return new Moved(`${place}?done=${data.status === "cancelled" ? "cancelled" : "deleted"}`)
})

export const reportPages = [
  view("/reports/:id", show),
  view("/reports/:id/markdown", download),
  view("/reports/:id/delete", questionView(place, find, question)),
  action("/reports/:id/delete", end)
]
