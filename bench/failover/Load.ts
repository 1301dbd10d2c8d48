import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"

/** An answer that takes longer does not count as one. */
const longest = 2_000

/** After this, what was acknowledged must be shown by every server that is not behind. */
const staleAfter = 1_000

/** One request, as its client saw it; times are milliseconds since the process began. */
interface Asked {
  readonly kind: "read" | "write"
  readonly begun: number
  readonly ended: number
  /** What went wrong; null when it was answered in time. */
  readonly problem: string | null
}

interface Answer {
  readonly status: number
  readonly body: { readonly data: unknown }
}

const names = (body: Answer["body"]): ReadonlyArray<string> =>
  (body.data as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)

/** Clients that read, and clients that write, repeat what was not acknowledged, and look for what was. */
export class Load {
  readonly asked: Array<Asked> = []
  /** Names of competitors whose creation was acknowledged, and of those whose removal was. */
  readonly created: Array<string> = []
  readonly removed: Array<string> = []
  /** Looks right after an acknowledgement, at whichever process: how many, and how many did not show it. */
  looks = 0
  missed = 0
  readonly stale: Array<string> = []
  readonly #url: string
  #over = false

  constructor(url: string) {
    this.#url = url
  }

  async #ask(key: string, kind: Asked["kind"], path: string, init: RequestInit = {}): Promise<Answer | null> {
    const begun = performance.now()
    let problem: string | null = null
    let answer: Answer | null = null
    try {
      const response = await fetch(`${this.#url}/api/v1/public${path}`, {
        ...init,
        headers: { "x-api-key": key, "content-type": "application/json", ...(init.headers as Record<string, string>) },
        signal: AbortSignal.timeout(10_000)
      })
      const text = await response.text()
      if (response.status >= 500) problem = String(response.status)
      // The process that had it in hand may have died: its claim holds for 15 seconds, and other writes go on.
      else if (!text.includes("idempotency_in_progress"))
        answer = { status: response.status, body: JSON.parse(text) as Answer["body"] }
    } catch (cause) {
      problem = cause instanceof Error ? cause.message : String(cause)
    }
    const ended = performance.now()
    if (problem === null && ended - begun > longest) problem = `${Math.round(ended - begun)} ms`
    this.asked.push({ kind, begun, ended, problem })
    return answer
  }

  /** Until it is acknowledged: with its key, a repeated POST is the same one. */
  async #write(key: string, path: string, init: RequestInit): Promise<Answer> {
    for (;;) {
      const answer = await this.#ask(key, "write", path, init)
      if (answer !== null) return answer
      await sleep(250)
    }
  }

  /** Whether the list shows what was acknowledged, as the first answer after it. */
  async #look(key: string, acknowledged: number, shows: (names: ReadonlyArray<string>) => boolean, what: string) {
    for (;;) {
      const begun = performance.now()
      const answer = await this.#ask(key, "read", "/competitors")
      if (answer === null) {
        await sleep(100)
        continue
      }
      const late = begun - acknowledged
      if (shows(names(answer.body))) return true
      if (late > staleAfter) this.stale.push(`${what}, ${Math.round(late)} ms after its acknowledgement`)
      return false
    }
  }

  async writer(key: string): Promise<void> {
    while (!this.#over) {
      const name = randomUUID()
      const created = await this.#write(key, "/competitors", {
        method: "POST",
        headers: { "idempotency-key": name },
        body: JSON.stringify({ name, domain: `${name}.example` })
      })
      if (created.status !== 201) throw new Error(`POST: ${created.status} ${JSON.stringify(created.body)}`)
      const at = performance.now()
      this.created.push(name)
      // Requests alternate between the processes.
      for (const pause of [0, 100, staleAfter]) {
        await sleep(pause)
        const shown = await this.#look(key, at, (names) => names.includes(name), `${name} is missing`)
        if (pause > 0) continue
        this.looks++
        if (!shown) this.missed++
      }
      const { id } = created.body.data as { readonly id: number }
      // Done twice, because its answer was lost, it is told that the entry is archived already.
      await this.#write(key, `/competitors/${id}`, { method: "DELETE" })
      const gone = performance.now()
      this.removed.push(name)
      this.looks++
      if (!(await this.#look(key, gone, (names) => !names.includes(name), `${name} is still there`))) this.missed++
      await sleep(Math.max(0, gone + staleAfter + 10 - performance.now()))
      await this.#look(key, gone, (names) => !names.includes(name), `${name} is still there`)
    }
  }

  async reader(key: string): Promise<void> {
    for (let n = 0; !this.#over; n++) {
      const word = ["market", "energy", "price", "battery"][n % 4]
      await this.#ask(key, "read", ["/signals?limit=20", `/signals?q=${word}&limit=5`, "/competitors"][n % 3]!)
      await sleep(250)
    }
  }

  end(): void {
    this.#over = true
  }

  /** How what was asked between two moments fared: seconds from the first until every answer came in time again. */
  between(kind: Asked["kind"], from: number, to: number) {
    const asked = this.asked.filter((one) => one.kind === kind && one.ended >= from && one.ended < to)
    const failed = asked.filter(({ problem }) => problem !== null)
    const problems = Object.entries(Object.groupBy(failed, ({ problem }) => problem!)).map(
      ([problem, all]) => `${all!.length} × ${problem}`
    )
    const last = Math.max(from, ...failed.map(({ ended }) => ended))
    return { count: asked.length, failed: failed.length, problems, recovered: (last - from) / 1_000 }
  }
}
