import { Effect } from "effect"
import { widePathId } from "../../api/Query.ts"
import { missing } from "../../domain/Missing.ts"
import { type Signal, StoryId } from "../../domain/Signal.ts"
import { html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { counted } from "../parts/Figure.ts"
import { empty, heading } from "../parts/Heading.ts"
import { languageName } from "../parts/SearchAddress.ts"
import { section } from "../parts/Section.ts"
import { signalList } from "../parts/SignalList.ts"
import { day } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"

const place = `${home}/signals`

/** Other stories that are shown beside one. */
const mostRelated = 6

/**
 * So many of its signals are asked what is like them, each for so many: some tell the story itself, or one another's.
 */
const asking = { signals: 3, limit: 30 }

/** One signal of each story but this one. */
const others = (id: StoryId, like: ReadonlyArray<Signal>): ReadonlyArray<Signal> =>
  like
    .filter(
      ({ id: signal, story_id: story }, n) =>
        story !== id &&
        like.findIndex((other) => (story === null ? other.id === signal : other.story_id === story)) === n
    )
    .slice(0, mostRelated)

const show = Effect.fnUntraced(function* ({ api, params }: PageRequest) {
  const story_id = yield* pathParam(widePathId(StoryId), params["id"], missing("story_not_found"))
  const { data: story } = yield* api.signals.story({ params: { story_id } })
  const { first, last_published_at: last, publishers, signals, signals_total: total } = story
  const like = yield* Effect.forEach(
    signals.slice(0, asking.signals),
    ({ id: signal_id }) => api.signals.related({ params: { signal_id }, query: { limit: asking.limit } }),
    { concurrency: "unbounded" }
  )
  const near = others(
    story_id,
    like.flatMap(({ data }) => data)
  )
  const spoken = story.languages.map(languageName).join(", ")
  return {
    title: story.title || "Untitled",
    place,
    main: html`<p class="crumb"><a href="${place}">Signals</a></p>
      ${heading(
        story.title || "Untitled",
        html`First in ${first.source},
        ${day(first.published_at)}${last !== first.published_at && html`; last on ${day(last)}`}. Carried by
        ${counted(publishers, "publisher")}, in ${spoken}.`
      )}
      ${section(
        "Timeline",
        signalList(signals, true),
        html`<span class="quiet"
          >${signals.length < total ? `the first ${signals.length} of ${total}` : counted(total, "signal")}</span
        >`
      )}
      ${section(
        "Related stories",
        near.length === 0
          ? empty("None yet", "No other story shares the distinctive words of this one.")
          : signalList(near)
      )}`
  } satisfies Page
})

/** One story, as its signals told it, and what else is like it. */
export const storyPages = [view("/stories/:id", show)]
