import { Effect, Schema } from "effect"
import { Command } from "effect/cli"

class NotThisWay extends Schema.TaggedError<NotThisWay>()("NotThisWay", { message: Schema.String }) {}

/**
 * What bin/sonde.js starts, in a process that is tuned for it, before it comes here. They stand among the commands for
 * help and completions.
 */
const started = (name: string, script: string, description: string) =>
  Command.make(
    name,
    {},
    Effect.fnUntraced(function* () {
      return yield* new NotThisWay({
        message: `\`${script}\` starts it in a checkout, \`sonde ${name}\` without anything else where it is installed`
      })
    })
  ).pipe(Command.withDescription(description))

export const start = started(
  "start",
  "npm start",
  "Start the service, with settings from the environment and from a file .env in this directory."
)

export const demo = started(
  "demo",
  "npm run demo",
  "Start the service with sample data, without any network; all data is deleted when it ends."
)
