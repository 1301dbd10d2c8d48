import { Result, Schema } from "effect"
import { CalendarDate } from "../../src/domain/Timestamp.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { Cik, fileBounds, readRows } from "./Rows.ts"

/*
 * SEC's XBRL frames: one fact for each company that filed one tag for one calendar year (`CY2025`), or for one instant
 * (`CY2025Q4I`), the last filed one. A tag that nobody used has no frame: 404.
 */

/** What JSON carries exactly. */
const Amount = Schema.Number.check(
  Schema.isBetween({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
)

const Fact = Schema.Struct({
  cik: Cik,
  /** A value at one point in time has none. */
  start: Schema.optionalKey(CalendarDate),
  end: CalendarDate,
  val: Amount
})
export type FrameFact = typeof Fact.Type

const File = Schema.Struct({ tag: Schema.String, uom: Schema.String, data: Schema.Array(Schema.Unknown) })

/** The facts of a frame in this unit, or why the file is refused. */
export const readFrame = (document: Document, unit: string): Result.Result<ReadonlyArray<FrameFact>, string> => {
  const file = readJson(document, File, "a frame", fileBounds)
  if (Result.isFailure(file)) return Result.fail(file.failure)
  const { data, tag, uom } = file.success
  if (uom !== unit) return Result.fail(`not the frame of ${tag} that was asked for: in ${uom}, not ${unit}`)
  return Result.map(readRows(`a frame of ${tag}`, Fact, data), ({ rows }) => rows)
}

export const factsOfFrame = reader(import.meta.url, readFrame)
