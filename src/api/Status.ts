import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Timestamp } from "../domain/Timestamp.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { MadeOf } from "./MadeOf.ts"
import { PublicAccess } from "./Security.ts"

const serviceStatus = <const Status extends ReadonlyArray<string>, const Database extends string>(
  status: Status,
  database: Database
) =>
  Schema.Struct({
    status: Schema.Literals(status),
    version: Schema.Literal("v1"),
    time: Timestamp,
    components: Schema.Struct({
      database: Schema.Literal(database),
      ingestion: Schema.Struct({
        fresh: Schema.Int,
        stale: Schema.Int,
        failed: Schema.Int,
        not_configured: Schema.Int,
        offline_since: Schema.optionalKey(
          Timestamp.annotate({
            description:
              "present where nobody answers for most sources: since when the machine of the service seems offline"
          })
        )
      }),
      report_writer: Schema.String.annotate({ description: "`extractive`, or `openai:<model>`" }),
      search: Schema.optionalKey(
        Schema.Struct({
          engine: Schema.Literals(["bm25", "gin", "memory"]).annotate({
            description: "the index that serves search: docs/scaling.md tells them apart"
          }),
          pending: Schema.Int.annotate({ description: "signals that are not indexed yet: search does not find them" }),
          meaning: Schema.optionalKey(
            Schema.Struct({
              model: Schema.String,
              pending: Schema.Int.annotate({
                description: "signals without a vector yet: search finds them by their words alone"
              }),
              available: Schema.Boolean.annotate({
                description: "false if the model cannot be used now; lists are then by words alone, and say so"
              })
            }).annotate({ description: "search by meaning, if a model is configured for it" })
          ),
          cluster: Schema.optionalKey(
            Schema.Struct({
              available: Schema.Boolean.annotate({
                description: "false if the database answers in its place now; lists say so"
              }),
              behind: Schema.Int.annotate({ description: "changes of signals by which it does not answer yet" }),
              behind_seconds: Schema.Finite.annotate({ description: "for how long the oldest of them waits" }),
              building: Schema.NullOr(Schema.Int).annotate({
                description: "signals that its next index lacks; null while none is being filled"
              })
            }).annotate({ description: "the search cluster, if one is configured" })
          )
        }).annotate({ description: "left out when the database cannot be reached" })
      ),
      standbys: Schema.optionalKey(
        Schema.Struct({
          configured: Schema.Int,
          in_use: Schema.Int.annotate({ description: "the others are away or too far behind" }),
          lag_seconds: Schema.NullOr(Schema.Finite).annotate({
            description: "everything that was stored so long ago can be seen on all that are in use; null without any"
          })
        }).annotate({ description: "servers that follow the database and are read from; left out without any" })
      )
    })
  })

/** How the service is: `degraded` when more sources fail or are stale than are fresh. */
export const Reachable = serviceStatus(["ok", "degraded"], "ok").annotate({ identifier: "ServiceStatus" })

/** How the service is when its database is out of reach. */
export const Unreachable = serviceStatus(["degraded"], "unavailable").annotate({ identifier: "ServiceUnavailable" })

/** Availability, for everyone. */
export const StatusGroup = HttpApiGroup.make("status")
  .add(
    HttpApiEndpoint.get("get", "/status", {
      success: [enveloped(Reachable), enveloped(Unreachable).pipe(HttpApiSchema.status(503))],
      error: Errors.RateLimited
    })
      .annotateMerge(
        explained(
          "Check availability",
          "No credential needed. 503, with the same body, when the database cannot be reached."
        )
      )
      .annotate(MadeOf, "not remembered")
  )
  .middleware(PublicAccess)
  .prefix("/api/v1/public")
  .annotateMerge(OpenApi.annotations({ title: "Status", description: "Is the service available?" }))
