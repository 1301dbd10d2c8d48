import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Effect, Layer, Option, Schedule, type Scope } from "effect"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket } from "effect/socket"
import * as Net from "node:net"
import { Operator } from "./Operator.ts"
import { OperatorRpcs } from "./Protocol.ts"
import { socketAddress } from "./SocketAddress.ts"

/** A connection to the service that holds the data directory, closed with the scope; none when no such service runs. */
export const dial = Effect.fnUntraced(function* (
  dataDir: string
): Effect.fn.Return<Option.Option<Net.Socket>, never, Scope.Scope> {
  const path = yield* socketAddress(dataDir)
  const connection = yield* Effect.acquireRelease(
    Effect.sync(() => Net.createConnection({ path })),
    (connection) => Effect.sync(() => connection.destroy())
  )
  return yield* Effect.callback<Option.Option<Net.Socket>>((resume) => {
    connection.once("connect", () => resume(Effect.succeed(Option.some(connection))))
    connection.once("error", () => resume(Effect.succeed(Option.none())))
  })
})

/** An embedded database answers no other query while it runs a statement, and its own maintenance may take a while. */
const pingTimeout = "2 minutes"

/** The operator at the other end of a connection. A connection that breaks is not made again. */
export const layer = (connection: Net.Socket) =>
  Layer.effect(Operator, RpcClient.make(OperatorRpcs, { disableTracing: true })).pipe(
    Layer.provide(RpcClient.layerProtocolSocket({ pingTimeout, retryPolicy: Schedule.recurs(0) })),
    Layer.provide([
      Layer.effect(Socket.Socket, NodeSocket.fromDuplex(Effect.succeed(connection))),
      RpcSerialization.layerNdjson
    ])
  )
