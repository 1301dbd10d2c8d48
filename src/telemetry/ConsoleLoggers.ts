import { Logger } from "effect"

/** What writes the log on the console, by its form. */
export const consoleLoggers = {
  pretty: Logger.consolePretty(),
  json: Logger.consoleJson,
  logfmt: Logger.consoleLogFmt
}
