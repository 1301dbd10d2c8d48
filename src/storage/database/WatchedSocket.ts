import { Duration } from "effect"
import * as Net from "node:net"

/** How often a connection is looked at. */
const interval = Duration.millis(250)

/**
 * A TCP connection that breaks off when what was written to it stays without any answer for longer than
 * `answerTimeout`.
 *
 * Neither side notices when a host dies or a firewall forgets the connection while data is under way: TCP repeats what
 * it sent for about a quarter of an hour, keep-alive probes wait until that is over, and Node can't set
 * TCP_USER_TIMEOUT (RFC 5482). The bytes are only counted, never touched, so that TLS may run over it. What was written
 * in the same moment as the last bytes came may be what they answer or not, and counts as unanswered: so a connection
 * on which nothing is said for `answerTimeout` after that breaks off as well, which nobody misses.
 */
export const connectWatched = (options: Net.TcpNetConnectOpts, answerTimeout: Duration.Duration): Net.Socket => {
  const socket = Net.connect(options)
  const limit = Duration.toMillis(answerTimeout)
  let read = 0
  let written = 0
  let waitingSince: number | null = null
  const look = setInterval(
    () => {
      const now = performance.now()
      const hasRead = socket.bytesRead !== read
      const hasWritten = socket.bytesWritten !== written
      read = socket.bytesRead
      written = socket.bytesWritten
      if (hasRead) waitingSince = hasWritten ? now : null
      else if (hasWritten) waitingSince ??= now
      if (waitingSince !== null && now - waitingSince >= limit) {
        socket.destroy(new Error(`no answer within ${Duration.format(answerTimeout)}`))
      }
    },
    Math.min(Duration.toMillis(interval), limit / 2)
  )
  look.unref()
  return socket.on("close", () => clearInterval(look))
}
