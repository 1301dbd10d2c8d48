import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiKey, ApiKeyId, KeyActivity, KeyName } from "../domain/ApiKey.ts"
import { keyManagement, Scope } from "../domain/Scope.ts"
import { Expiry } from "../domain/Timestamp.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { described, optional } from "./Members.ts"
import { pathId } from "./Query.ts"
import { Authentication, Requirement, Validation } from "./Security.ts"

/** The body of POST /keys. */
export const NewKey = Schema.Struct({
  name: KeyName,
  scopes: Schema.Array(Scope).check(
    Schema.isMinLength(1, { message: "must name at least one scope" }),
    Schema.isUnique({ message: "must not name a scope twice" })
  ),
  expires_at: described(optional(Expiry), "ISO 8601 date or instant in UTC; the key stops working then")
}).annotate({
  identifier: "NewKey",
  examples: [{ name: "ci", scopes: ["reports", "signals"], expires_at: "2031-01-01" as Expiry }]
})

/** A key at the only moment when its value is shown. */
export const CreatedKey = Schema.Struct({
  ...ApiKey.fields,
  key: Schema.String.annotate({ description: "the full key: shown now and never again" })
}).annotate({ identifier: "CreatedKey" })

const params = { key_id: described(pathId(ApiKeyId), "the key") }

/** API keys, managed by a signed-in user, or by a program whose token carries the scope for it. */
export const KeysGroup = HttpApiGroup.make("keys")
  .add(
    HttpApiEndpoint.get("list", "/keys", { success: enveloped(Schema.Array(ApiKey)) }).annotateMerge(
      explained("List your API keys", "Newest first, with their usage.")
    ),
    HttpApiEndpoint.post("create", "/keys", {
      payload: NewKey,
      success: enveloped(CreatedKey).pipe(HttpApiSchema.status(201)),
      error: Errors.Conflict
    }).annotateMerge(
      explained(
        "Create an API key",
        "Its value is in this answer only. At most five active keys for an account. Made with a token, it gets at most the token's " +
          "scopes (403 `insufficient_scope`), and `expires_at` must be set and not be too far off (422)."
      )
    ),
    HttpApiEndpoint.post("deactivate", "/keys/:key_id/deactivate", {
      params,
      success: enveloped(ApiKey),
      error: [Errors.NotFound, Errors.Conflict]
    }).annotateMerge(explained("Deactivate a key", "For good; it stays listed.")),
    HttpApiEndpoint.post("rotate", "/keys/:key_id/rotate", {
      params,
      success: enveloped(CreatedKey).pipe(HttpApiSchema.status(201)),
      error: [Errors.NotFound, Errors.Conflict]
    }).annotateMerge(
      explained(
        "Rotate a key",
        "A new key with the same name, scopes and expiry; the old one is deactivated at the same moment. A token replaces only " +
          "what it could have created."
      )
    ),
    HttpApiEndpoint.get("usage", "/keys/:key_id/usage", {
      params,
      success: enveloped(KeyActivity),
      error: Errors.NotFound
    }).annotateMerge(
      explained(
        "Read a key's usage",
        "Calls of each of the last 30 UTC days, oldest first, and of each endpoint over all of them."
      )
    ),
    HttpApiEndpoint.delete("remove", "/keys/:key_id", {
      params,
      success: HttpApiSchema.NoContent,
      error: Errors.NotFound
    }).annotateMerge(explained("Delete a key", "With its usage."))
  )
  .middleware(Validation)
  .middleware(Authentication)
  .prefix("/api/v1/dashboard")
  .annotate(Requirement, keyManagement)
  .annotateMerge(
    OpenApi.annotations({
      title: "API keys",
      description: "For signed-in users, and for tokens that carry the scope `keys`; an API key gets 403 here."
    })
  )
