import type { Effect, Scope } from "effect"

/** What a bench found: figures for programs, lines for people. */
export interface Report {
  /** By what is measured, with the unit in the name: `10000 companies: search p99 ms`. */
  readonly figures: Readonly<Record<string, number>>
  readonly lines: ReadonlyArray<string>
  /** Lines that a document does not need, such as plans. */
  readonly details?: ReadonlyArray<string>
  /** Targets that were missed, a sentence each: the command then ends with 1. */
  readonly missed?: ReadonlyArray<string>
}

/** One measurement beside a named peer. A file of bench/ exports one. */
export interface Bench {
  /** How it is called for on the command line. */
  readonly name: string
  /**
   * The document of docs/ that its figures go into: performance.md unless told; null where the output has texts of
   * others.
   */
  readonly document?: string | null
  readonly run: (options: {
    /** Small amounts, for tests and a quick look: well under a minute. */
    readonly short: boolean
    /** Everything that was missed, for people who improve what is measured. */
    readonly missed?: boolean
  }) => Effect.Effect<Report, unknown, Scope.Scope>
}
