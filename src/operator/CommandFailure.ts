import type { CliError } from "effect/cli"
import { Schema } from "effect"
import type { Fault } from "../domain/Failure.ts"

/** Flags and arguments that are understood and do not go together. */
export class Misused extends Schema.TaggedError<Misused>()("Misused", { message: Schema.String }) {
  readonly code = "validation_error"
}

/** What went wrong, in the form that the HTTP API gives an error. */
export interface CommandFailure {
  readonly code: string
  readonly message: string
  readonly details?: ReadonlyArray<Fault>
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" })

/** What a value must be, as Effect's CLI says it, in a sentence about the value. */
const expectedOf = (expected: string): string =>
  expected.startsWith('"')
    ? `must be ${alternatives.format(Array.from(expected.matchAll(/"([^"]*)"/g), ([, value]) => value!))}`
    : expected.replace(/^Path /, "")

/** What a wrong command line means to its writer. */
const usageFault = (error: CliError.NonShowHelpErrors): Fault => {
  switch (error._tag) {
    case "InvalidValue": {
      const isFlag = error.kind === "flag"
      const isMissing = isFlag && error.value === "" && !error.expected.startsWith("must ")
      return {
        location: [isFlag ? `--${error.option}` : error.option],
        message: isMissing ? "needs a value" : expectedOf(error.expected)
      }
    }
    case "MissingOption":
      return { location: [`--${error.option}`], message: "is required" }
    case "MissingArgument":
      return { location: [error.argument], message: "is required" }
    case "UnrecognizedOption":
      return {
        location: [error.option],
        message: `is unknown${isLetterFlag(error.option) ? "" : suggestion(error.suggestions)}`
      }
    case "UnknownSubcommand":
      return { location: [error.subcommand], message: `is not a command${suggestion(error.suggestions)}` }
    default:
      return { location: [], message: error.message }
  }
}

/** A word with a hyphen before it is read as one such flag for each of its letters. */
const isLetterFlag = (name: string): boolean => /^-\w$/.test(name)

const suggestion = (suggestions: ReadonlyArray<string>): string =>
  suggestions.length === 0 ? "" : `; did you mean ${suggestions.join(" or ")}?`

/** A command line that cannot be understood; all its faults at once. */
export const usageFailure = (errors: ReadonlyArray<CliError.NonShowHelpErrors>): CommandFailure => {
  const details = errors.map(usageFault)
  const letters = details.filter(({ location: [name] }) => isLetterFlag(String(name)))
  const said = details.filter((fault) => !letters.includes(fault) || fault === letters[0])
  const faults = [...new Set(said.map(({ location, message }) => [...location, message].join(" ")))]
  const message = faults.join("; ") + (letters.length > 0 ? ". Put -- before words that begin with a hyphen" : "")
  return { code: "validation_error", message, details }
}

const has = <Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> =>
  typeof value === "object" && value !== null && name in value

const snakeCase = (tag: string): string => tag.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()

/** The words of an error; one that crossed a socket is no longer an Error, but a plain object. */
const messageOf = (error: unknown): string =>
  error instanceof Error || (has(error, "message") && typeof error.message === "string")
    ? (error.message as string)
    : typeof error === "object"
      ? JSON.stringify(error)
      : String(error)

/** Whether it is a fault of what was asked for, in one place of the request. */
const isAsked = ({ location: [place] }: Fault): boolean => place === "query" || place === "path" || place === "body"

/** All that is wrong with what was asked for, each once. */
const askedFor = (faults: ReadonlyArray<Fault>): string =>
  [...new Set(faults.map(({ location: [, ...names], message }) => `${names.join(".") || "The body"} ${message}`))].join(
    "; "
  )

/** What a command ended with. A storage failure is a defect, but the operator is the one who can mend it. */
export const failureOf = (error: unknown): CommandFailure => {
  const message = messageOf(error)
  if (has(error, "code") && has(error, "_tag")) {
    const code = String(error.code)
    if (!has(error, "details") || !Array.isArray(error.details)) return { code, message }
    const details: ReadonlyArray<Fault> = error.details
    return { code, message: details.some(isAsked) ? askedFor(details) : message, details }
  }
  if (!has(error, "_tag")) return { code: "internal_error", message }
  switch (error._tag) {
    case "RpcClientError":
      return { code: "unavailable", message: "The service went away before it answered; look whether it was done" }
    case "DatabaseUnusable":
      return { code: "unavailable", message }
    case "SqlError": {
      const reason = has(error, "reason") && has(error.reason, "cause") ? error.reason.cause : error
      return {
        code: "unavailable",
        message: `The database cannot be used: ${reason instanceof Error ? reason.message : message}`
      }
    }
    default:
      return { code: snakeCase(String(error._tag)), message }
  }
}

/** 2 when the command line is to be changed, 1 when something else is. */
export const exitCodeOf = (error: unknown): 1 | 2 =>
  error instanceof Misused || failureOf(error).details?.some(isAsked) === true ? 2 : 1
