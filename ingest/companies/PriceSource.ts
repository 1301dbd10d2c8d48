import { Context, Effect, Layer, Redacted } from "effect"
import { reading } from "../parse/Reading.ts"
import { asSourceFailed, type SourceFailed } from "../Source.ts"
import { pricesIn } from "./PriceFile.ts"
import { fileBytes } from "./Rows.ts"

/** Share prices in US dollars by ticker, as written in SEC's file (`BRK-B`). */
export type Prices = ReadonlyMap<string, number>

/** Where share prices come from: what SEC does not have and market values need. Null: the operator has named none. */
export class PriceSource extends Context.Reference<{ readonly prices: Effect.Effect<Prices | null, SourceFailed> }>(
  "sonde/ingest/PriceSource",
  { defaultValue: () => ({ prices: Effect.succeed(null) }) }
) {
  /** A file of the latest prices, CSV or JSON. Its address may hold a key, so that it shows nowhere. */
  static readonly layerUrl = (url: Redacted.Redacted) =>
    Layer.effect(
      PriceSource,
      Effect.map(reading, ({ read }) => {
        const asked = { accept: "text/csv, application/json", maxBytes: fileBytes }
        return {
          prices: read(pricesIn, Redacted.value(url), asked).pipe(
            Effect.mapBoth({ onFailure: asSourceFailed, onSuccess: ({ value }) => value })
          )
        }
      })
    )
}
