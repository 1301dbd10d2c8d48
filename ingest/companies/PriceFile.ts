import { parse } from "csv-parse/sync"
import { Result, Schema } from "effect"
import { type Document, textOf } from "../parse/Document.ts"
import { parseJson } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { fileBounds, mostRows, readRows } from "./Rows.ts"

/*
 * A file of share prices in US dollars: CSV with the columns `ticker` and `price` (others are ignored), a JSON object
 * of prices by ticker, or a JSON array of objects with `ticker` and `price`.
 */

const Price = Schema.Finite.check(Schema.isGreaterThan(0))
const Row = Schema.Struct({ ticker: Schema.String.check(Schema.isBetweenCodePoints(1, 20)), price: Price })
const Json = Schema.Union([Schema.Array(Schema.Unknown), Schema.Record(Schema.String, Schema.Unknown)])

const csvRows = (text: string): Result.Result<ReadonlyArray<unknown>, string> =>
  Result.try({
    try: () =>
      parse(text, {
        bom: true,
        columns: (header: ReadonlyArray<string>) => header.map((name) => name.trim().toLowerCase()),
        trim: true,
        skip_empty_lines: true,
        max_record_size: 10_000,
        to: mostRows + 1
      }).map((row: unknown) => {
        const { price, ticker } = row as Readonly<Record<string, string | undefined>>
        return { ticker, price: price === undefined || price === "" ? undefined : Number(price) }
      }),
    catch: () => "not a file of prices: neither CSV nor JSON, or cut off"
  })

const jsonRows = (text: string): Result.Result<ReadonlyArray<unknown>, string> =>
  Result.map(parseJson(text, Json, "a file of prices", fileBounds), (file) =>
    Array.isArray(file) ? file : Object.entries(file).map(([ticker, price]) => ({ ticker, price }))
  )

/** The prices by ticker, or why the file is refused. */
export const readPrices = (document: Document): Result.Result<ReadonlyMap<string, number>, string> => {
  const text = textOf(document)
  return Result.flatMap(/^\s*[[{]/.test(text) ? jsonRows(text) : csvRows(text), (given) =>
    Result.flatMap(readRows("a file of prices", Row, given), ({ rows }) =>
      rows.length === 0
        ? Result.fail("not a file of prices: no price in it")
        : // SEC writes share classes with a hyphen, others with a dot or a slash.
          Result.succeed(new Map(rows.map(({ price, ticker }) => [ticker.toUpperCase().replace(/[./]/g, "-"), price])))
    )
  )
}

export const pricesIn = reader(import.meta.url, readPrices)
