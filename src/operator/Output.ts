import { Console, Effect } from "effect"
import { Flag, GlobalFlag } from "effect/cli"

/** Whether a program is to read what a command prints. */
export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withDefault(false),
    Flag.withoutNegation,
    Flag.withDescription("Print one JSON document, as the HTTP API has it in `data`; errors as JSON on stderr")
  )
})

/** So many of something, in words. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Prints what a command found: the data for programs, the text for people. */
export const print = (data: unknown, text: string) =>
  Effect.flatMap(Json, (json) => Console.log(json ? JSON.stringify(data, null, 2) : text))
