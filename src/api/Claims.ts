import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Claim, ClaimCheck } from "../domain/ClaimCheck.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { Requirement } from "./Security.ts"

/** Sentences, held against stored evidence. */
export const ClaimsGroup = HttpApiGroup.make("claims")
  .add(
    HttpApiEndpoint.post("check", "/claims/check", {
      payload: Claim,
      success: enveloped(ClaimCheck),
      error: Errors.NotFound
    }).annotateMerge(
      explained(
        "Check a claim",
        "Whether stored evidence bears a sentence out, by the rules to which reports are held: every number, name and quotation must be in it, and one passage must say the same in the same direction. " +
          "A configured judge decides about the rest, for 60 checks per hour; then rules alone do."
      )
    )
  )
  .annotate(Requirement, "reports")
  .annotateMerge(OpenApi.annotations({ title: "Claims", description: "Does the evidence say so?" }))
