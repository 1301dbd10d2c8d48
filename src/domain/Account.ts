import { Schema } from "effect"
import { Id } from "./Id.ts"
import { line } from "../text/Text.ts"

/** Whose data it is. One account never sees another's reports, competitors, keywords or keys. */
export const AccountId = Id.pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

/** `local` for the operator's own account, otherwise the `sub` of the identity provider's tokens (RFC 7519). */
export const AccountName = line(1, 255).pipe(Schema.brand("AccountName"))
export type AccountName = typeof AccountName.Type

/** The account of the embedded default: the first start creates it, the command line uses it unless told otherwise. */
export const localAccount = AccountName.make("local")

export const Account = Schema.Struct({ id: AccountId, name: AccountName })
export type Account = typeof Account.Type
