import { Context } from "effect"
import type { AuditWay } from "../domain/AuditEvent.ts"

/** Who is at work, as the audit trail tells it. */
export interface ActorInfo {
  readonly by: AuditWay
  readonly address: string | null
  readonly user_agent: string | null
}

/** Who is at work: an operator at the command line, unless a request or the first start says otherwise. */
export const Actor = Context.Reference<ActorInfo>("sonde/access/Actor", {
  defaultValue: () => ({ by: "command_line", address: null, user_agent: null })
})
