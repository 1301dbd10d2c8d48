import { Console, Effect, Layer, Logger, References } from "effect"
import { inspect } from "node:util"
import { urlsOf } from "../config/SettingForms.ts"
import { secretsOf, settings, Settings } from "../config/Settings.ts"
import { consoleLoggers } from "../telemetry/ConsoleLoggers.ts"
import { asEntry, makeScrub } from "../telemetry/Scrub.ts"
import { inWords } from "../telemetry/Unreachable.ts"

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

/** Hides the secrets of the environment, for messages from before the settings are read. */
export const scrubEnvironment = (text: string): string =>
  makeScrub(
    Object.entries(settings).flatMap(([name, { secret }]: readonly [string, { readonly secret?: boolean }]) =>
      secret ? [process.env[name] ?? ""].flatMap((text) => [text, ...urlsOf(text)]) : []
    )
  )(text)

/** The process's console, but nothing leaves by it before it has been through `clean`. */
const cleanConsole = (clean: (text: string) => string): Console.Console => {
  const through =
    (write: (text: string) => void) =>
    (...args: ReadonlyArray<unknown>): void =>
      write(clean(args.map((arg) => (typeof arg === "string" ? arg : inspect(arg, { depth: 6 }))).join(" ")))
  return {
    ...globalThis.console,
    log: through((text) => globalThis.console.log(text)),
    error: through((text) => globalThis.console.error(text)),
    warn: through((text) => globalThis.console.warn(text)),
    info: through((text) => globalThis.console.info(text)),
    debug: through((text) => globalThis.console.debug(text))
  }
}

/** Logs in the configured form, from the configured level up, and without secrets. */
export const loggingLayer = Layer.unwrap(
  Effect.map(Settings, (loaded) => {
    const scrub = makeScrub(secretsOf(loaded))
    return Layer.mergeAll(
      Logger.layer([inWords(consoleLoggers[loaded.LOG_FORMAT])]),
      Layer.succeed(References.MinimumLogLevel, levels[loaded.LOG_LEVEL]),
      Layer.succeed(
        Console.Console,
        cleanConsole((text) => asEntry(scrub(text)))
      )
    )
  })
)
