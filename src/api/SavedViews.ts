import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { maxSavedViews, SavedView, SavedViewId, SavedViewName, ViewSearch } from "../domain/SavedView.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { described } from "./Members.ts"
import { pathId } from "./Query.ts"
import { Authentication, Requirement, Validation } from "./Security.ts"

/** The body of POST /views. */
export const NewSavedView = Schema.Struct({ name: SavedViewName, search: ViewSearch }).annotate({
  identifier: "NewSavedView",
  examples: [{ name: "Heat pumps in German", search: { q: "heat pump", language: "de", sort: "newest" } }]
})

/** The body of PATCH /views/{id}. */
export const SavedViewRename = Schema.Struct({ name: SavedViewName }).annotate({
  identifier: "SavedViewRename",
  examples: [{ name: "Heat pumps" }]
})

const params = { view_id: described(pathId(SavedViewId), "the saved view") }

/** Searches that an account has kept, for everybody who signs in to it. */
export const SavedViewsGroup = HttpApiGroup.make("views")
  .add(
    HttpApiEndpoint.get("list", "/views", { success: enveloped(Schema.Array(SavedView)) }).annotateMerge(
      explained("List your saved views", "By name. Send the members of `search` to GET /signals to see one.")
    ),
    HttpApiEndpoint.post("create", "/views", {
      payload: NewSavedView,
      success: enveloped(SavedView).pipe(HttpApiSchema.status(201)),
      error: Errors.Conflict
    }).annotateMerge(
      explained(
        "Save a view",
        `A search with its filters and order, under a name that no other view of the account has. ${maxSavedViews} at most.`
      )
    ),
    HttpApiEndpoint.patch("rename", "/views/:view_id", {
      params,
      payload: SavedViewRename,
      success: enveloped(SavedView),
      error: [Errors.NotFound, Errors.Conflict]
    }).annotateMerge(OpenApi.annotations({ summary: "Rename a saved view" })),
    HttpApiEndpoint.delete("remove", "/views/:view_id", {
      params,
      success: HttpApiSchema.NoContent,
      error: Errors.NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Remove a saved view" }))
  )
  // A misspelt filter would be lost in silence.
  .annotateEndpoints(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .middleware(Validation)
  .middleware(Authentication)
  .prefix("/api/v1/dashboard")
  .annotate(Requirement, "unrestricted_user")
  .annotateMerge(
    OpenApi.annotations({
      title: "Saved views",
      description: "Searches that the account keeps, for signed-in users (a token needs all scopes)."
    })
  )
