import { Cause, Effect } from "effect"
import { SignalId } from "../../domain/Signal.ts"
import { mostCounted, mostNear, type RankPosition } from "../../domain/SignalSearch.ts"
import { fused } from "../../search/Fusion.ts"
import { type Plan, planOf } from "../../search/Query.ts"
import { admits, type Candidate, scorer } from "../../search/Ranking.ts"
import type { Embedder } from "./Embedder.ts"
import { makeFilling } from "./Filling.ts"
import { makeQuestionVectors } from "./QuestionVectors.ts"
import { mostRanked, type SearchIndex, type SearchPage, type SearchRequest, type SearchState } from "./SearchIndex.ts"
import type { Nearness, Vectors } from "./Vectors.ts"

/*
 * Search by meaning beside search by words. Reciprocal rank fusion merges the first hundred signals found by words and
 * the 32 nearest neighbours of the question's vector; after these the list continues by words. The 32 are chosen once,
 * for the first page, and the position in a list names them: later pages need neither the model nor its vectors.
 * Filters, exclusions and phrases apply to them as to everything else.
 */

/** An index by words alone, in a cluster if there is one. */
export type WordIndex = Omit<SearchIndex["Service"], "fill" | "nearest" | "state"> & {
  readonly state: Effect.Effect<Omit<SearchState, "meaning">>
}

/** How many signals found by words are merged with those found by meaning. */
const mostFused = 100

/** More are looked at than shown, because exclusions may drop some. */
const looked = 2 * mostNear

export const withoutMeaning = (words: WordIndex): SearchIndex["Service"] => ({
  ...words,
  nearest: () => Effect.succeed([]),
  state: Effect.map(words.state, (state) => ({ ...state, meaning: null })),
  fill: Effect.succeed({ pending: 0, problem: null, wait: Infinity })
})

/** Whether a document has words of a question, at any weight. */
const hasWords = (plan: Plan): ((candidate: Candidate) => boolean) => {
  const score = scorer(plan, { documents: 1, titleLength: 1, textLength: 1, frequency: () => 1 }, 0)
  return (candidate) => score(candidate) !== null
}

