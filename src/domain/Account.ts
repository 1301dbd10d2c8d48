import { Result, Schema } from "effect"
import { exactLine } from "../text/Text.ts"
import { Id } from "./Id.ts"

/** Whose data it is. One account never sees another's reports, competitors, keywords or keys. */
export const AccountId = Id.pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

/** `local` for the operator's own account, otherwise the `sub` of the identity provider (RFC 7519), byte for byte. */
export const AccountName = exactLine(1, 255).pipe(Schema.brand("AccountName"))
export type AccountName = typeof AccountName.Type

/** The account of the embedded default: the first start creates it, the command line uses it unless told otherwise. */
export const localAccount = AccountName.make("local")

export const Account = Schema.Struct({ id: AccountId, name: AccountName })
export type Account = typeof Account.Type

const isName = Schema.is(AccountName)

const edgeSpace = /^\p{White_Space}|\p{White_Space}$/u

/**
 * Characters that cannot be seen: controls, format characters (which change the direction of text or have no width),
 * line separators, and blank characters such as fillers, variation selectors and the empty Braille pattern.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Why a text cannot name a new account; null when it can. Names are compared byte for byte, so names are refused that
 * look alike or that a database, form or setting could trim or normalise to another one.
 */
export const nameFault = (text: unknown): string | null => {
  if (!isName(text)) return "must be text of 1 to 255 characters, without control characters"
  if (edgeSpace.test(text)) return "must not begin or end with white space"
  if (unseen.test(text)) return "must not contain characters that cannot be seen"
  return text === text.normalize("NFC") ? null : "must be in Unicode's normal form C"
}

/**
 * The account of a user of the identity provider, by the `sub` of an ID token or bearer token. The operator's own
 * account is never given, whatever `sub` a provider allows.
 */
export const accountOf = (sub: unknown): Result.Result<AccountName, string> => {
  const fault = sub === localAccount ? "is the operator's own account" : nameFault(sub)
  return fault === null ? Result.succeed(sub as AccountName) : Result.fail(fault)
}
