import { Effect } from "effect"
import type { AuditAction, AuditEvent, AuditWay } from "../../domain/AuditEvent.ts"
import { html, type Html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { empty, heading } from "../parts/Heading.ts"
import { pager, pageSize, skipOf } from "../parts/Pager.ts"
import { table } from "../parts/Table.ts"
import { instant } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"

const place = `${home}/activity`

const actions: Record<AuditAction, string> = {
  signed_in: "Signed in",
  signed_out: "Signed out",
  key_created: "Key created",
  key_rotated: "Key rotated",
  key_deactivated: "Key deactivated",
  key_deleted: "Key deleted",
  source_added: "Source added",
  source_removed: "Source removed",
  source_paused: "Source paused",
  source_resumed: "Source resumed",
  source_changed: "Source changed",
  source_retimed: "Source retimed",
  source_tagged: "Source tagged",
  sources_imported: "Sources imported"
}

const ways: Record<AuditWay, string> = {
  dashboard: "dashboard",
  token: "API, by token",
  command_line: "command line",
  first_start: "first start"
}

/** Programs by the names that they give themselves, the particular before what they claim to be like. */
const programs: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/\bSafari\//, "Safari"]
]

/** What a `User-Agent` is called by people; what is no browser says so itself. */
const programOf = (userAgent: string): string =>
  programs.find(([pattern]) => pattern.test(userAgent))?.[1] ?? userAgent.split(/[\s/(]/, 1)[0] ?? "unknown"

const eventTable = (events: ReadonlyArray<AuditEvent>): Html =>
  table("Activity, newest first", events, [
    {
      title: "What",
      cell: ({ action, detail }) => html`${actions[action]}${detail !== null && html`<p class="quiet">${detail}</p>`}`
    },
    {
      title: "Key or source",
      cell: ({ key, source }) =>
        key !== null
          ? html`<span>${key.name} <code>…${key.last4}</code></span>`
          : source !== null
            ? html`<code>${source}</code>`
            : "–"
    },
    { title: "When", cell: ({ at }) => instant(at) },
    { title: "By", cell: ({ by }) => ways[by] },
    { title: "From", cell: ({ address }) => address ?? "this machine" },
    {
      title: "With",
      cell: ({ user_agent: agent }) => (agent === null ? "–" : html`<span title="${agent}">${programOf(agent)}</span>`)
    }
  ])

const show = Effect.fnUntraced(function* ({ api, query }: PageRequest) {
  const skip = skipOf(query)
  const {
    data: { events, total }
  } = yield* api.account.audit({ query: { skip, limit: pageSize } })
  return {
    title: "Activity",
    place,
    main: html`${heading("Activity", "Who signed in, and what was done to keys and sources.")}
      <section class="panel">
        ${
          total === 0
            ? empty("Nothing yet", "Sign-ins and changes to keys and sources are listed here.")
            : [eventTable(events), pager(place, skip, events.length, total)]
        }
      </section>`
  } satisfies Page
})

export const activityPages = [view("/activity", show)]
