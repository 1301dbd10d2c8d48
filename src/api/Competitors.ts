import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Competitor, CompetitorId, CompetitorName, CompetitorNames, CompetitorStatus } from "../domain/Competitor.ts"
import { Domain } from "../text/Domain.ts"
import { Signal } from "../domain/Signal.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { Idempotency, idempotent } from "./Idempotency.ts"
import { optional } from "./Members.ts"
import { limit, pathId } from "./Query.ts"
import { Requirement } from "./Security.ts"

const aliases = optional(CompetitorNames).pipe(
  Schema.annotateEncoded({ description: "other names of the competitor; 20 at most" })
)

const exclude = optional(CompetitorNames).pipe(
  Schema.annotateEncoded({ description: "phrases in which one of its names means something else; 20 at most" })
)

/** The body of POST /competitors. */
export const NewCompetitor = Schema.Struct({
  name: CompetitorName,
  domain: Domain.pipe(
    Schema.annotateEncoded({
      description: "registrable host name or one below it (public suffix list), without scheme, path or port"
    })
  ),
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

const status = Schema.optionalKey(CompetitorStatus).pipe(
  Schema.annotateEncoded({ description: "only those of this status" })
)

const params = { competitor_id: pathId(CompetitorId).pipe(Schema.annotateEncoded({ description: "the competitor" })) }

/** Companies that an account watches. */
export const CompetitorsGroup = HttpApiGroup.make("competitors")
  .add(
    HttpApiEndpoint.get("list", "/competitors", {
      query: { status },
      success: enveloped(Schema.Array(Competitor))
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List your competitors",
        description: "Active and paused ones; `status` narrows the list, or shows the archived."
      })
    ),
    HttpApiEndpoint.post("create", "/competitors", {
      payload: NewCompetitor,
      headers: idempotent,
      success: enveloped(Competitor).pipe(HttpApiSchema.status(201)),
      error: Errors.Conflict
    })
      .annotateMerge(OpenApi.annotations({ summary: "Watch a competitor", description: "One entry for each domain." }))
      .middleware(Idempotency),
    HttpApiEndpoint.get("signals", "/competitors/:competitor_id/signals", {
      params,
      query: { limit },
      success: enveloped(Schema.Array(Signal)),
      error: Errors.NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List signals about a competitor",
        description:
          "Newest first: what searches for its name found, what names it in its title or snippet, and what is on its domain. Those of a paused competitor stay."
      })
    ),
    HttpApiEndpoint.patch("update", "/competitors/:competitor_id", {
      params,
      payload: CompetitorChange,
      success: enveloped(Competitor),
      error: [Errors.NotFound, Errors.Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Rename, pause or resume",
        description:
          "A paused competitor is not searched for. An archived entry no longer changes: 409 `competitor_archived`."
      })
    ),
    HttpApiEndpoint.delete("remove", "/competitors/:competitor_id", {
      params,
      success: enveloped(Competitor),
      error: [Errors.NotFound, Errors.Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Stop watching",
        description: "The entry becomes `archived`, for good; its domain is free again."
      })
    )
  )
  .annotate(Requirement, "competitors")
  .annotateMerge(OpenApi.annotations({ title: "Competitors", description: "Companies that you watch." }))
