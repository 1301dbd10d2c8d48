import { Result, Schema } from "effect"
import { CalendarDate } from "../../src/domain/Timestamp.ts"
import { latestRevenue, type Revenue, type RevenueTag, revenueTags } from "./Revenue.ts"
import type { Document } from "../parse/Document.ts"
import { readJson, usualBounds } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { readRows } from "./Rows.ts"

/*
 * SEC's `companyfacts` of one company: all that it ever filed. A fact is repeated for every filing that mentions it;
 * `fy` and `fp` are the filing's, not the fact's, so that only `start` and `end` say which time it is about.
 */

const Facts = Schema.optionalKey(
  Schema.Struct({ units: Schema.Struct({ USD: Schema.optionalKey(Schema.Array(Schema.Unknown)) }) })
)

/** The tags of revenue among hundreds of others, which nobody looks at. */
const File = Schema.Struct({
  facts: Schema.Struct({
    "us-gaap": Schema.optionalKey(
      Schema.Struct({
        Revenues: Facts,
        RevenueFromContractWithCustomerExcludingAssessedTax: Facts,
        RevenueFromContractWithCustomerIncludingAssessedTax: Facts,
        SalesRevenueNet: Facts
      })
    )
  })
})

const Fact = Schema.Struct({
  start: Schema.optionalKey(CalendarDate),
  end: CalendarDate,
  val: Schema.Number.check(Schema.isBetween({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })),
  filed: CalendarDate
})

/** The largest of them have 12 MB and some 800,000 values. */
export const factBytes = 15_000_000
const factBounds = { ...usualBounds, maxLength: factBytes, maxValues: 1_200_000 }

/** The revenue of a company's latest year, null when it has filed none in US dollars; or why the file is refused. */
export const readFactFile = (document: Document): Result.Result<Revenue | null, string> => {
  const file = readJson(document, File, "a company's facts", factBounds)
  if (Result.isFailure(file)) return Result.fail(file.failure)
  const read = (tag: RevenueTag) =>
    Result.map(
      readRows(`a company's facts of ${tag}`, Fact, file.success.facts["us-gaap"]?.[tag]?.units.USD ?? []),
      ({ rows }) => rows.flatMap(({ start, ...fact }) => (start === undefined ? [] : [{ tag, start, ...fact }]))
    )
  return Result.map(Result.all(revenueTags.map(read)), (facts) => latestRevenue(facts.flat()))
}

export const latestRevenueIn = reader(import.meta.url, readFactFile)
