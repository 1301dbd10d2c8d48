import { Effect, Schema } from "effect"
import type { Client } from "../../api/Client.ts"
import { maxId } from "../../domain/Id.ts"
import { ReportId, type ReportItem } from "../../domain/Report.ts"
import { contentsOf } from "../../reports/document/Contents.ts"
import { concise, cut, fitting, fittingText, limit, notice } from "../Result.ts"
import { Origin, tool } from "../Tool.ts"

const Open = Schema.Record(Schema.String, Schema.Unknown)

/** Characters of a summary in the concise form. */
const shortSummary = 1_500

const idOf = (name: string): number => Number(name.replace("report:", ""))

/** `report:7`, or 7. */
const ReportName = Schema.String.check(
  Schema.makeFilter<string>(
    (text) =>
      (/^(?:report:)?[1-9]\d{0,9}$/.test(text) && idOf(text) <= maxId) || "must be the id of a report, such as report:7"
  )
)

const listed = ({ confidence, created_at, id, niche, status, title }: ReportItem) => ({
  id: `report:${id}`,
  title,
  niche: cut(niche, 200),
  status,
  confidence,
  created: created_at
})

/** A report's summary and contents, one of its sections, or the list of reports. */
export const getReport = (client: Client) => {
  const one = Effect.fnUntraced(function* (id: number, section: string | undefined, short: boolean) {
    const { data } = yield* client.reports.get({ params: { report_id: ReportId.make(id) } })
    const { sections, sources } = contentsOf(data)
    const found = sections.find(({ title }) => title.toLowerCase() === section?.toLowerCase())
    const cited = found === undefined ? sources : sources.filter(({ n }) => found.citations.includes(n))
    const text = found?.content ?? (short ? cut(data.executive_summary, shortSummary) : data.executive_summary)
    return {
      ...listed(data),
      url: `${yield* Origin}/dashboard/reports/${id}`,
      text: fittingText(text, 2),
      sections: sections.map(({ title }) => title),
      ...(!short && {
        sources: fitting(
          cited.map(({ n, published_at, publisher, title, url }) => ({
            id: `report:${id}#${n}`,
            title: cut(title, 200),
            url,
            publisher,
            published: published_at
          })),
          2
        )
      })
    }
  })

  return tool({
    name: "get_report",
    description:
      "A report's summary, section names and sources; with section that section; without id your newest reports.",
    rights: ["reports"],
    parameters: {
      id: Schema.optionalKey(ReportName),
      section: Schema.optionalKey(Schema.String),
      limit: limit(50),
      concise
    },
    result: { reports: Schema.Array(Open), notice: Schema.String },
    run: Effect.fnUntraced(function* ({ concise = false, id, limit = 10, section }) {
      if (id !== undefined) return { reports: [yield* one(idOf(id), section, concise)], notice }
      const { data } = yield* client.reports.list({ query: { limit } })
      return { reports: fitting(data.reports.map(listed)), notice }
    })
  })
}
