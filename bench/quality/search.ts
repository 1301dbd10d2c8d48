import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import * as Database from "../../src/storage/database/Database.ts"
import * as Migrations from "../../src/storage/database/Migrations.ts"
import { memory } from "../../src/storage/embedded/Embedded.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import { postgres } from "../Postgres.ts"
import { absent as noCranfield, cranfield } from "./search/Cranfield.ts"
import { type Collection, type Figures, measure } from "./search/Measure.ts"

/** How many answers are looked at. */
const depth = 100

const embedded = Layer.provideMerge(
  Migrations.layer(),
  Database.layer({ databaseUrl: Option.none(), dataDir: memory, maxConnections: 2 })
)

const source = SourceName.make("feed:judged.example")

const urlOf = (id: string): string => `https://judged.example/${encodeURIComponent(id)}`

const toSignal = ({ id, language, published, text, title }: Collection["documents"][number]): NewSignal => ({
  identity: id,
  guid: id,
  title: title === "" ? text.slice(0, 80) : title,
  snippet: text,
  url: urlOf(id),
  source: "Judged",
  published_at: published,
  language
})

/** What the service's own search answers, on whatever database it is given. */
const answersOfSignals = Effect.fnUntraced(function* ({ documents, questions }: Collection) {
  const signals = yield* Signals
  const ids = new Map(documents.map(({ id }) => [urlOf(id), id]))
  for (let at = 0; at < documents.length; at += 500) {
    yield* signals.upsert(source, documents.slice(at, at + 500).map(toSignal))
  }
  const answers = new Map<string, ReadonlyArray<string>>()
  for (const { id, text } of questions) {
    const found = yield* signals.list({ q: text, limit: depth })
    answers.set(
      id,
      found.map(({ url }) => ids.get(url)!)
    )
  }
  const { engine } = yield* (yield* SearchIndex).state
  return { engine, answers }
})

/** What Postgres answers by itself: every word of English must match, as search was before, or any, by ts_rank. */
const answersOfPostgres = Effect.fnUntraced(function* ({ documents, questions }: Collection, every: boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop table if exists judged`
  yield* sql`create table judged (id text primary key, search tsvector)`
  yield* sql`
    insert into judged
    select id, setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', body), 'B')
    from json_to_recordset(${JSON.stringify(documents.map(({ id, text, title }) => ({ id, title, body: text })))}::json)
      as x(id text, title text, body text)`
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

/** How well search finds what people judged to be the answers. */
export const search: Bench = {
  name: "search",
  document: "reports.md",
  run: () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const missed: Array<string> = []
      const figures: Record<string, number> = {}
      const collection = cranfield()
      if (collection === null) return { figures, lines: [noCranfield] }
      const table = [head]
      for (const layer of [embedded, postgres]) {
        const { answers, engine } = yield* answersOfSignals(collection).pipe(
          Effect.provide(Layer.provideMerge(Signals.layer, layer)),
          Effect.scoped
        )
        const reached = measure(collection.questions, answers)
        table.push(rowOf(engine === "bm25" ? "BM25, embedded" : "GIN, Postgres", reached))
        figures[`Cranfield, ${engine}: nDCG@10`] = reached.ndcg
        figures[`Cranfield, ${engine}: recall@100`] = reached.recall
        figures[`Cranfield, ${engine}: unanswered`] = reached.unanswered
        if (engine === "memory") continue
        if (reached.ndcg < wanted[engine].ndcg) missed.push(`Cranfield, ${engine}: nDCG@10 ${reached.ndcg}`)
        if (reached.recall < wanted[engine].recall) missed.push(`Cranfield, ${engine}: recall@100 ${reached.recall}`)
        if (reached.unanswered > wanted.unanswered) missed.push(`Cranfield, ${engine}: unanswered ${reached.unanswered}`)
      }
      for (const [name, every] of [
        ["every word must match, ts_rank (search before)", true],
        ["any word may match, ts_rank", false]
      ] as const) {
        const answers = yield* answersOfPostgres(collection, every).pipe(Effect.provide(postgres), Effect.scoped)
        table.push(rowOf(name, measure(collection.questions, answers)))
      }
      lines.push(
        `Cranfield, ${collection.documents.length} abstracts, ${collection.questions.length} questions`,
        ...aligned(table).map((line) => `  ${line}`)
      )
      return { figures, lines, missed }
    })
}
