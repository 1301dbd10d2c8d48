import { Context, Duration, Effect, Schema } from "effect"

/** The model gave no vectors for these texts. */
export class EmbeddingFailed extends Schema.TaggedError<EmbeddingFailed>()("EmbeddingFailed", {
  /** Why, in our own words, fit to follow "the model could not be used:". */
  reason: Schema.String,
  /** Whether the server refused these texts, but may accept others. */
  refused: Schema.Boolean,
  /** Milliseconds to wait, as the server asks; 0 if it does not say. */
  retryAfter: Schema.Int
}) {
  /** A fault of the model or its server. */
  static because(reason: string): EmbeddingFailed {
    return new EmbeddingFailed({ reason, refused: false, retryAfter: 0 })
  }
}

/** A model that turns texts into vectors: the nearer two vectors, the more similar the meaning of their texts. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string
  /**
   * A vector of length 1 for each text, in their order, all of one dimension. One call, without retries or a deadline:
   * the caller adds them.
   */
  readonly embed: (
    texts: ReadonlyArray<string>,
    purpose: "question" | "signals"
  ) => Effect.Effect<ReadonlyArray<Float32Array>, EmbeddingFailed>
}

/** Ends a call of the model at its deadline. */
export const within = (deadline: Duration.Duration) =>
  Effect.timeoutOrElse({
    duration: deadline,
    orElse: () => Effect.fail(EmbeddingFailed.because("it did not answer in time"))
  })

/** Milliseconds to pause after a failure: each that came before it doubles them, and the server may ask for more. */
export const pauseAfter = (
  { retryAfter }: EmbeddingFailed,
  failuresBefore: number,
  { first, longest }: { readonly first: Duration.Duration; readonly longest: Duration.Duration }
): number => Math.max(retryAfter, Math.min(Duration.toMillis(longest), Duration.toMillis(first) * 2 ** failuresBefore))

/**
 * The configured model; null if there is none, and then no part of it runs. Not effect/ai's EmbeddingModel: it has no
 * name to identify stored vectors by, makes a class and checks a schema for each vector, and takes 70 ms to load.
 */
export const Embedder = Context.Reference<Embedder | null>("sonde/storage/Embedder", { defaultValue: () => null })
