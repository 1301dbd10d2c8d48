import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Company, CompanyId, Money, type NewCompany } from "../domain/Company.ts"
import { lexemes, type Term, type Tier, tiers } from "../domain/CompanySearch.ts"
import { NotFound } from "../domain/Failure.ts"
import type { Written } from "../domain/Signal.ts"
import { CalendarDate } from "../domain/Timestamp.ts"
import { chunks, inTurn, recordset } from "./Batch.ts"
import { orDefect } from "./Defect.ts"

export const Sector = Schema.Struct({ industry: Schema.String, companies: Schema.Int })
export type Sector = typeof Sector.Type

/** Companies and industries. */
export class Companies extends Context.Service<
  Companies,
  {
    /**
     * Exact ticker, ticker prefix, exact name, name prefix, words of the name, the same with a typo forgiven, industry: in
     * this order, ties by market_cap with unknown last, then by name and id. See domain/CompanySearch.ts for what matches.
     */
    readonly search: (query: { readonly q: string; readonly limit: number }) => Effect.Effect<ReadonlyArray<Company>>
    readonly get: (id: CompanyId) => Effect.Effect<Company, NotFound>
    /** Industries by number of companies, the largest first. */
    readonly sectors: Effect.Effect<ReadonlyArray<Sector>>
    /**
     * Stores companies by their key; of one key the last given counts. Tickers are replaced; what is unknown now (null) does
     * not replace what is known.
     */
    readonly upsert: (companies: ReadonlyArray<NewCompany>) => Effect.Effect<Written>
  }
>()("sonde/storage/Companies") {
  static readonly layer = Layer.effect(
    Companies,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // A double holds every whole number that the columns may.
      const facts = sql`industry, revenue::float8 as revenue, market_cap::float8 as market_cap, revenue_period_end, source_url`
      const columns = sql`id, name, tickers[1] as ticker, currency, ${facts}`

      const found = SqlSchema.findAll({
        Request: Schema.Struct({ tiers: Schema.NonEmptyArray(Schema.String), limit: Schema.Int }),
        Result: Company,
        execute: ({ tiers, limit }) => {
          const any = tiers.map((tier) => `(${tier})`).join(" | ")
          const rank = sql.join(" ", false)(tiers.map((tier, n) => sql`when search @@ ${tier}::tsquery then ${n}::int`))
          return sql`
            select ${columns} from companies where search @@ ${any}::tsquery
            order by case ${rank} end, companies.market_cap desc nulls last, name collate "C", id
            limit ${limit}`
        }
      })

      const byId = SqlSchema.findOneOption({
        Request: CompanyId,
        Result: Company,
        execute: (id) => sql`select ${columns} from companies where id = ${id}`
      })

      const sectors = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Sector,
        execute: () => sql`
          select industry, count(*)::int as companies from companies where industry is not null
          group by industry order by companies desc, industry collate "C"`
      })

      const byKey = SqlSchema.findAll({
        Request: Schema.Array(Schema.String),
        Result: Stored,
        execute: (keys) => sql`select key, name, tickers, ${facts} from companies where key = any(${keys}::text[])`
      })

      const write = (companies: ReadonlyArray<NewCompany>, now: Date) => sql`
        insert into companies (key, name, tickers, industry, revenue, market_cap, revenue_period_end, source_url, search,
                               updated_at)
        select key, name, tickers, industry, revenue, market_cap, revenue_period_end, source_url, array_to_tsvector(search),
               ${now}
        from json_to_recordset(${recordset(companies.map((company) => ({ ...company, search: lexemes(company) })))}::json)
             as x(key text, name text, tickers text[], industry text, revenue bigint, market_cap bigint,
                  revenue_period_end date, source_url text, search text[])
        on conflict (key) do update set
          name = excluded.name, tickers = excluded.tickers, industry = excluded.industry, revenue = excluded.revenue,
          market_cap = excluded.market_cap, revenue_period_end = excluded.revenue_period_end,
          source_url = excluded.source_url, search = excluded.search, updated_at = excluded.updated_at`

      const upsert = Effect.fnUntraced(function* (companies: ReadonlyArray<NewCompany>) {
        const now = yield* DateTime.nowAsDate
        const written = { new: 0, changed: 0 }
        for (const chunk of chunks(companies)) {
          const stored = yield* byKey(chunk.map(({ key }) => key))
          const { added, changed } = changes(chunk, new Map(stored.map((company) => [company.key, company])))
          if (added.length + changed.length > 0) yield* write([...added, ...changed], now)
          written.new += added.length
          written.changed += changed.length
        }
        return written
      })

      return {
        search: ({ q, limit }) => {
          const [first, ...rest] = tiers(q).map(tsquery)
          return first === undefined ? Effect.succeed([]) : Effect.orDie(found({ tiers: [first, ...rest], limit }))
        },
        get: (id) =>
          orDefect(Effect.flatMap(byId(id), Option.match({ onNone: () => notFound, onSome: Effect.succeed }))),
        sectors: Effect.orDie(Effect.suspend(sectors)),
        upsert: (companies) => Effect.orDie(inTurn(sql, "companies")(upsert(once(companies))))
      }
    })
  )

  static readonly layerMemory = Layer.sync(Companies, () => {
    const companies = new Map<
      string,
      { readonly id: CompanyId; readonly stored: Stored; readonly found: ReadonlyArray<string> }
    >()

    const search = (q: string, limit: number) => {
      const asked = tiers(q)
      return [...companies.values()]
        .map(({ id, stored, found }) => ({ id, stored, tier: asked.findIndex((tier) => answers(found, tier)) }))
        .filter(({ tier }) => tier >= 0)
        .sort(
          (one, other) =>
            one.tier - other.tier ||
            (other.stored.market_cap ?? -Infinity) - (one.stored.market_cap ?? -Infinity) ||
            (one.stored.name < other.stored.name ? -1 : one.stored.name > other.stored.name ? 1 : one.id - other.id)
        )
        .slice(0, limit)
        .map(shown)
    }

    const counted = () => {
      const counts = new Map<string, number>()
      for (const { stored } of companies.values())
        if (stored.industry !== null) counts.set(stored.industry, (counts.get(stored.industry) ?? 0) + 1)
      return [...counts]
        .map(([industry, companies]) => ({ industry, companies }))
        .sort((one, other) => other.companies - one.companies || (one.industry < other.industry ? -1 : 1))
    }

    return {
      search: ({ q, limit }) => Effect.sync(() => search(q, limit)),
      get: (id) =>
        Effect.suspend(() => {
          const company = [...companies.values()].find((company) => company.id === id)
          return company === undefined ? notFound : Effect.succeed(shown(company))
        }),
      sectors: Effect.sync(counted),
      upsert: (given) =>
        Effect.sync(() => {
          const stored = new Map([...companies].map(([key, { stored }]) => [key, stored]))
          const { added, changed } = changes(once(given), stored)
          for (const company of [...added, ...changed]) {
            const id = companies.get(company.key)?.id ?? CompanyId.make(companies.size + 1)
            companies.set(company.key, { id, stored: company, found: lexemes(company) })
          }
          return { new: added.length, changed: changed.length }
        })
    }
  })
}

