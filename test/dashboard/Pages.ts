import type { Page } from "playwright-core"
import { pages } from "../../src/dashboard/Dashboard.ts"
import { home } from "../../src/dashboard/Place.ts"
import type { Signal } from "../../src/domain/Signal.ts"

/** What there is to look at, by its id. */
export interface Ids {
  readonly key: number
  readonly report: number
  readonly competitor: number
  readonly keyword: number
  readonly story: number
  readonly company: number
  readonly watch: number
  readonly endpoint: number
  readonly view: number
  /** The sample sources have a `reddit`. */
  readonly source?: string
}

/** What stands in the path of each page that is one of many, by that path. A page that is not here fails the tests. */
const parameters = (ids: Ids): Readonly<Record<string, ReadonlyArray<string>>> => ({
  "/keys/:id": [`${ids.key}`],
  "/reports/:id": [`${ids.report}`],
  "/competitors/:id": [`${ids.competitor}`],
  "/keywords/:id": [`${ids.keyword}`],
  "/stories/:id": [`${ids.story}`],
  "/companies/:id": [`${ids.company}`],
  "/watches/:id": [`${ids.watch}`],
  "/endpoints/:id": [`${ids.endpoint}`],
  "/views/:id": [`${ids.view}`],
  "/sources/:name": [ids.source ?? "reddit"],
  "/trends/:platform": ["feed", "google_trends", "reddit", "x"]
})

/**
 * What each page says where there is one thing of every kind, called "alpha" (test/support/Things.ts). A page that is
 * not here fails the tests.
 */
export const shown: Readonly<Record<string, string>> = {
  "": "1 competitor searched for",
  "/find": "Saved views alpha Pages Overview",
  "/reports": "heat pumps alpha",
  "/reports/:id": "heat pumps alpha Comprehensive analysis · completed",
  "/reports/:id/markdown": "# Comprehensive analysis: heat pumps alpha",
  "/reports/:id/delete": "Delete this report?",
  "/signals": "1 signal",
  "/stories/:id": "Carried by 1 publisher, in English",
  "/views": "alpha “alpha”",
  "/views/new": "Save a view",
  "/views/:id": "alpha “alpha” Open Remove",
  "/views/:id/remove": "Remove “alpha”?",
  "/trends": "They come from Google's lists once google_trends is among the sources",
  "/trends/:platform": "All platforms is not read",
  "/competitors": "alpha alpha.example active",
  "/competitors/:id": "alpha alpha.example · active",
  "/competitors/:id/remove": "Stop watching “alpha”?",
  "/keywords": "alpha alpha.example not checked yet",
  "/keywords/:id": "alpha for https://alpha.example/",
  "/keywords/:id/remove": "Stop tracking “alpha”?",
  "/companies": "A ticker, a name or an industry",
  "/companies/:id": "Acme Industry unknown",
  "/events": "new Tea",
  "/watches": "alpha News for “alpha” active",
  "/watches/new": "What do you want to be told about?",
  "/watches/:id": "alpha News for “alpha”",
  "/watches/:id/edit": "Edit the watch",
  "/watches/:id/delete": "Delete “alpha”?",
  "/endpoints": "alpha Webhook localhost:9 active",
  "/endpoints/:id": "alpha signed by Standard Webhooks",
  "/endpoints/:id/remove": "Remove “alpha”?",
  "/keys": "alpha sonde_live_",
  "/keys/:id": "alpha Rotate",
  "/keys/:id/rotate": "Rotate “alpha”?",
  "/keys/:id/deactivate": "Deactivate “alpha”?",
  "/keys/:id/delete": "Delete “alpha”?",
  "/sources": "feed:bad.example the server answered 404",
  "/sources/:name": "Status",
  "/sources/:name/remove": "Remove it from the list",
  "/sources/export": "{}",
  "/activity": "Key created alpha"
}

/** States of pages that their address alone does not show. */
const more = [
  { name: "signals-found", path: `${home}/signals?q=heat+pump` },
  { name: "signals-narrowed", path: `${home}/signals?q=chargign&since=2020-01-01&language=en` },
  { name: "views-new-search", path: `${home}/views/new?q=heat+pump&since=2020-01-01&source=Kilowatt+Weekly` },
  { name: "companies-found", path: `${home}/companies?q=semiconductors` },
  { name: "watches-new-search", path: `${home}/watches/new?kind=search&q=heat+pump` },
  { name: "not-found", path: `${home}/nowhere` },
  { name: "sign-in", path: `${home}/sign-in?problem=link` }
]

