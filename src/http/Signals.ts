import { Effect, Order, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { toCursor } from "../api/Signals.ts"
import { Signal, type SignalId } from "../domain/Signal.ts"
import { validationError } from "../domain/ValidationError.ts"
import { fallback } from "../search/Languages.ts"
import { highlight } from "../search/Highlights.ts"
import { corrected, parse, planOf, withWords } from "../search/Query.ts"
import { SourceList, withTags } from "../storage/sources/SourceList.ts"
import { Articles } from "../storage/signals/Articles.ts"
import { SearchIndex } from "../storage/search/SearchIndex.ts"
import { type SignalPage, Signals } from "../storage/signals/Signals.ts"
import { listDigest } from "./ListDigest.ts"

/** Why a position in another list is refused: it says nothing about this one. */
const ofAnotherList = validationError([
  {
    location: ["query", "cursor"],
    message: "belongs to another list: q, sort, since, before, source, language and tag must be those of its page"
  }
])

const decodeSignals = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(Signal)))

export const signalsLayer = HttpApiBuilder.group(
  Api,
  "signals",
  Effect.fnUntraced(function* (handlers) {
    const signals = yield* Signals
    const articles = yield* Articles
    const index = yield* SearchIndex
    const sources = yield* SourceList

    /** How many of these signals the sources of each tag bring, most first. */
    const tagCounts = Effect.fnUntraced(function* (ids: ReadonlyArray<SignalId>) {
      const tags = yield* sources.tags
      if (tags.size === 0) return []
      const counts = new Map<string, number>()
      for (const names of (yield* signals.bringersOf(ids)).values())
        for (const tag of new Set(names.flatMap((name) => tags.get(name) ?? [])))
          counts.set(tag, (counts.get(tag) ?? 0) + 1)
      return [...counts]
        .map(([value, count]) => ({ value, count }))
        .toSorted((one, other) => other.count - one.count || Order.String(one.value, other.value))
    })

    /** The signals with where they have what was asked for. */
    const highlighted = Effect.fnUntraced(function* (q: string, page: SignalPage) {
      const found = yield* Effect.orDie(decodeSignals(page.signals))
      const near = new Map([...page.near].map(([word, others]) => [word, [word, ...others]]))
      const plan = planOf(withWords(parse(q), near), [...new Set([...(yield* index.languages), fallback])])
      return JSON.stringify(
        found.map((signal) => ({ ...signal, highlights: highlight(signal, plan, signal.language ?? fallback) }))
      )
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const {
          before,
          cursor,
          facets: wanted,
          highlight: marked,
          language,
          limit,
          q = "",
          since,
          sort,
          source,
          tag
        } = query
        const list = listDigest(query)
        if (cursor !== undefined && cursor.list !== list) return yield* ofAnotherList
        const page = yield* signals.page({
          q,
          limit,
          ...(sort !== undefined && { sort }),
          ...(since !== undefined && { since: new Date(since) }),
          ...(before !== undefined && { before: new Date(before) }),
          ...(source !== undefined && { sources: source }),
          ...(language !== undefined && { language }),
          ...(tag !== undefined && { broughtBy: withTags(yield* sources.tags, tag) }),
          ...(cursor !== undefined && { after: cursor.position }),
          facets: wanted !== undefined
        })
        const { cluster, facets, meaning, meant, next, total } = page
        const data = marked === "true" && q !== "" ? yield* highlighted(q, page) : page.signals
        const beside = {
          next_cursor: next === null ? null : toCursor({ list, position: next }),
          total: total.count,
          total_is_exact: total.exact,
          ...(meaning !== undefined && { meaning }),
          ...(cluster !== undefined && { search_cluster: cluster }),
          ...(meant.size > 0 && { did_you_mean: corrected(q, meant) }),
          ...(facets !== null && {
            facets: {
              counted: facets.counted,
              ...(wanted?.includes("source") === true && { source: facets.source }),
              ...(wanted?.includes("language") === true && { language: facets.language }),
              ...(wanted?.includes("day") === true && { day: facets.day }),
              ...(wanted?.includes("tag") === true && { tag: yield* tagCounts(facets.ids) })
            }
          })
        }
        return HttpServerResponse.text(`{"success":true,"data":${data},${JSON.stringify(beside).slice(1)}`, {
          contentType: "application/json",
          // The model, or the cluster, may be back with the next question.
          ...((meaning === "unavailable" || cluster === "unavailable") && { headers: { "cache-control": "no-store" } })
        })
      }),
      get: Effect.fnUntraced(function* ({ params: { signal_id } }) {
        const signal = yield* signals.get(signal_id)
        return ok({ ...signal, article: yield* articles.ofSignal(signal_id) })
      }),
      story: ({ params }) => Effect.map(signals.story(params.story_id), ok),
      related: ({ params, query }) => Effect.map(signals.related(params.signal_id, query.limit), ok)
    })
  })
)
