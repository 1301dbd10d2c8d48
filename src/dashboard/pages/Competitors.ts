import { Effect } from "effect"
import { NewCompetitor } from "../../api/Competitors.ts"
import type { Competitor } from "../../domain/Competitor.ts"
import { body, type Draft, emptyDraft, field, input, problem, refused, sent } from "../Form.ts"
import { html, type Html } from "../Html.ts"
import type { Page } from "../Layout.ts"
import { competitorStatus } from "../parts/CompetitorState.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { section } from "../parts/Section.ts"
import { when } from "../parts/Time.ts"
import { home } from "../Place.ts"
import { action, Moved, view, type Visitor } from "../Routes.ts"

const place = `${home}/competitors`

const done = {
  added: "The competitor is on your list.",
  removed: "The competitor is archived; its domain is free again."
}

const switchForm = ({ id, name, status }: Competitor): Html => {
  const [verb, word] = status === "paused" ? ["resume", "Resume"] : ["pause", "Pause"]
  return html`<form method="post" action="${place}/${id}/${verb}">
    <button class="small">${word}<span class="sr"> ${name}</span></button>
  </form>`
}

const table = (competitors: ReadonlyArray<Competitor>, now: Date): Html =>
  html`<table class="rows">
    <caption class="sr">
      Competitors that you watch
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Domain</th>
        <th scope="col">Status</th>
        <th scope="col">Watched since</th>
        <th scope="col"><span class="sr">Actions</span></th>
      </tr>
    </thead>
    <tbody>
      ${competitors.map(
        (competitor) =>
          html`<tr>
            <th scope="row"><a href="${place}/${competitor.id}">${competitor.name}</a></th>
            <td data-label="Domain">${competitor.domain}</td>
            <td data-label="Status">${competitorStatus(competitor.status)}</td>
            <td data-label="Watched since">${when(competitor.created_at, now)}</td>
            <td class="end">${switchForm(competitor)}</td>
          </tr>`
      )}
    </tbody>
  </table>`

const page = Effect.fnUntraced(function* ({ api, now, query }: Visitor, draft: Draft, status = 200) {
  const { data: competitors } = yield* api.competitors.list({ query: {} })
  const page: Page = {
    title: "Competitors",
    place,
    status,
    main: html`${heading("Competitors", "Companies whose news is looked for, and told apart from the rest.")}
    ${notice(done, query)}
    ${section(
      "Your list",
      competitors.length === 0
        ? empty(
            "No competitor yet",
            "Add one below. News that names it, or that stands on its domain, is gathered on its page."
          )
        : table(competitors, now)
    )}
    ${section(
      "Watch a competitor",
      html`<form method="post" action="${place}" class="form">
        ${problem(draft)}
        <div class="pair">
          ${input(draft, { name: "name", label: "Name", hint: "As the news writes it.", attributes: html`required maxlength="200"` })}
          ${input(draft, { name: "domain", label: "Domain", hint: "The host name alone: example.com.", attributes: html`required inputmode="url" autocapitalize="off"` })}
        </div>
        <div class="actions"><button class="primary">Watch</button></div>
      </form>`
    )}`
  }
  return page
})

const create = Effect.fnUntraced(function* (visitor: Visitor) {
  const form = yield* sent
  return yield* body(NewCompetitor, { name: field(form, "name"), domain: field(form, "domain") }).pipe(
    Effect.flatMap((payload) => visitor.api.competitors.create({ payload })),
    Effect.as(new Moved(`${place}?done=added`)),
    Effect.catchTags({
      Invalid: (failure) => page(visitor, refused(form, failure), 422),
      Conflict: ({ message }) =>
        page(
          visitor,
          refused(form, { message, details: [{ location: ["body", "domain"], message: "is on your list already" }] }),
          409
        )
    })
  )
})

export const competitorsPages = [
  view("/competitors", (visitor) => page(visitor, emptyDraft)),
  action("/competitors", create)
]
