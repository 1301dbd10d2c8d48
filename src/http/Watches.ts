import { Duration, Effect, Layer, Schedule, Schema, Stream } from "effect"
import * as Sse from "effect/encoding/Sse"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feedUrls } from "../access/PublicUrl.ts"
import { hashSecret, newSecret } from "../access/Secret.ts"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import type { AccountId } from "../domain/Account.ts"
import { Caller } from "../domain/Caller.ts"
import type { EndpointId } from "../domain/EndpointId.ts"
import { noActivity, noConditions, type Watch, type WatchConditions, type WatchSubject } from "../domain/Watch.ts"
import { WatchEvent } from "../domain/WatchEvent.ts"
import { validationError } from "../domain/ValidationError.ts"
import { Endpoints } from "../storage/watches/Endpoints.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"
import { Watches } from "../storage/watches/Watches.ts"
import { check } from "../watches/SubjectCheck.ts"
import { EventStreams } from "../watches/EventStreams.ts"
import { preview } from "../watches/Preview.ts"
import { RequestOrigin } from "./middleware/RequestOrigin.ts"
import { Standing } from "./middleware/Security.ts"
import { Shutdown } from "./server/Shutdown.ts"

/** Conditions of a body, whole. */
const whole = (conditions: Omit<WatchConditions, "quiet_hours"> & Partial<WatchConditions> = noConditions) => ({
  ...noConditions,
  ...conditions
})

/** How often a stream asks whether its caller may still read. */
const askEvery = Schedule.spaced("500 millis")

/** A stream ends after so long: connections do not live for ever, and clients must be ready for their end. */
const longestStream = Duration.hours(1)

/** A client connects again after so long. */
const retry = Sse.encoder.write(new Sse.Retry({ duration: Duration.seconds(2), lastEventId: undefined }))

const encodeEvent = Schema.encodeSync(Schema.fromJsonString(WatchEvent))

/** Events, and where others end that are left out: who connects again is not to read them once more. */
const asText = (events: ReadonlyArray<WatchEvent>, end: number | undefined): string => {
  const last = events.at(-1)?.id
  const written = events.map((event) =>
    Sse.encoder.write({ _tag: "Event", id: String(event.id), event: "event", data: encodeEvent(event) })
  )
  if (end === undefined) return ": nothing new\n\n"
  return `${written.join("")}${end === last ? "" : `id: ${end}\n\n`}`
}

