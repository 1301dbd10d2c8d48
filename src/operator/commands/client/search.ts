import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Signal, SignalsListAnswer } from "../../../../clients/typescript/src/index.ts"
import { clean } from "../../../text/Text.ts"
import { connect } from "../../client/Service.ts"
import { printList } from "../../Output.ts"
import type { Column } from "../../Table.ts"
import { known, limit, tag } from "./Options.ts"

const columns: ReadonlyArray<Column<Signal>> = [
  { title: "PUBLISHED", cell: ({ published_at }) => published_at.slice(0, 10) },
  { title: "SOURCE", cell: ({ source }) => source, least: 14 },
  { title: "TITLE", cell: ({ title }) => title, least: 32, wraps: true, link: ({ url }) => url },
  { title: "URL", cell: ({ url }) => url, extra: true }
]

/** What is said below the list: how many there are of it, and what else may have been meant. */
const moreOf = ({ data, did_you_mean, total, total_is_exact }: SignalsListAnswer): string => {
  const all = total_is_exact ? `${total}` : `at least ${total}`
  const of = data.length < total || !total_is_exact ? `${data.length} of ${all}.` : ""
  const meant = did_you_mean === undefined ? "" : `Did you mean: ${clean(did_you_mean)}`
  return [data.length === 0 ? "" : of, meant].filter((line) => line !== "").join("\n")
}

const option = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.optional, Flag.withDescription(description))

export const search = Command.make(
  "search",
  {
    limit,
    sort: Flag.Literals("sort", ["relevance", "newest"]).pipe(Flag.optional, Flag.withDescription("What comes first")),
    language: option("language", "Only in this language: de, en, ja"),
    since: option("since", "Published on this day or later: 2026-01-31"),
    before: option("before", "Published before this day"),
    tag: tag("Only signals from sources with this tag"),
    words: Argument.String("words").pipe(
      Argument.variadic(),
      Argument.withDescription(
        "What to search for: words, '\"a phrase\"', and after -- also -without; if left out, the newest signals"
      )
    )
  },
  Effect.fnUntraced(function* ({ words, ...given }) {
    const { ask } = yield* connect()
    const q = words.join(" ")
    const found = yield* ask((sonde, options) =>
      sonde.signals.list({ ...known(given), ...(q !== "" && { q }) }, options)
    )
    const { data } = found
    yield* printList(data, { rows: data, columns, empty: "Nothing was found.", more: moreOf(found) })
  })
).pipe(
  Command.withDescription("Search a service's signals, the best matches first."),
  Command.withExamples([
    { command: "sonde search charging stations --since 2026-01-01 --limit 50" },
    { command: "sonde search --limit 50 -- charging -tesla" }
  ])
)
