import { Effect, Schema } from "effect"
import type { NotFound } from "../domain/Failure.ts"

/** A part of the page's path, read by the contract's own schema; what the schema does not know is not there. */
export const pathParam = <A>(
  schema: Schema.Codec<A, string>,
  text: string | undefined,
  notFound: NotFound
): Effect.Effect<A, NotFound> => Effect.mapError(Schema.decodeUnknownEffect(schema)(text), () => notFound)

/** The entry of a list with this id; the API has no read of one, and lists are short. */
export const oneOf = <A extends { readonly id: number }>(
  list: ReadonlyArray<A>,
  id: A["id"],
  notFound: NotFound
): Effect.Effect<A, NotFound> =>
  Effect.mapError(Effect.fromNullishOr(list.find((one) => one.id === id)), () => notFound)
