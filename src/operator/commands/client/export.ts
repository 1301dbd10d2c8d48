import { Console, Effect, Exit, Option, Schema, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { Misused } from "../../CommandFailure.ts"
import { connect } from "../../client/Service.ts"
import { counted, Json } from "../../Output.ts"
import { Screen } from "../../Screen.ts"
import { known, tag } from "./Options.ts"

/** What comes in pages takes `all`; what stands in braces, and what is `needed`, must be given. */
interface List {
  readonly path: string
  readonly takes?: ReadonlyArray<string>
  readonly needed?: ReadonlyArray<string>
  readonly all?: true
}

const lists: Readonly<Record<string, List>> = {
  signals: { path: "/signals", takes: ["q", "since", "before", "language", "tag"], all: true },
  reports: { path: "/reports", all: true },
  events: { path: "/events", takes: ["watch"], all: true },
  deliveries: { path: "/endpoints/{endpoint}/deliveries", all: true },
  watches: { path: "/watches" },
  endpoints: { path: "/endpoints" },
  competitors: { path: "/competitors" },
  keywords: { path: "/seo/keywords" },
  trending: { path: "/seo/trending", takes: ["country"] },
  "trending-history": { path: "/seo/trending/history", takes: ["country"] },
  topics: { path: "/social-trends/{platform}" },
  companies: { path: "/market-data/search?limit=100", takes: ["q"], needed: ["q"] },
  sectors: { path: "/market-data/sectors" }
}

class Unexportable extends Schema.TaggedError<Unexportable>()("Unexportable", { message: Schema.String }) {}

type Given = Readonly<Record<string, string | ReadonlyArray<string>>>

/** The address of a list, with what was said of it. */
const addressOf = (name: string, given: Given): Effect.Effect<string, Misused> =>
  Effect.suspend(() => {
    const { all, needed = [], path, takes = [] }: List = lists[name]!
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one!)
    const missing = [...inPath, ...needed].find((one) => given[one] === undefined)
    if (missing !== undefined) return Effect.fail(new Misused({ message: `\`export ${name}\` needs --${missing}` }))
    const other = Object.keys(given).find(
      (one) => given[one]!.length > 0 && !takes.includes(one) && !inPath.includes(one)
    )
    if (other !== undefined) return Effect.fail(new Misused({ message: `\`export ${name}\` takes no --${other}` }))
    const whole = path.replace(/\{(\w+)\}/g, (_, one: string) => encodeURIComponent(String(given[one])))
    const url = new URL(`http://sonde/api/v1/public${whole}`)
    for (const one of takes) for (const value of [given[one] ?? []].flat()) url.searchParams.append(one, value)
    if (all === true) url.searchParams.set("all", "true")
    return Effect.succeed(url.pathname + url.search)
  })

/** Puts pieces of text together to whole rows, and counts them; a cell of CSV may have line breaks within quotes. */
const makeRows = (isCsv: boolean) => {
  let rest = ""
  let isQuoted = false
  let count = 0
  return {
    count: () => count,
    /** The rows that are whole now, without the last line feed. */
    take: (text: string): string => {
      let end = -1
      for (let at = 0; at < text.length; at++) {
        if (isCsv && text[at] === '"') isQuoted = !isQuoted
        else if (text[at] === "\n" && !isQuoted) {
          count++
          end = at
        }
      }
      const whole = end === -1 ? "" : rest + text.slice(0, end)
      rest = end === -1 ? rest + text : text.slice(end + 1)
      return whole
    }
  }
}

/** A file to be written, which gets its name when it is whole. */
const written = (file: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => ({ descriptor: openSync(`${file}.part`, "wx", 0o600), part: `${file}.part` }),
      catch: (error) => new Unexportable({ message: `${file} cannot be written: ${String(error)}` })
    }),
    ({ descriptor, part }, exit) =>
      Effect.sync(() => {
        closeSync(descriptor)
        if (Exit.isSuccess(exit)) renameSync(part, file)
        else rmSync(part, { force: true })
      })
  )

const option = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.optional, Flag.withDescription(description))

export const exported = Command.make(
  "export",
  {
    ndjson: Flag.Boolean("ndjson").pipe(
      Flag.withDefault(false),
      Flag.withoutNegation,
      Flag.withDescription("One JSON document per line instead of CSV (NDJSON), as with --json")
    ),
    bom: Flag.Boolean("bom").pipe(
      Flag.withDefault(false),
      Flag.withoutNegation,
      Flag.withDescription("Begin CSV with a byte order mark (BOM), so that Excel recognises UTF-8")
    ),
    output: option("output", "The file to write, instead of standard output"),
    q: option("q", "Signals and companies: what to search for"),
    since: option("since", "Signals: published on this day or later"),
    before: option("before", "Signals: published before this day"),
    language: option("language", "Signals: in this language"),
    tag: tag("Signals: from sources with this tag"),
    country: option("country", "Trending searches: in this country"),
    platform: option("platform", "Topics: the platform; feed means all of them"),
    watch: option("watch", "Events: of this watch"),
    endpoint: option("endpoint", "Deliveries: the endpoint's id"),
    list: Argument.Literals("list", Object.keys(lists)).pipe(
      Argument.withDescription(`Which: ${Object.keys(lists).join(", ")}`)
    )
  },
  Effect.fnUntraced(function* ({ bom, list, ndjson, output, ...filters }) {
    const { read } = yield* connect()
    const { quiet = false } = yield* Screen
    const isCsv = !ndjson && !(yield* Json)
    const path = yield* addressOf(list, known(filters))
    const rows = makeRows(isCsv)
    const file = Option.getOrUndefined(output)
    const exporting = Effect.gen(function* () {
      const out = file === undefined ? null : yield* written(file)
      const write = (text: string) =>
        out === null ? Console.log(text) : Effect.sync(() => writeFileSync(out.descriptor, `${text}\n`))
      let head = isCsv && bom ? "\ufeff" : ""
      yield* read(path, isCsv ? "text/csv" : "application/x-ndjson").pipe(
        Stream.decodeText(),
        Stream.runForEach((text) => {
          const whole = rows.take(text)
          if (whole === "") return Effect.void
          const next = head + whole
          head = ""
          return write(next)
        })
      )
    })
    yield* Effect.scoped(exporting)
    if (!quiet) yield* Console.error(`${counted(rows.count() - (isCsv ? 1 : 0), "row")} exported.`)
  })
).pipe(
  Command.withDescription(
    "Export a whole list as CSV (formulas become text) or as NDJSON, one JSON document per line."
  ),
  Command.withExamples([
    { command: "sonde export signals --q charging > charging.csv" },
    { command: "sonde export events --ndjson --output events.ndjson" }
  ])
)
