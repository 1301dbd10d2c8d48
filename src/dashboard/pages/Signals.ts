import { Effect } from "effect"
import { html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { counted } from "../parts/Figure.ts"
import { empty, heading } from "../parts/Heading.ts"
import { results, searchForm } from "../parts/Search.ts"
import { signalList } from "../parts/SignalList.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"

const place = `${home}/signals`

/** How many are shown, and how many more when more are asked for; the API gives a hundred at most. */
const sizes = [25, 50, 100] as const

const sizeOf = (query: URLSearchParams) => sizes.find((size) => String(size) === query.get("limit")) ?? sizes[0]

const show = Effect.fnUntraced(function* ({ api, query }: PageRequest) {
  const q = query.get("q")?.trim() ?? ""
  const limit = sizeOf(query)
  const { data: signals } = yield* api.signals.list({ query: { limit, ...(q !== "" && { q }) } })
  const more = sizes.find((size) => size > limit)
  const found =
    signals.length > 0
      ? html`<p class="quiet" role="status">
            ${q === "" ? "The newest" : "The best"} ${counted(signals.length, "signal")}${q !== "" && html` for “${q}”`}
          </p>
          ${signalList(signals)}
          ${
            signals.length === limit &&
            (more === undefined
              ? html`<p class="quiet">There may be more: search for what you mean.</p>`
              : html`<p>
                  <a class="button" href="${place}?${new URLSearchParams({ q, limit: String(more) }).toString()}"
                    >Show more</a
                  >
                </p>`)
          }`
      : q === ""
        ? empty(
            "No news yet",
            html`They come in as sources are read. See under <a href="${home}/sources">Sources</a> how those are.`
          )
        : empty("Nothing found", html`No signal has any of these words. Try others.`)
  const page: Page = {
    title: "Signals",
    place,
    modules: ["search.js"],
    main: html`${heading("Signals", "News of the market, from every source, each story once.")}
    ${searchForm({
      path: place,
      query: q,
      label: "Search the news",
      hint: "Any word may match, the best first. “Quoted phrases” must match, -words are left out.",
      maxLength: 500
    })}
    ${results(found)}`
  }
  return page
})

export const signalsPages = [view("/signals", show)]
