import { Effect } from "effect"
import type { ListedSource } from "../../api/Sources.ts"
import type { ApiKey } from "../../domain/ApiKey.ts"
import { addDays, toTimestamp } from "../../domain/Timestamp.ts"
import { trendingHistoryDays } from "../../domain/TrendingKeyword.ts"
import { typeNames } from "../../reports/Outline.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { count, counted } from "../parts/Figure.ts"
import { empty, heading } from "../parts/Heading.ts"
import { isFailing, isSilent, outageNotice } from "../parts/Outage.ts"
import { reportStatus } from "../parts/ReportState.ts"
import { section } from "../parts/Section.ts"
import { signalList } from "../parts/SignalList.ts"
import { distance, when } from "../parts/Time.ts"
import { daysUpTo, searchTable } from "../parts/Trend.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"

/** Days before its end from which on a key is spoken of. */
const expiresSoon = 14

/** Rows of each part: enough to see what is new, few enough to see it all. */
const rows = 6

/** A number of things, `one` by its name. */
const tile = (path: string, value: number, one: string, about: Part): Html =>
  html`<li>
    <a href="${home}${path}"
      ><b class="value">${count(value)}</b> <span>${one}${value !== 1 && "s"}</span>
      <span class="quiet">${about}</span></a
    >
  </li>`

const newest = (sources: ReadonlyArray<ListedSource>, now: Date): string => {
  const last = sources
    .flatMap(({ last_success_at: at }) => (at === null ? [] : [at]))
    .sort()
    .at(-1)
  return last === undefined ? "nothing has been read yet" : `last read ${distance(new Date(`${last}Z`), now)}`
}

/** How many sources bring nothing. */
const troubleWords = (failing: number, silent: number): Part => {
  if (failing + silent === 0) return "none failing"
  const words = [failing > 0 && `${count(failing)} failing`, silent > 0 && `${count(silent)} not reached`]
  return html`<span class="down">${words.filter((part) => part !== false).join(", ")}</span>`
}

interface Step {
  readonly path: string
  readonly text: string
}

/** What is best done next, the most urgent first. */
const nextSteps = (given: {
  readonly now: Date
  readonly failing: number
  readonly keys: ReadonlyArray<ApiKey>
  readonly competitors: number
  readonly keywords: number
  readonly reports: number
}): ReadonlyArray<Step> => {
  const soon = toTimestamp(addDays(given.now, expiresSoon))
  const expiring = given.keys.filter(({ expires_at, status }) => status === "active" && (expires_at ?? "~") < soon)
  const used = given.keys.some(({ usage }) => usage.total > 0)
  return [
    ...(given.failing > 0
      ? [{ path: "/sources", text: `See why ${counted(given.failing, "source")} cannot be read` }]
      : []),
    ...expiring.map(({ id, name }) => ({
      path: `/keys/${id}`,
      text: `The key “${name}” expires soon: make another in time`
    })),
    ...(given.competitors === 0 ? [{ path: "/competitors", text: "Add competitors to follow their news" }] : []),
    ...(given.keywords === 0 ? [{ path: "/keywords", text: "Track the search positions of your pages" }] : []),
    ...(given.reports === 0 ? [{ path: "/reports", text: "Make a first report on your market" }] : []),
    ...(given.keys.some(({ status }) => status === "active")
      ? used
        ? []
        : [{ path: "/keys", text: "Use a key: no program has called the API yet" }]
      : [{ path: "/keys", text: "Create a key, so that programs can read all this" }])
  ]
}

const show = Effect.fnUntraced(function* ({ api, now }: PageRequest) {
  const got = yield* Effect.all(
    {
      sources: api.sources.list(),
      keys: api.keys.list(),
      signals: api.signals.list({ query: { limit: rows } }),
      reports: api.reports.list({ query: { skip: 0, limit: rows } }),
      competitors: api.competitors.list({ query: {} }),
      keywords: api.seo.keywords(),
      trending: api.seo.trending({ query: {} }),
      histories: api.seo.history({ query: {} })
    },
    { concurrency: "unbounded" }
  )
  const [sources, keys, keywords, competitors] = [
    got.sources.data,
    got.keys.data,
    got.keywords.data,
    got.competitors.data
  ]
  const { reports, total } = got.reports.data
  const failing = sources.filter(isFailing).length
  const silent = sources.filter(isSilent).length
  const days = daysUpTo(now, trendingHistoryDays)
  const moving = got.trending.data.filter(({ trend }) => trend === "rising" || trend === "new").slice(0, rows)
  const found = keywords.filter(({ current_position }) => current_position !== null).length
  const active = keys.filter(({ status }) => status === "active").length
  const steps = nextSteps({
    now,
    failing,
    keys,
    competitors: competitors.length,
    keywords: keywords.length,
    reports: total
  })
  return {
    title: "Overview",
    place: home,
    main: html`${heading(
        "Overview",
        newest(sources, now).replace(/^./, (letter) => letter.toUpperCase())
      )}
      ${outageNotice(sources, now)}
      <ul class="stats">
        ${tile("/sources", sources.filter(({ state }) => state === "ok").length, "fresh source", troubleWords(failing, silent))}
        ${tile("/reports", total, "report", reports.some(({ status }) => status === "queued" || status === "processing") ? "one is being made" : total === 0 ? "none yet" : "none being made")}
        ${tile("/competitors", competitors.filter(({ status }) => status === "active").length, "competitor", "searched for")}
        ${tile("/keywords", keywords.length, "keyword", `${count(found)} found in searches`)}
        ${tile(
          "/keys",
          active,
          "active key",
          `${counted(
            keys.reduce((sum, { usage }) => sum + usage.last_24h, 0),
            "call"
          )} in 24 hours`
        )}
      </ul>
      ${
        steps.length > 0 &&
        section(
          "What to do next",
          html`<ul class="todo">
            ${steps.map(({ path, text }) => html`<li><a href="${home}${path}">${text}</a></li>`)}
          </ul>`
        )
      }
      <div class="columns">
        ${section(
          "Newest signals",
          got.signals.data.length === 0
            ? empty("No news yet", html`It comes in as <a href="${home}/sources">sources</a> are read.`)
            : signalList(got.signals.data),
          html`<a href="${home}/signals">All signals</a>`
        )}
        <div>
          ${section(
            "New and rising searches",
            moving.length === 0
              ? empty("No changes", "Searches that are new, or a fifth higher than the day before, are listed here.")
              : searchTable("Searches that are new or rising", moving, got.histories.data, days),
            html`<a href="${home}/trends">All trends</a>`
          )}
          ${section(
            "Latest reports",
            total === 0
              ? empty("No report yet", html`<a href="${home}/reports">Make one</a> from stored news.`)
              : html`<ul class="brief">
                  ${reports.map(
                    ({ created_at, id, niche, report_type, status }) =>
                      html`<li>
                        <span
                          ><a href="${home}/reports/${id}">${niche}</a>
                          <span class="quiet">${typeNames[report_type]}</span></span
                        >
                        <span class="quiet"
                          >${status !== "completed" && [reportStatus(status), " "]}${when(created_at, now)}</span
                        >
                      </li>`
                  )}
                </ul>`,
            html`<a href="${home}/reports">All reports</a>`
          )}
        </div>
      </div>`
  } satisfies Page
})

export const overviewPages = [view("", show)]
