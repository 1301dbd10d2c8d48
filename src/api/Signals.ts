import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Signal } from "../domain/Signal.ts"
import { line } from "../text/Text.ts"
import { enveloped } from "./Envelope.ts"
import { limit } from "./Query.ts"
import { Requirement } from "./Security.ts"

const q = Schema.optionalKey(line(0, 500)).pipe(Schema.annotateEncoded({ description: "what to search for" }))

/** News about markets. */
export const SignalsGroup = HttpApiGroup.make("signals")
  .add(
    HttpApiEndpoint.get("list", "/signals", {
      query: { q, limit },
      success: enveloped(Schema.Array(Signal))
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List or search market signals",
        description:
          'Newest first. With `q` best match first: every term must match, titles count more; `"quoted phrases"` and `-term` work.'
      })
    )
  )
  .annotate(Requirement, "signals")
  .annotateMerge(OpenApi.annotations({ title: "Signals", description: "News from the configured sources." }))
