import { Duration, Effect } from "effect"
import { type ListedSource, SourcePatch } from "../../api/Sources.ts"
import { missing } from "../../domain/Missing.ts"
import { SourceName } from "../../domain/Source.ts"
import { html, type Html } from "../../text/Html.ts"
import { body, emptyForm, field, type FormState, input, orAgain, otherFaults, problem, sent, wordsIn } from "../Form.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { ask, type Question, questionPage } from "../parts/Confirmation.ts"
import { fact, facts } from "../parts/Facts.ts"
import { count } from "../parts/Figure.ts"
import { heading, notice } from "../parts/Heading.ts"
import { pauseForm } from "../parts/PauseForm.ts"
import { section } from "../parts/Section.ts"
import { instant, when } from "../parts/Time.ts"
import { action, Moved, type PageRequest, view } from "../Routes.ts"
import { note, pathOf, place, runForm, stateBadge } from "./Sources.ts"

const notFound = missing("source_not_found")

const done = { changed: "The change is saved, and applies at once." }

const nameOf = ({ params }: PageRequest) => pathParam(SourceName, params["name"], notFound)

/** The source that is on the list under the name of the path. */
const find = Effect.fnUntraced(function* (asked: PageRequest) {
  const name = yield* nameOf(asked)
  const { data } = yield* asked.api.sources.list()
  return yield* Effect.mapError(
    Effect.fromNullishOr(data.find((source) => source.name === name && source.listed)),
    () => notFound
  )
})

/** What is removed: the feed, or the service with all sources that it makes. */
const entryOf = ({ name, service }: ListedSource): string => (service === null || service === "feeds" ? name : service)

const question = (source: ListedSource): Question => ({
  path: `${pathOf(source)}/remove`,
  title: `Remove ${source.title}?`,
  text:
    entryOf(source) === source.name
      ? "It is no longer read. Its signals stay."
      : html`The entry <code>${entryOf(source)}</code> is removed with all of its sources. Their signals stay. To leave
          this one alone, pause it.`,
  yes: "Remove it from the list",
  danger: true
})

/** When it is read, in the words that the form takes. */
const timesOf = ({ cron, interval_seconds: seconds }: ListedSource): string =>
  cron ?? (seconds === null ? "" : Duration.format(Duration.seconds(seconds)))

const form = (source: ListedSource, state: FormState): Html =>
  html`<form method="post" action="${pathOf(source)}/change" class="form">
    ${problem(state)} ${otherFaults(state)}
    <div class="pair">
      ${input(state, {
        name: "every",
        label: "Read",
        initial: timesOf(source),
        hint: html`An interval (<code>2 hours</code>), or a cron expression in UTC (<code>30 6 * * 1-5</code>). Empty:
          its usual times.`,
        attributes: html`maxlength="100"`
      })}
      ${input(state, {
        name: "tags",
        label: "Tags",
        initial: source.tags.join(", "),
        hint: "Your own words, comma-separated, in lower case and without spaces.",
        attributes: html`maxlength="900" autocapitalize="off"`
      })}
    </div>
    <div class="actions"><button class="primary">Save</button></div>
  </form>`

const page = Effect.fnUntraced(function* (asked: PageRequest, state: FormState, status = 200) {
  const { account, now, query } = asked
  const source = yield* find(asked)
  const { last_success_at: last, next_check_at: next } = source
  return {
    title: source.title,
    place,
    status,
    main: html`<p class="crumb"><a href="${place}">Sources</a></p>
      ${heading(
        source.title,
        html`<code>${source.name}</code>`,
        account.operator && [
          source.missing === null && runForm(source),
          pauseForm(pathOf(source), source.paused ? "paused" : "active"),
          source.service !== null && ask(question(source), "Remove")
        ]
      )}
      ${notice(done, query)}
      ${section("Status", [
        note(source),
        facts([
          fact("State", stateBadge(source)),
          fact("Brings", source.kind),
          fact("Items", count(source.items)),
          fact("Last success", last === null ? "never" : instant(last)),
          fact("Next check", next === null ? "–" : when(next, now)),
          fact("Read", timesOf(source)),
          fact("Tags", source.tags.length === 0 ? "–" : source.tags.join(", "))
        ])
      ])}
      ${account.operator && section("Change", form(source, state))}`
  } satisfies Page
})

const change = Effect.fnUntraced(function* (asked: PageRequest) {
  const source = yield* find(asked)
  const sentForm = yield* sent
  const every = field(sentForm, "every").trim()
  const tags = wordsIn(field(sentForm, "tags"))
  // Times that stand there as they were are not the operator's own.
  const patch = every === timesOf(source) ? { tags } : { tags, every: every === "" ? null : every }
  return yield* body(SourcePatch, patch).pipe(
    Effect.flatMap((payload) => asked.api.sources.change({ params: { source_name: source.name }, payload })),
    Effect.as(new Moved(`${pathOf(source)}?done=changed`)),
    orAgain(sentForm, (state, status) => page(asked, state, status))
  )
})

const turn = (paused: boolean) =>
  Effect.fnUntraced(function* (asked: PageRequest) {
    yield* asked.api.sources.change({ params: { source_name: yield* nameOf(asked) }, payload: { paused } })
    return new Moved(`${place}?done=${paused ? "paused" : "active"}`)
  })

const remove = Effect.fnUntraced(function* (asked: PageRequest) {
  const source = yield* find(asked)
  yield* asked.api.sources.remove({ params: { source_name: SourceName.make(entryOf(source)) } })
  return new Moved(`${place}?done=removed`)
})

export const sourcePages = [
  view("/sources/:name", (asked) => page(asked, emptyForm)),
  action("/sources/:name/change", change),
  action("/sources/:name/pause", turn(true)),
  action("/sources/:name/resume", turn(false)),
  view("/sources/:name/remove", (asked) =>
    Effect.map(find(asked), (source) => questionPage(question(source), place, pathOf(source)))
  ),
  action("/sources/:name/remove", remove)
]
