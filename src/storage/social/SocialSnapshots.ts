import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ListedTrend, storyOf } from "../../domain/SocialFeed.ts"
import {
  type NewSocialTrend,
  Platform,
  rankScore,
  ScoreKind,
  type SocialDay,
  type SocialHistory,
  type SocialTrend
} from "../../domain/SocialTrend.ts"
import { CalendarDate } from "../../domain/Timestamp.ts"
import { chunks, recordset } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"

/** The highest score of a story on a day, of one kind. */
interface Snapshot {
  readonly platform: Platform
  readonly story: string
  readonly score_kind: ScoreKind
  readonly score: number
}

const snapshotOf = (trend: Pick<ListedTrend, "platform" | "score_kind" | "rank" | "title" | "url"> & Scored) => ({
  platform: trend.platform,
  story: storyOf(trend),
  score_kind: trend.score === null ? ("rank" as const) : trend.score_kind,
  score: trend.score ?? rankScore(trend.rank)
})
type Scored = Pick<NewSocialTrend, "score">

const keyOf = ({ platform, score_kind, story }: Omit<Snapshot, "score">) => `${platform} ${score_kind} ${story}`

type Scores = SocialHistory["topics"][number]["days"]

/** The topics, each with its days. */
const withPast = (topics: ReadonlyArray<SocialTrend>, past: (topic: Snapshot, index: number) => Scores | undefined) =>
  topics.map((topic, index) => ({
    title: topic.title,
    platform: topic.platform,
    score_kind: topic.score_kind,
    url: topic.url,
    days: past(snapshotOf(topic), index) ?? []
  }))

/** The days' scores of topics, in tables of Postgres. */
export const socialSnapshots = (sql: SqlClient.SqlClient) => {
  const write = (rows: ReadonlyArray<Snapshot>, day: CalendarDate) => sql`
    insert into social_snapshots (platform, story, score_kind, day, score)
    select platform, sha256(convert_to(story, 'UTF8')), score_kind, ${day}::date, max(score)
    from json_to_recordset(${recordset(rows)}::json) as x(platform text, story text, score_kind text, score bigint)
    group by 1, 2, 3
    on conflict (platform, story, score_kind, day) do update set score = excluded.score
      where social_snapshots.score < excluded.score`

  const TopicDay = Schema.Struct({ n: Schema.Int, date: CalendarDate, score: Schema.Int })
  const scores = (topics: string, since: CalendarDate) =>
    rowsAs(TopicDay).all(sql`
      select n, to_char(day, 'YYYY-MM-DD') as date, s.score::float8 as score
      from json_to_recordset(${topics}::json) as x(n integer, platform text, story text, score_kind text)
      join social_snapshots s
        on s.platform = x.platform and s.score_kind = x.score_kind and s.story = sha256(convert_to(x.story, 'UTF8'))
      where day >= ${since}::date
      order by day`)

  const PlatformDay = Schema.Struct({
    date: CalendarDate,
    score_kind: ScoreKind,
    topics: Schema.Int,
    score: Schema.Int
  })
  const days = (platform: Platform, since: CalendarDate) =>
    rowsAs(PlatformDay).all(sql`
      select to_char(day, 'YYYY-MM-DD') as date, score_kind, count(*)::float8 as topics, sum(score)::float8 as score
      from social_snapshots
      where day >= ${since}::date and ${platform} in ('feed', platform)
      group by day, score_kind
      order by day, score_kind collate "C"`)

  const historyOf = Effect.fnUntraced(function* (topics: ReadonlyArray<SocialTrend>, since: CalendarDate) {
    const asked = topics.map((topic, n) => ({ n, ...snapshotOf(topic) }))
    const past = Map.groupBy(yield* scores(recordset(asked), since), ({ n }) => n)
    return withPast(topics, (_, n) => past.get(n)?.map(({ date, score }) => ({ date, score })))
  })

  return {
    record: (trends: ReadonlyArray<ListedTrend>, day: CalendarDate) =>
      Effect.forEach(chunks(trends.map(snapshotOf)), (rows) => write(rows, day), { discard: true }),
    historyOf,
    history: Effect.fnUntraced(function* (platform: Platform, topics: ReadonlyArray<SocialTrend>, since: CalendarDate) {
      return { topics: yield* historyOf(topics, since), days: yield* days(platform, since) }
    })
  }
}

/** The same in memory. */
export const socialSnapshotsInMemory = () => {
  const past = new Map<string, Snapshot & { readonly days: Map<CalendarDate, number> }>()

  const daysOf = (platform: Platform, since: CalendarDate): ReadonlyArray<SocialDay> => {
    const sums = new Map<string, SocialDay>()
    for (const { days, platform: own, score_kind } of past.values())
      for (const [date, score] of days) {
        if (date < since || (platform !== "feed" && platform !== own)) continue
        const sum = sums.get(`${date} ${score_kind}`) ?? { date, score_kind, topics: 0, score: 0 }
        sums.set(`${date} ${score_kind}`, { ...sum, topics: sum.topics + 1, score: sum.score + score })
      }
    return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
  }

  const historyOf = (topics: ReadonlyArray<SocialTrend>, since: CalendarDate) =>
    withPast(topics, (topic) =>
      [...(past.get(keyOf(topic))?.days ?? [])]
        .filter(([date]) => date >= since)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([date, score]) => ({ date, score }))
    )

  return {
    record: (trends: ReadonlyArray<ListedTrend>, day: CalendarDate) => {
      for (const snapshot of trends.map(snapshotOf)) {
        const { days } = past.get(keyOf(snapshot)) ?? { days: new Map<CalendarDate, number>() }
        past.set(keyOf(snapshot), { ...snapshot, days })
        days.set(day, Math.max(days.get(day) ?? 0, snapshot.score))
      }
    },
    historyOf,
    history: (platform: Platform, topics: ReadonlyArray<SocialTrend>, since: CalendarDate): SocialHistory => ({
      topics: historyOf(topics, since),
      days: daysOf(platform, since)
    })
  }
}
