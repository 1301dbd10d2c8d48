import { Schema } from "effect"

type Kinded = Schema.Constraint & { readonly fields: { readonly kind: Schema.Literal<string> } }

/** One of several shapes that are told apart by `kind`; another kind is refused with a list of these. */
export const byKind = <const Members extends ReadonlyArray<Kinded>>(members: Members) =>
  Schema.Union(members).annotate({
    message: `must be an object whose kind is one of ${members.map(({ fields }) => fields.kind.literal).join(", ")}`
  })
