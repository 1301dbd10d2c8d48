import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { byKind } from "../domain/ByKind.ts"
import { EndpointId } from "../domain/EndpointId.ts"
import {
  ListedWatch,
  noConditions,
  WatchConditions,
  WatchId,
  WatchName,
  WatchStatus,
  WatchSubject
} from "../domain/Watch.ts"
import { maxEndpoints } from "../domain/Endpoint.ts"
import { EventId, EventPreview, WatchEvent } from "../domain/WatchEvent.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { Forms } from "./Forms.ts"
import { Idempotency, idempotent } from "./Idempotency.ts"
import { defaulted, optional } from "./Members.ts"
import { afterId, limit, pathId } from "./Query.ts"
import { Requirement } from "./Security.ts"

/** Conditions as a body gives them: what is left out is as in {@link noConditions}. */
const conditionsWith = (others: WatchConditions) =>
  Schema.Struct({
    min_publishers: defaulted(WatchConditions.fields.min_publishers, others.min_publishers),
    cooldown_minutes: defaulted(WatchConditions.fields.cooldown_minutes, others.cooldown_minutes),
    quiet_hours: Schema.optionalKey(WatchConditions.fields.quiet_hours)
  })

const conditions = optional(conditionsWith(noConditions))

const endpoints = optional(
  Schema.Array(EndpointId)
    .annotate({ message: "must be a list of ids of endpoints" })
    .check(Schema.isMaxLength(maxEndpoints), Schema.isUnique())
)

const example = {
  name: "Battery plants in Europe",
  subject: { kind: "search", q: '"battery plant" europe' },
  conditions: { min_publishers: 2 }
} as const

/** The body of POST /watches. */
export const NewWatch = Schema.Struct({
  name: WatchName,
  subject: WatchSubject,
  conditions,
  endpoints
}).annotate({ identifier: "NewWatch", examples: [example as never] })

/** The body of PATCH /watches/{id}: what is given is changed. */
export const WatchChange = Schema.Struct({
  name: optional(WatchName),
  // Without a name of its own, which would swallow the null in the document.
  subject: optional(byKind(WatchSubject.members)),
  conditions,
  endpoints,
  status: optional(WatchStatus)
}).annotate({ identifier: "WatchChange", examples: [{ status: "paused" } as never] })

/** The body of POST /watches/preview. */
export const WatchDraft = Schema.Struct({ subject: WatchSubject, conditions }).annotate({
  identifier: "WatchDraft",
  examples: [{ subject: example.subject } as never]
})

/** The body of POST /events/read. */
export const ReadEvents = Schema.Struct({
  ids: optional(
    Schema.Array(EventId).annotate({ message: "must be a list of ids of events" }).check(Schema.isMaxLength(100))
  ),
  up_to: optional(EventId.annotate({ description: "every event up to this id, this one included" }))
})
  .check(
    Schema.makeFilter(
      ({ ids, up_to }) => (ids === undefined) !== (up_to === undefined) || "must have either ids or up_to"
    )
  )
  .annotate({ identifier: "ReadEvents", examples: [{ up_to: EventId.make(17) }] })

const feedUrl = (format: string) => Schema.String.annotate({ description: `the events as ${format}` })

/** Where the events of a watch are read as a feed. */
const WatchFeedUrls = Schema.Struct({
  rss: feedUrl("RSS 2.0"),
  atom: feedUrl("Atom"),
  json: feedUrl("JSON Feed 1.1")
}).annotate({ identifier: "WatchFeedUrls" })

const params = { watch_id: pathId(WatchId).pipe(Schema.annotateEncoded({ description: "the watch" })) }

const ofWatch = Schema.optionalKey(pathId(WatchId)).pipe(
  Schema.annotateEncoded({ description: "only those of this watch" })
)

