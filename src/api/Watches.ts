import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
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
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { Forms } from "./Forms.ts"
import { Idempotency, idempotent } from "./Idempotency.ts"
import { MadeOf } from "./MadeOf.ts"
import { defaulted, described, optional } from "./Members.ts"
import { afterId, all, limit, pathId } from "./Query.ts"
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
export const WatchPreview = Schema.Struct({ subject: WatchSubject, conditions }).annotate({
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

const params = { watch_id: described(pathId(WatchId), "the watch") }

const ofWatch = described(Schema.optionalKey(pathId(WatchId)), "only those of this watch")

/** Saved questions of an account, and what came of them. */
export const WatchesGroup = HttpApiGroup.make("watches")
  .add(
    HttpApiEndpoint.get("list", "/watches", { success: enveloped(Schema.Array(ListedWatch)) }).annotateMerge(
      explained(
        "List your watches",
        "Oldest first, paused ones included, with how many events each had in the last 7 days."
      )
    ),
    HttpApiEndpoint.post("create", "/watches", {
      payload: NewWatch,
      headers: idempotent,
      success: enveloped(ListedWatch).pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, Errors.Invalid]
    })
      .annotateMerge(
        explained(
          "Watch something",
          "A search, a competitor, the position of a tracked keyword, trending searches, social topics, a company, a source that fails, keys that expire, or a report that is made again. `subject.kind` says which. News counts from now on."
        )
      )
      .middleware(Idempotency),
    HttpApiEndpoint.post("preview", "/watches/preview", {
      payload: WatchPreview,
      headers: idempotent,
      success: enveloped(EventPreview),
      error: Errors.Invalid
    })
      .annotateMerge(
        explained(
          "Preview a watch",
          "What it would have told in the last 30 days, by the same rules, from what is stored; nothing is saved. Of each event it says whether it would have been sent, and when: cooldown and quiet hours count."
        )
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
      explained(
        "Change, pause or resume a watch",
        "`conditions` are replaced as a whole. What comes in while a watch is paused makes no event."
      )
    ),
    HttpApiEndpoint.delete("remove", "/watches/:watch_id", {
      params,
      success: HttpApiSchema.NoContent,
      error: Errors.NotFound
    }).annotateMerge(explained("Delete a watch", "With its events, for good.")),
    HttpApiEndpoint.post("feed", "/watches/:watch_id/feed", {
      params,
      success: enveloped(WatchFeedUrls).pipe(HttpApiSchema.status(201)),
      error: Errors.NotFound
    }).annotateMerge(
      explained(
        "Make a watch's feed",
        "Gives its events to feed readers, at addresses with a secret that are in this answer only. Making it again ends the earlier addresses."
      )
    ),
    HttpApiEndpoint.delete("removeFeed", "/watches/:watch_id/feed", {
      params,
      success: HttpApiSchema.NoContent,
      error: Errors.NotFound
    }).annotateMerge(explained("End a watch's feed", "Its addresses are 404 from then on.")),
    HttpApiEndpoint.get("events", "/events", {
      query: {
        after: described(afterId, "only events with a larger id, the oldest first; without it the newest first"),
        watch: ofWatch,
        limit,
        before: described(
          Schema.optionalKey(pathId(EventId)),
          "only events with a smaller id, the newest first; not with `after`"
        ),
        all
      },
      success: Schema.Struct({
        success: Schema.Literal(true),
        data: Schema.Array(WatchEvent),
        last_id: Schema.Int.annotate({
          description: "pass it as `after` to read on: of the last event here, or where there is none, `after` itself"
        })
      }),
      error: Errors.NotFound
    }).annotateMerge(
      explained(
        "List events",
        "What your watches were waiting for. Ids grow in the order in which events become visible, so you miss none if you read on after the last id."
      )
    ),
    HttpApiEndpoint.post("read", "/events/read", {
      payload: ReadEvents,
      headers: idempotent,
      success: HttpApiSchema.NoContent,
      error: [Errors.Conflict, Errors.Invalid]
    })
      .annotateMerge(explained("Mark events as read", "For everybody of the account. Nothing is sent less for it."))
      .middleware(Idempotency),
    // Browsers ask for `text/event-stream` alone, other clients often for JSON, whatever they read.
    HttpApiEndpoint.get("stream", "/events/stream", {
      query: {
        after: described(afterId, "begin with the events after this id; without it from now on"),
        watch: ofWatch
      },
      headers: {
        "last-event-id": described(
          afterId,
          "the same, as browsers send it when they connect again; it counts more than `after`"
        )
      },
      success: HttpApiSchema.StreamSse({
        events: Schema.Struct({
          id: Schema.String,
          event: Schema.Literal("event"),
          data: Schema.fromJsonString(WatchEvent)
        })
      }),
      error: Errors.NotFound
    })
      .annotateMerge(
        explained(
          "Stream events",
          "Server-Sent Events, each as soon as it is stored. The first block has an `id` alone, so that who connects again misses nothing even before the first event. A comment comes every 15 seconds in which there is no event. The stream ends when your credential does, after an hour, and when the service stops: connect again with `Last-Event-ID`, as browsers do by themselves. An account may have 20 streams open, over all processes of the service; more are 429."
        )
      )
      .annotate(Forms, ["text/event-stream", "application/json"])
      .annotate(MadeOf, "live")
  )
  // A misspelt condition would be lost in silence.
  .annotateEndpoints(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotate(Requirement, "watches")
  .annotate(MadeOf, "own")
  .annotateMerge(
    OpenApi.annotations({ title: "Watches", description: "Saved searches that alert you when something happens." })
  )
