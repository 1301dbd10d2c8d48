/** Why a document is not readable: the closed set that callers can act on. */
export const UNREADABLE_REASONS = [
  "empty",
  "html",
  "not_a_feed",
  "bad_json",
  "malformed",
  "too_large",
  "too_deep"
] as const

export type UnreadableReason = (typeof UNREADABLE_REASONS)[number]

/** What the reader throws, which knows nothing of Effect so that its worker starts quickly. */
export class UnreadableDocument extends Error {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Whatever was thrown while reading, as an unreadable document: a reader that stumbles met a malformed document. */
export const toUnreadable = (error: unknown): UnreadableDocument =>
  error instanceof UnreadableDocument
    ? error
    : new UnreadableDocument("malformed", "the document could not be read as a feed")
