import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { byKind } from "../domain/ByKind.ts"
import { Attempt, Delivery, Endpoint, EndpointName, overlapHours, OverlapHours, Target } from "../domain/Endpoint.ts"
import { EndpointId } from "../domain/EndpointId.ts"
import { EventId } from "../domain/WatchEvent.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { Idempotency, idempotent } from "./Idempotency.ts"
import { MadeOf } from "./MadeOf.ts"
import { defaulted, described, optional } from "./Members.ts"
import { OptionalBody } from "./OptionalBody.ts"
import { all, limit, pathId, skip } from "./Query.ts"
import { Requirement } from "./Security.ts"

/** The body of POST /endpoints. */
export const NewEndpoint = Schema.Struct({
  name: EndpointName,
  target: byKind(Target.members)
}).annotate({
  identifier: "NewEndpoint",
  examples: [{ name: "Alerts", target: { kind: "webhook", url: "https://hooks.example/sonde" } }]
})

/** The body of PATCH /endpoints/{id}: what is given is changed. */
export const EndpointChange = Schema.Struct({
  name: optional(EndpointName),
  target: optional(byKind(Target.members)),
  status: optional(Schema.Literals(["active", "paused"]))
}).annotate({ identifier: "EndpointChange", examples: [{ status: "paused" } as never] })

/** An endpoint at one of the few moments when its secret is shown. */
export const EndpointWithSecret = Schema.Struct({
  ...Endpoint.fields,
  secret: Schema.NullOr(Schema.String).annotate({
    description: "`whsec_…`: what webhooks are signed with; null for other kinds. It is in this answer only"
  })
}).annotate({ identifier: "EndpointWithSecret" })

/** The body of POST /endpoints/{id}/rotate. */
export const Rotation = Schema.Struct({
  overlap_hours: defaulted(
    OverlapHours.annotate({
      description: "for how long the old secret signs as well; 0 if it has leaked"
    }),
    overlapHours
  )
}).annotate({ identifier: "Rotation", examples: [{ overlap_hours: 24 }] })

/** The body of POST /endpoints/{id}/test. */
export const TestEvent = Schema.Struct({
  title: defaulted(EndpointName, "This is a test")
}).annotate({ identifier: "TestEvent", examples: [{ title: "This is a test" }] })

/** The body of POST /endpoints/{id}/redeliver and /skip. */
export const Redelivery = Schema.Struct({
  events: Schema.Array(EventId).check(Schema.isMinLength(1), Schema.isMaxLength(100), Schema.isUnique())
}).annotate({ identifier: "Redelivery", examples: [{ events: [EventId.make(17)] }] })

const params = { endpoint_id: described(pathId(EndpointId), "the endpoint") }

/** Where an account has events of its watches sent. */
export const EndpointsGroup = HttpApiGroup.make("endpoints")
  .add(
    HttpApiEndpoint.get("list", "/endpoints", { success: enveloped(Schema.Array(Endpoint)) }).annotateMerge(
      explained("List your endpoints", "Oldest first.")
    ),
    HttpApiEndpoint.post("create", "/endpoints", {
      payload: NewEndpoint,
      headers: idempotent,
      success: enveloped(EndpointWithSecret).pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, Errors.Invalid, Errors.RateLimited]
    })
      .annotateMerge(
        explained(
          "Add an endpoint",
          "A webhook (signed by Standard Webhooks), plain JSON, Slack, Discord, Teams, ntfy or mail. It gets the events of the watches that name it, " +
            "in order and at least once: the same event has the same `webhook-id`, and the same mail the same `Message-ID`. The secret of a webhook is in this answer only. " +
            "An address of mail is asked whether it wants the mail, and gets nothing else before it is `confirmed`."
        )
      )
      .middleware(Idempotency),
    HttpApiEndpoint.get("get", "/endpoints/:endpoint_id", {
      params,
      success: enveloped(Endpoint),
      error: Errors.NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Read an endpoint" })),
    HttpApiEndpoint.patch("update", "/endpoints/:endpoint_id", {
      params,
      payload: EndpointChange,
      success: enveloped(Endpoint),
      error: [Errors.NotFound, Errors.Invalid, Errors.RateLimited]
    }).annotateMerge(
      explained(
        "Change, pause or resume an endpoint",
        "Its kind stays. What comes in while it is paused or disabled waits, and is sent when it is active again. What waits is sent at once to another address; " +
          "one of mail has to be confirmed first."
      )
    ),
    HttpApiEndpoint.delete("remove", "/endpoints/:endpoint_id", {
      params,
      success: HttpApiSchema.NoContent,
      error: Errors.NotFound
    }).annotateMerge(explained("Delete an endpoint", "With what waits for it. Watches that named it no longer do.")),
    HttpApiEndpoint.post("test", "/endpoints/:endpoint_id/test", {
      params,
      payload: TestEvent,
      headers: idempotent,
      success: enveloped(Attempt),
      error: [Errors.NotFound, Errors.Conflict, Errors.Invalid, Errors.RateLimited]
    })
      .annotateMerge(
        explained(
          "Send a test event",
          "Once and at once, also to an endpoint that is paused or disabled; the answer says how it went. An address of mail that is not confirmed is asked once more to confirm. The body may be left out."
        )
      )
      .annotate(OptionalBody, true)
      .middleware(Idempotency),
    HttpApiEndpoint.post("rotate", "/endpoints/:endpoint_id/rotate", {
      params,
      payload: Rotation,
      headers: idempotent,
      success: enveloped(EndpointWithSecret),
      error: [Errors.NotFound, Errors.Conflict, Errors.Invalid]
    })
      .annotateMerge(
        explained(
          "Rotate the secret of a webhook",
          "Requests are signed with both secrets for 24 hours, unless told otherwise. The body may be left out."
        )
      )
      .annotate(OptionalBody, true)
      .middleware(Idempotency),
    HttpApiEndpoint.get("deliveries", "/endpoints/:endpoint_id/deliveries", {
      params,
      query: { skip, limit, all },
      success: enveloped(Schema.Array(Delivery)),
      error: Errors.NotFound
    }).annotateMerge(
      explained(
        "List deliveries",
        "What was sent to the endpoint and what waits for it, newest events first, each with its last 10 attempts."
      )
    ),
    HttpApiEndpoint.post("redeliver", "/endpoints/:endpoint_id/redeliver", {
      params,
      payload: Redelivery,
      headers: idempotent,
      success: enveloped(Schema.Array(Delivery)),
      error: [Errors.NotFound, Errors.Conflict, Errors.Invalid]
    })
      .annotateMerge(
        explained(
          "Send events once more",
          "With the same `webhook-id` or `Message-ID` as before. All or none: 404 if one of them was never for this endpoint."
        )
      )
      .middleware(Idempotency),
    HttpApiEndpoint.post("skip", "/endpoints/:endpoint_id/skip", {
      params,
      payload: Redelivery,
      headers: idempotent,
      success: enveloped(Schema.Array(Delivery)),
      error: [Errors.NotFound, Errors.Conflict, Errors.Invalid]
    })
      .annotateMerge(
        explained(
          "Skip events that wait",
          "They are given up, so that those behind them go on. What was delivered stays so; `redeliver` sends them after all. All or none: 404 if one was never for this endpoint."
        )
      )
      .middleware(Idempotency)
  )
  // A misspelt condition would be lost in silence.
  .annotateEndpoints(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotate(Requirement, "watches")
  .annotate(MadeOf, "own")
  .annotateMerge(OpenApi.annotations({ title: "Endpoints", description: "Where events of your watches are sent." }))
