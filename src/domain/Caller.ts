import { Context } from "effect"
import type { AccountId } from "./Account.ts"
import type { ApiKeyId } from "./ApiKey.ts"
import type { HeldScope } from "./Scope.ts"
import type { SignInKind } from "./Session.ts"

/** Who sends the current request, and by what credential: known once that is judged. */
export class Caller extends Context.Service<
  Caller,
  {
    readonly account: AccountId
    readonly scopes: ReadonlyArray<HeldScope>
    /** The key's id; null for a token or a session. */
    readonly key: ApiKeyId | null
    /** How the session that came as a cookie was begun; null for a key or a token. */
    readonly session: SignInKind | null
  }
>()("sonde/domain/Caller") {}
