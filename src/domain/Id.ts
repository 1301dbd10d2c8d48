import { Schema } from "effect"

/** The largest id: ids are positive 32-bit integers (Postgres `integer`). */
export const maxId = 2_147_483_647

/** A positive 32-bit integer, the form of every id; each noun brands its own. */
export const Id = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxId }))
