import { Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import * as Database from "../../src/storage/database/Database.ts"
import * as Migrations from "../../src/storage/database/Migrations.ts"
import { memory } from "../../src/storage/embedded/Embedded.ts"
import * as OpenAiEmbedder from "../../src/embeddings/OpenAiEmbedder.ts"
import { Embedder } from "../../src/storage/search/Embedder.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import { postgres } from "../Postgres.ts"
import { absent as noCaptures } from "../../harness/captures/Captures.ts"
import { absent as noCranfield, cranfield } from "./search/Cranfield.ts"
import { type Figures, type JudgedQuestion, measure } from "./search/Measure.ts"
import { idOf, news } from "./search/News.ts"

/** How many answers are looked at. */
const depth = 100

const embedded = (vectors: boolean) =>
  Layer.provideMerge(
    Migrations.layer(),
    Database.layer({ databaseUrl: Option.none(), dataDir: memory, maxConnections: 2, vectors })
  )

/** A model on a server of `/embeddings`, if the environment names one: search by meaning is measured with it. */
const { EMBEDDINGS_API_KEY, EMBEDDINGS_BASE_URL = "", EMBEDDINGS_MODEL } = process.env
const embedder = OpenAiEmbedder.make({
  model: EMBEDDINGS_MODEL ?? "",
  baseUrl: EMBEDDINGS_BASE_URL,
  apiKey: EMBEDDINGS_API_KEY === undefined ? null : Redacted.make(EMBEDDINGS_API_KEY),
  price: 0
})

/** The databases that are searched. */
const databases = [
  { layer: embedded(false), meaning: false },
  ...(EMBEDDINGS_MODEL === undefined ? [] : [{ layer: embedded(true), meaning: true }]),
  { layer: postgres, meaning: false }
]

/** What is searched, and what for. */
interface Set {
  readonly name: string
  readonly items: ReadonlyArray<NewSignal>
  readonly questions: ReadonlyArray<JudgedQuestion>
  readonly idOf: (identity: string) => string
}

/** What the service's own search answers, on whatever database it is given. */
export const answersOfSignals = Effect.fnUntraced(function* ({ idOf, items, questions }: Set) {
  const signals = yield* Signals
  for (let at = 0; at < items.length; at += 500) {
    yield* signals.upsert(SourceName.make("feed:judged.example"), items.slice(at, at + 500))
  }
  const index = yield* SearchIndex
  // Without a model there is nothing to fill.
  for (let pending = Infinity; pending > 0;) {
    const filled = yield* index.fill
    pending = filled.pending
    if (filled.problem === null) continue
    yield* Effect.logWarning(filled.problem)
    yield* Effect.sleep(filled.wait)
  }
  // The same without a cluster.
  yield* Effect.repeat(index.feed, { until: ({ problem, wait }) => problem === null && wait > 0 })
  // A story that several carry is stored once, and is then each of them.
  const ids = new Map<string, ReadonlyArray<string>>()
  for (const { identity, url } of items) ids.set(url, [...(ids.get(url) ?? []), idOf(identity)])
  const answers = new Map<string, ReadonlyArray<string>>()
  for (const { id, text } of questions) {
    const found = yield* signals.list({ q: text, limit: depth })
    answers.set(
      id,
      found.flatMap(({ also_in, url }) =>
        [...new Set([url, ...also_in.map((other) => other.url)])].flatMap((each) => ids.get(each) ?? [])
      )
    )
  }
  const { engine, meaning } = yield* index.state
  return { engine, model: meaning?.model, answers }
})

/** What Postgres answers by itself: every word of English must match, as search was before, or any, by ts_rank. */
const answersOfPostgres = Effect.fnUntraced(function* ({ idOf, items, questions }: Set, every: boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop table if exists judged`
  yield* sql`create table judged (id text, search tsvector)`
  const rows = items.map(({ identity, snippet, title }) => ({ id: idOf(identity), title, body: snippet }))
  yield* sql`
    insert into judged
    select id, setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B')
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(id text, title text, body text)`
  const answers = new Map<string, ReadonlyArray<string>>()
  for (const { id, text } of questions) {
    const query = every
      ? sql`websearch_to_tsquery('english', ${text})`
      : sql`replace(plainto_tsquery('english', ${text})::text, '&', '|')::tsquery`
    const found = yield* sql<{ id: string }>`
      select id from judged where search @@ ${query} order by ts_rank(search, ${query}) desc, id limit ${depth}`
    answers.set(
      id,
      found.map((row) => row.id)
    )
  }
  return answers
})

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const rowOf = (name: string, { ndcg, recall, unanswered }: Figures) => [
  name,
  ndcg.toFixed(3),
  recall.toFixed(3),
  percent(unanswered)
]

const head = ["", "nDCG@10", "recall@100", "unanswered"]

/** What must be reached on Cranfield. */
const wanted = { bm25: { ndcg: 0.39, recall: 0.74 }, gin: { ndcg: 0.34, recall: 0.69 }, unanswered: 0.02 }

const ways = [
  ["every word must match, ts_rank (search before)", true],
  ["any word may match, ts_rank", false]
] as const

/** What people have judged, as far as it is on this machine. */
export const judgedSets = async (): Promise<ReadonlyArray<Set>> => {
  const abstracts = cranfield()
  const captured = await news()
  return [
    ...(abstracts === null
      ? []
      : [
          {
            name: "Cranfield",
            questions: abstracts.questions,
            idOf: (identity: string) => identity,
            items: abstracts.documents.map(({ id, language, published, text, title }) => ({
              identity: id,
              guid: id,
              title: title === "" ? text.slice(0, 80) : title,
              snippet: text,
              url: `https://judged.example/${id}`,
              source: "Judged",
              published_at: published,
              language
            }))
          }
        ]),
    ...(captured === null ? [] : [{ name: "captured news", idOf, ...captured }])
  ]
}

