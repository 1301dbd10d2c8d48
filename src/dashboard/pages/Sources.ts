import { Effect, Schema } from "effect"
import type { ListedSource } from "../../api/Sources.ts"
import { missing } from "../../domain/Missing.ts"
import { SourceName, type SourceState } from "../../domain/Source.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { badge, type Tone } from "../parts/Badge.ts"
import { count } from "../parts/Figure.ts"
import { empty, heading } from "../parts/Heading.ts"
import { type Column, table } from "../parts/Table.ts"
import { when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

const place = `${home}/sources`

const states: Record<SourceState, readonly [Tone, string]> = {
  ok: ["good", "fresh"],
  stale: ["warn", "overdue"],
  empty: ["off", "empty"],
  blocked: ["bad", "blocked"],
  not_configured: ["off", "not set up"],
  error: ["bad", "failing"]
}

/** Failing ones first: they are what one comes for. */
const urgency: ReadonlyArray<SourceState> = ["error", "blocked", "stale", "ok", "empty", "not_configured"]

/** A state in words; what was never read is not empty, it waits for its turn. */
const stateBadge = ({ idle, last_error, last_success_at, state }: ListedSource): Html =>
  state === "empty" && idle !== null
    ? badge("off", "idle")
    : state === "empty" && last_success_at === null && last_error === null
      ? badge("off", "waiting")
      : badge(...states[state])

const note = (source: ListedSource): Part =>
  (source.missing !== null && html`<p class="note">${source.missing}</p>`) ||
  (source.last_error !== null &&
    source.state !== "ok" &&
    html`<p class="note bad">
      ${source.last_error}${source.failures > 1 && ` (${source.failures} times in a row)`}
    </p>`) ||
  (source.idle !== null && html`<p class="note">${source.idle}</p>`) ||
  (source.moved_to !== null && html`<p class="note">It has moved to ${source.moved_to}, and is read there.</p>`)

const runForm = (source: ListedSource): Html =>
  html`<form method="post" action="${place}/${encodeURIComponent(source.name)}/run">
    <button class="small">Run now<span class="sr"> ${source.title}</span></button>
  </form>`

const running: Column<ListedSource> = {
  title: "Actions",
  kind: "actions",
  cell: (source) => source.listed && source.missing === null && runForm(source)
}

const sourceTable = (sources: ReadonlyArray<ListedSource>, now: Date, operator: boolean): Html =>
  table("Sources, those that fail first", sources, [
    {
      title: "Source",
      cell: (source) =>
        html`${source.title}
          <p class="quiet"><code>${source.name}</code>${!source.listed && " · not on the list any more"}</p>
          ${note(source)}`
    },
    { title: "State", cell: stateBadge },
    { title: "Brings", cell: ({ kind }) => kind },
    { title: "Items", kind: "number", cell: ({ items }) => count(items) },
    { title: "Last success", cell: ({ last_success_at: at }) => (at === null ? "never" : when(at, now)) },
    {
      title: "Next check",
      cell: ({ next_check_at: at }) => (at === null ? "–" : when(at, now))
    },
    ...(operator ? [running] : [])
  ])

const said = (query: URLSearchParams): Part => {
  const [ran, how] = [query.get("ran"), query.get("how")]
  if (ran === null || !Schema.is(SourceName)(ran)) return null
  const words: Readonly<Record<string, string>> = {
    finished: "has been read.",
    failed: "could not be read; the table says why.",
    skipped: "was not read: it is being read already.",
    running: "is being read, which takes longer than usual. Load this page again in a while."
  }
  if (how === null || !Object.hasOwn(words, how)) return null
  return html`<p class="notice ${how === "finished" ? "good" : "warn"}" role="status">
    <code>${ran}</code> ${words[how]}
  </p>`
}

const show = Effect.fnUntraced(function* ({ account, api, now, query }: PageRequest) {
  const { data } = yield* api.sources.list()
  const sources = data.toSorted((one, other) => urgency.indexOf(one.state) - urgency.indexOf(other.state))
  const bad = sources.filter(({ state }) => state === "error" || state === "blocked").length
  const fresh = sources.filter(({ state }) => state === "ok").length
  return {
    title: "Sources",
    place,
    main: html`${heading("Sources", html`What is read, and how each fares: ${count(fresh)} fresh, ${count(bad)} failing, ${count(sources.length)} in all.`)}
      ${said(query)}
      <section class="panel">
        ${
          sources.length === 0
            ? empty("No source", html`The list of sources is the operator's: <code>SOURCES_FILE</code> names it.`)
            : sourceTable(sources, now, account.operator)
        }
      </section>`
  } satisfies Page
})

const notFound = missing("source_not_found")

const run = Effect.fnUntraced(function* ({ api, params }: PageRequest) {
  const source_name = yield* pathParam(SourceName, params["name"], notFound)
  const { data } = yield* api.sources.run({ params: { source_name } })
  const failed = data.outcome === "finished" && data.state !== "ok" && data.state !== "empty"
  return new Moved(
    `${place}?${new URLSearchParams({ ran: source_name, how: failed ? "failed" : data.outcome }).toString()}`
  )
})

export const sourcesPages = [view("/sources", show), action("/sources/:name/run", run)]
