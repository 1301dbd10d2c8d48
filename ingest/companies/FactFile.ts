import { Result, Schema } from "effect"
import { CalendarDate } from "../../src/domain/Timestamp.ts"
import { latestRevenue, type Revenue, type RevenueTag, revenueTags } from "./Revenue.ts"
import { readJson, readRows } from "./Rows.ts"

/*
 * SEC's `companyfacts` of one company: all that it ever filed. A fact is repeated for every filing that mentions it; `fy` and
 * `fp` are the filing's, not the fact's, so that only `start` and `end` say which time it is about.
 */

const File = Schema.Struct({
  facts: Schema.Struct({
    "us-gaap": Schema.optionalKey(
      Schema.Record(Schema.String, Schema.Struct({ units: Schema.Record(Schema.String, Schema.Array(Schema.Unknown)) }))
    )
  })
})

const Fact = Schema.Struct({
  start: Schema.optionalKey(CalendarDate),
  end: CalendarDate,
  val: Schema.Number.check(Schema.isBetween({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })),
  filed: CalendarDate
})

/** The revenue of a company's latest year, null when it has filed none in US dollars; or why the file is refused. */
export const readFactFile = (text: string): Result.Result<Revenue | null, string> => {
  const file = readJson("a company's facts", File, text)
  if (Result.isFailure(file)) return Result.fail(file.failure)
  const read = (tag: RevenueTag) =>
    Result.map(
      readRows(`a company's facts of ${tag}`, Fact, file.success.facts["us-gaap"]?.[tag]?.units["USD"] ?? []),
      ({ rows }) => rows.flatMap(({ start, ...fact }) => (start === undefined ? [] : [{ tag, start, ...fact }]))
    )
  return Result.map(Result.all(revenueTags.map(read)), (facts) => latestRevenue(facts.flat()))
}
