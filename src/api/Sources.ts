import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SourceHealth, SourceName, SourceRun } from "../domain/Source.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { described } from "./Members.ts"
import { Authentication, Requirement, Validation } from "./Security.ts"

/** How a source is, beside what it is. Its address is not told: that of a private feed may be a secret. */
export const ListedSource = Schema.Struct({
  ...SourceHealth.fields,
  title: Schema.String,
  missing: Schema.NullOr(Schema.String).annotate({ description: "what has to be set before the source can run" }),
  listed: Schema.Boolean.annotate({ description: "false: remembered, but not on the operator's list" })
}).annotate({ identifier: "Source" })
export type ListedSource = typeof ListedSource.Type

const params = { source_name: described(SourceName, "the source, by its name") }

/** Where everything comes from. */
export const SourcesGroup = HttpApiGroup.make("sources")
  .add(
    HttpApiEndpoint.get("list", "/sources", { success: enveloped(Schema.Array(ListedSource)) }).annotateMerge(
      explained(
        "List the sources",
        "In the order of the operator's list, each with how it is and when it is read next."
      )
    ),
    HttpApiEndpoint.post("run", "/sources/:source_name/run", {
      params,
      success: enveloped(SourceRun),
      error: Errors.NotFound
    })
      .annotateMerge(
        explained(
          "Run a source now",
          "For operators, whether it is due or not. Answers how it went; after five seconds, that it is running."
        )
      )
      .annotate(Requirement, "operator")
  )
  .middleware(Validation)
  .middleware(Authentication)
  .prefix("/api/v1/dashboard")
  .annotate(Requirement, "unrestricted_user")
  .annotateMerge(
    OpenApi.annotations({
      title: "Sources",
      description: "How the sources are, for signed-in users. A token needs all scopes."
    })
  )
