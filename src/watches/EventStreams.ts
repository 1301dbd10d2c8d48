import { Clock, Context, Deferred, Duration, Effect, Layer, type Scope, Semaphore, Stream } from "effect"
import { randomUUID } from "node:crypto"
import type { AccountId } from "../domain/Account.ts"
import { RateLimited } from "../domain/Failure.ts"
import type { WatchEvent } from "../domain/WatchEvent.ts"
import { Changes } from "../storage/database/Changes.ts"
import { OpenStreams } from "../storage/watches/OpenStreams.ts"
import { WatchEvents } from "../storage/watches/WatchEvents.ts"

/** How many streams an account may have open, over all processes. */
export const mostPerAccount = 20

/** How many all accounts together may have open on one process. */
const mostStreams = 2_000

/** How often a process renews its streams: some renewals may fail before others take it for dead. */
const renewEveryMillis = 5_000

/** How often a process that has streams looks whether something has changed; others are heard of within a second. */
const lookEvery = Duration.millis(250)

/** After so long without an event a stream says that it is still there. */
const longestSilence = Duration.seconds(15)

/** How many events are read at a time. */
const pageSize = 100

const tooMany = (message: string) => new RateLimited({ code: "rate_limited", message, retryAfter: 5 })

const ofAccount = tooMany(
  `Only ${mostPerAccount} streams of events of an account can be open at a time: close one, or try again later.`
)

const ofProcess = tooMany("The service has as many streams of events open as it can: try again later.")

/** What all streams of an account share. */
interface Feed {
  streams: number
  /** The id up to which events have been looked for. */
  last: number
  /** The events that were read last: all of those after `from`, up to `last`. */
  recent: ReadonlyArray<WatchEvent>
  from: number
  /** Done when `last` grows. */
  grown: Deferred.Deferred<void>
}

/**
 * Events as they come. One query serves all streams of the process, and nothing is buffered for a stream: one that is
 * behind reads by itself, as fast as its reader takes the events.
 */
export class EventStreams extends Context.Service<
  EventStreams,
  {
    /**
     * The events after an id, or from now on, without a gap or a repeat; an empty list in between means that there was
     * none for a while. `from` is the id after which they begin. Takes one of the account's places until the scope is
     * closed; `rate_limited` when there is none.
     */
    readonly open: (
      account: AccountId,
      after: number | undefined
    ) => Effect.Effect<
      { readonly from: number; readonly events: Stream.Stream<ReadonlyArray<WatchEvent>> },
      RateLimited,
      Scope.Scope
    >
  }
