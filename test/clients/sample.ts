import createClient from "openapi-fetch"
import type { components, paths } from "./generated/sonde.js"

/*
 * What somebody reads from answers with types generated from /openapi.json. It is compiled, never run: what it shows
 * is that the document says enough, and the right things. The calls themselves are in generated/calls.ts.
 */

// A report can be read as JSON, Markdown or HTML: the second type says that this client reads JSON.
const sonde = createClient<paths, "application/json">({ baseUrl: "http://127.0.0.1:4646" })

/** A report's evidence, measurement, tables and sections have types of their own. */
export const report = async (report_id: number) => {
  const { data, error } = await sonde.GET("/api/v1/public/reports/{report_id}", { params: { path: { report_id } } })
  if (data === undefined) return whatToDo(error)
  const { exhibits, gaps, market_overview, quality, sources } = data.data.sections
  const publisher: string | null | undefined = sources?.[0]?.publisher
  const precision: number | null | undefined = quality?.citation_precision
  const cell: string | number | null | undefined = exhibits?.[0]?.rows[0]?.cells[0]
  const citations: ReadonlyArray<number> | undefined = market_overview?.citations
  const summary: string = data.data.executive_summary
  const confidence: number | null = data.data.confidence
  return { publisher, precision, cell, citations, gaps: gaps?.join("\n"), summary, confidence }
}

/** Errors are told apart by their code, and each kind has the members that it has. */
const whatToDo = (answer: components["schemas"]["ApiError"]): string => {
  switch (answer.error.code) {
    case "rate_limited":
    case "unavailable":
      return "wait"
    case "validation_error":
      return (answer.error.details ?? []).map(({ location }) => location.join(".")).join()
    case "report_not_found": {
      const missing: components["schemas"]["NotFoundFailure"] = answer.error
      return missing.message
    }
    default:
      return answer.error.request_id
  }
}

/** What may be left out may be left out, and what an answer may lack has to be asked for. */
export const others = async () => {
  const made = await sonde.POST("/api/v1/public/reports", { body: { niche: "electric vehicle charging" } })
  const id: number | undefined = made.data?.data.id
  const keywords = await sonde.GET("/api/v1/public/seo/keywords")
  const position: number | null | undefined = keywords.data?.data[0]?.position_history[0]?.position
  const trending = await sonde.GET("/api/v1/public/seo/trending", { params: { query: { country: "US" } } })
  const trend: "new" | "rising" | "stable" | "falling" | undefined = trending.data?.data[0]?.trend
  const signals = await sonde.GET("/api/v1/public/signals", { params: { query: { q: "charging" } } })
  const title: string | undefined = signals.data?.data[0]?.title
  const companies = await sonde.GET("/api/v1/public/market-data/search", { params: { query: { q: "ACME" } } })
  const revenue: number | null | undefined = companies.data?.data[0]?.revenue
  const status = await sonde.GET("/api/v1/public/status")
  const degraded: boolean = status.data?.data.status === "degraded"
  const key = await sonde.POST("/api/v1/dashboard/keys", { body: { name: "ci", scopes: ["signals"] } })
  const secret: string | undefined = key.data?.data.key
  return { id, position, trend, title, revenue, degraded, secret }
}
