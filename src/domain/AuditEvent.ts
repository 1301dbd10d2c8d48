import { Schema } from "effect"
import { KeyLabel } from "./ApiKey.ts"
import { Id } from "./Id.ts"
import { Timestamp } from "./Timestamp.ts"

/** What is recorded: sign-ins and sign-outs, and what was done to keys and to the list of sources. */
export const AuditAction = Schema.Literals([
  "signed_in",
  "signed_out",
  "key_created",
  "key_rotated",
  "key_deactivated",
  "key_deleted",
  "source_added",
  "source_removed",
  "source_paused",
  "source_resumed",
  "source_changed",
  "source_retimed",
  "source_tagged",
  "sources_imported"
])
export type AuditAction = typeof AuditAction.Type

/**
 * By what way: in the dashboard, with a token of the identity provider, by an operator's command, or by the service's
 * first start.
 */
export const AuditWay = Schema.Literals(["dashboard", "token", "command_line", "first_start"])
export type AuditWay = typeof AuditWay.Type

/** One thing that happened to an account. Its key may be deleted by now: it is described as it was then. */
export const AuditEvent = Schema.Struct({
  id: Id.pipe(Schema.brand("AuditEventId")),
  at: Timestamp,
  action: AuditAction,
  by: AuditWay,
  address: Schema.NullOr(Schema.String).annotate({ description: "the client's network address" }),
  user_agent: Schema.NullOr(Schema.String).annotate({ description: "its first 200 characters" }),
  key: Schema.NullOr(KeyLabel).annotate({
    description: "the key that was created, deactivated or deleted; of a rotation the new one"
  }),
  source: Schema.NullOr(Schema.String).annotate({ description: "the source that was added, removed or changed" }),
  detail: Schema.NullOr(Schema.String).annotate({
    description: "a source's new times or tags; how many sources an import added, changed and removed"
  })
}).annotate({ identifier: "AuditEvent" })
export type AuditEvent = typeof AuditEvent.Type
