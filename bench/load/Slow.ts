import { connect, type Socket } from "node:net"
import { requestBytes } from "./Client.ts"

/** How a slow client holds on to its connection. */
const ways = {
  /** Sends its headers, a byte at a time. */
  headers: (socket: Socket) => {
    socket.write("GET /api/v1/public/signals HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ")
    return () => socket.write("a")
  },
  /** Sends its body, a byte at a time. */
  body: (socket: Socket, key: string) => {
    const whole = requestBytes("POST", "/api/v1/public/competitors", { "x-api-key": key }, `{"name":"${"a".repeat(90)}`)
    const cut = whole.indexOf("\r\n\r\n") + 4
    socket.write(whole.slice(0, cut))
    let sent = cut
    return () => socket.write(whole[Math.min(sent++, whole.length - 1)]!)
  },
  /** Asks for a MiB, and hardly reads. */
  reading: (socket: Socket, key: string) => {
    socket.pause()
    socket.write(requestBytes("GET", "/api/v1/public/signals?limit=100", { "x-api-key": key }).repeat(10))
    return () => socket.read(1_024)
  }
}

/** They connect over this many milliseconds: slowness is measured, not a burst of connections. */
const arrival = 5_000

/** So many slow clients of each kind, until they are told to go. */
export const slowClients = (url: string, key: string, each: number): { readonly go: () => void } => {
  const ends = Object.values(ways).flatMap((way) =>
    Array.from({ length: each }, (_, n) => {
      let timer = setTimeout(
        () => {
          socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) }).on("error", () => {})
          const more = way(socket, key)
          timer = setInterval(() => socket?.writable === true && more(), 1_000)
        },
        (n * arrival) / each
      )
      let socket: Socket | undefined
      return () => {
        clearTimeout(timer)
        socket?.destroy()
      }
    })
  )
  return { go: () => ends.forEach((end) => end()) }
}
