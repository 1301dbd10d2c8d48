import { Effect } from "effect"
import { CompetitorChange } from "../../api/Competitors.ts"
import { pathId } from "../../api/Query.ts"
import { type Competitor, CompetitorId, type CompetitorStatus } from "../../domain/Competitor.ts"
import { missing } from "../../domain/Missing.ts"
import { shownHost } from "../../text/ShownHost.ts"
import { html } from "../../text/Html.ts"
import { body, type FormState, emptyForm, field, input, orAgain, problem, sent } from "../Form.ts"
import type { Page } from "../Layout.ts"
import { oneOf, pathParam } from "../Params.ts"
import { competitorStatus } from "../parts/CompetitorState.ts"
import { ask, type Question, questionView } from "../parts/Confirmation.ts"
import { counted } from "../parts/Figure.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { outbound } from "../parts/Outbound.ts"
import { pauseForm } from "../parts/PauseForm.ts"
import { section } from "../parts/Section.ts"
import { signalList } from "../parts/SignalList.ts"
import { when } from "../parts/Time.ts"
import { watchThis } from "../parts/WatchLink.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

const place = `${home}/competitors`

/** How many signals its page shows. */
const shown = 50

const notFound = missing("competitor_not_found")

const done = {
  renamed: "The name is changed.",
  paused: "It is not searched for any more.",
  active: "It is searched for again."
}

const idOf = (asked: PageRequest) => pathParam(pathId(CompetitorId), asked.params["id"], notFound)

const find = Effect.fnUntraced(function* (asked: PageRequest) {
  const id = yield* idOf(asked)
  const { data: competitors } = yield* asked.api.competitors.list({ query: {} })
  return yield* oneOf(competitors, id, notFound)
})

const question = ({ id, name }: Competitor): Question => ({
  path: `${place}/${id}/remove`,
  title: `Stop watching “${name}”?`,
  text: "It is archived: its news stays among the signals, and its domain can be used again. To follow it later, you have to add it again.",
  yes: "Stop watching",
  danger: true
})

const page = Effect.fnUntraced(function* (asked: PageRequest, state: FormState, status = 200) {
  const { api, now, query } = asked
  const competitor = yield* find(asked)
  const { data: signals } = yield* api.competitors.signals({
    params: { competitor_id: competitor.id },
    query: { limit: shown }
  })
  return {
    title: competitor.name,
    place,
    status,
    main: html`<p class="crumb"><a href="${place}">Competitors</a></p>
      ${heading(
        competitor.name,
        html`${outbound(`https://${competitor.domain}/`, shownHost(competitor.domain))} ·
        ${competitorStatus(competitor.status)} · watched since ${when(competitor.created_at, now)}`,
        [
          watchThis("competitor", { competitor_id: String(competitor.id) }),
          pauseForm(`${place}/${competitor.id}`, competitor.status),
          ask(question(competitor), "Stop watching")
        ]
      )}
      ${notice(done, query)}
      ${section(
        "Signals that name it",
        signals.length === 0
          ? empty(
              "Nothing found yet",
              "News that names it is listed here. If the news writes its name differently, change it below."
            )
          : signalList(signals),
        signals.length > 0 &&
          html`<span class="quiet"
            >${signals.length === shown ? `the newest ${shown}` : counted(signals.length, "signal")}</span
          >`
      )}
      ${section(
        "Rename",
        html`<form method="post" action="${place}/${competitor.id}/rename" class="form">
          ${problem(state)}
          ${input(state, { name: "name", label: "Name", initial: competitor.name, hint: "As the news writes it.", attributes: html`required maxlength="200"` })}
          <div class="actions"><button>Rename</button></div>
        </form>`
      )}`
  } satisfies Page
})

const turn = (status: Exclude<CompetitorStatus, "archived">) =>
  Effect.fnUntraced(function* (asked: PageRequest) {
    const id = yield* idOf(asked)
    yield* asked.api.competitors.update({ params: { competitor_id: id }, payload: { status } })
    return new Moved(`${place}/${id}?done=${status}`)
  })

const rename = Effect.fnUntraced(function* (asked: PageRequest) {
  const id = yield* idOf(asked)
  const form = yield* sent
  return yield* body(CompetitorChange, { name: field(form, "name") }).pipe(
    Effect.flatMap((payload) => asked.api.competitors.update({ params: { competitor_id: id }, payload })),
    Effect.as(new Moved(`${place}/${id}?done=renamed`)),
    orAgain(form, (state, status) => page(asked, state, status))
  )
})

const remove = Effect.fnUntraced(function* (asked: PageRequest) {
  yield* asked.api.competitors.remove({ params: { competitor_id: yield* idOf(asked) } })
  return new Moved(`${place}?done=removed`)
})

export const competitorPages = [
  view("/competitors/:id", (asked) => page(asked, emptyForm)),
  action("/competitors/:id/pause", turn("paused")),
  action("/competitors/:id/resume", turn("active")),
  action("/competitors/:id/rename", rename),
  view("/competitors/:id/remove", questionView(place, find, question)),
  action("/competitors/:id/remove", remove)
]
