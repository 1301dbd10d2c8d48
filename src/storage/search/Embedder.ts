import { Context, type Effect, Schema } from "effect"

/** The model gave no vectors for these texts. */
export class EmbeddingFailed extends Schema.TaggedError<EmbeddingFailed>()("EmbeddingFailed", {
  /** Why, in our own words, fit to follow "the model could not be used:". */
  reason: Schema.String,
  /** Whether the server refused these texts, but may accept others. */
  refused: Schema.Boolean,
  /** Milliseconds to wait, as the server asks; 0 if it does not say. */
  retryAfter: Schema.Int
}) {}

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

/**
 * The configured model; null if there is none, and then no part of it runs. Not effect/ai's EmbeddingModel: it has no
 * name to identify stored vectors by, makes a class and checks a schema for each vector, and takes 70 ms to load.
 */
export const Embedder = Context.Reference<Embedder | null>("sonde/storage/Embedder", { defaultValue: () => null })
