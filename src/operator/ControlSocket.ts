import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import { Effect, Layer } from "effect"
import { RpcSerialization, RpcServer } from "effect/rpc"
import { SocketServer } from "effect/socket"
import * as FileSystem from "node:fs"
import * as Handlers from "./Handlers.ts"
import { OperatorRpcs } from "./Protocol.ts"
import { socketAddress, socketPath } from "./SocketAddress.ts"

/**
 * Listens at the data directory's socket. Its caller holds the directory, so a socket that is there already belongs to
 * a process that was killed.
 */
const listen = Effect.fnUntraced(function* (dataDir: string) {
  const path = socketPath(dataDir)
  const address = yield* socketAddress(dataDir)
  FileSystem.rmSync(path, { force: true })
  const server = yield* NodeSocketServer.make({ path: address })
  // Anyone who may write to the socket may do everything that an operator can. Until this line the directory's mode
  // (0700) protects it.
  if (process.platform !== "win32") FileSystem.chmodSync(path, 0o600)
  return server
})

/**
 * Lets `sonde` commands work through this process while it holds the embedded database of `dataDir`; started after the
 * database, which takes the hold, and gone before it. Some mounted directories cannot have a socket: then the service
 * does without, and says so.
 */
export const layer = (dataDir: string) =>
  RpcServer.layer(OperatorRpcs, { disableTracing: true, disableFatalDefects: true }).pipe(
    Layer.provide(RpcServer.layerProtocolSocketServer),
    Layer.provide([Layer.effect(SocketServer.SocketServer, listen(dataDir)), RpcSerialization.layerNdjson]),
    Layer.catchCause((cause) =>
      Layer.effectDiscard(
        Effect.logWarning("Operators' commands will not work while this service runs: no control socket", cause)
      )
    ),
    Layer.provide(Handlers.layer)
  )
