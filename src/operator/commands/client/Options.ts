import { Option, Schema } from "effect"
import { Flag } from "effect/cli"
import { flag } from "../../Parameters.ts"

/** How many there are to be. */
export const limit = flag(
  "limit",
  Schema.String.check(Schema.isPattern(/^(?:[1-9]\d?|100)$/, { message: "must be a whole number from 1 to 100" })).pipe(
    Schema.decodeTo(Schema.FiniteFromString)
  )
).pipe(Flag.withDefault(20), Flag.withMetavar("<number>"), Flag.withDescription("How many at most, up to 100"))

/** Tags of sources; none is left out. */
export const tag = (description: string) =>
  Flag.String("tag").pipe(
    Flag.between(0, 20),
    Flag.map((tags) => (tags.length === 0 ? Option.none<ReadonlyArray<string>>() : Option.some(tags))),
    Flag.withDescription(`${description}; repeat it for several tags, of which any may match`)
  )

type Known<A> = { readonly [Name in keyof A]?: A[Name] extends Option.Option<infer Value> ? Value : A[Name] }

/** What was said, without what was left out. */
export const known = <A extends Readonly<Record<string, unknown>>>(given: A): Known<A> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      Option.isOption(value) ? (Option.isSome(value) ? [[name, value.value]] : []) : [[name, value]]
    )
  ) as Known<A>
