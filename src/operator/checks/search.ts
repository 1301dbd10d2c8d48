import { Effect } from "effect"
import { Embedder } from "../../storage/search/Embedder.ts"
import { type MeaningState, SearchIndex } from "../../storage/search/SearchIndex.ts"
import type { Finding } from "../Protocol.ts"

const engines = {
  bm25: "BM25 (pg_textsearch)",
  gin: "GIN",
  memory: "memory"
}

/** What is asked of the model to see whether it answers. */
const word = "Sonde"

/** Whether the model of meaning answers now, and how many signals have vectors. */
const byMeaning = Effect.fnUntraced(function* (
  { fillingProblem, model, pending, problem }: MeaningState,
  finding: (state: Finding["state"], message: string, advice: string | null, name: string) => Finding
) {
  const embedder = yield* Embedder
  const answer = yield* (embedder?.embed([word], "question") ?? Effect.succeed([])).pipe(
    Effect.as(null),
    Effect.timeoutOrElse({ duration: "5 seconds", orElse: () => Effect.succeed("it did not answer in 5 seconds") }),
    Effect.catch(({ reason }) => Effect.succeed(reason))
  )
  const name = `meaning (${model})`
  const wrong = answer ?? problem
  if (wrong !== null)
    return finding("warning", `Search goes by words alone: ${wrong}`, "See docs/search.md, Meaning", name)
  if (fillingProblem !== null) {
    const message = `${pending} signals have no vectors, and get none: ${fillingProblem}`
    return finding("warning", message, "See docs/search.md, Meaning", name)
  }
  return pending > 0
    ? finding("ok", `${pending} signals have no vectors yet: they are found by their words`, null, name)
    : finding("ok", "All signals have vectors", null, name)
})

/** Which index serves search, and whether all signals are in it. */
export const checkSearch = Effect.gen(function* () {
  const { engine, indexed, meaning, pending } = yield* (yield* SearchIndex).state
  const finding = (
    state: Finding["state"],
    message: string,
    advice: string | null,
    name: string = engines[engine]
  ): Finding => ({
    area: "search",
    name,
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
      : finding("ok", `${indexed} signals indexed`, engine === "gin" ? better : null),
    ...(meaning === null ? [] : [yield* byMeaning(meaning, finding)])
  ]
}).pipe(
  // Without a database there is nothing to say that was not said of it.
  Effect.catchCause(() => Effect.succeed<ReadonlyArray<Finding>>([]))
)
