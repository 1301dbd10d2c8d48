import { Effect, Layer, Option } from "effect"
import { Settings } from "../config/Settings.ts"
import * as OpenAiEmbedder from "../embeddings/OpenAiEmbedder.ts"
import { Embedder } from "../storage/search/Embedder.ts"

/** The configured model of meaning, for the storage below; without one search goes by words. */
export const embedderLayer = Layer.effect(
  Embedder,
  Effect.gen(function* () {
    const settings = yield* Settings
    const { EMBEDDINGS_API_KEY, EMBEDDINGS_BASE_URL, EMBEDDINGS_MODEL, EMBEDDINGS_PRICE } = settings
    if (Option.isNone(EMBEDDINGS_MODEL)) return null
    // The key of one server is not for another.
    const apiKey = Option.isSome(EMBEDDINGS_BASE_URL)
      ? EMBEDDINGS_API_KEY
      : Option.orElse(EMBEDDINGS_API_KEY, () => settings.OPENAI_API_KEY)
    return yield* OpenAiEmbedder.make({
      model: EMBEDDINGS_MODEL.value,
      baseUrl: Option.getOrElse(EMBEDDINGS_BASE_URL, () => settings.OPENAI_BASE_URL),
      apiKey: Option.getOrNull(apiKey),
      price: EMBEDDINGS_PRICE
    })
  })
)
