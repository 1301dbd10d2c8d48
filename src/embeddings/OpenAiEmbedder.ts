import { Clock, Effect, Exit } from "effect"
import type { ModelFailed } from "../outbound/ModelFailed.ts"
import { connect, failureOf, type OpenAiServer } from "../outbound/OpenAiServer.ts"
import { type Embedder, EmbeddingFailed } from "../storage/search/Embedder.ts"
import { embeddingsCalled, embeddingsCost, embeddingsTokens } from "../telemetry/Metrics.ts"

export interface Options extends OpenAiServer {
  readonly model: string
  /** US dollars for a million tokens; 0 if it is not known. */
  readonly price: number
}

/** The most numbers in a vector: the limit of pgvector's `halfvec`. */
const mostDimensions = 16_000

/** The most bytes of an answer: enough for 32 vectors of 4,000 numbers, or 8 of the longest. */
const mostBytes = 4 * 2 ** 20

/** Servers that refuse a text, because it is too long for one, answer one of these. */
const refusals = new Set([400, 413, 422])

const ofModel = ({ reason, retryAfter, status }: ModelFailed) =>
  new EmbeddingFailed({ reason, retryAfter, refused: status !== null && refusals.has(status) })

/** A vector of length 1; null if it is invalid: not numbers, not finite, all zero, or too long. */
const vectorOf = (given: unknown): Float32Array | null => {
  if (!Array.isArray(given) || given.length === 0 || given.length > mostDimensions) return null
  let sum = 0
  for (const value of given as ReadonlyArray<unknown>) {
    if (typeof value !== "number") return null
    sum += value * value
  }
  const length = Math.sqrt(sum)
  return Number.isFinite(length) && length > 0
    ? Float32Array.from(given as Array<number>, (value) => value / length)
    : null
}

/** Vectors in the order of the texts; a reason if an answer lacks a valid vector for one of them. */
const vectorsOf = (data: unknown, count: number): ReadonlyArray<Float32Array> | string => {
  if (!Array.isArray(data)) return "its server's answer is not in the form of OpenAI's API"
  if (data.length !== count) return "its answer had the wrong number of vectors"
  const vectors = new Map<number, Float32Array>()
  for (const entry of data as ReadonlyArray<{ readonly index?: unknown; readonly embedding?: unknown } | null>) {
    const vector = vectorOf(entry?.embedding)
    if (vector === null) return "its answer had an invalid vector"
    // By its index: servers may answer in any order.
    if (typeof entry?.index === "number") vectors.set(entry.index, vector)
  }
  const ordered = Array.from({ length: count }, (_, n) => vectors.get(n)).filter((vector) => vector !== undefined)
  if (ordered.length !== count) return "its answer had a missing or repeated index"
  return ordered.every(({ length }) => length === ordered[0]!.length) ? ordered : "its vectors had different lengths"
}

const tokensOf = (value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0

/** A model behind `/embeddings` of OpenAI's API, or of any server that speaks it. */
export const make = Effect.fnUntraced(function* (options: Options): Effect.fn.Return<Embedder> {
  const client = yield* Effect.cached(Effect.promise(() => connect(options, mostBytes)))

  const call = Effect.fnUntraced(function* (texts: ReadonlyArray<string>, purpose: "question" | "signals") {
    const { embeddings } = yield* client
    const now = yield* Clock.currentTimeMillis
    const answer = yield* Effect.tryPromise({
      try: (signal) =>
        embeddings.create({ model: options.model, input: [...texts], encoding_format: "float" }, { signal }),
      catch: (error) => ofModel(failureOf(error, now))
    })
    // Tokens cost money even if the vectors are invalid.
    const tokens = tokensOf(answer?.usage?.prompt_tokens)
    embeddingsTokens({ purpose }, tokens)
    if (options.price > 0) embeddingsCost({}, (tokens * options.price) / 1e6)
    const vectors = vectorsOf(answer?.data, texts.length)
    return typeof vectors === "string" ? yield* EmbeddingFailed.because(vectors) : vectors
  })

  return {
    model: options.model,
    embed: (texts, purpose) =>
      Effect.flatMap(Clock.currentTimeMillis, (begun) =>
        Effect.onExit(call(texts, purpose), (exit) =>
          Effect.map(Clock.currentTimeMillis, (now) =>
            embeddingsCalled({ purpose, outcome: Exit.isSuccess(exit) ? "answered" : "failed" }, (now - begun) / 1_000)
          )
        )
      )
  }
})
