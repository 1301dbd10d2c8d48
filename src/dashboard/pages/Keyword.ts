import { Effect } from "effect"
import { pathId } from "../../api/Query.ts"
import { missing } from "../../domain/Missing.ts"
import { type TrackedKeyword, TrackedKeywordId } from "../../domain/TrackedKeyword.ts"
import { html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { oneOf, pathParam } from "../Params.ts"
import { chart } from "../parts/Chart.ts"
import { ask, type Question, questionView } from "../parts/Confirmation.ts"
import { fact, facts } from "../parts/Facts.ts"
import { count } from "../parts/Figure.ts"
import { empty, heading } from "../parts/Heading.ts"
import { outbound } from "../parts/Outbound.ts"
import { change, positionWords } from "../parts/Position.ts"
import { section } from "../parts/Section.ts"
import { instant } from "../parts/Time.ts"
import { watchThis } from "../parts/WatchLink.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

const place = `${home}/keywords`

const notFound = missing("keyword_not_found")

const idOf = (asked: PageRequest) => pathParam(pathId(TrackedKeywordId), asked.params["id"], notFound)

const find = Effect.fnUntraced(function* (asked: PageRequest) {
  const id = yield* idOf(asked)
  const { data: keywords } = yield* asked.api.seo.keywords()
  return yield* oneOf(keywords, id, notFound)
})

const question = ({ id, keyword }: TrackedKeyword): Question => ({
  path: `${place}/${id}/remove`,
  title: `Stop tracking “${keyword}”?`,
  text: "Its history is deleted with it. This cannot be undone.",
  yes: "Stop tracking",
  danger: true
})

const history = ({ position_history: days }: TrackedKeyword) =>
  days.length === 0
    ? empty(
        "Not checked yet",
        "A rank source looks it up once a day. Without one, positions can be imported over the API or with the command line."
      )
    : chart({
        caption: "Position in the search results",
        about: "a gap: looked for and not found",
        kind: "rank",
        data: {
          series: ["Position"],
          days: days.map(({ date, position }) => ({ date, values: [position] }))
        }
      })

const show = (asked: PageRequest) =>
  Effect.map(find(asked), (keyword): Page => ({
    title: keyword.keyword,
    place,
    main: html`<p class="crumb"><a href="${place}">Keywords</a></p>
      ${heading(keyword.keyword, html`for ${outbound(keyword.target_url, keyword.target_url)}`, [watchThis("keyword", { keyword_id: String(keyword.id) }), ask(question(keyword), "Stop tracking")])}
      ${section(
        "About",
        facts([
          fact("Position", positionWords(keyword)),
          fact("Since the first", change(keyword)),
          fact("Searches a month", keyword.search_volume === null ? "unknown" : count(keyword.search_volume)),
          fact("Tracked since", instant(keyword.created_at))
        ])
      )}
      ${section("History", history(keyword))}`
  }))

const remove = Effect.fnUntraced(function* (asked: PageRequest) {
  yield* asked.api.seo.remove({ params: { keyword_id: yield* idOf(asked) } })
  return new Moved(`${place}?done=removed`)
})

export const keywordPages = [
  view("/keywords/:id", show),
  view("/keywords/:id/remove", questionView(place, find, question)),
  action("/keywords/:id/remove", remove)
]