/** Saved questions of an account, and what came of them. */
export const WatchesGroup = HttpApiGroup.make("watches")
  .add(
    HttpApiEndpoint.get("list", "/watches", { success: enveloped(Schema.Array(ListedWatch)) }).annotateMerge(
      OpenApi.annotations({
        summary: "List your watches",
        description: "Oldest first, paused ones included, with how many events each had in the last 7 days."
      })
    ),
    HttpApiEndpoint.post("create", "/watches", {
      payload: NewWatch,
      headers: idempotent,
      success: enveloped(ListedWatch).pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, Errors.Invalid]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Watch something",
          description:
            "A search, a competitor, the position of a tracked keyword, trending searches, social topics, a company, a source that fails, keys that expire, or a report that is made again. `subject.kind` says which. News counts from now on."
        })
      )
      .middleware(Idempotency),
    HttpApiEndpoint.post("preview", "/watches/preview", {
      payload: WatchDraft,
      headers: idempotent,
      success: enveloped(EventPreview),
      error: Errors.Invalid
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Preview a watch",
          description:
            "What it would have told in the last 30 days, from what is stored; nothing is saved. Quiet hours and the cooldown decide when something is sent, and are left out here."
        })
      )
      .middleware(Idempotency),
    HttpApiEndpoint.get("get", "/watches/:watch_id", {
      params,
      success: enveloped(ListedWatch),
      error: Errors.NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Read a watch" })),
    HttpApiEndpoint.patch("update", "/watches/:watch_id", {
      params,
      payload: WatchChange,
      success: enveloped(ListedWatch),
      error: [Errors.NotFound, Errors.Invalid]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change, pause or resume a watch",
        description: "`conditions` are replaced as a whole. What comes in while a watch is paused makes no event."
      })
    ),
    HttpApiEndpoint.delete("remove", "/watches/:watch_id", {
      params,
      success: HttpApiSchema.NoContent,
      error: Errors.NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Delete a watch", description: "With its events, for good." })),
    HttpApiEndpoint.post("feed", "/watches/:watch_id/feed", {
      params,
      success: enveloped(WatchFeedUrls).pipe(HttpApiSchema.status(201)),
      error: Errors.NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Make a watch's feed",
        description:
          "Gives its events to feed readers, at addresses with a secret that are in this answer only. Making it again ends the earlier addresses."
      })
    ),
    HttpApiEndpoint.delete("removeFeed", "/watches/:watch_id/feed", {
      params,
      success: HttpApiSchema.NoContent,
      error: Errors.NotFound
    }).annotateMerge(
      OpenApi.annotations({ summary: "End a watch's feed", description: "Its addresses are 404 from then on." })
    ),
    HttpApiEndpoint.get("events", "/events", {
      query: {
        after: afterId.pipe(
          Schema.annotateEncoded({
            description: "only events with a larger id, the oldest first; without it the newest first"
          })
        ),
        watch: ofWatch,
        limit,
        before: Schema.optionalKey(pathId(EventId)).pipe(
          Schema.annotateEncoded({ description: "only events with a smaller id, the newest first; not with `after`" })
        )
      },
      success: Schema.Struct({
        success: Schema.Literal(true),
        data: Schema.Array(WatchEvent),
        last_id: Schema.Int.annotate({
          description: "pass it as `after` to read on: of the last event here, or where there is none, `after` itself"
        })
      })
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List events",
        description:
          "What your watches were waiting for. Ids grow in the order in which events become visible, so you miss none if you read on after the last id."
      })
    ),
    HttpApiEndpoint.post("read", "/events/read", {
      payload: ReadEvents,
      headers: idempotent,
      success: HttpApiSchema.NoContent,
      error: [Errors.Conflict, Errors.Invalid]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Mark events as read",
          description: "For everybody of the account. Nothing is sent less for it."
        })
      )
      .middleware(Idempotency),
    // Browsers ask for `text/event-stream` alone, other clients often for JSON, whatever they read.
    HttpApiEndpoint.get("stream", "/events/stream", {
      query: {
        after: afterId.pipe(
          Schema.annotateEncoded({ description: "begin with the events after this id; without it from now on" })
        ),
        watch: ofWatch
      },
      headers: {
        "last-event-id": afterId.pipe(
          Schema.annotateEncoded({
            description: "the same, as browsers send it when they connect again; it counts more than `after`"
          })
        )
      },
      success: HttpApiSchema.StreamSse({
        events: Schema.Struct({
          id: Schema.String,
          event: Schema.Literal("event"),
          data: Schema.fromJsonString(WatchEvent)
        })
      })
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Stream events",
          description:
            "Server-Sent Events, each as soon as it is stored. The first block has an `id` alone, so that who connects again misses nothing even before the first event. A comment comes every 15 seconds in which there is no event. The stream ends when your credential does, after an hour, and when the service stops: connect again with `Last-Event-ID`, as browsers do by themselves. An account may have 20 streams open; more are 429."
        })
      )
      .annotate(Forms, ["text/event-stream", "application/json"])
  )
  .annotate(Requirement, "watches")
  .annotateMerge(
    OpenApi.annotations({ title: "Watches", description: "Saved questions that tell you when something happens." })
  )
