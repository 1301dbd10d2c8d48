import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { NewCompany } from "../../src/domain/Company.ts"
import { lexemes, lexicon } from "../../src/domain/CompanySearch.ts"
import { bulk } from "../Bulk.ts"
import { generate } from "./Generate.ts"

/** Rows of one statement: a few MB. */
const loadedTogether = 5_000

const insert = Effect.fnUntraced(function* (companies: ReadonlyArray<NewCompany>) {
  const sql = yield* SqlClient.SqlClient
  const rows = JSON.stringify(companies.map((company) => ({ ...company, search: lexemes(company) })))
  yield* sql`
    insert into companies (key, name, tickers, industry, revenue, market_cap, search, lexicon, updated_at)
    select key, name, tickers, industry, revenue, market_cap, array_to_tsvector(search), ${lexicon}::int, now()
    from json_to_recordset(${rows}::json)
         as x(key text, name text, tickers text[], industry text, revenue bigint, market_cap bigint, search text[])`
})

/**
 * Fills the table without the service, which would check each row against what is stored; returns some of the
 * companies.
 */
export const fill = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`truncate companies restart identity`
  const sample: Array<NewCompany> = []
  const rows = Effect.gen(function* () {
    let batch: Array<NewCompany> = []
    let n = 0
    for (const company of generate(count)) {
      if (n++ % Math.ceil(count / 10_000) === 0) sample.push(company)
      batch.push(company)
      if (batch.length === loadedTogether || n === count) {
        yield* insert(batch)
        batch = []
      }
    }
  })
  yield* bulk("companies", rows)
  return sample
})
