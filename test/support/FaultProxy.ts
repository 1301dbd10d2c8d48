import { Effect, type Scope } from "effect"
import * as Net from "node:net"

/**
 * What becomes of a connection: `pass` relays it, `refuse` has nobody listening, `reset` accepts and hangs up, `stall`
 * accepts and swallows every byte, as a network does that has lost the way.
 */
export type Fault = "pass" | "refuse" | "reset" | "stall"

/** A TCP relay on loopback that can be made to fail as networks and servers do; always on the same port. */
export interface FaultProxy {
  readonly port: number
  /** From now on; what `pass` had opened is reset by `refuse` and `reset`, and swallowed by `stall`. */
  readonly become: (fault: Fault) => Effect.Effect<void>
}

export const faultProxy = (to: {
  readonly host: string
  readonly port: number
}): Effect.Effect<FaultProxy, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let fault: Fault = "pass"
      let server: Net.Server | null = null
      const open = new Set<Net.Socket>()

      const keep = (socket: Net.Socket) => {
        open.add(socket)
        socket.on("error", () => {})
        socket.on("close", () => open.delete(socket))
        return socket
      }
      const relay = (near: Net.Socket) => {
        keep(near)
        if (fault === "reset") return near.resetAndDestroy()
        // What a stalled network swallows never comes, also when it is well again: such connections are lost.
        if (fault === "stall") return near.resume()
        const far = keep(Net.connect(to.port, to.host))
        const carry = (from: Net.Socket, into: Net.Socket) =>
          from.on("data", (bytes) => {
            if (fault === "stall") lost.add(near)
            if (!lost.has(near)) into.write(bytes)
          })
        carry(near, far)
        carry(far, near)
        near.on("close", () => far.destroy())
        far.on("close", () => near.destroy())
      }
      const lost = new WeakSet<Net.Socket>()

      const listen = (port: number) =>
        new Promise<number>((resolve, reject) => {
          server = Net.createServer(relay).once("error", reject)
          server.listen(port, "127.0.0.1", () => resolve((server!.address() as Net.AddressInfo).port))
        })
      const hangUp = () => open.forEach((socket) => socket.resetAndDestroy())
      const close = () =>
        new Promise<void>((resolve) => {
          if (server === null) return resolve()
          server.close(() => resolve())
          server = null
          hangUp()
        })

      const port = await listen(0)
      return {
        port,
        close,
        become: (next: Fault) =>
          Effect.promise(async () => {
            fault = next
            if (next === "refuse") return close()
            if (next === "reset") hangUp()
            if (server === null) await listen(port)
          })
      }
    }),
    ({ close }) => Effect.promise(close)
  )
