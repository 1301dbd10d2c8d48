import { Schema } from "effect"

/** What a credential may call: each scope covers the paths that the specification lists for it. */
export const Scope = Schema.Literals([
  "reports",
  "competitors",
  "seo",
  "signals",
  "market_data",
  "social_trends",
  "watches"
])
export type Scope = typeof Scope.Type

/** All of them, those of the specification first and in its order. */
export const allScopes: ReadonlyArray<Scope> = Scope.literals

/** The six of the specification: what a token has that names none, and keys that were made before there were more. */
export const specifiedScopes: ReadonlyArray<Scope> = allScopes.filter((scope) => scope !== "watches")

/**
 * A scope that only tokens can have: it manages the account's keys. Keys cannot have it, so no key can make another
 * one.
 */
export const keyManagement = "keys"

/** What a credential may hold. */
export const HeldScope = Schema.Literals([...Scope.literals, keyManagement])
export type HeldScope = typeof HeldScope.Type
