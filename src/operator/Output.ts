import { Console, Effect } from "effect"
import { Flag, GlobalFlag } from "effect/cli"
import { csv } from "./Csv.ts"
import { Screen } from "./Screen.ts"
import { type Column, table } from "./Table.ts"

const flag = <const Name extends string>(name: Name, description: string) =>
  GlobalFlag.Setting(name)({
    flag: Flag.Boolean(name).pipe(Flag.withDefault(false), Flag.withoutNegation, Flag.withDescription(description))
  })

/** Whether a program is to read what a command prints. */
export const Json = flag("json", "Print one JSON document, as the HTTP API has it in `data`; errors as JSON on stderr")

/** Whether a spreadsheet is to. */
export const Csv = flag("csv", "Print lists as CSV, complete; formulas become text")

/** Whether nothing is wanted but what was asked for. */
export const Quiet = flag("quiet", "Print no headings, and no progress")

/** So many of something, in words. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Prints what a command found: the data for programs, the text for people. */
export const print = (data: unknown, text: string) =>
  Effect.flatMap(Json, (json) => Console.log(json ? JSON.stringify(data, null, 2) : text))

/** A list as people read it; `more` is what is said below it. */
export interface List<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly columns: ReadonlyArray<Column<Row>>
  readonly empty: string
  readonly more?: string
}

/** Prints a list: the data for programs, CSV for spreadsheets, and for people a table that fits their terminal. */
export const printList = Effect.fnUntraced(function* <Row>(
  data: unknown,
  { columns, empty, more = "", rows }: List<Row>
) {
  const quiet = yield* Quiet
  if (!(yield* Json) && (yield* Csv)) return yield* Console.log(csv(rows, columns))
  const { columns: room, styled = false } = yield* Screen
  const shown = table(rows, columns, quiet ? "" : empty, { room, headings: !quiet, styled })
  const text = quiet || more === "" ? shown : `${shown}\n${more}`
  if (text !== "" || (yield* Json)) yield* print(data, text)
})
