import { Effect } from "effect"
import { createServer } from "node:net"

/** Why nobody can listen there, in words that name the settings. */
const listenFault = (host: string, port: number, cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  switch (code) {
    case "EADDRINUSE":
      return `PORT ${port} is taken: another process listens there on ${host}`
    case "EACCES":
      return `PORT ${port} needs rights that this process does not have; from 1024 on none are needed`
    case "EADDRNOTAVAIL":
      return `HOST ${host} is no address of this machine`
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST ${host} is a name that nobody knows`
    default:
      return `HOST ${host} and PORT ${port} cannot be listened on: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

/** Listens for a moment, and gives what is in the way; null when nothing is. */
export const tryListening = (host: string, port: number): Effect.Effect<string | null> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(Effect.succeed(listenFault(host, port, cause))))
    server.listen({ host, port }, () => server.close(() => resume(Effect.succeed(null))))
  })
