import type { Page } from "playwright-core"

/** What there is to look at, by its id. */
export interface Ids {
  readonly key: number
  readonly report: number
  readonly competitor: number
  readonly keyword: number
}

/** Every page that a signed-in visitor can come to, with the sign-in page and one that is not there. */
export const everyPage = (ids: Ids): ReadonlyArray<{ readonly name: string; readonly path: string }> => [
  { name: "overview", path: "/dashboard" },
  { name: "reports", path: "/dashboard/reports" },
  { name: "report", path: `/dashboard/reports/${ids.report}` },
  { name: "report-delete", path: `/dashboard/reports/${ids.report}/delete` },
  { name: "signals", path: "/dashboard/signals" },
  { name: "signals-found", path: "/dashboard/signals?q=heat+pump" },
  { name: "trends", path: "/dashboard/trends" },
  { name: "trends-feed", path: "/dashboard/trends/feed" },
  { name: "trends-google", path: "/dashboard/trends/google_trends" },
  { name: "trends-reddit", path: "/dashboard/trends/reddit" },
  { name: "trends-x", path: "/dashboard/trends/x" },
  { name: "competitors", path: "/dashboard/competitors" },
  { name: "competitor", path: `/dashboard/competitors/${ids.competitor}` },
  { name: "keywords", path: "/dashboard/keywords" },
  { name: "keyword", path: `/dashboard/keywords/${ids.keyword}` },
  { name: "companies", path: "/dashboard/companies" },
  { name: "companies-found", path: "/dashboard/companies?q=semiconductors" },
  { name: "keys", path: "/dashboard/keys" },
  { name: "key", path: `/dashboard/keys/${ids.key}` },
  { name: "key-rotate", path: `/dashboard/keys/${ids.key}/rotate` },
  { name: "sources", path: "/dashboard/sources" },
  { name: "activity", path: "/dashboard/activity" },
  { name: "not-found", path: "/dashboard/nowhere" },
  { name: "sign-in", path: "/dashboard/sign-in?problem=link" }
]

/** Uses the API as programs would, so that pages have something to show: calls of several endpoints, and reports. */
export const fill = async (page: Page, url: string, key: string): Promise<Ids> => {
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`${url}/api/v1/public${path}`, {
      headers: { "x-api-key": key, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return (await answer.json()).data
  }
  // The sample sources are read at the start, within seconds.
  while ((await call("/signals?limit=50")).length < 40) await new Promise((resolve) => setTimeout(resolve, 100))
  for (const path of ["/signals?q=charging", "/seo/trending", "/seo/keywords", "/competitors", "/market-data/sectors"])
    for (let times = 0; times < path.length - 8; times++) await call(path)
  for (const [niche, report_type] of [
    ["oat milk", "trend_report"],
    ["on-device AI chips", "competitor_analysis"],
    ["electric vehicle charging", "decision_brief"]
  ])
    await call("/reports", { niche, report_type })
  const report = await call("/reports", { niche: "heat pumps" })
  const [competitors, keywords] = [await call("/competitors"), await call("/seo/keywords")]
  // Usage is written every other second.
  const keys = async () => (await page.request.get(`${url}/api/v1/dashboard/keys`)).json()
  while ((await keys()).data[0].usage.total < 20) await new Promise((resolve) => setTimeout(resolve, 100))
  return {
    key: (await keys()).data[0].id,
    report: report.id,
    competitor: competitors[0].id,
    keyword: keywords[0].id
  }
}
