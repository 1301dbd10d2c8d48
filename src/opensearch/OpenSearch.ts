import { Clock, Effect, Option, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { type DatePosition, mostCounted } from "../domain/SignalSearch.ts"
import { fieldsOf } from "../search/Analysis.ts"
import type { Candidate } from "../search/Ranking.ts"
import {
  type ClusterChange,
  type ClusterDocument,
  ClusterFailed,
  type ClusterQuestion,
  type SearchCluster
} from "../storage/search/SearchCluster.ts"
import { searchClusterCalled } from "../telemetry/Metrics.ts"
import { type Answer, type Call, makeNodes } from "./Nodes.ts"
import { type Json, queryOf } from "./Query.ts"

/*
 * A cluster of OpenSearch servers. A signal is a document, by its id; its version is the database's, so that nothing
 * older replaces what is newer. Questions go to an alias, which is moved from one index to the next.
 */

/** How an index is made; when it changes, so does `version`. */
const version = 2

/** The most characters of a term: a word of 64 characters in hexadecimal, and some. */
const longestTerm = 1_000

/** Documents in one answer. */
const mostHits = 1_000

const mostBytes = { answer: 32 * 2 ** 20, word: 2 ** 20 }

const timeouts = {
  question: { one: 1_000, all: 2_000 },
  change: { one: 10_000, all: 12_000 }
}

const mapping = (shards: number): Json => ({
  settings: {
    index: {
      number_of_shards: shards,
      auto_expand_replicas: "0-1",
      // What was told becomes visible when its teller says so; this is for one that dies before.
      refresh_interval: "30s",
      // Longer than a teller that was stopped in the middle can hold on to what it was about to say.
      gc_deletes: "10m",
      max_result_window: mostHits,
      sort: { field: ["at", "id"], order: ["desc", "desc"] }
    },
    analysis: {
      tokenizer: { spaces: { type: "whitespace", max_token_length: longestTerm } },
      analyzer: { terms: { type: "custom", tokenizer: "spaces" } }
    }
  },
  mappings: {
    dynamic: "strict",
    // What is asked for again, and no more.
    _source: { includes: ["id", "at", "language", "written"] },
    properties: {
      id: { type: "long" },
      at: { type: "double" },
      published_at: { type: "date", format: "epoch_millis" },
      first_seen_at: { type: "date", format: "epoch_millis" },
      day: { type: "keyword" },
      source: { type: "keyword" },
      language: { type: "keyword" },
      tags: { type: "keyword" },
      // Each term as often as it is there, to be ranked by.
      terms: { type: "text", analyzer: "terms", index_options: "freqs" },
      title: { type: "text", analyzer: "terms", norms: false },
      text: { type: "text", analyzer: "terms", norms: false },
      written: { type: "keyword", index: false, doc_values: false }
    }
  }
})

/** A document as the cluster is given it. */
const given = ({ at, first_seen_at, id, language, published_at, source, terms }: ClusterDocument): Json => {
  const { textFrom, textTo, titleFrom, titleTo } = fieldsOf(terms)
  const title = terms.slice(titleFrom, titleTo)
  const text = terms.slice(textFrom, textTo)
  return {
    id,
    at,
    language,
    source,
    published_at: published_at.getTime(),
    first_seen_at: first_seen_at.getTime(),
    day: published_at.toISOString().slice(0, 10),
    tags: terms.slice(0, titleFrom - 3).split(" "),
    title,
    text,
    // A word of the title counts as several of the text, as in src/search/Ranking.ts.
    terms: `${title} ${title} ${text} ${terms.slice(textTo + 3)}`,
    written: terms
  }
}

const Hit = Schema.Struct({
  _source: Schema.Struct({ id: Schema.Int, at: Schema.Finite, language: Schema.String, written: Schema.String }),
  sort: Schema.optionalKey(Schema.Array(Schema.Finite))
})
type Hit = typeof Hit.Type

const Found = Schema.Struct({
  timed_out: Schema.Literal(false),
  hits: Schema.Struct({ hits: Schema.Array(Hit) })
})

const Counted = Schema.Struct({
  timed_out: Schema.Literal(false),
  hits: Schema.Struct({
    total: Schema.Struct({ value: Schema.Int, relation: Schema.Literals(["eq", "gte"]) })
  })
})

const Newest = Schema.Struct({
  timed_out: Schema.Literal(false),
  aggregations: Schema.Struct({ newest: Schema.Struct({ value: Schema.NullOr(Schema.Finite) }) })
})

const Buckets = Schema.Struct({
  buckets: Schema.Array(Schema.Struct({ key: Schema.String, doc_count: Schema.Int }))
})
const Facets = Schema.Struct({
  timed_out: Schema.Literal(false),
  aggregations: Schema.Struct({ source: Buckets, language: Buckets, day: Buckets })
})

/** An index or several that are not there, as errors of questions and of changes say it. */
const NotFound = Schema.Struct({ error: Schema.Struct({ type: Schema.Literal("index_not_found_exception") }) })
const isNotFound = Schema.is(NotFound)

const Change = Schema.Struct({
  _index: Schema.String,
  _id: Schema.String,
  status: Schema.Int,
  error: Schema.optionalKey(Schema.Struct({ type: Schema.String }))
})
const Changed = Schema.Struct({
  items: Schema.Array(Schema.Union([Schema.Struct({ index: Change }), Schema.Struct({ delete: Change })]))
})

const Count = Schema.Struct({ count: Schema.Int })

/** A document that is refused is refused again. */
const refusals = new Set([400, 413])

const gone = "its index is not there"

const candidateOf = ({ _source: { written, ...rest } }: Hit): Candidate => ({ ...rest, terms: written })

export interface Options {
  /** Its servers, with user and password where they want them. */
  readonly urls: ReadonlyArray<string>
  /** What questions go to; indexes are named after it. */
  readonly alias: string
  readonly shards: number
}

export const make = ({ alias, shards, urls }: Options): SearchCluster => {
  // A server that is too busy for changes may have time for questions.
  const nodes = { question: makeNodes(urls), change: makeNodes(urls) }

  /** Asks, and counts how long it took. */
  const ask = (
    purpose: "change" | "question",
    call: Omit<Call, "mostBytes" | "timeout"> & { readonly mostBytes?: number }
  ) =>
    Effect.gen(function* () {
      const begun = yield* Clock.currentTimeMillis
      const answer = yield* Effect.result(
        nodes[purpose]({ mostBytes: mostBytes.word, ...call, timeout: timeouts[purpose] })
      )
      const seconds = ((yield* Clock.currentTimeMillis) - begun) / 1_000
      searchClusterCalled({ purpose, outcome: answer._tag === "Success" ? "answered" : "failed" }, seconds)
      return yield* answer._tag === "Success" ? Effect.succeed(answer.success) : Effect.fail(answer.failure)
    })

  /** What an answer says, if it is in the form that is expected. */
  const read = <A, I>(schema: Schema.Codec<A, I>) => {
    const decode = Schema.decodeUnknownOption(schema)
    return ({ body, status }: Answer): Effect.Effect<A, ClusterFailed> => {
      const decoded = status < 300 ? decode(body) : Option.none()
      if (Option.isSome(decoded)) return Effect.succeed(decoded.value)
      if (status === 404 && isNotFound(body))
        return Effect.fail(new ClusterFailed({ reason: gone, missing: [], retryAfter: 0 }))
      const reason =
        status < 300 ? "its answer is not in the form of OpenSearch" : `it refuses what it is asked (${status})`
      return Effect.fail(ClusterFailed.because(reason))
    }
  }

  const send = (method: Call["method"], path: string, body?: Json) => ({
    method,
    path,
    ...(body !== undefined && { body: JSON.stringify(body) })
  })

  /** Asks the alias. Half an answer is none. */
  const search = (body: Json, path = `/${alias}/_search?allow_partial_search_results=false`) =>
    ask("question", { ...send("POST", path, body), mostBytes: mostBytes.answer })

  /** So many hits in their order, from a position on, in as many answers as they take. */
  const hitsOf = Effect.fnUntraced(function* (
    query: Json,
    sort: ReadonlyArray<Json>,
    limit: number,
    after?: ReadonlyArray<number>
  ) {
    const hits: Array<Hit> = []
    let last = after
    while (hits.length < limit) {
      const size = Math.min(mostHits, limit - hits.length)
      const answer = yield* search({
        query,
        sort,
        size,
        track_total_hits: false,
        ...(last !== undefined && { search_after: last })
      })
      const found = (yield* read(Found)(answer)).hits.hits
      hits.push(...found)
      last = found.at(-1)?.sort
      if (found.length < size || last === undefined) break
    }
    return hits
  })

  const byScore = [{ _score: "desc" }, { id: "desc" }]
  const byDate = [{ at: "desc" }, { id: "desc" }]

  const best = Effect.fnUntraced(function* ({
    limit,
    recent,
    ...question
  }: ClusterQuestion & { readonly limit: number; readonly recent: Date }) {
    const { since } = question.filters
    const lately = { ...question, filters: { ...question.filters, since: recent } }
    const isNarrower = since === undefined || recent > since
    const found = yield* Effect.all(
      [question, ...(isNarrower ? [lately] : [])].map((each) => hitsOf(queryOf(each, true), byScore, limit)),
      { concurrency: 2 }
    )
    return [...new Map(found.flat().map((hit) => [hit._source.id, candidateOf(hit)])).values()]
  })

  const latest = ({
    after,
    limit,
    ...question
  }: ClusterQuestion & { readonly limit: number; readonly after?: DatePosition | undefined }) =>
    Effect.map(
      hitsOf(queryOf(question, false), byDate, limit, after === undefined ? undefined : [after.at, after.id]),
      (hits) => hits.map(candidateOf)
    )

  const count = Effect.fnUntraced(function* (question: ClusterQuestion) {
    const answer = yield* search({ query: queryOf(question, false), size: 0, track_total_hits: mostCounted + 1 })
    const { value } = (yield* read(Counted)(answer)).hits.total
    return { count: Math.min(value, mostCounted), exact: value <= mostCounted }
  })

  const newest = Effect.gen(function* () {
    const answer = yield* search({ size: 0, track_total_hits: false, aggs: { newest: { max: { field: "id" } } } })
    return (yield* read(Newest)(answer)).aggregations.newest.value ?? 0
  })

  const facets = Effect.fnUntraced(function* (ids: ReadonlyArray<number>) {
    const each = (field: string) => ({ terms: { field, size: Math.max(1, ids.length) } })
    const answer = yield* search({
      size: 0,
      track_total_hits: false,
      query: { terms: { id: ids } },
      aggs: { source: each("source"), language: each("language"), day: each("day") }
    })
    const { day, language, source } = (yield* read(Facets)(answer)).aggregations
    const counts = ({ buckets }: typeof Buckets.Type) =>
      buckets
        .map(({ doc_count, key }) => ({ value: key, count: doc_count }))
        .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    return {
      counted: ids.length,
      source: counts(source),
      language: counts(language),
      day: counts(day).toSorted((one, other) => (one.value < other.value ? 1 : -1))
    }
  })

  /** An index is written to by a name of its own: what is written to one that is gone does not make it anew. */
  const writing = (index: string) => `${index}-written`

  const create = Effect.gen(function* () {
    const index = `${alias}-${(yield* Clock.currentTimeMillis).toString(36)}${randomBytes(3).toString("hex")}`
    const body = { ...mapping(shards), aliases: { [writing(index)]: {} } }
    yield* Effect.flatMap(ask("change", send("PUT", `/${index}`, body)), read(Schema.Unknown))
    return index
  })

  const put = Effect.fnUntraced(function* (indexes: ReadonlyArray<string>, changes: ReadonlyArray<ClusterChange>) {
    // A deletion would make an index that is gone anew, for want of a way to forbid that.
    if (changes.some(({ document }) => document === null)) {
      const names = indexes.map(writing)
      const { status } = yield* ask("change", send("GET", `/_alias/${names.join(",")}?filter_path=*.aliases`))
      if (status === 404) return yield* new ClusterFailed({ reason: gone, missing: indexes, retryAfter: 0 })
    }
    const lines: Array<string> = []
    for (const { document, id, version } of changes) {
      const rest = document === null ? null : JSON.stringify(given(document))
      for (const index of indexes) {
        const target = { _index: writing(index), _id: String(id), version, version_type: "external_gte" }
        lines.push(JSON.stringify(rest === null ? { delete: target } : { index: { ...target, require_alias: true } }))
        if (rest !== null) lines.push(rest)
      }
    }
    const answer = yield* ask("change", {
      method: "POST",
      path: "/_bulk",
      body: `${lines.join("\n")}\n`,
      mostBytes: mostBytes.answer
    })
    const items = (yield* read(Changed)(answer)).items.map((item) => ("index" in item ? item.index : item.delete))
    if (items.length !== changes.length * indexes.length)
      return yield* ClusterFailed.because("its answer is not in the form of OpenSearch")
    const missing = new Set<string>()
    const refused = new Set<number>()
    let later: number | null = null
    items.forEach(({ error, status }, n) => {
      const { document, id } = changes[Math.floor(n / indexes.length)]!
      // 409: it knows a newer version.
      if (status < 300 || status === 409) return
      if (error?.type === "index_not_found_exception") missing.add(indexes[n % indexes.length]!)
      else if (document === null && status === 404) return
      else if (refusals.has(status)) refused.add(id)
      else later = status
    })
    if (missing.size > 0) return yield* new ClusterFailed({ reason: gone, missing: [...missing], retryAfter: 0 })
    if (later !== null)
      return yield* ClusterFailed.because(
        later === 429 ? "it is busy, or its disks are full" : `it takes no changes (${later})`
      )
    return [...refused]
  })

  const refresh = (indexes: ReadonlyArray<string>) =>
    Effect.asVoid(
      Effect.flatMap(
        ask("change", send("POST", `/${indexes.join(",")}/_refresh?filter_path=_shards`)),
        read(Schema.Unknown)
      )
    )

  /** The indexes that are named after the alias. */
  const ours = Effect.flatMap(
    ask("change", send("GET", `/${alias}-*?filter_path=*.aliases`)),
    read(Schema.Record(Schema.String, Schema.Struct({ aliases: Schema.Record(Schema.String, Schema.Unknown) })))
  )

  const serve = Effect.fnUntraced(function* (index: string) {
    const isOurs = (name: string) => /^[0-9a-z]+$/.test(name.slice(alias.length + 1))
    const known = Object.entries(yield* ours).filter(([name, { aliases }]) => isOurs(name) && writing(name) in aliases)
    const old = known.flatMap(([name]) => (name === index ? [] : [name]))
    const actions = [
      { add: { index, alias } },
      ...known.flatMap(([name, { aliases }]) =>
        name !== index && alias in aliases ? [{ remove: { index: name, alias } }] : []
      )
    ]
    yield* Effect.flatMap(ask("change", send("POST", "/_aliases", { actions })), read(Schema.Unknown))
    for (const name of old) yield* Effect.flatMap(ask("change", send("DELETE", `/${name}`)), read(Schema.Unknown))
  })

  return {
    name: [...new Set(urls.map((url) => new URL(url).host))].join(", "),
    version: `${alias} ${version}`,
    best,
    latest,
    count,
    newest,
    document: (id) =>
      Effect.map(hitsOf({ term: { id } }, byDate, 1), ([hit]) => (hit === undefined ? null : candidateOf(hit))),
    facets,
    documents: Effect.map(
      Effect.flatMap(ask("question", send("GET", `/${alias}/_count`)), read(Count)),
      ({ count }) => count
    ),
    create,
    put,
    refresh,
    serve
  }
}
