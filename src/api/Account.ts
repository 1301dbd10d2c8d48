import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AccountName } from "../domain/Account.ts"
import { AuditEvent } from "../domain/AuditEvent.ts"
import { HeldScope, keyManagement } from "../domain/Scope.ts"
import { SignInKind } from "../domain/Session.ts"
import { mostUnread } from "../domain/WatchEvent.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import { all, limit, skip } from "./Query.ts"
import { Authentication, Requirement, Validation } from "./Security.ts"

/** Who is signed in, and what is left of what the account may have. */
export const AccountSummary = Schema.Struct({
  account: AccountName,
  sign_in: Schema.Literals([...SignInKind.literals, "token"]).annotate({ description: "by what the caller is known" }),
  operator: Schema.Boolean.annotate({ description: "whether the caller may run sources; a token never may" }),
  scopes: Schema.Array(HeldScope),
  keys: Schema.Struct({ active: Schema.Int, limit: Schema.Int }),
  reports: Schema.Struct({
    last_hour: Schema.Int,
    limit: Schema.NullOr(Schema.Int).annotate({ description: "new reports per hour; null when there is no limit" })
  }),
  events: Schema.Struct({
    unread: Schema.Int.annotate({ description: `events that nobody has read, counted up to ${mostUnread}` })
  })
}).annotate({ identifier: "AccountSummary" })
export type AccountSummary = typeof AccountSummary.Type

/** The account of a signed-in user. */
export const AccountGroup = HttpApiGroup.make("account")
  .add(
    HttpApiEndpoint.get("get", "/account", { success: enveloped(AccountSummary) }).annotateMerge(
      explained("Read your account", "Who you are here, and what is left.")
    ),
    HttpApiEndpoint.get("audit", "/audit", {
      query: { skip, limit, all },
      success: enveloped(Schema.Struct({ events: Schema.Array(AuditEvent), total: Schema.Int }))
    })
      .annotateMerge(
        explained(
          "Read the audit trail",
          "Newest first: sign-ins and sign-outs, and what was done to keys and to the list of sources, by whom and from where. A token needs the scope `keys`."
        )
      )
      // It tells addresses and browsers: more than a token for signals is for.
      .annotate(Requirement, keyManagement)
  )
  .middleware(Validation)
  .middleware(Authentication)
  .prefix("/api/v1/dashboard")
  .annotate(Requirement, "signed_in_user")
  .annotateMerge(OpenApi.annotations({ title: "Account", description: "For signed-in users." }))
