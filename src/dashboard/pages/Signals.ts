import { Effect, Schema } from "effect"
import { listQuery } from "../../api/Signals.ts"
import { mostCounted } from "../../domain/SignalSearch.ts"
import { dayAfter } from "../../domain/Timestamp.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { type Choice, facetLinks } from "../parts/Facets.ts"
import { count, counted } from "../parts/Figure.ts"
import { empty, heading } from "../parts/Heading.ts"
import { results, searchForm } from "../parts/Search.ts"
import { signalList } from "../parts/SignalList.ts"
import { day } from "../parts/Time.ts"
import { watchThis } from "../parts/WatchLink.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"

const place = `${home}/signals`

/** Signals that are shown, and that come with more. */
const pageSize = 25

/** Publishers, languages, days and tags that are offered to narrow the list by, of each the first ones. */
const mostChoices = 8

/** Parameters that are given once. */
const single = ["q", "sort", "since", "before", "language", "cursor"] as const

/** Parameters of which any of several values counts. */
const several = ["source", "tag"] as const

type Asked = { readonly [name in (typeof single)[number]]?: string | undefined } & {
  readonly [name in (typeof several)[number]]: ReadonlyArray<string>
}

const none = { source: [], tag: [] }

/** What the address asks for. What a form leaves empty is not asked for. */
const askedOf = (query: URLSearchParams): Asked => ({
  ...none,
  ...Object.fromEntries(
    single.map((name) => [name, query.get(name)?.trim() ?? ""]).filter(([, value]) => value !== "")
  ),
  ...Object.fromEntries(several.map((name) => [name, query.getAll(name).filter((value) => value !== "")]))
})

/** The address of the page that shows a list from its beginning, unless a cursor is given. */
const addressOf = (asked: Asked): string => {
  const query = new URLSearchParams()
  for (const name of single) if (asked[name] !== undefined) query.set(name, asked[name])
  for (const name of several) for (const value of asked[name]) query.append(name, value)
  return query.size === 0 ? place : `${place}?${query.toString()}`
}

const decode = Schema.decodeUnknownEffect(Schema.Struct(listQuery))

const languages = new Intl.DisplayNames("en", { type: "language", fallback: "code" })

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
  (asked: Asked, name: (typeof several)[number]) =>
  (value: string, isChosen: boolean): Asked => ({
    ...asked,
    [name]: isChosen ? asked[name].filter((one) => one !== value) : [...asked[name], value]
  })

const facets = (from: Asked, found: Facets, isAll: boolean): Html => {
  const asked = { ...from, cursor: undefined }
  const { before, language, since, source, tag } = asked
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
          (value) => languages.of(value) ?? value,
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
const filters = ({ before, language, since, sort, ...rest }: Asked): Html =>
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
    ${several.flatMap((name) => rest[name].map((value) => html`<input type="hidden" name="${name}" value="${value}" />`))}
    ${language !== undefined && html`<input type="hidden" name="language" value="${language}" />`}
  </div>`

const totalOf = (total: number, isExact: boolean): string => {
  if (isExact) return counted(total, "signal")
  return total >= mostCounted ? `More than ${count(mostCounted)} signals` : `At least ${counted(total, "signal")}`
}

const show = Effect.fnUntraced(function* ({ api, query }: PageRequest) {
  const asked = askedOf(query)
  const { cursor, q = "" } = asked
  const { source, tag, ...rest } = asked
  const question = yield* decode({
    ...rest,
    ...(source.length > 0 && { source }),
    ...(tag.length > 0 && { tag }),
    limit: String(pageSize),
    highlight: "true",
    // A page further on is about the same list.
    ...(cursor === undefined && { facets: "source,language,day,tag" })
  })
  const found = yield* api.signals.list({ query: question })
  const { data: signals, next_cursor: next } = found
  const isNarrowed =
    source.length > 0 || tag.length > 0 || ["since", "before", "language"].some((name) => name in asked)
  const first = addressOf({ ...asked, cursor: undefined })
  const kept = { q, sources: source, tags: tag, ...(asked.language !== undefined && { language: asked.language }) }
  const watch = q !== "" && watchThis("search", kept)
  const shown =
    signals.length > 0 || isNarrowed
      ? html`<header class="panel-head">
            <p class="quiet" role="status">
              ${totalOf(found.total, found.total_is_exact)}${q !== "" && html` for “${q}”`}${cursor !== undefined && html`, continued. <a href="${first}">Back to the first</a>`}
            </p>
            ${watch}
          </header>
          ${found.did_you_mean !== undefined && html`<p>Did you mean <a href="${addressOf({ ...asked, cursor: undefined, q: found.did_you_mean })}">${found.did_you_mean}</a>?</p>`}
          ${found.facets !== undefined && facets(asked, found.facets, found.facets.counted >= found.total)}
          ${
            signals.length > 0
              ? signalList(signals)
              : empty(
                  "Nothing found",
                  html`Nothing is left. <a href="${addressOf({ q, ...none })}">Search all signals</a>.`
                )
          }
          ${next !== null && html`<p data-more><a class="button" href="${addressOf({ ...asked, cursor: next })}">Load more</a></p>`}`
      : q === ""
        ? empty(
            "No news yet",
            html`They come in as sources are read. See under <a href="${home}/sources">Sources</a> how those are.`
          )
        : empty("Nothing found", html`No signal has any of these words. Try others, or be told when one does.`, watch)
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
    ${results(shown)}`
  } satisfies Page
})

export const signalsPages = [view("/signals", show)]
