import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { pathId } from "../../api/Query.ts"
import { CompanyId } from "../../domain/Company.ts"
import { missing } from "../../domain/Missing.ts"
import { ReportType } from "../../domain/Report.ts"
import { Platform } from "../../domain/SocialTrend.ts"
import type { WatchKind, WatchSubject } from "../../domain/Watch.ts"
import { typeNames } from "../../reports/Outline.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import { checkboxes, field, type FormState, input, select, textarea, wordsIn } from "../Form.ts"
import { pathParam } from "../Params.ts"
import { home } from "../Place.ts"
import type { CallFailure, PageRequest } from "../Routes.ts"
import { counted } from "./Figure.ts"
import { empty } from "./Heading.ts"
import { platformNames } from "./TrendTabs.ts"

/*
 * What a watch watches: its fields, how they are read, and what it is in words, for each kind.
 */

/** Something of the account's that can be watched. */
export interface Thing {
  readonly value: string
  readonly label: string
}

/** What is there, without what is undefined. */
export const given = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

const text = (form: URLSearchParams, name: string) => field(form, name).trim() || undefined

/** A number; other text is passed on as it is, and the schema reports it. */
export const number = (form: URLSearchParams, name: string): number | string | undefined => {
  const typed = text(form, name)
  return typed === undefined || Number.isNaN(Number(typed)) ? typed : Number(typed)
}

const many = (form: URLSearchParams, name: string) => (form.has(name) ? form.getAll(name) : undefined)

const lines = (form: URLSearchParams, name: string) => {
  const typed = field(form, name)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  return typed.length === 0 ? undefined : typed
}

const tagsIn = (form: URLSearchParams) => {
  const typed = wordsIn(field(form, "tags"))
  return typed.length === 0 ? undefined : typed
}

const shares = [
  { value: "", label: "all of its words" },
  { value: "0.75", label: "three quarters of its words" },
  { value: "0.5", label: "half of its words" }
]

/** A choice that keeps what the API was given beside these. */
const choice = (state: FormState, options: Parameters<typeof select>[1]): Html => {
  const chosen = state.values.get(options.name) ?? ""
  const known = options.options.some(({ value }) => value === chosen)
  return select(state, {
    ...options,
    options: known || chosen === "" ? options.options : [...options.options, { value: chosen, label: chosen }]
  })
}

const share = (state: FormState): Html => choice(state, { name: "share", label: "A text must have", options: shares })

const aboutFields = (state: FormState): Html =>
  html`<div class="pair">
    ${input(state, { name: "about", label: "About", hint: "Words that it must contain; empty: everything.", attributes: html`maxlength="500"` })}
    ${share(state)}
  </div>`

const above = (state: FormState, what: string): Html =>
  input(state, { name: "above", label: what, type: "number", hint: "Empty: any.", attributes: html`min="0"` })

const tags = (state: FormState): Html =>
  input(state, {
    name: "tags",
    label: "Only sources with these tags",
    hint: html`Comma-separated, any of them counts; see <a href="${home}/sources">Sources</a> for the tags. Empty: all.`,
    attributes: html`autocapitalize="off" autocomplete="off"`
  })

const chosen = (state: FormState, name: string, label: string, things: ReadonlyArray<Thing>, none: Html): Html =>
  things.length === 0 ? none : select(state, { name, label, options: things })

/** Any platform is what is not said, or `feed`: what was given stays. */
const platformsFor = (state: FormState) => [
  { value: state.values.get("platform") === "feed" ? "feed" : "", label: "Any platform" },
  ...Platform.literals.flatMap((value) => (value === "feed" ? [] : [{ value, label: platformNames[value] }]))
]

interface Kind {
  readonly fields: (state: FormState, things: ReadonlyArray<Thing>) => Part
  readonly read: (form: URLSearchParams) => Readonly<Record<string, unknown>>
  /** What a new form begins with. */
  readonly initial?: Readonly<Record<string, string | ReadonlyArray<string>>>
}