export const watchesLayer = HttpApiBuilder.group(
  Api,
  "watches",
  Effect.fnUntraced(function* (handlers) {
    const watches = yield* Watches
    const events = yield* WatchEvents
    const endpoints = yield* Endpoints
    const origin = yield* RequestOrigin
    const streams = yield* EventStreams
    const shutdown = yield* Shutdown
    const services = yield* Effect.context<Effect.Services<ReturnType<typeof preview> | ReturnType<typeof check>>>()
    const checked = (account: AccountId, subject: WatchSubject) =>
      Effect.provideContext(check(account, subject), services)
    const active = (account: AccountId, watch: Watch) =>
      Effect.map(events.activity(account, watch.id), (all) => ({ ...watch, ...(all.get(watch.id) ?? noActivity) }))
    const known = Effect.fnUntraced(function* (account: AccountId, named: ReadonlyArray<EndpointId> = []) {
      if (named.length === 0) return
      const own = new Set((yield* endpoints.list(account)).map(({ id }) => id))
      const faults = named.flatMap((id, n) =>
        own.has(id) ? [] : [{ location: ["body", "endpoints", n], message: "must be the id of an endpoint of yours" }]
      )
      if (faults.length > 0) return yield* validationError(faults)
    })
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { account } = yield* Caller
        const [all, activity] = yield* Effect.all([watches.list(account), events.activity(account)])
        return ok(all.map((watch) => ({ ...watch, ...(activity.get(watch.id) ?? noActivity) })))
      }),
      create: Effect.fnUntraced(function* ({ payload: { conditions, endpoints: named = [], name, subject } }) {
        const { account } = yield* Caller
        yield* checked(account, subject)
        yield* known(account, named)
        const given = { name, subject, conditions: whole(conditions), endpoints: named }
        return ok({ ...(yield* watches.create(account, given)), ...noActivity })
      }),
      preview: Effect.fnUntraced(function* ({ payload: { conditions, subject } }) {
        const { account } = yield* Caller
        yield* checked(account, subject)
        return ok(yield* Effect.provideContext(preview(account, subject, whole(conditions)), services))
      }),
      get: Effect.fnUntraced(function* ({ params: { watch_id } }) {
        const { account } = yield* Caller
        return ok(yield* active(account, yield* watches.get(account, watch_id)))
      }),
      update: Effect.fnUntraced(function* ({ params, payload: { conditions, ...change } }) {
        const { account } = yield* Caller
        yield* watches.get(account, params.watch_id)
        if (change.subject !== undefined) yield* checked(account, change.subject)
        yield* known(account, change.endpoints)
        const changed = yield* watches.update(account, params.watch_id, {
          ...change,
          ...(conditions !== undefined && { conditions: whole(conditions) })
        })
        return ok(yield* active(account, changed))
      }),
      remove: ({ params }) => Effect.flatMap(Caller, ({ account }) => watches.remove(account, params.watch_id)),
      feed: Effect.fnUntraced(function* ({ params }) {
        const { account } = yield* Caller
        const secret = newSecret()
        yield* watches.setFeed(account, params.watch_id, hashSecret(secret))
        const home = origin.origin(yield* HttpServerRequest.HttpServerRequest)
        return ok(feedUrls(home, secret))
      }),
      removeFeed: ({ params }) =>
        Effect.flatMap(Caller, ({ account }) => watches.setFeed(account, params.watch_id, null)),
      events: Effect.fnUntraced(function* ({ query: { after, before, limit, watch } }) {
        const { account } = yield* Caller
        if (after !== undefined && before !== undefined)
          return yield* validationError([{ location: ["query", "before"], message: "can't be given with after" }])
        if (watch !== undefined) yield* watches.get(account, watch)
        const only = watch === undefined ? {} : { watch }
        const found =
          after === undefined
            ? yield* events.newest(account, { ...only, ...(before !== undefined && { before }), limit })
            : yield* events.after(account, after, { ...only, limit })
        const end = found.at(after === undefined ? 0 : -1)?.id ?? (yield* events.last(account))
        // An id beyond the last one is from before a backup was restored.
        const last = found.length === 0 ? Math.min(after ?? end, end) : end
        return { success: true as const, data: found, last_id: last }
      }),
      read: ({ payload: { ids = [], up_to } }) =>
        Effect.flatMap(Caller, ({ account }) =>
          events.markRead(account, up_to === undefined ? { ids } : { upTo: up_to })
        ),
      stream: Effect.fnUntraced(function* ({ headers, query }) {
        const { account } = yield* Caller
        if (query.watch !== undefined) yield* watches.get(account, query.watch)
        const stands = yield* Standing
        const { events, from } = yield* streams.open(account, headers["last-event-id"] ?? query.after)
        const refused = Effect.repeat(stands, { schedule: askEvery, while: (stands) => stands })
        const end = Effect.raceAllFirst([shutdown.begun, Effect.sleep(longestStream), refused])
        const asked = (page: ReadonlyArray<WatchEvent>) =>
          query.watch === undefined ? page : page.filter(({ watch }) => watch.id === query.watch)
        const body = Stream.make(`${retry}id: ${from}\n\n`).pipe(
          Stream.concat(Stream.map(events, (page) => asText(asked(page), page.at(-1)?.id))),
          Stream.interruptWhen(end),
          Stream.catchCause((cause) => Stream.drain(Stream.fromEffect(Effect.logWarning("A stream broke off", cause)))),
          Stream.encodeText
        )
        return HttpServerResponse.stream(body, {
          contentType: "text/event-stream",
          // Neither caches nor proxies may hold it back.
          headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
        })
      })
    })
  })
).pipe(Layer.provide(EventStreams.layer))
