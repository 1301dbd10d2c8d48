/** Why a document was refused: the closed set that callers can act on. */
export const REFUSAL_REASONS = [
  "empty",
  "html",
  "not_a_feed",
  "bad_json",
  "malformed",
  "too_large",
  "too_deep"
] as const

export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** A refusal inside the reader, which knows nothing of Effect so that its worker starts quickly. */
export class Refusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Whatever was thrown while reading, as a refusal: a reader that stumbles met a malformed document. */
export const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal("malformed", "the document could not be read as a feed")
