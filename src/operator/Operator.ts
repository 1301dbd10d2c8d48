import { Context } from "effect"
import type { RpcClient } from "effect/rpc"
import type { RpcClientError } from "effect/rpc/RpcClientError"
import type { OperatorRpcs } from "./Protocol.ts"

/** What the commands talk to: a running service, or the database in this process. */
export class Operator extends Context.Service<Operator, RpcClient.FromGroup<typeof OperatorRpcs, RpcClientError>>()(
  "sonde/operator/Operator"
) {}
