import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { performance } from "node:perf_hooks"
import { Evidences } from "../src/reports/evidence/Evidence.ts"
import { SearchIndex } from "../src/storage/search/SearchIndex.ts"
import * as Storage from "../src/storage/Storage.ts"
import type { Bench } from "./Bench.ts"
import { fill as fillCompanies } from "./companies/Fill.ts"
import { aligned, digits, percentile } from "./Figures.ts"
import { fill, fillSignals, pools } from "./growth/Fill.ts"
import { type Plan, planOf } from "./growth/Plan.ts"
import { limit, manySignals, type Question, questions, dearest, signalQuestions } from "./growth/Questions.ts"
import { embedded, postgres } from "./Postgres.ts"
import { timed } from "../harness/Statements.ts"

/**
 * How many more pages and rows may be read where ten times as many rows are stored. From 10^4 to 10^5 a logarithm grows
 * by a quarter, a square root by 3.2, a scan by 10; the limit of 2 lies between the first two. Pages and rows are the
 * same on every machine and at every load; milliseconds are only shown.
 */
const mostGrowth = 2

/** Asked for no longer than so many milliseconds. */
const longestMillis = 4_000

/** No question costs more processor time than this, in milliseconds. */
const mostMillis = 50

/** Sizes below this are too small: the largest companies would be most of a register. */
const fewestCompanies = 10_000

interface Measured extends Plan {
  readonly question: Question
  readonly times: ReadonlyArray<number>
}

const measure = Effect.fnUntraced(function* (question: Question, [least, most]: readonly [number, number]) {
  const { ask } = question
  for (const one of ask) yield* one
  const times: Array<number> = []
  const until = performance.now() + longestMillis
  while (times.length < Math.max(ask.length, least) || (times.length < most && performance.now() < until)) {
    times.push(yield* timed(ask[times.length % ask.length]!))
  }
  const plans = yield* Effect.forEach(ask, planOf)
  const mean = (of: (plan: Plan) => number) => plans.reduce((sum, plan) => sum + of(plan), 0) / plans.length
  const nodes = [...new Set(plans.flatMap((plan) => plan.nodes))]
  return {
    question,
    times,
    nodes,
    pages: mean(({ pages }) => pages),
    rows: mean(({ rows }) => rows)
  } satisfies Measured
})

/** What signals take on the disk: the rows, their search index, and everything else about them. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ rows: number; search: number; all: number }>`
    select pg_table_size('signals') / 1048576.0::float8 as rows, pg_total_relation_size('search_documents') / 1048576.0::float8 as search,
           (pg_total_relation_size('signals') + pg_total_relation_size('signal_sightings')
             + pg_total_relation_size('signal_searches')) / 1048576.0::float8 as all`
  return row!
})

const measureAll = Effect.fnUntraced(function* (
  size: number,
  { embedded, short }: { embedded: boolean; short: boolean }
) {
  const { indexedPerSecond } = yield* embedded ? fillSignals(size) : fill(size)
  const asked = embedded
    ? yield* signalQuestions
    : yield* questions(yield* fillCompanies(Math.max(size / 10, short ? 2_000 : fewestCompanies)))
  return {
    dearest: yield* dearest(short ? 1 : 5),
    megabytes: yield* stored,
    indexedPerSecond,
    measured: yield* Effect.forEach(asked, (question) => measure(question, short ? [1, 2] : [3, 200]))
  }
})

/** The services over a database, which is gone with the scope. */
const servicesOn = <E>(database: Layer.Layer<SqlClient.SqlClient, E>) =>
  Evidences.layer.pipe(Layer.provideMerge(Storage.layer), Layer.provideMerge(database))

/** What a question looks at, as one number. */
const looked = ({ pages, rows }: Plan): number => pages + rows

const grown = (each: ReadonlyArray<number>): string =>
  each
    .slice(1)
    .map((value, n) => `×${digits(value / each[n]!)}`)
    .join(" ")