/** A company as it was given, but for its id. */
const Stored = Schema.Struct({
  key: Schema.String,
  name: Schema.String,
  tickers: Schema.Array(Schema.String),
  industry: Schema.NullOr(Schema.String),
  revenue: Money,
  market_cap: Money,
  revenue_period_end: Schema.NullOr(CalendarDate),
  source_url: Schema.NullOr(Schema.String)
})
type Stored = typeof Stored.Type

const shown = ({ id, stored }: { readonly id: CompanyId; readonly stored: Stored }): Company => ({
  id,
  name: stored.name,
  ticker: stored.tickers[0] ?? null,
  industry: stored.industry,
  revenue: stored.revenue,
  market_cap: stored.market_cap,
  currency: "USD",
  revenue_period_end: stored.revenue_period_end,
  source_url: stored.source_url
})

const notFound = Effect.fail(new NotFound({ code: "company_not_found", message: "There is no such company" }))

const once = (companies: ReadonlyArray<NewCompany>): ReadonlyArray<NewCompany> => [
  ...new Map(companies.map((company) => [company.key, company])).values()
]

/** The given companies that are not stored, and those that are and say something else. */
const changes = (companies: ReadonlyArray<NewCompany>, known: ReadonlyMap<string, Stored>) => {
  const added: Array<Stored> = []
  const changed: Array<Stored> = []
  for (const company of companies) {
    const stored = known.get(company.key)
    const next: Stored = {
      key: company.key,
      name: company.name,
      tickers: company.tickers,
      industry: company.industry ?? stored?.industry ?? null,
      revenue: company.revenue ?? stored?.revenue ?? null,
      market_cap: company.market_cap ?? stored?.market_cap ?? null,
      // The period belongs to the revenue.
      revenue_period_end: (company.revenue === null ? stored?.revenue_period_end : company.revenue_period_end) ?? null,
      source_url: company.source_url ?? stored?.source_url ?? null
    }
    if (stored === undefined) added.push(next)
    else if (!Schema.toEquivalence(Stored)(stored, next)) changed.push(next)
  }
  return { added, changed }
}

const answers = (found: ReadonlyArray<string>, tier: Tier): boolean =>
  tier.every((terms) =>
    terms.some(({ lexeme, prefix }) => found.some((known) => (prefix ? known.startsWith(lexeme) : known === lexeme)))
  )

/** A tier in Postgres's notation. Lexemes have no character that would need escaping. */
const tsquery = (tier: Tier): string => {
  const term = ({ lexeme, prefix }: Term) => `'${lexeme}'${prefix ? ":*" : ""}`
  return tier.map((terms) => `(${terms.map(term).join(" | ")})`).join(" & ")
}
