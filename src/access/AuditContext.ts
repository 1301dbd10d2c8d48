import { Context } from "effect"
import type { AuditEvent } from "../domain/AuditEvent.ts"

/** In what way something is done, and from where, as the audit trail tells it. */
export type AuditContext = Pick<AuditEvent, "by" | "address" | "user_agent">

/** That of an operator at the command line, unless a request or the first start says otherwise. */
export const AuditContext = Context.Reference<AuditContext>("sonde/access/AuditContext", {
  defaultValue: () => ({ by: "command_line", address: null, user_agent: null })
})