export const withMeaning = Effect.fnUntraced(function* <E>(words: WordIndex, embedder: Embedder, vectors: Vectors<E>) {
  const questions = yield* makeQuestionVectors(embedder)
  const filling = makeFilling(embedder, vectors)
  /** Why the last comparison of vectors failed. */
  let problem: string | null = null

  /** If the model, its server or the vectors fail, search goes by words. */
  const orNull = <A, F>(effect: Effect.Effect<A, F>): Effect.Effect<A | null> =>
    Effect.catchCause(effect, (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause as Cause.Cause<never>)
        : Effect.as(Effect.logDebug("A search went by words alone", cause), null)
    )

  /** The vector of a question, if there are vectors to compare it with. */
  const vectorOf = Effect.fnUntraced(function* (text: string) {
    const dimension = yield* vectors.dimension
    if (dimension === null) return null
    const vector = yield* questions.vectorOf(text)
    const isAlike = vector.length === dimension
    problem = isAlike ? null : `the model gives vectors of ${vector.length} numbers, and those stored have ${dimension}`
    return isAlike ? vector : null
  })

  const nearestTo = (vector: Float32Array, within: Nearness, limit: number) =>
    vectors.nearest(vector, within, limit).pipe(
      Effect.tapCause((cause) =>
        Effect.sync(() => {
          if (!Cause.hasInterruptsOnly(cause)) problem = "the database could not compare vectors"
        })
      )
    )

  /** The signals that a position names, in its order. */
  const named = Effect.fnUntraced(function* (near: ReadonlyArray<number>, within: Nearness) {
    const found = new Map((yield* vectors.among(near, within)).map((candidate) => [candidate.id, candidate]))
    return [...new Set(near)].flatMap((id) => found.get(id) ?? [])
  })

  const byRelevance = Effect.fnUntraced(function* (
    request: SearchRequest,
    plan: Plan,
    after: RankPosition | undefined
  ) {
    const { enough, filters, limit, query } = request
    const offset = after?.offset ?? 0
    // From the beginning of the list: otherwise later pages would not know which signals to skip.
    const whole: SearchRequest = {
      ...request,
      limit: Math.max(mostFused, offset + limit + 1),
      // The page and one more tell whether the list goes on.
      enough: Math.max(mostFused, offset + (enough ?? limit + 1)),
      ...(after !== undefined && { after: { asOf: after.asOf, newest: after.newest, offset: 0 } })
    }
    const chosen = after?.near
    const [found, vector] = yield* Effect.all(
      [words.search(whole), chosen === undefined ? orNull(vectorOf(query.meaning!)) : Effect.succeed(null)],
      { concurrency: 2 }
    )
    const start = found.start as RankPosition | null
    if (start === null) return found
    const within = { filters, newest: start.newest }
    const candidates =
      chosen !== undefined
        ? yield* orNull(named(chosen, within))
        : vector === null
          ? null
          : yield* orNull(nearestTo(vector, within, looked))
    const near = candidates?.filter(admits(plan)).slice(0, mostNear) ?? []
    const nearIds = near.map(({ id }) => SignalId.make(id))
    const byWords = new Set(found.ids)
    const isMatch = hasWords(plan)
    const others = near.filter((candidate, n) => !byWords.has(nearIds[n]!) && !isMatch(candidate))
    const head = fused(found.ids.slice(0, mostFused), nearIds)
    const inHead = new Set(head)
    const ids = [...head, ...found.ids.slice(mostFused).filter((id) => !inHead.has(id))]
    const position = { ...start, ...(candidates !== null && { near: chosen ?? nearIds }) }
    const end = offset + limit
    const isMore = (ids.length > end || found.next !== null) && end < mostRanked
    const count = found.total.count + others.length
    return {
      ...found,
      start: position,
      ids: ids.slice(offset, end),
      next: isMore ? { ...position, offset: end } : null,
      total: { count: Math.min(count, mostCounted), exact: found.total.exact && count <= mostCounted },
      meaning: candidates === null ? ("unavailable" as const) : ("used" as const)
    } satisfies SearchPage
  })

  const search = Effect.fnUntraced(function* (request: SearchRequest) {
    const { after, filters, query, sort } = request
    if (sort !== "relevance" || query.meaning === undefined) return yield* words.search(request)
    const position = after !== undefined && "asOf" in after ? after : undefined
    // A list that began by words alone continues by words.
    if (position !== undefined && position.near === undefined)
      return { ...(yield* words.search(request)), meaning: "unavailable" as const } satisfies SearchPage
    const plan = planOf(query, filters.language === undefined ? yield* words.languages : [filters.language])
    return yield* plan.empty ? words.search(request) : byRelevance(request, plan, position)
  })

  const nearest: SearchIndex["Service"]["nearest"] = Effect.fnUntraced(function* (text, filters, limit) {
    const vector = yield* orNull(vectorOf(text))
    if (vector === null) return []
    const found = yield* orNull(nearestTo(vector, { filters, newest: Number.MAX_SAFE_INTEGER }, limit))
    return (found ?? []).map(({ id }) => SignalId.make(id))
  })

  return {
    ...words,
    search,
    nearest,
    state: Effect.gen(function* () {
      const state = yield* words.state
      const { pending, problem: fillingProblem } = yield* filling.state
      // Questions are compared with the vectors that are stored, whatever becomes of new ones.
      const isFilled = (yield* Effect.orDie(vectors.dimension)) !== null
      const searchProblem = (isFilled ? null : fillingProblem) ?? (yield* questions.problem) ?? problem
      return { ...state, meaning: { model: embedder.model, pending, problem: searchProblem, fillingProblem } }
    }),
    fill: filling.piece
  } satisfies SearchIndex["Service"]
})
