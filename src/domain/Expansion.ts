import { Schema } from "effect"

/** An expression that news about a niche uses, beside the niche's own words. */
export const ExpansionTerm = Schema.Struct({
  text: Schema.String,
  /** Another name of the niche, or something else that its news is about. */
  kind: Schema.Literals(["name", "term"]),
  /** A text that has it is about the niche. Otherwise it counts only beside something else of the niche. */
  alone: Schema.Boolean
})
export type ExpansionTerm = typeof ExpansionTerm.Type

/** In which words a language model would look for a niche. */
export const Expansion = Schema.Struct({
  terms: Schema.Array(ExpansionTerm),
  /** Phrases in which the words mean something else. */
  exclude: Schema.Array(Schema.String)
})
export type Expansion = typeof Expansion.Type
