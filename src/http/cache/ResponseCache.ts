import { crc32 } from "node:zlib"
import type { SharedRead } from "./SharedReads.ts"

/** The headers of an answer, but for what is each request's own. */
export interface Head {
  /** Names and values by turns, as node:http takes them. */
  readonly headers: ReadonlyArray<string>
  /** Where the request's id stands among them. */
  readonly requestId: number
  /** Where what is left of the limit stands; -1 when there is none. */
  readonly remainder: number
}

/** One whole answer of a shared read, as it was sent before. */
export interface Remembered {
  readonly read: SharedRead
  /** The version of the read's tables that it shows. */
  readonly version: number
  /** When the answer may become wrong, in milliseconds of the clock. */
  readonly until: number
  /** Strong, as `If-None-Match` is compared. */
  readonly etag: string
  /** As metrics and the access log name it. */
  readonly route: string
  /**
   * In the coding that it was asked for in, a character for each byte: node:http writes it together with the headers,
   * in one piece.
   */
  readonly body: string
  readonly head: Head
  /** The headers of the 304 for clients that already have the answer. */
  readonly headOnly: Head
}

/** What an answer takes beside its body, about: headers, entry, name. */
const overhead = 2_000

/**
 * Names asked for once are noted up to this number, then all are forgotten. Kept as CRC-32, since names may be long.
 */
const mostNoted = 10_000

/**
 * Answers by name, as many as have room. When there is none the oldest go, but for those that were asked for since they
 * were last looked at (second chance). What is asked for once is not worth the room: see {@link
 * ResponseCache.isWanted}.
 */
export class ResponseCache {
  readonly #most: number
  readonly #answers = new Map<string, { readonly answer: Remembered; readonly size: number; asked: boolean }>()
  readonly #askedOnce = new Set<number>()
  #size = 0

  /** `most`: bytes. */
  constructor(most: number) {
    this.#most = most
  }

  get(name: string): Remembered | undefined {
    const entry = this.#answers.get(name)
    if (entry === undefined) return undefined
    entry.asked = true
    return entry.answer
  }

  /** Whether the name was asked for before; the call itself counts. */
  isWanted(name: string): boolean {
    const note = crc32(name)
    if (this.#answers.has(name) || this.#askedOnce.delete(note)) return true
    if (this.#askedOnce.size >= mostNoted) this.#askedOnce.clear()
    this.#askedOnce.add(note)
    return false
  }

  set(name: string, answer: Remembered): void {
    this.#drop(name)
    const size = answer.body.length + name.length + overhead
    if (size > this.#most) return
    this.#answers.set(name, { answer, size, asked: false })
    this.#size += size
    while (this.#size > this.#most) {
      const [oldest, entry] = this.#answers.entries().next().value!
      this.#drop(oldest)
      if (!entry.asked) continue
      this.#answers.set(oldest, { ...entry, asked: false })
      this.#size += entry.size
    }
  }

  #drop(name: string): void {
    const entry = this.#answers.get(name)
    if (entry === undefined) return
    this.#answers.delete(name)
    this.#size -= entry.size
  }
}
