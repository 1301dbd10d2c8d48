import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { type ListedSource, ListImport, NewListEntry, SiteAddress } from "../../api/Sources.ts"
import { missing } from "../../domain/Missing.ts"
import { SourceName, type SourceState } from "../../domain/Source.ts"
import type { FoundFeed, ImportedList } from "../../domain/SourceList.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import {
  body,
  emptyForm,
  field,
  type FormState,
  input,
  orAgain,
  otherFaults,
  problem,
  sent,
  textarea,
  wordsIn
} from "../Form.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { badge, type Tone } from "../parts/Badge.ts"
import { count } from "../parts/Figure.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { isFailing, isSilent, outageNotice } from "../parts/Outage.ts"
import { pauseForm } from "../parts/PauseForm.ts"
import { section } from "../parts/Section.ts"
import { type Column, table } from "../parts/Table.ts"
import { when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { pageHeaders } from "../Policy.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"
import { mostFileBytes, sentWithFile } from "../Upload.ts"

export const place = `${home}/sources`

/** Where the page of a source is. */
export const pathOf = ({ name }: Pick<ListedSource, "name">): string => `${place}/${encodeURIComponent(name)}`

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
export const stateBadge = ({ offline_since, idle, last_error, last_success_at, paused, state }: ListedSource): Html =>
  paused
    ? badge("off", "paused")
    : offline_since !== null
      ? badge("warn", "not reached")
      : state === "empty" && idle !== null
        ? badge("off", "idle")
        : state === "empty" && last_success_at === null && last_error === null
          ? badge("off", "waiting")
          : badge(...states[state])

export const note = (source: ListedSource): Part =>
  (source.missing !== null && html`<p class="note">${source.missing}</p>`) ||
  (source.last_error !== null &&
    source.state !== "ok" &&
    !isSilent(source) &&
    html`<p class="note bad">
      ${source.last_error}${source.failures > 1 && ` (${source.failures} times in a row)`}
    </p>`) ||
  (source.idle !== null && html`<p class="note">${source.idle}</p>`) ||
  (source.moved_to !== null && html`<p class="note">It has moved to ${source.moved_to}, and is read there.</p>`)

export const runForm = (source: ListedSource): Html =>
  html`<form method="post" action="${pathOf(source)}/run">
    <button class="small">Run now<span class="sr"> ${source.title}</span></button>
  </form>`

const actions: Column<ListedSource> = {
  title: "Actions",
  kind: "actions",
  cell: (source) =>
    source.listed && [
      source.missing === null && runForm(source),
      (source.paused || source.missing === null) &&
        pauseForm(pathOf(source), source.paused ? "paused" : "active", source.title)
    ]
}

const sourceTable = (sources: ReadonlyArray<ListedSource>, now: Date, operator: boolean): Html =>
  table("Sources, those that fail first", sources, [
    {
      title: "Source",
      cell: (source) =>
        html`${operator && source.listed ? html`<a href="${pathOf(source)}">${source.title}</a>` : source.title}
          <p class="quiet">
            <code>${source.name}</code
            >${!source.listed && " · no longer on the list"}${source.tags.map((tag) => ` · ${tag}`)}
          </p>
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
    ...(operator ? [actions] : [])
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

const done = {
  added: "It is on the list, and will be read within a minute.",
  removed: "It is no longer on the list. Its signals stay.",
  paused: "It is paused until you resume it. Its signals stay.",
  active: "It is read again."
}

const addForm = (state: FormState): Html =>
  html`<form method="post" action="${place}" class="form">
    ${problem(state)} ${otherFaults(state)}
    <div class="pair">
      ${input(state, { name: "url", label: "Address of the feed", hint: "RSS, Atom or JSON Feed; or a site, to find its feeds.", attributes: html`required maxlength="2000" inputmode="url" autocapitalize="off" spellcheck="false"` })}
      ${input(state, { name: "title", label: "Title", hint: "May be empty.", attributes: html`maxlength="200"` })}
    </div>
    <div class="pair">
      ${input(state, { name: "every", label: "Read every", hint: "Such as 2 hours; empty: half an hour.", attributes: html`maxlength="100"` })}
      ${input(state, { name: "tags", label: "Tags", hint: "Your own words, comma-separated, in lower case and without spaces.", attributes: html`maxlength="900" autocapitalize="off"` })}
    </div>
    <div class="actions">
      <button class="primary">Add</button><button formaction="${place}/discover">Find the feeds of a site</button>
    </div>
  </form>`

/** The feeds of a site, to look at before one is added. */
const foundFeeds = (feeds: ReadonlyArray<FoundFeed>, now: Date): Html =>
  section(
    "Feeds of the site",
    feeds.length === 0
      ? empty(
          "No feed found",
          "Its page names none, and none is in the usual places. Look there for a link to RSS or Atom."
        )
      : table("Feeds of the site, with their newest items", feeds, [
          {
            title: "Feed",
            cell: ({ title, url }) =>
              html`${title || url}
                <p class="quiet">${url}</p>`
          },
          {
            title: "Newest items",
            cell: ({ items }) =>
              items.length === 0
                ? "none"
                : html`<ul>
                    ${items.map(
                      ({ published_at: at, title }) =>
                        html`<li>${title} ${at !== null && html`<span class="quiet">${when(at, now)}</span>`}</li>`
                    )}
                  </ul>`
          },
          {
            title: "Actions",
            kind: "actions",
            cell: ({ source, title, url }) =>
              source !== null
                ? html`<a href="${pathOf({ name: SourceName.make(source) })}">on the list</a>`
                : html`<form method="post" action="${place}">
                    <input type="hidden" name="url" value="${url}" />
                    <input type="hidden" name="title" value="${title}" />
                    <button class="small">Add<span class="sr"> ${title || url}</span></button>
                  </form>`
          }
        ])
  )

const importForm = (state: FormState): Html =>
  html`<form method="post" action="${place}/import" enctype="multipart/form-data" class="form">
    ${problem(state)}
    <div class="field">
      <label for="field-file">File</label>
      <input
        id="field-file"
        name="file"
        type="file"
        accept=".opml,.xml,.json,.txt"
        data-most-bytes="${mostFileBytes}"
        aria-describedby="field-file-hint"
      />
      <p class="hint" id="field-file-hint">
        OPML, as feed readers export it, JSON as in <code>SOURCES_FILE</code>, or an address on each line. What it names
        is added, or put in the place of what is there. Longer lists than 60 KB: <code>sonde sources import</code>.
      </p>
    </div>
    ${textarea(state, {
      name: "document",
      label: "Or paste the list",
      rows: 6,
      hint: "Ignored if you choose a file.",
      attributes: html`spellcheck="false"`
    })}
    <div class="actions"><button>Import</button></div>
  </form>`

const exports = html`<a class="button" href="${place}/export?format=json" download>Export JSON</a>
  <a class="button" href="${place}/export?format=opml" download>Export OPML</a>`

/** What an import did, said once. */
const importWords = ({ added, changed, known, left_out }: ImportedList): Html =>
  html`<div class="notice ${left_out.length === 0 ? "good" : "warn"}" role="status">
    <p>${count(added.length)} added, ${count(changed.length)} changed, ${count(known)} as they were.</p>
    ${left_out.length > 0 && html`<p>Left out: ${left_out.map(({ line, reason }) => `line ${line} ${reason}`).join("; ")}.</p>`}
  </div>`

/** The forms of an operator's page, and what came of one of them. */
interface Shown {
  readonly adding?: FormState
  readonly importing?: FormState
  readonly imported?: ImportedList
  readonly found?: ReadonlyArray<FoundFeed>
  readonly status?: number
}

const page = Effect.fnUntraced(function* (
  { account, api, now, query }: PageRequest,
  { adding = emptyForm, found, imported, importing = emptyForm, status = 200 }: Shown
) {
  const { data } = yield* api.sources.list()
  const sources = data.toSorted((one, other) => urgency.indexOf(one.state) - urgency.indexOf(other.state))
  const silent = sources.filter(isSilent).length
  const bad = sources.filter((source) => isFailing(source)).length
  const fresh = sources.filter(({ state }) => state === "ok").length
  return {
    title: "Sources",
    place,
    status,
    main: html`${heading("Sources", html`What is read, and the state of each source: ${count(fresh)} fresh, ${count(bad)} failing, ${silent > 0 && `${count(silent)} not reached, `}${count(sources.length)} in all.`)}
      ${outageNotice(data, now)} ${said(query)} ${notice(done, query)}
      ${imported !== undefined && importWords(imported)} ${found !== undefined && foundFeeds(found, now)}
      <section class="panel">
        ${
          sources.length === 0
            ? empty(
                "No source",
                account.operator ? "Add a feed below, or import a list." : "An operator makes the list."
              )
            : sourceTable(sources, now, account.operator)
        }
      </section>
      ${account.operator && [section("Add a feed", addForm(adding)), section("Import a list", importForm(importing), exports)]}`
  } satisfies Page
})

const add = Effect.fnUntraced(function* (asked: PageRequest) {
  const form = yield* sent
  const typed = Object.fromEntries(
    ["url", "title", "every"].flatMap((name) => {
      const value = field(form, name).trim()
      return value === "" ? [] : [[name, value]]
    })
  )
  return yield* body(NewListEntry, { entry: typed, tags: wordsIn(field(form, "tags")) }).pipe(
    Effect.flatMap((payload) => asked.api.sources.add({ payload })),
    Effect.as(new Moved(`${place}?done=added`)),
    orAgain(form, (adding, status) => page(asked, { adding, status }), {
      taken: { field: "url", message: "is on the list already" }
    })
  )
})

const discover = Effect.fnUntraced(function* (asked: PageRequest) {
  const form = yield* sent
  return yield* body(SiteAddress, { url: field(form, "url").trim() }).pipe(
    Effect.flatMap((payload) => asked.api.sources.discover({ payload })),
    Effect.flatMap(({ data }) => page(asked, { adding: { ...emptyForm, values: form }, found: data })),
    orAgain(form, (adding, status) => page(asked, { adding, status }))
  )
})

const importList = Effect.fnUntraced(function* (asked: PageRequest) {
  const form = yield* sentWithFile("document")
  return yield* body(ListImport, { document: field(form, "document") }).pipe(
    Effect.flatMap((payload) => asked.api.sources.import({ payload })),
    Effect.flatMap(({ data }) => page(asked, { imported: data })),
    orAgain(form, (importing, status) => page(asked, { importing, status }))
  )
})

const exportList = Effect.fnUntraced(function* ({ api, query }: PageRequest) {
  const format = query.get("format") === "opml" ? "opml" : "json"
  const { data } = yield* api.sources.export({ query: { format } })
  return HttpServerResponse.text(data.document, {
    contentType: format === "opml" ? "text/x-opml; charset=utf-8" : "application/json",
    headers: { ...pageHeaders, "content-disposition": `attachment; filename="sources.${format}"` }
  })
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

export const sourcesPages = [
  view("/sources", (asked) => page(asked, {})),
  action("/sources", add),
  action("/sources/discover", discover),
  action("/sources/import", importList),
  view("/sources/export", exportList),
  action("/sources/:name/run", run)
]
