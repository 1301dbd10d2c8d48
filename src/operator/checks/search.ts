import { Effect } from "effect"
import { SearchIndex } from "../../storage/search/SearchIndex.ts"
import type { Finding } from "../Protocol.ts"

const engines = {
  bm25: "BM25 (pg_textsearch)",
  gin: "GIN",
  memory: "memory"
}

/** Which index serves search, and whether all signals are in it. */
export const checkSearch = Effect.gen(function* () {
  const { engine, indexed, pending } = yield* (yield* SearchIndex).state
  const finding = (state: Finding["state"], message: string, advice: string | null): Finding => ({
    area: "search",
    name: engines[engine],
    state,
    message,
    advice
  })
  const better =
    "Install the extension pg_textsearch (Postgres 17 or later) and start again: common words cost less, see docs/scaling.md"
  return [
    pending > 0
      ? finding(
          "warning",
          `${pending} signals are not indexed yet, ${indexed} are`,
          "Wait: it goes on by itself, the newest first"
        )
      : finding("ok", `${indexed} signals indexed`, engine === "gin" ? better : null)
  ]
}).pipe(
  // Without a database there is nothing to say that was not said of it.
  Effect.catchCause(() => Effect.succeed<ReadonlyArray<Finding>>([]))
)
