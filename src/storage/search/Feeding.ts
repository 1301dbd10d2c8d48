import { Clock, Duration, Effect } from "effect"
import type { Outbox } from "./Outbox.ts"
import { type ClusterFailed, type SearchCluster } from "./SearchCluster.ts"
import { analysisVersion } from "./SearchDocuments.ts"

/** Changes in one call, and documents of an index that is being filled. */
const mostSent = 1_000

/** How often to look for changes. */
const lookMillis = 500

/**
 * What was told becomes visible again after several times as long as that took: it costs the cluster more than to take
 * documents in. Once all is told it is never longer than this until then, and while there is more never shorter.
 */
const visibleMillis = 2_000
const restOfRefresh = 3

/** How often a process says that it has a cluster, where it has nothing to tell it. */
const seenMillis = Duration.toMillis("1 minute")

/** The pauses after failures of the cluster. */
const pauses = { first: Duration.toMillis("1 second"), longest: Duration.toMillis("1 minute") }

/**
 * Tells the cluster what has changed, in the order in which it did, and fills its next index beside that. What was told
 * is taken from the outbox once it is visible: if the process dies before, the next one tells it again, and the cluster
 * passes over what is no news. While an index is being filled, both are told of changes.
 */
export const makeFeeding = (cluster: SearchCluster, outbox: Outbox) => {
  const version = `${analysisVersion} ${cluster.version}`
  let seenAt = -Infinity
  /** What was told and is not visible yet, by its numbers in the outbox. */
  let told: Array<number> = []
  /** When what was told became visible, and how long that took. */
  let refreshed = { at: -Infinity, took: 0 }
  let problem: string | null = null
  let failures = 0
  let pausedUntil = -Infinity

  /** Tells a part of the outbox; milliseconds until there may be more to do. */
  const tellChanges = Effect.fnUntraced(function* (indexes: ReadonlyArray<string>) {
    const { changes, seqs } = yield* outbox.next(mostSent, told.at(-1) ?? 0)
    const isAll = seqs.length < mostSent
    if (seqs.length > 0) {
      const refused = yield* cluster.put(indexes, changes)
      if (refused.length > 0)
        yield* Effect.logWarning(`The search cluster does not take these signals: ${refused.slice(0, 20).join(", ")}`)
      told.push(...seqs)
    }
    if (told.length === 0) return lookMillis
    const now = yield* Clock.currentTimeMillis
    const rest = restOfRefresh * refreshed.took
    const due = refreshed.at + (isAll ? Math.min(rest, visibleMillis) : Math.max(rest, visibleMillis))
    if (now < due) return isAll ? Math.min(lookMillis, due - now) : 0
    yield* cluster.refresh(indexes)
    const at = yield* Clock.currentTimeMillis
    refreshed = { at, took: at - now }
    yield* outbox.sent(told)
    told = []
    return isAll ? lookMillis : 0
  })

  /** Fills an index a little more; once it has everything, it answers. True while it has not. */
  const fill = Effect.fnUntraced(function* (index: string, below: number, isBehind: boolean) {
    const changes = yield* outbox.before(below, mostSent)
    if (changes.length > 0) {
      yield* cluster.put([index], changes)
      yield* outbox.filled(index, changes.at(-1)!.id)
      return true
    }
    if (isBehind) return true
    yield* cluster.refresh([index])
    yield* cluster.serve(index)
    yield* outbox.serve(index)
    yield* Effect.logInfo("The search cluster answers from a new index")
    return false
  })

  /** Milliseconds until there may be something to do again. */
  const turn = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now - seenAt >= seenMillis) {
      yield* outbox.begin
      seenAt = now
    }
    const seen = yield* outbox.look
    const isIdle =
      seen === null ||
      (!seen.isWaiting && seen.building === null && !seen.wanted && seen.version === version && seen.serving !== null)
    if (isIdle) return lookMillis
    const held = yield* outbox.hold
    if (held === null) {
      told = []
      return lookMillis
    }
    const { building, serving } = held
    const isOther = held.version !== version || held.wanted
    if (isOther || (serving === null && building === null)) {
      // Under new rules the database's own documents are made first.
      if (seen?.isIndexing === true) return lookMillis
      const index = yield* cluster.create
      yield* outbox.build(index, version)
      yield* Effect.logInfo("A new index of the search cluster is being filled with all signals, the newest first")
      return 0
    }
    const wait = yield* tellChanges([serving, building].filter((index) => index !== null))
    const isUnfinished = building !== null && (yield* fill(building, held.below, wait === 0))
    return isUnfinished ? 0 : wait
  })

  const failed = Effect.fnUntraced(function* ({ missing, reason, retryAfter }: ClusterFailed) {
    if (missing.length > 0) yield* Effect.orDie(outbox.lost(missing))
    // It is told again what it may have lost.
    told = []
    problem = reason
    const wait = Math.max(retryAfter, Math.min(pauses.longest, pauses.first * 2 ** failures))
    failures++
    pausedUntil = (yield* Clock.currentTimeMillis) + wait
    return wait
  })

  const piece = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now < pausedUntil) return { problem, wait: pausedUntil - now }
    const wait = yield* turn
    failures = 0
    problem = null
    return { problem, wait }
  })

  return {
    piece: piece.pipe(
      Effect.catchTag("ClusterFailed", (failure) => Effect.map(failed(failure), (wait) => ({ problem, wait }))),
      Effect.orDie
    ),
    /** Why the cluster is told of nothing, in our own words; null if it is. */
    problem: Effect.sync(() => problem)
  }
}
