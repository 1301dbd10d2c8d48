import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Written } from "../../domain/Signal.ts"
import { interleave, type ListedTrend, storyOf } from "../../domain/SocialFeed.ts"
import {
  type NewSocialTrend,
  Platform,
  ScoreKind,
  type SocialHistory,
  socialHistoryDays,
  type SocialTrend
} from "../../domain/SocialTrend.ts"
import type { SourceName } from "../../domain/Source.ts"
import { firstOfDays, toCalendarDate } from "../../domain/Timestamp.ts"
import { chunks, inTurn, recordset } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"
import { socialSnapshots, socialSnapshotsInMemory } from "./SocialSnapshots.ts"

/** What people talk about, by platform. */
export class SocialTrends extends Context.Service<
  SocialTrends,
  {
    /**
     * The platform's topics by rank; at most `limit` (100). For `feed` those of every platform, interleaved by
     * percentile within their platform, since raw scores are not comparable. The same story (URL, else title) once.
     */
    readonly list: (platform: Platform, limit: number) => Effect.Effect<ReadonlyArray<SocialTrend>>
    /**
     * What the topics that `list` gives scored on each of the last 30 days, in its order, and the platform's topics
     * together.
     */
    readonly history: (platform: Platform, limit: number) => Effect.Effect<SocialHistory>
    /** What these topics scored on each of the last 30 days, in their order. */
    readonly historyOf: (topics: ReadonlyArray<SocialTrend>) => Effect.Effect<SocialHistory["topics"]>
    /** Replaces what the source listed before and records the day's highest scores, in one transaction. */
    readonly replace: (
      source: SourceName,
      platform: Platform,
      items: ReadonlyArray<NewSocialTrend>
    ) => Effect.Effect<Written>
    /** Forgets what other sources than these listed: those that are no longer configured. */
    readonly retain: (sources: ReadonlyArray<SourceName>) => Effect.Effect<void>
  }
>()("sonde/storage/SocialTrends") {
  static readonly layer = Layer.effect(
    SocialTrends,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const snapshots = socialSnapshots(sql)
      const columns = sql`
        platform, source_name, title, score::float8 as score, score_kind, subreddit, site, url, rank`

      const listed = (platform: Platform) =>
        rowsAs(Stored).all(sql`
          select ${columns} from social_trends where ${platform} in ('feed', platform) order by position`)

      const insert = (rows: ReadonlyArray<object>) => sql`
        insert into social_trends (platform, source_name, position, title, score, score_kind, subreddit, site, url, rank)
        select * from json_to_recordset(${recordset(rows)}::json) as x(platform text, source_name text, position integer,
          title text, score bigint, score_kind text, subreddit text, site text, url text, rank integer)`

      const replace = Effect.fnUntraced(function* (
        source: SourceName,
        platform: Platform,
        given: ReadonlyArray<Stored>
      ) {
        // A list that stays as it is has a day's scores too.
        yield* snapshots.record(given, toCalendarDate(yield* DateTime.now))
        const before = yield* rowsAs(Stored).all(sql`
          select ${columns} from social_trends where platform = ${platform} and source_name = ${source} order by position`)
        const written = changes(before, given)
        if (written.new === 0 && written.changed === 0 && before.length === given.length) return written
        yield* sql`delete from social_trends where platform = ${platform} and source_name = ${source}`
        const rows = given.map((trend, position) => ({ ...trend, position }))
        for (const chunk of chunks(rows)) yield* insert(chunk)
        return written
      })

      const list = (platform: Platform, limit: number) =>
        Effect.map(listed(platform), (trends) => interleave(trends).slice(0, limit))

      return {
        list: (platform, limit) => Effect.orDie(list(platform, limit)),
        history: Effect.fnUntraced(function* (platform, limit) {
          const since = firstOfDays(socialHistoryDays, yield* DateTime.nowAsDate)
          return yield* snapshots.history(platform, yield* list(platform, limit), since)
        }, Effect.orDie),
        historyOf: Effect.fnUntraced(function* (topics) {
          if (topics.length === 0) return []
          return yield* snapshots.historyOf(topics, firstOfDays(socialHistoryDays, yield* DateTime.nowAsDate))
        }, Effect.orDie),
        replace: (source, platform, items) =>
          Effect.orDie(inTurn(sql, "social_trends")(replace(source, platform, once(source, platform, items)))),
        retain: (sources) =>
          Effect.orDie(sql`delete from social_trends where source_name <> all(${[...sources]}::text[])`)
      }
    })
  )

  static readonly layerMemory = Layer.sync(SocialTrends, () => {
    const listings = new Map<string, { readonly source: SourceName; readonly trends: ReadonlyArray<Stored> }>()
    const snapshots = socialSnapshotsInMemory()
    const list = (platform: Platform, limit: number) => {
      const trends = [...listings.values()].flatMap(({ trends }) => trends)
      return interleave(trends.filter((trend) => platform === "feed" || trend.platform === platform)).slice(0, limit)
    }
    return {
      list: (platform, limit) => Effect.sync(() => list(platform, limit)),
      history: (platform, limit) =>
        Effect.map(DateTime.nowAsDate, (now) =>
          snapshots.history(platform, list(platform, limit), firstOfDays(socialHistoryDays, now))
        ),
      historyOf: (topics) =>
        Effect.map(DateTime.nowAsDate, (now) => snapshots.historyOf(topics, firstOfDays(socialHistoryDays, now))),
      replace: (source, platform, items) =>
        Effect.map(DateTime.now, (now) => {
          const key = `${platform} ${source}`
          const trends = once(source, platform, items)
          snapshots.record(trends, toCalendarDate(now))
          const written = changes(listings.get(key)?.trends ?? [], trends)
          listings.set(key, { source, trends })
          return written
        }),
      retain: (sources) =>
        Effect.sync(() => {
          for (const [key, { source }] of listings) if (!sources.includes(source)) listings.delete(key)
        })
    }
  })
}

const Stored = Schema.Struct({
  platform: Platform,
  source_name: Schema.String,
  title: Schema.String,
  score: Schema.NullOr(Schema.Int),
  score_kind: ScoreKind,
  subreddit: Schema.NullOr(Schema.String),
  site: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String),
  rank: Schema.Int
})
type Stored = typeof Stored.Type & ListedTrend

const same = Schema.toEquivalence(Stored)

/** A source's topics by rank, each story once. */
const once = (source: SourceName, platform: Platform, items: ReadonlyArray<NewSocialTrend>): ReadonlyArray<Stored> => {
  const stories = new Map<string, Stored>()
  for (const item of items.toSorted((one, other) => one.rank - other.rank)) {
    const story = storyOf(item)
    if (!stories.has(story)) stories.set(story, { ...item, platform, source_name: source })
  }
  return [...stories.values()]
}

const changes = (before: ReadonlyArray<Stored>, now: ReadonlyArray<Stored>): Written => {
  const known = new Map(before.map((trend) => [storyOf(trend), trend]))
  const written = { new: 0, changed: 0 }
  for (const trend of now) {
    const earlier = known.get(storyOf(trend))
    if (earlier === undefined) written.new += 1
    else if (!same(earlier, trend)) written.changed += 1
  }
  return written
}
