import { Effect } from "effect"
import * as Net from "node:net"

/** A TCP relay to the run's Postgres that can be cut and put back on the same port, like a server that restarts. */
export const relay = (host: string, port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const open = new Set<Net.Socket>()
      let server = Net.createServer()
      const listen = (at: number) =>
        new Promise<number>((resolve) => {
          server = Net.createServer((near) => {
            const far = Net.connect(port, host)
            for (const socket of [near, far]) {
              open.add(socket)
              socket.on("error", () => {})
              socket.on("close", () => [near, far].forEach((one) => one.destroy()))
            }
            near.pipe(far).pipe(near)
          })
          server.listen(at, "127.0.0.1", () => resolve((server.address() as Net.AddressInfo).port))
        })
      const ownPort = await listen(0)
      return {
        port: ownPort,
        cut: Effect.promise(async () => {
          const closed = new Promise((resolve) => server.close(resolve))
          for (const socket of open) socket.destroy()
          open.clear()
          await closed
        }),
        mend: Effect.promise(() => listen(ownPort))
      }
    }),
    ({ cut }) => cut
  )
