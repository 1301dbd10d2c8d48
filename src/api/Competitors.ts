import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Competitor, CompetitorId, CompetitorName, CompetitorNames, CompetitorStatus } from "../domain/Competitor.ts"
import { Domain } from "../text/Domain.ts"
import { Signal } from "../domain/Signal.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { Idempotency, idempotent } from "./Idempotency.ts"
import { MadeOf } from "./MadeOf.ts"
import { described, optional } from "./Members.ts"
import { limit, pathId } from "./Query.ts"
import { Requirement } from "./Security.ts"

const aliases = described(optional(CompetitorNames), "other names of the competitor; 20 at most")

const exclude = described(
  optional(CompetitorNames),
  "phrases in which one of its names means something else; 20 at most"
)

/** The body of POST /competitors. */
export const NewCompetitor = Schema.Struct({
  name: CompetitorName,
  domain: described(Domain, "registrable host name or one below it (public suffix list), without scheme, path or port"),
  aliases,
  exclude
}).annotate({
  identifier: "NewCompetitor",
  examples: [{ name: "Acme", domain: "acme.example" as Domain }]
})

/** The body of PATCH /competitors/{id}: what is given is changed. */
export const CompetitorChange = Schema.Struct({
  name: optional(CompetitorName),
  status: optional(CompetitorStatus),
  aliases,
  exclude
}).annotate({ identifier: "CompetitorChange", examples: [{ status: "paused" }] })

const status = described(Schema.optionalKey(CompetitorStatus), "only those of this status")

const params = { competitor_id: described(pathId(CompetitorId), "the competitor") }

/** Companies that an account watches. */
export const CompetitorsGroup = HttpApiGroup.make("competitors")
  .add(
    HttpApiEndpoint.get("list", "/competitors", {
      query: { status },
      success: enveloped(Schema.Array(Competitor))
    }).annotateMerge(
      explained("List your competitors", "Active and paused ones; `status` narrows the list, or shows the archived.")
    ),
    HttpApiEndpoint.post("create", "/competitors", {
      payload: NewCompetitor,
      headers: idempotent,
      success: enveloped(Competitor).pipe(HttpApiSchema.status(201)),
      error: Errors.Conflict
    })
      .annotateMerge(explained("Watch a competitor", "One entry for each domain."))
      .middleware(Idempotency),
    HttpApiEndpoint.get("signals", "/competitors/:competitor_id/signals", {
      params,
      query: { limit },
      success: enveloped(Schema.Array(Signal)),
      error: Errors.NotFound
    }).annotateMerge(
      explained(
        "List signals about a competitor",
        "Newest first: what searches for its name found, what names it in its title or snippet, and what is on its domain. Those of a paused competitor stay."
      )
    ),
    HttpApiEndpoint.patch("update", "/competitors/:competitor_id", {
      params,
      payload: CompetitorChange,
      success: enveloped(Competitor),
      error: [Errors.NotFound, Errors.Conflict]
    }).annotateMerge(
      explained(
        "Rename, pause or resume",
        "A paused competitor is not searched for. An archived entry no longer changes: 409 `competitor_archived`."
      )
    ),
    HttpApiEndpoint.delete("remove", "/competitors/:competitor_id", {
      params,
      success: enveloped(Competitor),
      error: [Errors.NotFound, Errors.Conflict]
    }).annotateMerge(explained("Stop watching", "The entry becomes `archived`, for good; its domain is free again."))
  )
  .annotate(Requirement, "competitors")
  .annotate(MadeOf, "own")
  .annotateMerge(OpenApi.annotations({ title: "Competitors", description: "Companies that you watch." }))
