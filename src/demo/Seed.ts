import { Clock, DateTime, Duration, Effect, Layer } from "effect"
import { toSocialTrends } from "../../ingest/social/google-trends.ts"
import { type AccountId, localAccount } from "../domain/Account.ts"
import type { NewSocialTrend } from "../domain/SocialTrend.ts"
import { SourceName } from "../domain/Source.ts"
import { toCalendarDate } from "../domain/Timestamp.ts"
import type { Position } from "../domain/TrackedKeyword.ts"
import { Accounts } from "../storage/accounts/Accounts.ts"
import { Companies } from "../storage/companies/Companies.ts"
import { Competitors } from "../storage/companies/Competitors.ts"
import { SocialTrends } from "../storage/social/SocialTrends.ts"
import { TrackedKeywords } from "../storage/keywords/TrackedKeywords.ts"
import { TrendingKeywords } from "../storage/keywords/TrendingKeywords.ts"
import { competitors, type Followed, followedKeywords } from "./Account.ts"
import { profiles } from "./Firms.ts"
import { pageOf } from "./formats/reddit.ts"
import { posts } from "./Posts.ts"
import { countries, searches } from "./Searches.ts"

const dayMillis = Duration.toMillis("1 day")

/** Runs an effect as if it were so many days ago: what it stores then has the date that it would have had. */
const daysAgo =
  (days: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Clock.clockWith((clock) => {
      const currentTimeMillisUnsafe = () => clock.currentTimeMillisUnsafe() - days * dayMillis
      const currentTimeNanosUnsafe = () => clock.currentTimeNanosUnsafe() - BigInt(days * dayMillis) * 1_000_000n
      return Effect.provideService(effect, Clock.Clock, {
        currentTimeMillisUnsafe,
        currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
        currentTimeNanosUnsafe,
        currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => clock.sleep(duration)
      })
    })

const watch = Effect.fnUntraced(function* (account: AccountId) {
  const stored = yield* Competitors
  for (const { name, domain, daysAgo: days, paused } of competitors)
    yield* stored.create(account, { name, domain }).pipe(
      Effect.flatMap(({ id }) => (paused === true ? stored.update(account, id, { status: "paused" }) : Effect.void)),
      // Watched since an earlier start.
      Effect.catchTag("Conflict", () => Effect.void),
      daysAgo(days)
    )
})

/** How deep a search is looked through. */
const depth = 100

/**
 * A place for each day up to today, from the first to the last with some ups and downs between; now and then a check
 * failed. Not found counts as a place well below the depth.
 */
export const positionsOf = ({ daysAgo: days, from, target_url, to }: Followed, now: Date): ReadonlyArray<Position> => {
  const [first, last] = [from ?? depth + 20, to ?? depth + 20]
  return Array.from({ length: days + 1 }, (_, day): Position => {
    const done = day / days
    const wobble = (3 * Math.sin(day * 1.7) + 2 * Math.sin(day * 0.6)) * Math.sin(Math.PI * done)
    const place = Math.max(1, Math.round(first + (last - first) * done + wobble))
    const found = place <= depth
    return {
      date: toCalendarDate(new Date(now.getTime() - (days - day) * dayMillis)),
      position: found ? place : null,
      url: found ? target_url : null
    }
  }).filter((_, day) => day % 11 !== 5 || day === days)
}

const follow = Effect.fnUntraced(function* (account: AccountId) {
  const stored = yield* TrackedKeywords
  const now = yield* DateTime.nowAsDate
  const known = yield* stored.list(account)
  for (const followed of followedKeywords) {
    const { daysAgo: days, keyword, search_volume, target_url } = followed
    const { id } =
      known.find((one) => one.keyword === keyword && one.target_url === target_url) ??
      (yield* stored.create(account, { keyword, target_url, search_volume }).pipe(daysAgo(days)))
    yield* stored.record(account, id, positionsOf(followed, now))
  }
})

/** Days before yesterday of which searches are remembered. */
const rememberedDays = 27

/** What was searched so many days before yesterday: less and less the further back, with a week's ups and downs. */
const volumeBefore = (yesterday: number, days: number, kind: number): number =>
  Math.round(yesterday * (0.55 + 0.45 * Math.exp(-days / 9)) * (1 + 0.18 * Math.sin(days * 0.9 + kind)))

/** The posts that were there already so many days ago, each day in an order of its own. */
const postsBefore = (days: number): ReadonlyArray<NewSocialTrend> =>
  posts
    .map((post, index) => ({ post, index, place: index + 4 * Math.sin(index * 2.3 + days) }))
    .filter(({ post }) => post.hoursAgo >= days * 24)
    .sort((one, other) => one.place - other.place)
    .map(({ index, post }, place) => ({
      title: post.title,
      score: null,
      score_kind: "rank",
      subreddit: post.community,
      site: null,
      url: pageOf(post, index),
      rank: place + 1
    }))

/**
 * The searches and discussions of the last weeks up to yesterday, so that today's have something to rise and fall from.
 */
const remember = Effect.gen(function* () {
  const stored = yield* TrendingKeywords
  const social = yield* SocialTrends
  if ((yield* stored.list({})).length > 0) return
  for (let days = rememberedDays; days >= 0; days--) {
    const then = daysAgo(days + 1)
    for (const country of countries) {
      const keywords = searches[country].flatMap(({ keyword, yesterday }, kind) =>
        yesterday === null
          ? []
          : [{ keyword, country, volume: days === 0 ? yesterday : volumeBefore(yesterday, days, kind) }]
      )
      yield* stored.upsert(keywords).pipe(then)
      const source = SourceName.make(`google-trends:${country.toLowerCase()}`)
      yield* social.replace(source, "google_trends", toSocialTrends(keywords)).pipe(then)
    }
    yield* social.replace(SourceName.make("reddit"), "reddit", postsBefore(days + 1)).pipe(then)
  }
})

/** Gives the local account what it watches, and the service a past; safe to repeat. */
export const seed = Effect.gen(function* () {
  const account = yield* Effect.fromNullishOr(yield* (yield* Accounts).find(localAccount))
  yield* (yield* Companies).upsert(profiles(yield* DateTime.nowAsDate))
  yield* remember
  yield* watch(account.id)
  yield* follow(account.id)
}).pipe(Effect.orDie)

/** Seeds when the local account is there, and before anything is ingested. */
export const layer = Layer.effectDiscard(seed)
