import { Schema } from "effect"

/** How somebody got a session: by a one-time link, or through the identity provider. */
export const SignInKind = Schema.Literals(["link", "identity_provider"])
export type SignInKind = typeof SignInKind.Type
