import { percentile } from "../Figures.ts"
import type { Answer, Silence } from "./Client.ts"

/** What became of the requests of a while. */
export class Tally {
  readonly begun = performance.now()
  /** Requests for which there was no connection left: they were never made. */
  unsent = 0
  /** Answered as they should be, in milliseconds. */
  readonly accepted: Array<number> = []
  /** Refused for the time being: 429 and 503, in milliseconds. */
  readonly shed: Array<number> = []
  readonly wrong = new Map<string, number>()

  add(name: string, answer: Answer | Silence, millis: number, isRight: boolean): void {
    if (typeof answer === "string") this.#blame(`${name}: ${answer}`)
    else if (isRight) this.accepted.push(millis)
    else if (answer.status === 429 || answer.status === 503) {
      if (/\r\nretry-after: \d/i.test(answer.headers)) this.shed.push(millis)
      else this.#blame(`${name}: ${answer.status} without Retry-After`)
    } else this.#blame(`${name}: ${answer.status} ${answer.body.slice(0, 200)}`)
  }

  #blame(fault: string): void {
    this.wrong.set(fault, (this.wrong.get(fault) ?? 0) + 1)
  }

  get answered(): number {
    return this.accepted.length + this.shed.length
  }

  get faults(): number {
    return [...this.wrong.values()].reduce((sum, count) => sum + count, 0)
  }

  perSecond(): number {
    return this.accepted.length / ((performance.now() - this.begun) / 1_000)
  }

  p99(): number {
    return percentile(this.accepted, 0.99)
  }

  median(): number {
    return percentile(this.accepted, 0.5)
  }
}
