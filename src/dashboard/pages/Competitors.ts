import { Effect } from "effect"
import { NewCompetitor } from "../../api/Competitors.ts"
import type { Competitor } from "../../domain/Competitor.ts"
import { shownHost } from "../../text/ShownHost.ts"
import { html, type Html } from "../../text/Html.ts"
import {
  body,
  type FormState,
  emptyForm,
  field,
  input,
  once,
  onceOf,
  orAgain,
  problem,
  sent,
  wordsIn
} from "../Form.ts"
import type { Page } from "../Layout.ts"
import { competitorStatus } from "../parts/CompetitorState.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { pauseForm } from "../parts/PauseForm.ts"
import { section } from "../parts/Section.ts"
import { table } from "../parts/Table.ts"
import { when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

const place = `${home}/competitors`

const done = {
  added: "The competitor is on your list.",
  removed: "The competitor is archived; its domain can be used again."
}

const competitorTable = (competitors: ReadonlyArray<Competitor>, now: Date): Html =>
  table("Competitors that you watch", competitors, [
    { title: "Name", cell: ({ id, name }) => html`<a href="${place}/${id}">${name}</a>` },
    { title: "Domain", cell: ({ domain }) => shownHost(domain) },
    { title: "Status", cell: ({ status }) => competitorStatus(status) },
    { title: "Watched since", cell: ({ created_at }) => when(created_at, now) },
    { title: "Actions", kind: "actions", cell: ({ id, name, status }) => pauseForm(`${place}/${id}`, status, name) }
  ])

const page = Effect.fnUntraced(function* ({ api, now, query }: PageRequest, state: FormState, status = 200) {
  const { data: competitors } = yield* api.competitors.list({ query: {} })
  return {
    title: "Competitors",
    place,
    status,
    main: html`${heading("Competitors", "Companies whose news Sonde looks for and lists separately.")}
    ${notice(done, query)}
    ${section(
      "Your list",
      competitors.length === 0
        ? empty("No competitor yet", "Add one below. Its page lists news that names it or is on its domain.")
        : competitorTable(competitors, now)
    )}
    ${section(
      "Watch a competitor",
      html`<form method="post" action="${place}" class="form">
        ${once()} ${problem(state)}
        <div class="pair">
          ${input(state, { name: "name", label: "Name", hint: "As the news writes it.", attributes: html`required maxlength="200"` })}
          ${input(state, { name: "domain", label: "Domain", hint: "The host name alone: example.com.", attributes: html`required inputmode="url" autocapitalize="off"` })}
        </div>
        <div class="pair">
          ${input(state, { name: "aliases", label: "Also called", hint: "Other names, comma-separated; may be empty.", attributes: html`maxlength="2000"` })}
          ${input(state, { name: "exclude", label: "Exclude", hint: "Phrases in which its name means something else, comma-separated.", attributes: html`maxlength="2000"` })}
        </div>
        <div class="actions"><button class="primary">Watch</button></div>
      </form>`
    )}`
  } satisfies Page
})

const create = Effect.fnUntraced(function* (asked: PageRequest) {
  const form = yield* sent
  const typed = {
    name: field(form, "name"),
    domain: field(form, "domain"),
    aliases: wordsIn(field(form, "aliases")),
    exclude: wordsIn(field(form, "exclude"))
  }
  return yield* body(NewCompetitor, typed).pipe(
    Effect.flatMap((payload) => asked.api.competitors.create({ payload, headers: onceOf(form) })),
    Effect.as(new Moved(`${place}?done=added`)),
    orAgain(form, (state, status) => page(asked, state, status), {
      taken: { field: "domain", message: "is on your list already" }
    })
  )
})

export const competitorsPages = [
  view("/competitors", (asked) => page(asked, emptyForm)),
  action("/competitors", create)
]
