import { Schema } from "effect"

/** A call to the model that gave nothing to work with. */
export class ModelFailed extends Schema.TaggedError<ModelFailed>()("ModelFailed", {
  /**
   * Why, in our own words, fit to follow "the model could not be used:". Nothing that a server sent goes in here:
   * servers repeat parts of keys and of questions in their messages.
   */
  reason: Schema.String,
  /** The HTTP status, where there was one. */
  status: Schema.NullOr(Schema.Int),
  /** Whether the same call may do better a little later. */
  transient: Schema.Boolean,
  /** Milliseconds that the server wants to be left alone, 0 when it does not say. */
  retryAfter: Schema.Int
}) {
  /** A failure that the same call would only meet again. */
  static final(reason: string, status: number | null = null): ModelFailed {
    return new ModelFailed({ reason, status, transient: false, retryAfter: 0 })
  }

  /** The same failure, with what it was of in front of its reason. */
  of(what: string): ModelFailed {
    return new ModelFailed({ ...this, reason: `${what}: ${this.reason}` })
  }
}
