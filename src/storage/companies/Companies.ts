import { Context, DateTime, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { Company, type CompanyFacts, CompanyId, Money, type NewCompany } from "../../domain/Company.ts"
import { lexemes, lexicon, nameLexeme, type Term, type Tier, tiers } from "../../domain/CompanySearch.ts"
import type { NotFound } from "../../domain/Failure.ts"
import { orMissing } from "../../domain/Missing.ts"
import type { Written } from "../../domain/Signal.ts"
import { chunks, inTurn, recordset } from "../database/Batch.ts"
import { changes, enriched, once, StoredCompany } from "./CompanyChanges.ts"
import { hits, longerWalk, walkedPerAnswer } from "./CompanyWalk.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"

const Sector = Schema.Struct({ industry: Schema.String, companies: Schema.Int })
type Sector = typeof Sector.Type

/** A company whose details are to be asked for. */
export const DueCompany = Schema.Struct({ key: Schema.String, revenue: Money })
export type DueCompany = typeof DueCompany.Type

/** Companies and industries. */
export class Companies extends Context.Service<
  Companies,
  {
    /**
     * Exact ticker, ticker prefix, exact name, name prefix, words of the name, the same with a typo forgiven, industry:
     * in this order, ties by market_cap with unknown last, then by revenue in the same way, then in the order in which
     * they came (SEC's file has the largest first). See domain/CompanySearch.ts for what matches.
     */
    readonly search: (query: { readonly q: string; readonly limit: number }) => Effect.Effect<ReadonlyArray<Company>>
    readonly get: (id: CompanyId) => Effect.Effect<Company, NotFound>
    /** For each of these names the first company that is called so, but for case, accents and legal form. */
    readonly named: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Company>>
    /** Those of these ids that there are. */
    readonly ofIds: (ids: ReadonlyArray<CompanyId>) => Effect.Effect<ReadonlyArray<Company>>
    /** The natural keys of those of these ids that there are. */
    readonly keysOf: (ids: ReadonlyArray<CompanyId>) => Effect.Effect<ReadonlyMap<CompanyId, string>>
    /** Industries by number of companies, the largest first. */
    readonly sectors: Effect.Effect<ReadonlyArray<Sector>>
    /**
     * Stores companies by their key, all or none; of one key the last given counts. Tickers are replaced; what is
     * unknown now (null) does not replace what is known.
     */
    readonly upsert: (companies: ReadonlyArray<NewCompany>) => Effect.Effect<Written>
    /**
     * Adds to stored companies what has become known of them, and says how many that changed. Null changes nothing, nor
     * does the revenue of an earlier period than the known one; keys that are not stored are left out.
     */
    readonly enrich: (facts: ReadonlyArray<CompanyFacts>) => Effect.Effect<{ readonly changed: number }>
    /** Companies whose key begins so and that were not looked up since `before`: never first, then the longest ago. */
    readonly dueForLookUp: (query: {
      readonly keys: string
      readonly before: Date
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<DueCompany>>
    /** Remembers that these were looked up now. */
    readonly lookedUp: (keys: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("sonde/storage/Companies") {
  static readonly layer = Layer.effect(
    Companies,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // A double holds every whole number that the columns may.
      const facts = sql`industry, revenue::float8 as revenue, market_cap::float8 as market_cap, revenue_period_end, source_url`
      const columns = sql`id, name, tickers[1] as ticker, currency, ${facts}`
      const bySize = sql`c.market_cap desc nulls last, c.revenue desc nulls last, id`

      const rank = (tiers: ReadonlyArray<string>) =>
        sql`case ${sql.join(" ", false)(tiers.map((tier, n) => sql`when search @@ ${tier}::tsquery then ${n}::int`))} end`

      /** Answers among so many of the largest companies, how well each fits, and about how many companies there are. */
      const LargeCompany = Schema.Struct({ ...Company.fields, tier: Schema.Int, total: Schema.Int })
      const foundLarge = (tiers: ReadonlyArray<string>, limit: number, walk: number) =>
        rowsAs(LargeCompany).all(sql`
          select ${columns}, ${rank(tiers)} as tier, (select max(id) from companies) as total
          from (select * from companies c order by ${bySize} limit ${walk}) c
          where search @@ ${anyOf(tiers)}::tsquery
          order by tier, ${bySize}
          limit ${limit * tiers.length}`)

      const found = (tiers: ReadonlyArray<string>, limit: number) =>
        rowsAs(Company).all(sql`
          select ${columns} from companies c where search @@ ${anyOf(tiers)}::tsquery
          order by ${rank(tiers)}, ${bySize}
          limit ${limit}`)

      /**
       * When some tier has answers enough among the largest companies already, they are that tier's best, and worse
       * tiers do not count: only what fits better is left to look for, and of that there is not much.
       */
      const search = Effect.fnUntraced(function* (q: string, limit: number) {
        const asked = tiers(q).map(tsquery)
        if (asked.length === 0) return []
        const walk = limit * walkedPerAnswer
        const first = yield* foundLarge(asked, limit, walk)
        const further = longerWalk(hits(first, asked.length), { limit, walk, total: first[0]?.total ?? 0 })
        const large = further === null ? first : yield* foundLarge(asked, limit, further)
        const enough = hits(large, asked.length).findIndex((count) => count >= limit)
        const rarer = enough === -1 ? asked : asked.slice(0, enough)
        const better = rarer.length > 0 ? yield* found(rarer, limit) : []
        const rest = large.filter(({ tier }) => tier === enough).map(Struct.omit(["tier", "total"]))
        return [...better, ...rest].slice(0, limit)
      })

      // Of each name all are found by their words, and sorted then: the planner would else walk through the largest.
      const NamedCompany = Schema.Struct({ ...Company.fields, asked: Schema.String })
      const named = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
        const asked = [...new Set(names)].flatMap((name) => {
          const lexeme = nameLexeme(name)
          return lexeme === null ? [] : [{ name, query: tsquery([[{ lexeme, prefix: false }]]) }]
        })
        const found = yield* Effect.forEach(chunks(asked), (part) =>
          rowsAs(NamedCompany).all(sql`
            select asked.name as asked, c.*
            from json_to_recordset(${recordset(part)}::json) as asked(name text, query text)
            cross join lateral (
              select ${columns} from (select * from companies where search @@ asked.query::tsquery offset 0) c
              order by ${bySize} limit 1
            ) c`)
        )
        return new Map(found.flat().map(({ asked, ...company }) => [asked, company]))
      })

      const KnownCompany = Schema.Struct({ ...StoredCompany.fields, lexicon: Schema.Int })
      const byKey = (keys: ReadonlyArray<string>) =>
        rowsAs(KnownCompany).all(sql`
          select key, name, tickers, lexicon, ${facts} from companies where key = any(${keys}::text[])`)

      const write = (companies: ReadonlyArray<StoredCompany>, now: Date) => sql`
        insert into companies (key, name, tickers, industry, revenue, market_cap, revenue_period_end, source_url, search,
                               lexicon, updated_at)
        select key, name, tickers, industry, revenue, market_cap, revenue_period_end, source_url, array_to_tsvector(search),
               ${lexicon}::int, ${now}
        from json_to_recordset(${recordset(companies.map((company) => ({ ...company, search: lexemes(company) })))}::json)
             as x(key text, name text, tickers text[], industry text, revenue bigint, market_cap bigint,
                  revenue_period_end date, source_url text, search text[])
        on conflict (key) do update set
          name = excluded.name, tickers = excluded.tickers, industry = excluded.industry, revenue = excluded.revenue,
          market_cap = excluded.market_cap, revenue_period_end = excluded.revenue_period_end,
          source_url = excluded.source_url, search = excluded.search, lexicon = excluded.lexicon,
          updated_at = excluded.updated_at`

      /** Brings the store to what `next` makes of each part of the batch and of what is stored of it. */
      const store = Effect.fnUntraced(
        function* <A extends { readonly key: string }>(
          given: ReadonlyArray<A>,
          next: (part: ReadonlyArray<A>, known: ReadonlyMap<string, StoredCompany>) => ReadonlyArray<NewCompany>
        ) {
          const now = yield* DateTime.nowAsDate
          const written = { new: 0, changed: 0 }
          for (const part of chunks(once(given))) {
            const stored = yield* byKey(part.map(({ key }) => key))
            const known = new Map(stored.map((company) => [company.key, company]))
            const outdated = new Set(stored.flatMap(({ key, lexicon: made }) => (made === lexicon ? [] : [key])))
            const { added, changed } = changes(next(part, known), known, (key) => outdated.has(key))
            if (added.length + changed.length > 0) yield* write([...added, ...changed], now)
            written.new += added.length
            written.changed += changed.length
          }
          return written
        },
        inTurn(sql, "companies")
      )

      const lookedUp = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
        const now = yield* DateTime.nowAsDate
        yield* sql`update companies set looked_up_at = ${now} where key = any(${keys}::text[])`
      })

      return {
        search: ({ q, limit }) => Effect.orDie(search(q, limit)),
        get: (id) =>
          rowsAs(Company)
            .first(sql`select ${columns} from companies where id = ${id}`)
            .pipe(Effect.flatMap(orMissing("company_not_found")), orDefect),
        named: (names) => Effect.orDie(named(names)),
        ofIds: (ids) =>
          Effect.orDie(
            rowsAs(Company).all(sql`select ${columns} from companies where id = any(${ids}::integer[]) order by id`)
          ),
        keysOf: (ids) =>
          Effect.orDie(
            Effect.map(
              sql<{ id: CompanyId; key: string }>`select id, key from companies where id = any(${ids}::integer[])`,
              (rows) => new Map(rows.map(({ id, key }) => [id, key]))
            )
          ),
        sectors: Effect.orDie(
          rowsAs(Sector).all(sql`
            select industry, count(*)::int as companies from companies where industry is not null
            group by industry order by companies desc, industry collate "C"`)
        ),
        upsert: (companies) => Effect.orDie(store(companies, (part) => part)),
        enrich: (facts) =>
          Effect.orDie(
            store(facts, (part, known) =>
              part.flatMap((fact) => {
                const company = known.get(fact.key)
                return company === undefined ? [] : [enriched(company, fact)]
              })
            )
          ).pipe(Effect.map(({ changed }) => ({ changed }))),
        dueForLookUp: ({ before, keys, limit }) =>
          Effect.orDie(
            rowsAs(DueCompany).all(sql`
              select key, revenue::float8 as revenue from companies
              where starts_with(key, ${keys}) and (looked_up_at is null or looked_up_at < ${before}::timestamptz)
              order by looked_up_at nulls first, id
              limit ${limit}`)
          ),
        lookedUp: (keys) => Effect.orDie(lookedUp(keys))
      }
    })
  )
}

const anyOf = (tiers: ReadonlyArray<string>): string => tiers.map((tier) => `(${tier})`).join(" | ")

/** A tier in Postgres's notation. Lexemes have no character that would need escaping. */
const tsquery = (tier: Tier): string => {
  const term = ({ lexeme, prefix }: Term) => `'${lexeme}'${prefix ? ":*" : ""}`
  return tier.map((terms) => `(${terms.map(term).join(" | ")})`).join(" & ")
}
