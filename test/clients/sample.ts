import createClient from "openapi-fetch"
import type { paths } from "./generated/sonde.js"

/*
 * A sample call of each endpoint, as somebody would write it with types generated from /openapi.json. It is compiled,
 * never run: what it shows is that the document says enough, and the right things.
 */

const sonde = createClient<paths>({ baseUrl: "http://127.0.0.1:4646", headers: { "X-API-Key": "…" } })

export const sample = async () => {
  const reports = await sonde.GET("/api/v1/public/reports", { params: { query: { skip: 0, limit: 20 } } })
  const total: number | undefined = reports.data?.data.total
  const confidence: number | null | undefined = reports.data?.data.reports[0]?.confidence

  const made = await sonde.POST("/api/v1/public/reports", {
    params: { header: { "idempotency-key": "once" } },
    body: { niche: "electric vehicle charging", report_type: "decision_brief" }
  })
  const id: number = made.data?.data.id ?? 0

  const report = await sonde.GET("/api/v1/public/reports/{report_id}", { params: { path: { report_id: id } } })
  const summary: string | undefined = report.data?.data.executive_summary
  const code: string | undefined = report.error?.error.code
  await sonde.DELETE("/api/v1/public/reports/{report_id}", { params: { path: { report_id: id } } })

  const competitors = await sonde.GET("/api/v1/public/competitors", { params: { query: { status: "active" } } })
  const domain: string | undefined = competitors.data?.data[0]?.domain
  await sonde.POST("/api/v1/public/competitors", { body: { name: "Acme", domain: "acme.example" } })
  await sonde.PATCH("/api/v1/public/competitors/{competitor_id}", {
    params: { path: { competitor_id: 1 } },
    body: { status: "paused" }
  })
  await sonde.DELETE("/api/v1/public/competitors/{competitor_id}", { params: { path: { competitor_id: 1 } } })

  const keywords = await sonde.GET("/api/v1/public/seo/keywords")
  const position: number | null | undefined = keywords.data?.data[0]?.position_history[0]?.position
  await sonde.POST("/api/v1/public/seo/keywords", {
    body: { keyword: "charging", target_url: "https://acme.example/" }
  })
  await sonde.POST("/api/v1/public/seo/keywords/{keyword_id}/positions", {
    params: { path: { keyword_id: 1 } },
    body: { positions: [{ date: "2026-11-20", position: null, url: null }] }
  })
  await sonde.DELETE("/api/v1/public/seo/keywords/{keyword_id}", { params: { path: { keyword_id: 1 } } })

  const trending = await sonde.GET("/api/v1/public/seo/trending", { params: { query: { country: "US" } } })
  const trend: "new" | "rising" | "stable" | "falling" | undefined = trending.data?.data[0]?.trend

  const signals = await sonde.GET("/api/v1/public/signals", { params: { query: { q: "charging", limit: 5 } } })
  const title: string | undefined = signals.data?.data[0]?.title

  const social = await sonde.GET("/api/v1/public/social-trends/{platform}", { params: { path: { platform: "feed" } } })
  const updated: string | null | undefined = social.data?.updated_at

  const companies = await sonde.GET("/api/v1/public/market-data/search", { params: { query: { q: "ACME" } } })
  const revenue: number | null | undefined = companies.data?.data[0]?.revenue
  await sonde.GET("/api/v1/public/market-data/companies/{company_id}", { params: { path: { company_id: 1 } } })
  await sonde.GET("/api/v1/public/market-data/sectors")

  const status = await sonde.GET("/api/v1/public/status")
  const degraded: boolean = status.data?.data.status === "degraded"

  await sonde.GET("/api/v1/dashboard/keys")
  const key = await sonde.POST("/api/v1/dashboard/keys", { body: { name: "ci", scopes: ["signals"] } })
  const secret: string | undefined = key.data?.data.key
  await sonde.POST("/api/v1/dashboard/keys/{key_id}/rotate", { params: { path: { key_id: 1 } } })
  await sonde.POST("/api/v1/dashboard/keys/{key_id}/deactivate", { params: { path: { key_id: 1 } } })
  await sonde.DELETE("/api/v1/dashboard/keys/{key_id}", { params: { path: { key_id: 1 } } })

  return { total, confidence, summary, code, domain, position, trend, title, updated, revenue, degraded, secret }
}