const kinds: Record<WatchKind, Kind> = {
  search: {
    fields: (state) => [
      html`<div class="pair">
        ${input(state, { name: "q", label: "Search for", hint: "Words, “quoted phrases”, and -words to exclude.", attributes: html`required maxlength="500"` })}
        ${share(state)}
      </div>`,
      html`<div class="pair">
        ${textarea(state, { name: "sources", label: "Only these publishers", rows: 2, hint: "One per line, as named in lists of signals; empty: all." })}
        ${input(state, { name: "language", label: "Only this language", hint: "Two letters such as en; empty: all.", attributes: html`maxlength="2"` })}
      </div>`,
      tags(state)
    ],
    read: (form) => ({
      q: field(form, "q").trim(),
      share: number(form, "share"),
      sources: lines(form, "sources"),
      language: text(form, "language"),
      tags: tagsIn(form)
    })
  },
  competitor: {
    fields: (state, things) => [
      chosen(
        state,
        "competitor_id",
        "Competitor",
        things,
        empty("No competitor yet", html`Add one under <a href="${home}/competitors">Competitors</a> first.`)
      ),
      tags(state)
    ],
    read: (form) => ({ competitor_id: number(form, "competitor_id"), tags: tagsIn(form) })
  },
  keyword: {
    fields: (state, things) => [
      chosen(
        state,
        "keyword_id",
        "Keyword",
        things,
        empty("No keyword yet", html`Add one under <a href="${home}/keywords">Keywords</a> first.`)
      ),
      html`<div class="pair">
        ${input(state, { name: "moved_by", label: "Places moved, at least", type: "number", hint: "Since the day before; empty: moves don't count.", attributes: html`min="1" max="100"` })}
        ${input(state, { name: "top", label: "Enters or leaves the top", type: "number", hint: "Such as 10 for the top 10; empty: that doesn't count.", attributes: html`min="1" max="100"` })}
      </div>`
    ],
    read: (form) => ({
      keyword_id: number(form, "keyword_id"),
      moved_by: number(form, "moved_by"),
      top: number(form, "top")
    }),
    initial: { moved_by: "3", top: "10" }
  },
  trending: {
    fields: (state) => [
      aboutFields(state),
      html`<div class="pair">
        ${input(state, { name: "country", label: "Country", hint: "Two letters such as US; empty: all.", attributes: html`maxlength="2"` })}
        ${above(state, "Searches, at least")}
      </div>`,
      checkboxes(state, {
        name: "states",
        label: "Which trends",
        all: false,
        options: [
          { value: "new", label: "New", about: "on the list for the first time" },
          { value: "rising", label: "Rising", about: "searched more than the day before" }
        ]
      })
    ],
    read: (form) => ({
      about: text(form, "about"),
      share: number(form, "share"),
      country: text(form, "country")?.toUpperCase(),
      states: many(form, "states"),
      above: number(form, "above")
    }),
    initial: { states: ["new", "rising"] }
  },
  social: {
    fields: (state) => [
      aboutFields(state),
      html`<div class="pair">
        ${select(state, { name: "platform", label: "Platform", options: platformsFor(state) })}
        ${above(state, "Score, at least")}
      </div>`,
      checkboxes(state, {
        name: "states",
        label: "Which topics",
        all: false,
        options: [
          { value: "new", label: "New", about: "on the list for the first time" },
          { value: "rising", label: "Rising", about: "with a score a fifth higher than the day before" }
        ]
      })
    ],
    read: (form) => ({
      about: text(form, "about"),
      share: number(form, "share"),
      platform: text(form, "platform"),
      states: many(form, "states"),
      above: number(form, "above")
    }),
    initial: { states: ["new"] }
  },
  company: {
    fields: (state, things) => [
      chosen(
        state,
        "company_id",
        "Company",
        things,
        empty("Which company?", html`Find it under <a href="${home}/companies">Companies</a>, and choose Watch there.`)
      ),
      checkboxes(state, {
        name: "changes",
        label: "What counts",
        all: false,
        options: [
          { value: "filing", label: "Filings", about: "that it makes with SEC" },
          { value: "revenue", label: "Revenue", about: "that is new or was restated" },
          { value: "news", label: "News", about: "that names it" }
        ]
      }),
      tags(state)
    ],
    read: (form) => ({
      company_id: number(form, "company_id"),
      changes: many(form, "changes"),
      tags: tagsIn(form)
    }),
    initial: { changes: ["filing", "revenue"] }
  },
  report: {
    fields: (state) => [
      html`<div class="pair">
        ${input(state, { name: "niche", label: "Market or industry", attributes: html`required maxlength="200"` })}
        ${select(state, { name: "report_type", label: "Kind of report", options: ReportType.literals.map((value) => ({ value, label: typeNames[value] })) })}
      </div>`,
      input(state, {
        name: "schedule",
        label: "Made again",
        hint: html`<code>daily</code> (at 06:00 UTC), <code>weekly</code> (on Mondays), or five fields of cron in UTC:
          <code>30 7 * * 1-5</code> is 07:30 from Monday to Friday.`,
        attributes: html`required maxlength="100" autocapitalize="off" autocomplete="off"`
      }),
      textarea(state, {
        name: "context",
        label: "Context (optional)",
        rows: 3,
        hint: "What you are deciding, and what you know already."
      })
    ],
    read: (form) => ({
      niche: field(form, "niche").trim(),
      report_type: text(form, "report_type"),
      context: text(form, "context"),
      schedule: field(form, "schedule").trim()
    }),
    initial: { schedule: "weekly" }
  },
  source: {
    fields: (state, things) =>
      html`<div class="pair">
        ${select(state, { name: "source", label: "Source", options: [{ value: "", label: "Any source" }, ...things] })}
        ${input(state, { name: "failures", label: "Failed runs in a row", type: "number", attributes: html`min="1" max="100"` })}
      </div>`,
    read: (form) => ({ source: text(form, "source"), failures: number(form, "failures") }),
    initial: { failures: "3" }
  },
  key: {
    fields: (state) =>
      input(state, {
        name: "days",
        label: "Days before it expires",
        type: "number",
        attributes: html`required min="1" max="90"`
      }),
    read: (form) => ({ days: number(form, "days") }),
    initial: { days: "14" }
  }
}

