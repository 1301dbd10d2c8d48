import { Effect, Schema } from "effect"
import { listQuery } from "../../api/Signals.ts"
import type { SavedView } from "../../domain/SavedView.ts"
import { mostCounted } from "../../domain/SignalSearch.ts"
import { dayAfter } from "../../domain/Timestamp.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { type Choice, facetLinks } from "../parts/Facets.ts"
import { count, counted } from "../parts/Figure.ts"
import { empty, heading } from "../parts/Heading.ts"
import { results, searchForm } from "../parts/Search.ts"
import {
  addressOf,
  type Asked,
  askedOf,
  hiddenFields,
  languageName,
  searchPath,
  type SeveralName
} from "../parts/SearchAddress.ts"
import { signalList } from "../parts/SignalList.ts"
import { day } from "../parts/Time.ts"
import { watchThis } from "../parts/WatchLink.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"
import { viewsPath } from "./SavedViews.ts"

const place = searchPath

/** Signals that are shown, and that come with more. */
const pageSize = 25

/** Publishers, languages, days and tags that are offered to narrow the list by, of each the first ones. */
const mostChoices = 8

const decode = Schema.decodeUnknownEffect(Schema.Struct(listQuery))

type Counts = ReadonlyArray<{ readonly value: string; readonly count: number }>

interface Facets {
  readonly counted: number
  readonly source?: Counts
  readonly language?: Counts
  readonly day?: Counts
  readonly tag?: Counts
}

/** The chosen values, whether they were counted or not, and those that were counted. */
const choices = (
  counts: Counts = [],
  chosen: ReadonlyArray<string>,
  name: (value: string) => Part,
  change: (value: string, chosen: boolean) => Asked
): ReadonlyArray<Choice> =>
  [
    ...chosen
      .filter((value) => !counts.some((counted) => counted.value === value))
      .map((value) => ({ value, count: null })),
    ...counts.slice(0, mostChoices)
  ].map(({ count, value }) => {
    const isChosen = chosen.includes(value)
    return { name: name(value), count, chosen: isChosen, href: addressOf(change(value, isChosen)) }
  })

/** With one value more or less of a parameter that has several. */
const toggled =
  (asked: Asked, name: SeveralName) =>
  (value: string, isChosen: boolean): Asked => {
    const values = asked[name] ?? []
    return { ...asked, [name]: isChosen ? values.filter((one) => one !== value) : [...values, value] }
  }

const facets = (asked: Asked, found: Facets, isAll: boolean): Html => {
  const { before, language, since, source = [], tag = [] } = asked
  const days = since !== undefined && before === dayAfter(since, 1) ? [since] : []
  return facetLinks(
    [
      {
        label: "Publisher",
        choices: choices(found.source, source, (value) => value, toggled(asked, "source"))
      },
      {
        label: "Language",
        choices: choices(
          found.language,
          language === undefined ? [] : [language],
          (value) => languageName(value),
          (value, chosen) => ({ ...asked, language: chosen ? undefined : value })
        )
      },
      {
        label: "Day",
        choices: choices(found.day, days, day, (value, chosen) =>
          chosen
            ? { ...asked, since: undefined, before: undefined }
            : { ...asked, since: value, before: dayAfter(value, 1) }
        )
      },
      { label: "Tag", choices: choices(found.tag, tag, (value) => value, toggled(asked, "tag")) }
    ],
    isAll ? null : `Counted over ${count(found.counted)} of them.`
  )
}

/** Fields beside the question. What is chosen below is kept when another question is asked. */
const filters = ({ before, language, since, sort, source, tag }: Asked): Html =>
  html`<div class="filters">
    <label>From <input type="date" name="since" value="${since ?? ""}" /></label>
    <label>Before <input type="date" name="before" value="${before ?? ""}" /></label>
    <label
      >Order
      <select name="sort">
        <option value="">Best first</option>
        <option value="newest" ${sort === "newest" && html`selected`}>Newest first</option>
      </select></label
    >
    ${hiddenFields({ language, source, tag })}
  </div>`

const savedViews = (views: ReadonlyArray<SavedView>): Html =>
  html`<nav class="views" aria-label="Saved views">
    <p class="label">Saved views</p>
    <ul class="chips">
      ${views.map(({ name, search }) => html`<li><a href="${addressOf(search)}">${name}</a></li>`)}
    </ul>
    <a class="quiet" href="${viewsPath}">Change<span class="sr"> saved views</span></a>
  </nav>`

const totalOf = (total: number, isExact: boolean): string => {
  if (isExact) return counted(total, "signal")
  return total >= mostCounted ? `More than ${count(mostCounted)} signals` : `At least ${counted(total, "signal")}`
}

const show = Effect.fnUntraced(function* ({ api, query }: PageRequest) {
  const asked = askedOf(query)
  const { q = "", sort: _, ...narrowing } = asked
  const cursor = query.get("cursor") ?? ""
  const question = yield* decode({
    ...asked,
    ...(cursor !== "" && { cursor }),
    limit: String(pageSize),
    highlight: "true",
    // A page further on is about the same list.
    ...(cursor === "" && { facets: "source,language,day,tag" })
  })
  const [found, { data: views }] = yield* Effect.all([api.signals.list({ query: question }), api.views.list()], {
    concurrency: "unbounded"
  })
  const { data: signals, next_cursor: next } = found
  const isNarrowed = Object.keys(narrowing).length > 0
  const { language, source = [], tag = [] } = asked
  const watched = { q, sources: source, tags: tag, ...(language !== undefined && { language }) }
  const keep: Part = [
    Object.keys(asked).length > 0 &&
      html`<a class="button" href="${addressOf(asked, { path: `${viewsPath}/new` })}">Save this search</a>`,
    q !== "" && watchThis("search", watched)
  ]
  const shown =
    signals.length > 0 || isNarrowed
      ? html`<header class="panel-head">
            <p class="quiet" role="status">
              ${totalOf(found.total, found.total_is_exact)}${q !== "" && html` for “${q}”`}${cursor !== "" && html`, continued. <a href="${addressOf(asked)}">Back to the first</a>`}
            </p>
            <div class="actions">${keep}</div>
          </header>
          ${found.did_you_mean !== undefined && html`<p>Did you mean <a href="${addressOf({ ...asked, q: found.did_you_mean })}">${found.did_you_mean}</a>?</p>`}
          ${found.facets !== undefined && facets(asked, found.facets, found.facets.counted >= found.total)}
          ${
            signals.length > 0
              ? signalList(signals)
              : empty(
                  "Nothing found",
                  html`No signal passes these filters. <a href="${addressOf({ q })}">Search all signals</a>.`
                )
          }
          ${next !== null && html`<p data-more><a class="button" href="${addressOf(asked, { cursor: next })}">Load more</a></p>`}`
      : q === ""
        ? empty(
            "No news yet",
            html`It comes in as sources are read. <a href="${home}/sources">Sources</a> shows their state.`
          )
        : empty(
            "Nothing found",
            html`No signal has any of these words. Try others, or watch for them.`,
            html`<div class="actions">${keep}</div>`
          )
  return {
    title: "Signals",
    place,
    modules: ["search.js"],
    main: html`${heading("Signals", "News of the market, from every source, each story once.")}
    ${searchForm({
      path: place,
      query: q,
      label: "Search the news",
      hint: "Any word may match, the best first. “Quoted phrases” must match, -words are left out.",
      maxLength: 500,
      filters: filters(asked)
    })}
    ${views.length > 0 && savedViews(views)} ${results(shown)}`
  } satisfies Page
})

export const signalsPages = [view("/signals", show)]
