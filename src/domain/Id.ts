import { Schema } from "effect"

/** The largest id of most things: positive 32-bit integers (Postgres `integer`). */
export const maxId = 2_147_483_647

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }))

/** A positive 32-bit integer, the form of most ids; each noun brands its own. */
export const Id = upTo(maxId)

/**
 * The largest id of what comes in without end, signals and stories: what a number of JavaScript and of JSON says
 * exactly. What a database can count depends on its columns; docs/decisions/0021-wide-ids.md.
 */
export const maxWideId = Number.MAX_SAFE_INTEGER

export const WideId = upTo(maxWideId)
