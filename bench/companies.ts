import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Companies } from "../src/storage/companies/Companies.ts"
import { judge } from "./quality/search/Quality.ts"
import { register } from "./quality/search/Register.ts"
import type { Bench } from "./Bench.ts"
import { fill } from "./companies/Fill.ts"
import { questions } from "./companies/Questions.ts"
import { aligned, digits, percentile } from "./Figures.ts"
import { postgres } from "./Postgres.ts"
import { statementsOf, timed } from "../harness/Statements.ts"

const limit = 20

/** Conditions repeat the whole query. */
const shortened = (line: string): string => (line.length > 150 ? `${line.slice(0, 150)}…` : line)

/** Postgres's plans of the statements that a search runs. */
const plans = Effect.fnUntraced(function* (search: Effect.Effect<unknown>) {
  const sql = yield* SqlClient.SqlClient
  const lines: Array<string> = []
  for (const [text, parameters] of yield* statementsOf(search)) {
    const rows = yield* sql.unsafe<{ "QUERY PLAN": string }>(
      `explain (analyze, costs off, buffers off) ${text}`,
      parameters
    )
    lines.push(...rows.map((row) => `    ${shortened(row["QUERY PLAN"])}`), "")
  }
  return lines
})

const measure = Effect.fnUntraced(function* (count: number, asked: number) {
  const sql = yield* SqlClient.SqlClient
  const companies = yield* Companies
  const sample = yield* fill(count)
  // The peer has a table of its own: ours is wider by what search needs, and the index by size misleads its plans.
  yield* sql`drop table if exists plain_companies`
  yield* sql`create table plain_companies as select id, name, tickers, industry, revenue, market_cap from companies`
  yield* sql`vacuum analyze plain_companies`
  const qs = questions(sample, asked)
  const search = (q: string) => companies.search({ q, limit })
  /** The peer: what one would write first. */
  const ilike = (q: string) =>
    Effect.orDie(
      sql`select id, name, tickers[1] as ticker, industry, revenue, market_cap from plain_companies
          where name ilike ${`%${q}%`} order by market_cap desc nulls last limit ${limit}`
    )
  for (const q of qs.slice(0, 24)) yield* Effect.andThen(search(q), ilike(q))
  const ours: Array<number> = []
  const peers: Array<number> = []
  const slow: Array<readonly [number, string]> = []
  for (const [n, q] of qs.entries()) {
    // Each goes first every other time.
    if (n % 2 === 1) peers.push(yield* timed(ilike(q)))
    const took = yield* timed(search(q))
    ours.push(took)
    slow.push([took, q])
    if (n % 2 === 0) peers.push(yield* timed(ilike(q)))
  }
  const figures = {
    [`${count} companies: search p50 ms`]: percentile(ours, 0.5),
    [`${count} companies: search p99 ms`]: percentile(ours, 0.99),
    [`${count} companies: ilike p50 ms`]: percentile(peers, 0.5),
    [`${count} companies: ilike p99 ms`]: percentile(peers, 0.99)
  }
  const row = (name: string, samples: ReadonlyArray<number>) => [
    name,
    ...[0.5, 0.9, 0.99, 1].map((share) => digits(percentile(samples, share)))
  ]
  const ratio = (share: number) => digits(percentile(peers, share) / percentile(ours, share))
  const worst = slow.toSorted(([one], [other]) => other - one).slice(0, 5)
  const typo = qs.find((_, n) => n % 12 === 7)!
  return {
    figures,
    lines: [
      `${count} companies, ${asked} queries of 12 kinds in turn, limit ${limit}, milliseconds`,
      ...aligned([["", "p50", "p90", "p99", "max"], row("search", ours), row("ilike '%q%'", peers)]).map(
        (line) => `  ${line}`
      ),
      `  ilike takes ${ratio(0.5)} times as long at p50, ${ratio(0.99)} at p99`,
      `  slowest: ${worst.map(([took, q]) => `${JSON.stringify(q)} ${digits(took)}`).join(", ")}`,
      `  plans of ${JSON.stringify(typo)}, a word with a typo:`,
      ...(yield* plans(search(typo))),
      `  plan of the peer:`,
      ...(yield* plans(ilike(typo)))
    ]
  }
})

const quality = Effect.gen(function* () {
  yield* (yield* Companies).upsert(register)
  const { asked, first, firstFive, misses } = yield* judge(new Set(register.map(({ tickers }) => tickers[0]!)))
  return {
    figures: { "quality: first %": (100 * first) / asked, "quality: first five %": (100 * firstFive) / asked },
    lines: [
      `quality: of ${asked} queries ${first} give the company that is meant first, ${firstFive} among the first five`,
      ...misses.map((miss) => `  ${miss}`),
      ""
    ]
  }
})

/** Search for companies beside the plain `ILIKE '%q%'` over names. */
export const companies: Bench = {
  name: "companies",
  run: ({ short }) =>
    Effect.gen(function* () {
      const reports = [yield* quality, yield* measure(10_000, 240)]
      if (!short) reports.push(yield* measure(1_000_000, 240))
      return {
        figures: Object.assign({}, ...reports.map(({ figures }) => figures)) as Record<string, number>,
        lines: reports.flatMap(({ lines }) => lines)
      }
    }).pipe(Effect.provide(Layer.provideMerge(Companies.layer, postgres)))
}
