import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { CallOptions, Sonde } from "../../../../clients/typescript/src/index.ts"
import { connect } from "../../client/Service.ts"
import { csvLine } from "../../Csv.ts"
import { counted, Json } from "../../Output.ts"
import { Screen } from "../../Screen.ts"
import { known, tag } from "./Options.ts"

interface Exported {
  /** The members that CSV has, in their order. */
  readonly members: ReadonlyArray<string>
  readonly list: (sonde: Sonde, params: object, options: CallOptions) => AsyncGenerator<object>
}

/** A list that comes at once, as one that comes page by page. */
async function* whole(answer: Promise<{ readonly data: ReadonlyArray<object> }>): AsyncGenerator<object> {
  yield* (await answer).data
}

const lists = {
  signals: {
    members: ["id", "published_at", "title", "source", "url", "language", "snippet", "story_id", "story_signals"],
    list: (sonde, params, options) => sonde.signals.listAll(params, options)
  },
  reports: {
    members: ["id", "created_at", "status", "report_type", "niche", "title", "confidence"],
    list: (sonde, _, options) => sonde.reports.listAll({}, options)
  },
  events: {
    members: ["id", "at", "kind", "title", "text", "source", "watch", "link", "why"],
    list: (sonde, _, options) => sonde.watches.eventsAll({}, options)
  },
  competitors: {
    members: ["id", "name", "domain", "status", "aliases", "exclude", "created_at"],
    list: (sonde, _, options) => whole(sonde.competitors.list({}, options))
  },
  keywords: {
    members: ["id", "keyword", "target_url", "current_position", "search_volume", "position_history", "created_at"],
    list: (sonde, _, options) => whole(sonde.seo.keywords(options))
  }
} satisfies Readonly<Record<string, Exported>>

const names = Object.keys(lists) as ReadonlyArray<keyof typeof lists>

/** A service that is asked for page after page says when it has had enough; so the pages wait for their turn. */
const retries = 10

const filter = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.optional, Flag.withDescription(`Of signals: ${description}`))

export const exported = Command.make(
  "export",
  {
    q: filter("q", "what to search for"),
    since: filter("since", "published on this day or later"),
    before: filter("before", "published before this day"),
    language: filter("language", "in this language"),
    tag: tag("Of signals: brought by sources with this tag"),
    list: Argument.Literals("list", names).pipe(Argument.withDescription(`Which: ${names.join(", ")}`))
  },
  Effect.fnUntraced(function* ({ list: name, ...given }) {
    const { each } = yield* connect({ retries })
    const { list, members }: Exported = lists[name]
    const json = yield* Json
    const { quiet = false } = yield* Screen
    if (!json && !quiet) yield* Console.log(csvLine(members))
    const count = yield* each(
      (sonde, options) => list(sonde, known(given), options),
      (item) => {
        const cells = item as Readonly<Record<string, unknown>>
        return Console.log(json ? JSON.stringify(item) : csvLine(members.map((member) => cells[member])))
      }
    )
    if (!quiet) yield* Console.error(`${counted(count, "row")} exported.`)
  })
).pipe(
  Command.withDescription("Print a whole list as CSV, with formulas made text, or with --json as a document a line."),
  Command.withExamples([{ command: "sonde export signals --q charging > charging.csv" }])
)