/** Files, not pages. */
const downloads: ReadonlyArray<string> = [`${home}/reports/:id/markdown`, `${home}/sources/export`]

/** The addresses of a page: several where one stands for states of it. */
const addressesOf = (path: string, ids: Ids): ReadonlyArray<string> => {
  const [, one, rest = ""] = /^\/dashboard(\/\w+\/:\w+)(\/.*)?$/.exec(path) ?? []
  if (one === undefined) return [path]
  const values = parameters(ids)[one]
  if (values === undefined)
    throw new Error(
      `Say in \`parameters\` of test/dashboard/Pages.ts what stands in ${path}, so that the tests look at it`
    )
  return values.map((value) => `${home}${one.replace(/:\w+/, value)}${rest}`)
}

/** The address of a page, the first where it has several. */
export const addressOf = (path: string, ids: Ids): string => addressesOf(path, ids)[0]!

/** Every page that somebody signed in can come to, and some states of them. */
export const everyPage = (ids: Ids): ReadonlyArray<{ readonly name: string; readonly path: string }> => [
  ...pages.flatMap(({ method, path }) =>
    method !== "GET" || downloads.includes(path)
      ? []
      : addressesOf(path, ids).map((path) => ({
          name: path.slice(home.length + 1).replaceAll("/", "-") || "overview",
          path
        }))
  ),
  ...more
]

/**
 * Uses the API as programs would, so that pages have something to show: calls of several endpoints, and reports. Says
 * which step it begins.
 */
export const fill = async (
  page: Page,
  url: string,
  key: string,
  begin: (step: string) => void = () => {}
): Promise<Ids> => {
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`${url}/api/v1/public${path}`, {
      headers: { "x-api-key": key, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return (await answer.json()).data
  }
  begin("waiting for 40 signals of the sample sources")
  // The sample sources are read at the start, within seconds.
  while ((await call("/signals?limit=50")).length < 40) await new Promise((resolve) => setTimeout(resolve, 100))
  for (const path of ["/signals?q=charging", "/seo/trending", "/seo/keywords", "/competitors", "/market-data/sectors"])
    for (let times = 0; times < path.length - 8; times++) await call(path)
  begin("making reports")
  for (const [niche, report_type] of [
    ["oat milk", "trend_report"],
    ["on-device AI chips", "competitor_analysis"],
    ["electric vehicle charging", "decision_brief"]
  ])
    await call("/reports", { niche, report_type })
  const report = await call("/reports", { niche: "heat pumps" })
  begin("making a watch with an event")
  const companies = await call("/market-data/search?q=semiconductors")
  const target = { kind: "webhook", url: "https://hooks.example/sonde" }
  const endpoint = await call("/endpoints", { name: "Alerts", target })
  const [competitors, keywords] = [await call("/competitors"), await call("/seo/keywords")]
  const subject = { kind: "keyword", keyword_id: keywords[0].id, moved_by: 1, top: 10 }
  const watch = await call("/watches", { name: "Our place", subject, endpoints: [endpoint.id] })
  // A place that is brought for today is an event: it has moved, and left the first ten.
  const date = new Date().toISOString().slice(0, 10)
  await call(`/seo/keywords/${keywords[0].id}/positions`, { positions: [{ date, position: 31, url: null }] })
  const search = {
    q: "heat pump",
    sort: "newest",
    since: "2020-01-01",
    source: ["The Meridian Ledger"],
    language: "en"
  }
  const kept = { name: "Heat pumps in the Meridian Ledger", search }
  const headers = { origin: url }
  const saved = await page.request.post(`${url}/api/v1/dashboard/views`, { data: kept, headers })
  const view = (await saved.json()).data
  begin("waiting for 40 signals to have their stories")
  // Stories are told within seconds.
  const told = async () => (await call("/signals?limit=100")).filter((signal: Signal) => signal.story_id !== null)
  while ((await told()).length < 40) await new Promise((resolve) => setTimeout(resolve, 100))
  const [story] = (await told()).toSorted((one: Signal, other: Signal) => other.story_signals - one.story_signals)
  begin("waiting for the key's usage")
  // Usage is written every other second.
  const keys = async () => (await page.request.get(`${url}/api/v1/dashboard/keys`)).json()
  while ((await keys()).data[0].usage.total < 20) await new Promise((resolve) => setTimeout(resolve, 100))
  return {
    key: (await keys()).data[0].id,
    report: report.id,
    competitor: competitors[0].id,
    keyword: keywords[0].id,
    story: story.story_id,
    company: companies[0].id,
    watch: watch.id,
    endpoint: endpoint.id,
    view: view.id
  }
}
