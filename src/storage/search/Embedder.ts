import { Context, type Effect, Schema } from "effect"

/** Texts that no vectors could be had for. */
export class EmbeddingFailed extends Schema.TaggedError<EmbeddingFailed>()("EmbeddingFailed", {
  /** Why, in our own words, fit to follow "the model could not be used:". */
  reason: Schema.String,
  /** Whether the server refused these texts, and may take others. */
  refused: Schema.Boolean,
  /** Milliseconds that the server wants to be left alone, 0 when it does not say. */
  retryAfter: Schema.Int
}) {}

/** A model that turns texts into vectors: the nearer two of them, the more alike is what their texts mean. */
export interface Embedder {
  /** Vectors of other models are not comparable. */
  readonly model: string
  /**
   * A vector of length 1 for each text, in their order, all of one dimension. One call, without retries, and without a
   * deadline: those are the caller's.
   */
  readonly embed: (
    texts: ReadonlyArray<string>,
    purpose: "question" | "signals"
  ) => Effect.Effect<ReadonlyArray<Float32Array>, EmbeddingFailed>
}

/**
 * The configured model; null without one, and then nothing of it runs. Not effect/ai's EmbeddingModel: that one has no
 * name to tell stored vectors by, makes a class and checks a schema for each vector, and takes 70 ms to load.
 */
export const Embedder = Context.Reference<Embedder | null>("sonde/storage/Embedder", { defaultValue: () => null })
