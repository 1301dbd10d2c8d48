/*
 * Positions are bytes since the beginning of the primary's write-ahead log (LSN). A standby that has replayed a
 * position shows everything that was committed before it.
 */

/** More samples than this are thinned out. */
const mostSamples = 1_000

/** What everything is about that may have been written while nothing was heard. */
const everything = "everything"

/**
 * What a process knows of the primary's log: since when a position shows everything, and from which position on what
 * somebody has written can be seen. Times are milliseconds of a clock that never goes back.
 */
export class LogPositions {
  /** The server that was listened to last: copies of it have the same system, and those that follow it its timeline. */
  primary: { readonly system: bigint; readonly timeline: number } | null = null
  /** The position of what subjects have written, the last to be asked for at the end. */
  readonly #known = new Map<string, { readonly position: bigint; readonly at: number }>()
  /** Subjects that have written since the primary was asked last. */
  #written = new Set<string>([everything])
  /** The same of those who wrote before the question that is not answered yet. */
  #asked: ReadonlySet<string> = new Set()
  /** Both grow: everything that was committed before `since` is at `position` or before it. */
  #samples: Array<{ readonly since: number; readonly position: bigint }> = []
  readonly #keepMillis: number

  /** `keepMillis`: for how long it matters that somebody has written, since every server in use has it after that. */
  constructor(keepMillis: number) {
    this.#keepMillis = keepMillis
  }

  /** Somebody has written, in this process or in another, and it is committed. */
  wrote(subject: string): void {
    this.#written.add(subject)
  }

  /** The same, when the position that shows it is known already. */
  wroteAt(subject: string, position: bigint, now: number): void {
    if (position < (this.#known.get(subject)?.position ?? 0n)) return
    this.#known.delete(subject)
    this.#known.set(subject, { position, at: now })
  }

  /** What was written before may be unknown. */
  missed(): void {
    this.#written.add(everything)
  }

  /** To be called before the primary is asked for its position. */
  asking(): void {
    this.#asked = new Set([...this.#asked, ...this.#written])
    this.#written = new Set()
  }

  /** The primary's answer to a question that was asked at `since`. */
  answered(position: bigint, since: number): void {
    // Another server has taken over, which never had what was behind this position.
    if (position < (this.#samples.at(-1)?.position ?? 0n)) {
      this.#samples = []
      for (const subject of this.#known.keys()) this.#known.set(subject, { position, at: since })
    }
    for (const subject of this.#asked) {
      this.#known.delete(subject)
      this.#known.set(subject, { position, at: since })
    }
    this.#asked = new Set()
    for (const [subject, { at }] of this.#known) {
      if (subject === everything) continue
      if (since - at < this.#keepMillis) break
      this.#known.delete(subject)
    }
    if (this.#samples.at(-1)?.position === position) this.#samples.pop()
    this.#samples.push({ since, position })
    // The first of two says less than the second, and nothing that is wrong.
    if (this.#samples.length > mostSamples)
      this.#samples = this.#samples.filter((_, n) => n % 2 === 1 || n === 0 || n > mostSamples / 2)
  }

  /** From where on all that these subjects have written can be seen; undefined while that is not known. */
  of(subjects: ReadonlyArray<string>): bigint | undefined {
    let most = 0n
    for (const subject of [everything, ...subjects]) {
      if (this.#written.has(subject) || this.#asked.has(subject)) return undefined
      const position = this.#known.get(subject)?.position ?? 0n
      if (position > most) most = position
    }
    return most
  }

  /** Everything that was committed before this moment can be seen at the position; undefined if that is not known. */
  shows(position: bigint): number | undefined {
    return this.#samples.findLast((sample) => sample.position <= position)?.since
  }
}