>()("sonde/watches/EventStreams") {
  static readonly layer = Layer.effect(
    EventStreams,
    Effect.gen(function* () {
      const changes = yield* Changes
      const stored = yield* WatchEvents
      const places = yield* OpenStreams
      const holder = randomUUID()
      const scope = yield* Effect.scope
      const feeds = new Map<AccountId, Feed>()
      let streams = 0
      let looking = false
      /** The version of the table that the feeds are up to date with. */
      let seen: number | undefined
      /** Accounts whose places are to be stored anew. What is stored of them is stored in turn, the newest last. */
      const moved = new Set<AccountId>()
      const inTurn = yield* Semaphore.make(1)
      let renewedAt = 0
      yield* Effect.addFinalizer(() => (renewedAt === 0 ? Effect.void : Effect.ignoreCause(places.leave(holder))))

      const readOn = Effect.fnUntraced(function* (account: AccountId, feed: Feed, last: number) {
        while (feed.last < last) {
          const page = yield* stored.after(account, feed.last, { limit: pageSize })
          const end = page.at(-1)?.id ?? last
          feed.from = feed.last
          feed.last = page.length < pageSize ? Math.max(end, last) : end
          feed.recent = page
          const { grown } = feed
          feed.grown = yield* Deferred.make<void>()
          yield* Deferred.succeed(grown, undefined)
        }
      })

      const look = Effect.gen(function* () {
        const version = changes.version(["watch_events"])
        if (version !== undefined && version === seen) return
        seen = version
        const lasts = yield* stored.lasts([...feeds.keys()])
        for (const [account, feed] of feeds) yield* readOn(account, feed, lasts.get(account) ?? 0)
      }).pipe(
        Effect.catchCause((cause) => {
          seen = undefined
          return Effect.logDebug("Events can't be read at the moment", cause)
        })
      )

      /** Stores which places this process has: at once those that are free again, all of them now and then. */
      const renew = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (Math.abs(now - renewedAt) >= renewEveryMillis) {
          renewedAt = now
          for (const account of feeds.keys()) moved.add(account)
        }
        if (moved.size === 0) return
        const accounts = [...moved]
        moved.clear()
        yield* places
          .renew(
            holder,
            accounts.map((account) => ({ account, streams: feeds.get(account)?.streams ?? 0 }))
          )
          .pipe(
            Effect.catchCause((cause) => {
              for (const account of accounts) moved.add(account)
              return Effect.logDebug("Places of streams can't be stored at the moment", cause)
            })
          )
      }).pipe(inTurn.withPermits(1))

      /** Only while there are streams, and until their places are given back. */
      const keepLooking = Effect.gen(function* () {
        while (feeds.size > 0 || moved.size > 0) {
          if (feeds.size > 0) yield* look
          yield* renew
          yield* Effect.sleep(lookEvery)
        }
      }).pipe(Effect.ensuring(Effect.sync(() => void (looking = false))))

      const join = (account: AccountId, last: number) =>
        Effect.sync(() => {
          const feed = feeds.get(account) ?? {
            streams: 0,
            last,
            recent: [],
            from: last,
            grown: Deferred.makeUnsafe<void>()
          }
          // What was recorded since `last` was read may be in the version that was seen last.
          if (feed.streams === 0) seen = undefined
          feeds.set(account, feed)
          feed.streams++
          streams++
          return feed
        })

      const leave = (account: AccountId, feed: Feed) =>
        Effect.sync(() => {
          streams--
          if (--feed.streams === 0) feeds.delete(account)
          moved.add(account)
        })

      /** Takes a place, here and in what all processes share, until the scope is closed. */
      const enter = Effect.fnUntraced(function* (account: AccountId, last: number) {
        const wanted = { account, streams: (feeds.get(account)?.streams ?? 0) + 1 }
        if (streams >= mostStreams) return yield* ofProcess
        if (wanted.streams > mostPerAccount) return yield* ofAccount
        const taken = yield* places.take(holder, wanted, mostPerAccount).pipe(
          // Who goes away meanwhile may have it or not.
          Effect.onError(() => Effect.sync(() => moved.add(account)))
        )
        if (!taken) return yield* ofAccount
        return yield* Effect.acquireRelease(join(account, last), (feed) => leave(account, feed))
      }, inTurn.withPermits(1))

      /** What comes after an id, once there is something; empty after a long silence. */
      const next = (account: AccountId, feed: Feed) =>
        Effect.fnUntraced(function* (cursor: number) {
          if (feed.last <= cursor) yield* Effect.timeoutOption(Deferred.await(feed.grown), longestSilence)
          const { from, last, recent } = feed
          if (last <= cursor) return [[], cursor] as const
          const events =
            cursor >= from
              ? recent.filter(({ id }) => id > cursor)
              : yield* stored.after(account, cursor, { limit: pageSize })
          return [events, events.at(-1)?.id ?? last] as const
        })

      return {
        open: Effect.fnUntraced(function* (account, after) {
          const last = yield* stored.last(account)
          const feed = yield* enter(account, last)
          if (!looking) {
            looking = true
            yield* Effect.forkIn(keepLooking, scope)
          }
          // An id beyond the last one is from before a backup was restored: it would never be reached.
          const from = Math.min(after ?? last, last)
          return { from, events: Stream.unfold(from, next(account, feed)) }
        })
      }
    })
  )
}