/** The same questions at each size, on one database. */
const onDatabase = Effect.fnUntraced(function* (
  name: string,
  sizes: ReadonlyArray<number>,
  options: { embedded: boolean; short: boolean }
) {
  yield* pools
  const bySize = yield* Effect.forEach(sizes, (size) => measureAll(size, options))
  const { engine } = yield* (yield* SearchIndex).state
  const byQuestion = bySize[0]!.measured.map((_, n) => bySize.map(({ measured }) => measured[n]!))
  const figures: Record<string, number> = {}
  const broken: Array<string> = []
  const table = [["", ...sizes.flatMap((size) => [`p50 at ${size}`, "p99"]), "p50 grows", "pages", "rows", "both grow"]]
  for (const measured of byQuestion) {
    const { judgedFrom, name: asked } = measured[0]!.question
    for (const [n, { times }] of measured.entries()) {
      figures[`${name}, ${asked}, ${sizes[n]}: p50 ms`] = percentile(times, 0.5)
      figures[`${name}, ${asked}, ${sizes[n]}: p99 ms`] = percentile(times, 0.99)
      figures[`${name}, ${asked}, ${sizes[n]}: pages and rows`] = looked(measured[n]!)
    }
    const steps = measured.slice(1).map((to, n) => ({ from: sizes[n]!, times: looked(to) / looked(measured[n]!) }))
    if (steps.some(({ from, times }) => from >= judgedFrom && times > mostGrowth)) broken.push(`${name}, ${asked}`)
    table.push([
      judgedFrom === 0 ? asked : `${asked} ${judgedFrom === Infinity ? "**" : "*"}`,
      ...measured.flatMap(({ times }) => [0.5, 0.99].map((share) => digits(percentile(times, share)))),
      grown(measured.map(({ times }) => percentile(times, 0.5))),
      measured.map(({ pages }) => digits(pages)).join(" "),
      measured.map(({ rows }) => digits(rows)).join(" "),
      grown(measured.map(looked))
    ])
  }
  const lines = [
    `${name}, search by ${engine}`,
    `  on the disk, MB: ${bySize.map(({ megabytes: { all, rows, search } }) => `${digits(all)} (rows ${digits(rows)}, search ${digits(search)})`).join("; ")}`,
    `  signals analysed and written for search in a second: ${bySize.map(({ indexedPerSecond }) => digits(indexedPerSecond)).join("; ")}`,
    `  processor time of this process for the dearest of the hostile questions, ms: ${bySize.map(({ dearest: { millis, name } }) => `${digits(millis)} (${name})`).join("; ")}`,
    ...aligned(table).map((line) => `  ${line}`)
  ]
  const missed = bySize.flatMap(({ dearest: { millis, name: asked } }, n) =>
    millis <= mostMillis ? [] : [`${name}, ${asked}, ${sizes[n]}: ${digits(millis)} ms, at most ${mostMillis}`]
  )
  const plans = byQuestion.flatMap((measured) => {
    const { nodes, question } = measured.at(-1)!
    return [`  ${question.name}`, ...nodes.slice(0, 8).map((line) => `    ${line}`)]
  })
  return {
    figures,
    broken,
    lines,
    missed,
    plans: [`plans of ${name} at ${sizes.at(-1)}, from the answer down:`, ...plans]
  }
})

/**
 * How lists, searches and the retrieval for reports grow with what is stored; fails where an index can serve and does
 * not.
 */
export const growth: Bench = {
  name: "growth",
  document: "scaling.md",
  run: ({ short }) =>
    Effect.gen(function* () {
      const sizes = short ? [600, 6_000] : [10_000, 100_000, 1_000_000]
      const runs = [
        yield* onDatabase("Postgres", sizes, { embedded: false, short }).pipe(Effect.provide(servicesOn(postgres))),
        yield* onDatabase("embedded", sizes, { embedded: true, short }).pipe(
          Effect.provide(servicesOn(embedded(short)))
        )
      ]
      const broken = runs.flatMap((run) => run.broken)
      const lines = [
        `signals ${sizes.join(", ")}; a tenth as many companies and ${fewestCompanies} at least; limit ${limit}; milliseconds of the service's own call, from the client`,
        ...runs.flatMap((run) => run.lines),
        `  * all matches are looked at up to a bound, beyond which they are at ${manySignals} signals: judged from there on`,
        `  ** matches grow with the signals, and all of them are read or counted: not judged`,
        `  bound: ten times the rows, at most ${mostGrowth} times the pages and rows looked at (log 1.25, square root 3.2, scan 10)`
      ]
      const details = runs.flatMap((run) => run.plans)
      if (broken.length > 0) {
        const message = `grows faster than logarithmically: ${broken.join("; ")}`
        return yield* Effect.fail(new Error([...lines, ...details, message].join("\n")))
      }
      return {
        figures: Object.assign({}, ...runs.map((run) => run.figures)) as Record<string, number>,
        lines,
        details,
        missed: runs.flatMap((run) => run.missed)
      }
    })
}