/** How well search finds what people judged to be the answers. */
export const search: Bench = {
  name: "search",
  document: "search.md",
  run: () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const missed: Array<string> = []
      const figures: Record<string, number> = {}
      const all = yield* Effect.promise(judgedSets)
      for (const set of all) {
        const parts: ReadonlyArray<readonly [string, ReadonlyArray<JudgedQuestion>]> =
          set.name === "Cranfield"
            ? [["", set.questions]]
            : [
                [", half for tuning", set.questions.filter((_, n) => n % 2 === 0)],
                [", half for reporting", set.questions.filter((_, n) => n % 2 === 1)]
              ]
        const answered: Array<readonly [string, ReadonlyMap<string, ReadonlyArray<string>>]> = []
        for (const { layer, meaning } of databases) {
          const { answers, engine, model } = yield* answersOfSignals(set).pipe(
            Effect.provide(Signals.layer.pipe(Layer.provideMerge(Changes.layerAlone), Layer.provideMerge(layer))),
            Effect.provideServiceEffect(Embedder, meaning ? embedder : Effect.succeed(null)),
            Effect.scoped
          )
          const name = engine === "bm25" ? "BM25, embedded" : "GIN, Postgres"
          answered.push([model === undefined ? name : `${name}, with meaning by ${model}`, answers])
          if (set.name !== "Cranfield" || engine === "memory" || meaning) continue
          const reached = measure(set.questions, answers)
          figures[`Cranfield, ${engine}: nDCG@10`] = reached.ndcg
          figures[`Cranfield, ${engine}: recall@100`] = reached.recall
          if (reached.ndcg < wanted[engine].ndcg) missed.push(`Cranfield, ${engine}: nDCG@10 ${reached.ndcg}`)
          if (reached.recall < wanted[engine].recall) missed.push(`Cranfield, ${engine}: recall@100 ${reached.recall}`)
          if (reached.unanswered > wanted.unanswered)
            missed.push(`Cranfield, ${engine}: unanswered ${reached.unanswered}`)
        }
        for (const [name, every] of ways) {
          answered.push([name, yield* answersOfPostgres(set, every).pipe(Effect.provide(postgres), Effect.scoped)])
        }
        for (const [part, questions] of parts) {
          const table = [head, ...answered.map(([name, answers]) => rowOf(name, measure(questions, answers)))]
          lines.push(
            `${set.name}${part}: ${set.items.length} texts, ${questions.length} questions`,
            ...aligned(table).map((line) => `  ${line}`)
          )
        }
        if (set.name === "Cranfield") continue
        const [name, answers] = answered[0]!
        const byLanguage = [...Map.groupBy(set.questions, ({ language }) => language)].map(([language, questions]) =>
          rowOf(`${language}, ${questions.length} questions`, measure(questions, answers))
        )
        lines.push(
          `${set.name}, all questions by language, ${name}`,
          ...aligned([head, ...byLanguage]).map((line) => `  ${line}`)
        )
      }
      if (all.length < 2) lines.push(noCranfield, noCaptures)
      return { figures, lines, missed }
    })
}
