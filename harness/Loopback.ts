import { Effect } from "effect"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"

/** An HTTP server on a free port of this machine that lives as long as the scope. */
export const loopback = (handler: Http.RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly server: Http.Server; readonly port: number; readonly origin: string }>((resume) => {
      const server = Http.createServer(handler)
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ server, port, origin: `http://127.0.0.1:${port}` }))
      })
    }),
    ({ server }) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
