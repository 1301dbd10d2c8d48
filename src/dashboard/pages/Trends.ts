import { Effect } from "effect"
import { trendingHistoryDays, type TrendingKeyword } from "../../domain/TrendingKeyword.ts"
import { html, type Html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { chart } from "../parts/Chart.ts"
import { empty, heading } from "../parts/Heading.ts"
import { section } from "../parts/Section.ts"
import { daysUpTo, searchTable, volumes, worthDrawing } from "../parts/Trend.ts"
import { trendTabs } from "../parts/TrendTabs.ts"
import { watchThis } from "../parts/WatchLink.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"

const place = `${home}/trends`

const countryName = new Intl.DisplayNames("en", { type: "region" })

const countries = (all: ReadonlyArray<TrendingKeyword>, chosen: string): Html => {
  const codes = [...new Set(all.map(({ country }) => country))].sort()
  return html`<ul class="chips" aria-label="Country">
    ${codes.map(
      (code) =>
        html`<li>
          <a href="${place}?country=${code}" ${code === chosen && html`aria-current="true"`}
            >${countryName.of(code) ?? code}</a
          >
        </li>`
    )}
  </ul>`
}

const show = Effect.fnUntraced(function* ({ api, now, query }: PageRequest) {
  const { data: all } = yield* api.seo.trending({ query: {} })
  const asked = query.get("country")
  const chosen = all.find(({ country }) => country === asked)?.country ?? all[0]?.country ?? ""
  const keywords = all.filter(({ country }) => country === chosen)
  const { data: histories } =
    keywords.length === 0 ? { data: [] } : yield* api.seo.history({ query: { country: chosen } })
  const days = daysUpTo(now, trendingHistoryDays)
  const drawable = worthDrawing(histories)
  return {
    title: "Trends",
    place,
    main: html`${heading("Trends", "What people search for and talk about, day by day.", chosen !== "" && watchThis("trending", { country: chosen }))}
    ${trendTabs("searches")}
    ${
      keywords.length === 0
        ? section(
            "Searches",
            empty(
              "No search yet",
              html`They come from Google's lists once <code>google_trends</code> is among the
                <a href="${home}/sources">sources</a>.`
            )
          )
        : section(
            "What people search for",
            [
              drawable.length > 0 &&
                chart({
                  caption: "Searches a day",
                  about: "the most searched with a history; a gap: not on the list that day",
                  kind: "lines",
                  data: volumes(days, drawable)
                }),
              searchTable("Trending searches, most searched first", keywords, histories, days)
            ],
            countries(all, chosen)
          )
    }`
  } satisfies Page
})

export const trendsPages = [view("/trends", show)]
