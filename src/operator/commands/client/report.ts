import { Clock, Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Report } from "../../../../clients/typescript/src/index.ts"
import { clean } from "../../../text/Text.ts"
import { markdownText } from "../../client/Markdown.ts"
import { connect } from "../../client/Service.ts"
import { Json, print } from "../../Output.ts"
import { Screen } from "../../Screen.ts"
import { known } from "./Options.ts"

class NoReport extends Schema.TaggedError<NoReport>()("NoReport", { message: Schema.String }) {}

const types = ["comprehensive_analysis", "decision_brief", "competitor_analysis", "trend_report"] as const

/** How often is looked how far a report is. */
const lookEvery = "1 second"

/** How far it is. */
const progressOf = ({ id, research, status, step }: Report): string => {
  const pages = step === "reading" && research !== null ? ` (${research.pages.done} of ${research.pages.of} pages)` : ""
  return `Report ${id}: ${step ?? status}${pages}`
}

/** Waits until a report is final, and tells on stderr how far it is. */
const finished = Effect.fnUntraced(function* ({ ask }: Effect.Success<ReturnType<typeof connect>>, report_id: number) {
  const { draw, quiet = false } = yield* Screen
  const begun = yield* Clock.currentTimeMillis
  let told = ""
  const tell = Effect.fnUntraced(function* (report: Report) {
    const words = clean(progressOf(report))
    if (quiet) return
    const seconds = Math.round(((yield* Clock.currentTimeMillis) - begun) / 1_000)
    if (draw !== null) draw([`${words}, ${seconds} s`])
    else if (words !== told) yield* Console.error(words)
    told = words
  })
  const wait = Effect.gen(function* () {
    for (;;) {
      const { data } = yield* ask((sonde, options) => sonde.reports.get({ report_id }, options))
      if (data.status !== "queued" && data.status !== "processing") return data
      yield* tell(data)
      yield* Effect.sleep(lookEvery)
    }
  })
  return yield* wait.pipe(
    Effect.ensuring(Effect.sync(() => draw?.([]))),
    Effect.onInterrupt(() =>
      Console.error(`The service continues report ${report_id}: \`sonde report ${report_id}\` shows it.`)
    )
  )
})

export const report = Command.make(
  "report",
  {
    type: Flag.Literals("type", types).pipe(Flag.optional, Flag.withDescription("What kind of report")),
    context: Flag.String("context").pipe(Flag.optional, Flag.withDescription("More about the niche")),
    since: Flag.String("since").pipe(Flag.optional, Flag.withDescription("The first day of its news: 2026-01-31")),
    noResearch: Flag.Boolean("no-research").pipe(
      Flag.withDefault(false),
      Flag.withoutNegation,
      Flag.withDescription("Use only stored news: don't look the niche up at sources")
    ),
    about: Argument.String("about").pipe(
      Argument.variadic({ min: 1 }),
      Argument.withDescription("A market or industry; or the id of an existing report")
    )
  },
  Effect.fnUntraced(function* ({ about, noResearch, type, ...given }) {
    const service = yield* connect()
    const niche = about.join(" ")
    const report_type = Option.getOrUndefined(type)
    const id = /^[1-9]\d{0,9}$/.test(niche)
      ? Number(niche)
      : (yield* service.ask((sonde, options) =>
          sonde.reports.create(
            { niche, report_type, ...known(given), ...(noResearch && { research: false }), prefer: "respond-async" },
            options
          )
        )).data.id
    const made = yield* finished(service, id)
    if (made.status !== "completed")
      return yield* new NoReport({
        message: clean(`Report ${id} is ${made.status}: ${made.error ?? "it has no text"}`)
      })
    if (yield* Json) return yield* print(made, "")
    const { columns, styled = false } = yield* Screen
    const markdown = yield* service.ask((sonde, options) =>
      sonde.reports.getAs("text/markdown", { report_id: id }, options)
    )
    // Another program gets the document as it is.
    yield* Console.log(columns === null ? markdown.trimEnd() : markdownText(markdown, columns, styled))
  })
).pipe(
  Command.withDescription("Make a report and show it, or show an existing one. In files and pipes it is Markdown."),
  Command.withExamples([
    { command: "sonde report electric vehicle charging" },
    { command: "sonde report 17 > report.md" }
  ])
)
