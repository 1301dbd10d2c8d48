import { Effect, Schema } from "effect"
import { type AnyFailure, statuses } from "../api/Errors.ts"
import { faultsOf } from "../http/middleware/RequestFaults.ts"

/** Why there is no result, as the caller can read and act on. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", { message: Schema.String }) {}

const isFailure = (error: unknown): error is AnyFailure =>
  typeof error === "object" && error !== null && "_tag" in error && (error._tag as string) in statuses

interface Detail {
  readonly location: ReadonlyArray<string | number>
  readonly message: string
}

/** What is wrong with which member, as the API says it. */
const invalid = (details: ReadonlyArray<Detail>): string =>
  `validation_error: ${details
    .map(({ location, message }) => `${location.slice(1).join(".") || "arguments"} ${message}`)
    .join("; ")}`

const textOf = (failure: AnyFailure): string =>
  "details" in failure && failure.details !== undefined
    ? invalid(failure.details)
    : `${failure.code}: ${failure.message}`

/** What kept a caller from a result, in words for it; bugs of Sonde are not among them. */
export const told = (failure: unknown): Effect.Effect<string> =>
  failure instanceof Refused
    ? Effect.succeed(failure.message)
    : isFailure(failure)
      ? Effect.succeed(textOf(failure))
      : Effect.die(failure)

/** Reads arguments by their schemas. What is wrong with them is said member by member. */
export const argumentsBy = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const struct = Schema.Struct(fields)
  const decode = Schema.decodeUnknownEffect(struct as unknown as Schema.Codec<typeof struct.Type, unknown>, {
    errors: "all"
  })
  return (given: unknown): Effect.Effect<typeof struct.Type, Refused> =>
    Effect.mapError(decode(given ?? {}), ({ issue }) => new Refused({ message: invalid(faultsOf("Payload", issue)) }))
}