/** The fields of a kind. */
export const subjectFields = (kind: WatchKind, state: FormState, things: ReadonlyArray<Thing>): Part =>
  kinds[kind].fields(state, things)

/** What is watched, as the API takes it. */
export const subjectOf = (kind: WatchKind, form: URLSearchParams): Readonly<Record<string, unknown>> =>
  given(kinds[kind].read(form))

/** What the form for a new watch begins with: what its link says, and else what is usual. */
export const initialValues = (kind: WatchKind, query: URLSearchParams): URLSearchParams => {
  const values = new URLSearchParams(query)
  for (const [name, value] of Object.entries(kinds[kind].initial ?? {}))
    if (!query.has(name)) for (const one of [value].flat()) values.append(name, one)
  if (query.has("tags")) values.set("tags", query.getAll("tags").join(", "))
  if (query.has("sources")) values.set("sources", query.getAll("sources").join("\n"))
  return values
}

/** What of a kind there is to choose from; of companies the one that is named already. */
export const thingsOf = (
  { api }: PageRequest,
  kind: WatchKind,
  values: URLSearchParams
): Effect.Effect<ReadonlyArray<Thing>, CallFailure, HttpServerRequest.HttpServerRequest> => {
  switch (kind) {
    case "competitor":
      return Effect.map(api.competitors.list({ query: {} }), ({ data }) =>
        data.map(({ id, name }) => ({ value: String(id), label: name }))
      )
    case "keyword":
      return Effect.map(api.seo.keywords(), ({ data }) =>
        data.map(({ id, keyword }) => ({ value: String(id), label: keyword }))
      )
    case "source":
      return Effect.map(api.sources.list(), ({ data }) =>
        data.map(({ name, title }) => ({ value: name, label: title }))
      )
    case "company":
      return pathParam(pathId(CompanyId), values.get("company_id") ?? "", missing("company_not_found")).pipe(
        Effect.flatMap((company_id) => api.market_data.company({ params: { company_id } })),
        Effect.map(({ data: { id, name } }) => [{ value: String(id), label: name }]),
        Effect.catchTag("NotFound", () => Effect.succeed([]))
      )
    default:
      return Effect.succeed([])
  }
}

const words = (about: string | undefined): string => (about === undefined ? "" : ` about “${about}”`)

const tagged = (tags: ReadonlyArray<string> = []): string =>
  tags.length === 0 ? "" : `, of sources tagged ${tags.join(" or ")}`

/** What is watched, in a line; `things` have the names of what it is about. */
export const subjectWords = (subject: WatchSubject, things: ReadonlyArray<Thing>): string => {
  const nameOf = (id: string | number, otherwise: string): string =>
    things.find(({ value }) => value === String(id))?.label ?? otherwise
  switch (subject.kind) {
    case "search": {
      const { language, q, sources = [] } = subject
      const within =
        sources.length === 0 ? "" : ` in ${sources.length === 1 ? sources[0] : counted(sources.length, "publisher")}`
      return `News for “${q}”${within}${language === undefined ? "" : `, in ${language}`}${tagged(subject.tags)}`
    }
    case "competitor":
      return `News that names ${nameOf(subject.competitor_id, "a competitor")}${tagged(subject.tags)}`
    case "keyword": {
      const { keyword_id, moved_by, top } = subject
      const when = [
        ...(moved_by === undefined ? [] : [`moves by ${moved_by}`]),
        ...(top === undefined ? [] : [`enters or leaves the first ${top}`])
      ]
      return `“${nameOf(keyword_id, "a keyword")}” ${when.join(", or ")}`
    }
    case "trending": {
      const { about, country, states = ["new", "rising"] } = subject
      return `Searches${words(about)}${country === undefined ? "" : ` in ${country}`}: ${states.join(" or ")}`
    }
    case "social": {
      const { about, platform = "feed", states = ["new"] } = subject
      return `Topics${words(about)} on ${platform === "feed" ? "any platform" : platformNames[platform]}: ${states.join(" or ")}`
    }
    case "company": {
      const { changes = ["filing", "revenue"], company_id } = subject
      const what = { filing: "filings", revenue: "revenue", news: "news" }
      return `${nameOf(company_id, "A company")}: ${changes.map((change) => what[change]).join(" and ")}${tagged(subject.tags)}`
    }
    case "report":
      return `A report on ${subject.niche}, ${subject.schedule}`
    case "source":
      return `${subject.source === undefined ? "Any source" : nameOf(subject.source, subject.source)} fails ${subject.failures ?? 3} times in a row`
    case "key":
      return `A key expires within ${counted(subject.days, "day")}`
  }
}
