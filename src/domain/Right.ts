import type { HeldScope } from "./Scope.ts"

/**
 * What an endpoint asks of its caller: a scope, nothing but a good credential, a signed-in user (no API key), one who
 * is not restricted to some scopes by their token, or one who runs the service.
 */
export type Right = HeldScope | "any_caller" | "signed_in_user" | "unrestricted_user" | "operator"
