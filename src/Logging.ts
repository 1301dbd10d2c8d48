import { Effect, Layer, Logger, References } from "effect"
import { Settings } from "./Config.ts"

const loggers = { pretty: Logger.consolePretty(), json: Logger.consoleJson, logfmt: Logger.consoleLogFmt }

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

/** Logs in the configured form, from the configured level up. */
export const loggingLayer = Layer.unwrap(
  Effect.map(Settings, (settings) =>
    Layer.merge(
      Logger.layer([loggers[settings.LOG_FORMAT]]),
      Layer.succeed(References.MinimumLogLevel, levels[settings.LOG_LEVEL])
    )
  )
)
