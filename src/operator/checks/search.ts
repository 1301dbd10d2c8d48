import { Effect } from "effect"
import { Embedder } from "../../storage/search/Embedder.ts"
import { ClusterFailed, SearchCluster } from "../../storage/search/SearchCluster.ts"
import { type ClusterState, type MeaningState, SearchIndex } from "../../storage/search/SearchIndex.ts"
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

/** From so many seconds on a cluster is further behind than it is between two looks. */
const longBehind = 30

/** Whether the cluster answers now, and how far it is behind. */
const byCluster = Effect.fnUntraced(function* (
  { behind, behindSeconds, building, feedingProblem, name: servers }: ClusterState,
  finding: (state: Finding["state"], message: string, advice: string | null, name: string) => Finding
) {
  const cluster = yield* SearchCluster
  const answer = yield* (cluster?.documents ?? Effect.succeed(0)).pipe(
    Effect.timeoutOrElse({
      duration: "5 seconds",
      orElse: () => Effect.fail(ClusterFailed.because("it did not answer in 5 seconds"))
    }),
    Effect.result
  )
  const name = `cluster (${servers})`
  const advice = "See docs/search.md, Cluster"
  const filled = building === null ? "" : `; its next index lacks ${building} signals`
  if (answer._tag === "Failure")
    return finding("warning", `The database searches in its place: ${answer.failure.reason}${filled}`, advice, name)
  const late = behind === 0 ? "" : `, ${behind} changes behind, the oldest for ${behindSeconds.toFixed(1)} s`
  const message = `${answer.success} signals${late}${filled}`
  if (feedingProblem !== null)
    return finding("warning", `${message}. It is told of nothing: ${feedingProblem}`, advice, name)
  return behindSeconds > longBehind
    ? finding("warning", message, "Is a service running that has SEARCH_URL? See its log", name)
    : finding("ok", message, null, name)
})

/** Which index serves search, and whether all signals are in it. */
export const checkSearch = Effect.gen(function* () {
  const { cluster, engine, indexed, meaning, pending } = yield* (yield* SearchIndex).state
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
    ...(meaning === null ? [] : [yield* byMeaning(meaning, finding)]),
    ...(cluster === null ? [] : [yield* byCluster(cluster, finding)])
  ]
}).pipe(
  // Without a database there is nothing to say that was not said of it.
  Effect.catchCause(() => Effect.succeed<ReadonlyArray<Finding>>([]))
)
