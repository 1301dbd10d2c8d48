import { Effect } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { Companies } from "../../src/storage/Companies.ts"
import { Fetch } from "../Fetch.ts"
import { done, fromFetch, type Source, unchanged, unreadable } from "../Source.ts"
import type { SourcesList } from "../SourcesFile.ts"
import { readTickerFile } from "./TickerFile.ts"

/** Companies that file with the United States Securities and Exchange Commission. */
export const secCompanies = Effect.fnUntraced(function* (
  { base, every }: NonNullable<SourcesList["secCompanies"]>,
  contact: string | undefined
) {
  const fetch = yield* Fetch
  const companies = yield* Companies
  const url = `${base}/files/company_tickers.json`
  return {
    name: SourceName.make("sec:companies"),
    kind: "companies",
    platform: null,
    title: "SEC company tickers",
    url,
    missing: contact === undefined ? "CONTACT is not set: SEC answers only those who name a mail address" : null,
    every,
    run: Effect.fnUntraced(function* (validators) {
      const fetched = yield* fetch.get(url, { validators, accept: "application/json" }).pipe(Effect.mapError(fromFetch))
      if (fetched.status === 304) return unchanged(fetched)
      const {
        badRows,
        companies: found,
        rows
      } = yield* Effect.fromResult(readTickerFile(new TextDecoder().decode(fetched.bytes))).pipe(
        Effect.mapError(unreadable)
      )
      const written = yield* companies.upsert(found)
      return done(fetched, { fetched: rows, ...written, skipped: badRows === 0 ? {} : { bad_row: badRows } })
    })
  } satisfies Source
})
