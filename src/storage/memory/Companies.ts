import { Clock, Effect, Layer, Struct } from "effect"
import { type Company, CompanyId } from "../../domain/Company.ts"
import { lexemes, nameLexeme, type Tier, tiers } from "../../domain/CompanySearch.ts"
import { Companies } from "../companies/Companies.ts"
import { orMissing } from "../../domain/Missing.ts"
import { changes, enriched, once, type StoredCompany } from "../companies/CompanyChanges.ts"

interface Row {
  readonly id: CompanyId
  readonly stored: StoredCompany
  readonly found: ReadonlyArray<string>
  readonly lookedUpAt: number | null
}

const shown = ({ id, stored }: Row): Company => ({
  ...Struct.pick(stored, ["name", "industry", "revenue", "market_cap", "revenue_period_end", "source_url"]),
  id,
  ticker: stored.tickers[0] ?? null,
  currency: "USD"
})

const answers = (found: ReadonlyArray<string>, tier: Tier): boolean =>
  tier.every((terms) =>
    terms.some(({ lexeme, prefix }) => found.some((known) => (prefix ? known.startsWith(lexeme) : known === lexeme)))
  )

const largestFirst = (one: number | null, other: number | null): number =>
  one === other ? 0 : (other ?? -Infinity) - (one ?? -Infinity)

const bySize = (one: Row, other: Row): number =>
  largestFirst(one.stored.market_cap, other.stored.market_cap) ||
  largestFirst(one.stored.revenue, other.stored.revenue) ||
  one.id - other.id

/** The companies in a map by their key: each method is one synchronous step. */
const make = (): Companies["Service"] => {
  const rows = new Map<string, Row>()

  const search = (q: string, limit: number) => {
    const asked = tiers(q)
    return [...rows.values()]
      .map((row) => ({ row, tier: asked.findIndex((tier) => answers(row.found, tier)) }))
      .filter(({ tier }) => tier >= 0)
      .sort((one, other) => one.tier - other.tier || bySize(one.row, other.row))
      .slice(0, limit)
      .map(({ row }) => shown(row))
  }

  const sectors = () => {
    const counts = new Map<string, number>()
    for (const { stored } of rows.values())
      if (stored.industry !== null) counts.set(stored.industry, (counts.get(stored.industry) ?? 0) + 1)
    return [...counts]
      .map(([industry, companies]) => ({ industry, companies }))
      .sort((one, other) => other.companies - one.companies || (one.industry < other.industry ? -1 : 1))
  }

  const known = () => new Map([...rows].map(([key, { stored }]) => [key, stored]))

  const write = (companies: ReadonlyArray<StoredCompany>) => {
    for (const company of companies) {
      const row = rows.get(company.key)
      rows.set(company.key, {
        id: row?.id ?? CompanyId.make(rows.size + 1),
        stored: company,
        found: lexemes(company),
        lookedUpAt: row?.lookedUpAt ?? null
      })
    }
  }

  return {
    search: ({ q, limit }) => Effect.sync(() => search(q, limit)),
    get: (id) =>
      Effect.suspend(() => {
        const row = rows.values().find((row) => row.id === id)
        return Effect.map(orMissing("company_not_found")(row), shown)
      }),
    named: (names) =>
      Effect.sync(() => {
        const inOrder = [...rows.values()].sort(bySize)
        return new Map(
          names.flatMap((name) => {
            const lexeme = nameLexeme(name)
            const row = lexeme === null ? undefined : inOrder.find(({ found }) => found.includes(lexeme))
            return row === undefined ? [] : [[name, shown(row)]]
          })
        )
      }),
    ofIds: (ids) =>
      Effect.sync(() =>
        [...rows.values()]
          .filter(({ id }) => ids.includes(id))
          .toSorted((one, other) => one.id - other.id)
          .map(shown)
      ),
    keysOf: (ids) =>
      Effect.sync(
        () => new Map([...rows.values()].flatMap(({ id, stored }) => (ids.includes(id) ? [[id, stored.key]] : [])))
      ),
    sectors: Effect.sync(sectors),
    upsert: (given) =>
      Effect.sync(() => {
        const { added, changed } = changes(once(given), known())
        write([...added, ...changed])
        return { new: added.length, changed: changed.length }
      }),
    enrich: (facts) =>
      Effect.sync(() => {
        const stored = known()
        const companies = once(facts).flatMap((fact) => {
          const company = stored.get(fact.key)
          return company === undefined ? [] : [enriched(company, fact)]
        })
        const { changed } = changes(companies, stored)
        write(changed)
        return { changed: changed.length }
      }),
    dueForLookUp: ({ keys, before, limit }) =>
      Effect.sync(() =>
        [...rows.values()]
          .filter(
            ({ lookedUpAt, stored }) => stored.key.startsWith(keys) && (lookedUpAt ?? -Infinity) < before.getTime()
          )
          .sort(
            (one, other) =>
              (one.lookedUpAt === other.lookedUpAt ? 0 : (one.lookedUpAt ?? 0) - (other.lookedUpAt ?? 0)) ||
              one.id - other.id
          )
          .slice(0, limit)
          .map(({ stored: { key, revenue } }) => ({ key, revenue }))
      ),
    lookedUp: (keys) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const key of keys) {
          const row = rows.get(key)
          if (row !== undefined) rows.set(key, { ...row, lookedUpAt: now })
        }
      })
  }
}

export const layer = Layer.sync(Companies, make)
