import { Effect } from "effect"
import { NewKeyword } from "../../api/Seo.ts"
import type { TrackedKeyword } from "../../domain/TrackedKeyword.ts"
import { bareHost } from "../../text/Host.ts"
import { html, type Html } from "../../text/Html.ts"
import { body, type FormState, emptyForm, field, input, once, onceOf, orAgain, problem, sent } from "../Form.ts"
import type { Page } from "../Layout.ts"
import { count } from "../parts/Figure.ts"
import { empty, heading, notice } from "../parts/Heading.ts"
import { change, positionWords } from "../parts/Position.ts"
import { section } from "../parts/Section.ts"
import { sparkline } from "../parts/Sparkline.ts"
import { table } from "../parts/Table.ts"
import { home } from "../Place.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"

const place = `${home}/keywords`

const done = { added: "The keyword is on your list.", removed: "The keyword is removed with its history." }

const positions = ({ position_history }: TrackedKeyword): Html =>
  sparkline(
    position_history.map(({ position }) => position),
    { lowIsGood: true }
  )

const keywordTable = (keywords: ReadonlyArray<TrackedKeyword>): Html =>
  table("Keywords that you track, with their search positions", keywords, [
    { title: "Keyword", cell: ({ id, keyword }) => html`<a href="${place}/${id}">${keyword}</a>` },
    { title: "Page", cell: ({ target_url }) => bareHost(URL.parse(target_url)?.host ?? target_url) },
    { title: "Position", kind: "number", cell: positionWords },
    { title: "Since the first", kind: "number", cell: change },
    { title: "90 days", cell: positions },
    {
      title: "Searches a month",
      kind: "number",
      cell: ({ search_volume: volume }) => (volume === null ? "–" : count(volume))
    }
  ])

const page = Effect.fnUntraced(function* ({ api, query }: PageRequest, state: FormState, status = 200) {
  const { data: keywords } = yield* api.seo.keywords()
  return {
    title: "Keywords",
    place,
    status,
    main: html`${heading("Keywords", "Positions of your pages in search results (rankings).")} ${notice(done, query)}
    ${section(
      "Your keywords",
      keywords.length === 0
        ? empty(
            "No keyword yet",
            "Add one below. Once a rank source is set, its position is looked up every day; positions can be imported as well."
          )
        : keywordTable(keywords)
    )}
    ${section(
      "Track a keyword",
      html`<form method="post" action="${place}" class="form">
        ${once()} ${problem(state)}
        <div class="pair">
          ${input(state, { name: "keyword", label: "Keyword", hint: "What people type into a search.", attributes: html`required maxlength="200"` })}
          ${input(state, { name: "target_url", label: "Your page", type: "url", hint: "The page or site to look for in the results: https://…", attributes: html`required maxlength="2000"` })}
        </div>
        <div class="actions"><button class="primary">Track</button></div>
      </form>`
    )}`
  } satisfies Page
})

const create = Effect.fnUntraced(function* (asked: PageRequest) {
  const form = yield* sent
  return yield* body(NewKeyword, { keyword: field(form, "keyword"), target_url: field(form, "target_url") }).pipe(
    Effect.flatMap((payload) => asked.api.seo.create({ payload, headers: onceOf(form) })),
    Effect.as(new Moved(`${place}?done=added`)),
    orAgain(form, (state, status) => page(asked, state, status), {
      taken: { field: "keyword", message: "is tracked for this page already" }
    })
  )
})

export const keywordsPages = [view("/keywords", (asked) => page(asked, emptyForm)), action("/keywords", create)]
