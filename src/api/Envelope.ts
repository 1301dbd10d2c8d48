import { Schema } from "effect"

/** The envelope of every successful answer. */
export const enveloped = <S extends Schema.Top>(data: S) => Schema.Struct({ success: Schema.Literal(true), data })

/** Puts data into the envelope. */
export const ok = <A>(data: A) => ({ success: true as const, data })
