import { Console, Effect, Logger, References } from "effect"
import { Settings } from "../config/Settings.ts"
import { consoleLoggers } from "../telemetry/ConsoleLoggers.ts"

/** A line that ends in a backslash goes on in the next one. */
const entriesOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines
    .join("\n")
    .replace(/ \\\n\s*/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/**
 * Says these lines to whoever starts the service: as they are, or each as an entry where the log is for machines, for
 * nothing else may stand on their stream. On the terminal only, whatever the level, and past the log's own console:
 * that shows no key.
 */
export const greet = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const { LOG_FORMAT } = yield* Settings
  const said =
    LOG_FORMAT === "pretty"
      ? Console.log(lines.join("\n"))
      : Effect.forEach(entriesOf(lines), (entry) => Effect.logInfo(entry), { discard: true }).pipe(
          Effect.provide(Logger.layer([consoleLoggers[LOG_FORMAT]])),
          Effect.provideService(References.MinimumLogLevel, "Info")
        )
  yield* Effect.provideService(said, Console.Console, globalThis.console)
})
