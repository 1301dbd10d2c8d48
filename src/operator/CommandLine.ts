import { Cause, Console, Effect, Layer, Logger, References } from "effect"
import { CliConfig, CliError, CliOutput, Command, GlobalFlag } from "effect/cli"
import manifest from "../../package.json" with { type: "json" }
import { type CommandFailure, exitCodeOf, failureOf, usageFailure } from "./CommandFailure.ts"
import { backup } from "./commands/backup.ts"
import { exported } from "./commands/client/export.ts"
import { logIn, logOut } from "./commands/client/login.ts"
import { report } from "./commands/client/report.ts"
import { search } from "./commands/client/search.ts"
import { trends } from "./commands/client/trends.ts"
import { watch } from "./commands/client/watch.ts"
import { companies } from "./commands/companies.ts"
import { competitors } from "./commands/competitors.ts"
import { doctor } from "./commands/doctor.ts"
import { endpoints } from "./commands/endpoints.ts"
import { events } from "./commands/events.ts"
import { ids } from "./commands/ids.ts"
import { ingest } from "./commands/ingest.ts"
import { keys } from "./commands/keys.ts"
import { keywords } from "./commands/keywords.ts"
import { loginLink } from "./commands/login-link.ts"
import { mcp } from "./commands/mcp.ts"
import { reindex } from "./commands/reindex.ts"
import { reports } from "./commands/reports.ts"
import { restore } from "./commands/restore.ts"
import { sources } from "./commands/sources.ts"
import { demo, start } from "./commands/service.ts"
import { watches } from "./commands/watches.ts"
import { MakesDatabase } from "./Connection.ts"
import type { Operator } from "./Operator.ts"
import { Screen } from "./Screen.ts"
import { Csv, Json, Quiet } from "./Output.ts"
import { ShellCompletions } from "./ShellCompletions.ts"

/**
 * Each command gets what it needs by itself: a group of commands only prints its help, and must not open a database for
 * that.
 */
const sonde = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("sonde").pipe(
    Command.withDescription(
      "Sonde on the command line. What operates a service works beside it while it runs, or without it; settings come from the environment, as the service's do."
    ),
    Command.withSubcommands([
      { group: "THE SERVICE", commands: [start, demo, Command.provide(doctor, operator)] },
      { group: "ASK A SERVICE", commands: [logIn, logOut, search, report, trends, watch, exported, mcp] },
      {
        group: "OPERATE",
        commands: [
          keys(operator),
          Command.provide(loginLink, operator),
          sources(operator),
          ingest(operator),
          reports(operator),
          watches(operator),
          events(operator),
          endpoints(operator),
          companies(operator),
          competitors(operator),
          keywords(operator),
          Command.provide(reindex, operator),
          ids(operator),
          Command.provide(backup, operator),
          Command.provide(restore, Layer.provide(operator, Layer.succeed(MakesDatabase, true)))
        ]
      }
    ]),
    Command.withGlobalFlags([Json, Csv, Quiet])
  )

const builtIns = [GlobalFlag.Help, GlobalFlag.Version, ShellCompletions, GlobalFlag.LogLevel]

const describe = (json: boolean, { code, message, details }: CommandFailure): string =>
  json
    ? JSON.stringify({ success: false, error: { code, message, ...(details && { details }) } }, null, 2)
    : `sonde: ${message}`

/** Help that was asked for goes to stdout; the help of a wrong command line goes to stderr. */
const presenter = (json: boolean): CliOutput.Presenter => ({
  present: (event) => {
    if (event._tag === "Version") return Console.log(event.version)
    if (event._tag === "Help") return CliOutput.defaultPresenter.present(event)
    const failure = describe(json, usageFailure(event.errors))
    return Console.error(json ? failure : `${failure}\nSee: ${event.commandPath.join(" ")} --help`)
  }
})

/**
 * `--json`, `--csv` and `--quiet` as written take a following `1`, `0`, `yes`, `no` and their like for their value, and
 * `keys delete --json 1` would lose its id. With the value attached they take nothing.
 */
const withoutValue = (arg: string): string => (/^--(?:json|csv|quiet)$/.test(arg) ? `${arg}=true` : arg)

/**
 * Runs one command line and gives the exit code: 0 when it was done, 1 when it failed, 2 when it could not be
 * understood. The operator is called for only when a command runs that needs it. Only the answer
 * goes to stdout; failures, progress and, with `--log-level`, the log go to stderr.
 */
export const run = (args: ReadonlyArray<string>, operator: Layer.Layer<Operator, unknown>) => {
  const end = args.indexOf("--")
  const flags = (end === -1 ? args : args.slice(0, end)).map(withoutValue)
  const json = flags.includes("--json=true")
  const quiet = flags.includes("--quiet=true")
  const commandLine = Command.runWith(sonde(operator), { version: manifest.version })([
    ...flags,
    ...(end === -1 ? [] : args.slice(end))
  ])
  return Effect.flatMap(Screen, (screen) => Effect.provideService(commandLine, Screen, { ...screen, quiet })).pipe(
    Effect.as(0),
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      const error = Cause.squash(cause)
      if (CliError.isCliError(error) && error._tag === "ShowHelp") {
        return Effect.succeed(error.errors.length === 0 ? 0 : 2)
      }
      return Effect.as(Console.error(describe(json, failureOf(error))), exitCodeOf(error))
    }),
    Effect.provide([
      CliConfig.layer({ builtIns }),
      CliOutput.layerPresenter(presenter(json)),
      Layer.succeed(Logger.LogToStderr, true),
      Layer.succeed(References.MinimumLogLevel, "None")
    ])
  )
}
