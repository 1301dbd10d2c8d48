import { type ChildProcess, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { answers } from "../../harness/PostgresCluster.ts"

interface Server {
  readonly name: string
  readonly port: number
  readonly healthPort: number
}

/** As docs/operating.md has it: the database's primary by its health, and the service by /readyz. */
const configuration = (ports: {
  readonly primary: number
  readonly service: number
  readonly databases: ReadonlyArray<Server>
  readonly services: ReadonlyArray<number>
}) => `
defaults
    timeout connect 2s
    timeout client 30m
    timeout server 30m
    retries 2

listen primary
    bind 127.0.0.1:${ports.primary}
    mode tcp
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${ports.databases
  .map(({ healthPort, name, port }) => `    server ${name} 127.0.0.1:${port} check port ${healthPort}`)
  .join("\n")}

listen sonde
    bind 127.0.0.1:${ports.service}
    mode http
    balance roundrobin
    option redispatch 1
    option httpchk GET /readyz
    default-server inter 1s fall 3 rise 1
${ports.services.map((port, n) => `    server sonde${n} 127.0.0.1:${port} check`).join("\n")}
`

/** HAProxy in front of the databases and of the services. */
export class Proxy {
  readonly #file: string
  readonly #port: number
  #child: ChildProcess | null = null

  constructor(directory: string, ports: Parameters<typeof configuration>[0]) {
    this.#file = join(directory, "haproxy.cfg")
    this.#port = ports.primary
    writeFileSync(this.#file, configuration(ports))
  }

  async start(): Promise<void> {
    this.#child = spawn("haproxy", ["-db", "-f", this.#file], {
      stdio: ["ignore", "ignore", "ignore"],
      env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin:/usr/local/sbin` }
    })
    while (!(await answers(this.#port))) {
      if (this.#child.exitCode !== null) throw new Error("HAProxy did not start")
      await sleep(20)
    }
  }

  kill(): void {
    this.#child?.kill("SIGKILL")
  }
}
