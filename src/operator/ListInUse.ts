import { Console, Context, Effect } from "effect"

/** The operator's list of sources that this process has read; null where nobody says so. */
export const ListInUse = Context.Reference<string | null>("sonde/operator/ListInUse", { defaultValue: () => null })

/** What a command about sources has to say of the list that it does not look at; null where there is nothing to say. */
export const OtherList = Context.Reference<Effect.Effect<string | null>>("sonde/operator/OtherList", {
  defaultValue: () => Effect.succeed(null)
})

/** Says on stderr which list the command's answer is about, where that is not the one of its own settings. */
export const tellOtherList = Effect.gen(function* () {
  const said = yield* yield* OtherList
  if (said !== null) yield* Console.error(said)
})
