import { DateTime, Effect } from "effect"
import type { ArticleOutcome, ArticleState } from "../../domain/Article.ts"
import { type SignalId, submittedWithinDays, usableDate } from "../../domain/Signal.ts"
import { SourceName } from "../../domain/Source.ts"
import { storyOf } from "../../domain/Story.ts"
import { toTimestamp } from "../../domain/Timestamp.ts"
import { articleBeginning, type Articles, shown } from "../signals/Articles.ts"
import type { StoredSignal } from "../signals/SignalChanges.ts"

interface Page extends Omit<ArticleOutcome, "state"> {
  readonly url: string
  readonly signal: number
  readonly state: ArticleState
  readonly attempts: number
  readonly queued_at: Date
  readonly next_attempt_at: Date | null
  readonly fetched_at: Date | null
}

interface Kept extends StoredSignal {
  readonly first_seen_at: Date
}

/** The signals that lead to the pages. */
interface Given {
  readonly signals: ReadonlyMap<number, Kept>
  readonly identities: ReadonlyMap<string, number>
  readonly change: (
    id: number,
    change: Partial<Pick<Kept, "published_at" | "published_at_estimated" | "story">>
  ) => Effect.Effect<void>
}

const stamp = (date: Date | null) => (date === null ? null : toTimestamp(date))

/** Articles in memory, under the same contract, and their texts by address. */
export const makeMemory = ({ change, identities, signals }: Given) => {
  const pages = new Map<string, Page>()

  const want = (ids: ReadonlyArray<number>) =>
    Effect.map(DateTime.nowAsDate, (now) => {
      let count = 0
      for (const signal of [...new Set(ids)].sort((one, other) => other - one)) {
        const { url } = signals.get(signal) ?? {}
        if (url === undefined || pages.has(url)) continue
        const nothing = { reason: null, text: null, sha256: null, author: null, language: null, published_at: null }
        pages.set(url, {
          ...nothing,
          url,
          signal,
          state: "queued",
          attempts: 0,
          queued_at: now,
          next_attempt_at: now,
          fetched_at: null
        })
        count++
      }
      return count
    })

  const behind = (ids: ReadonlyArray<number>) => new Set(ids.map((id) => signals.get(id)?.url))

  const articles: Articles["Service"] = {
    want,
    wantNewest: (limit) =>
      Effect.suspend(() => want([...signals.keys()].sort((one, other) => other - one).slice(0, limit))),
    begin: (rests, among) =>
      Effect.map(DateTime.nowAsDate, (now) => {
        const urls = among === undefined ? null : behind(among)
        const [page] = [...pages.values()]
          .filter(({ next_attempt_at }) => next_attempt_at !== null && next_attempt_at <= now)
          .filter(({ url }) => urls?.has(url) ?? true)
          .sort(
            (one, other) =>
              one.next_attempt_at!.getTime() - other.next_attempt_at!.getTime() || other.signal - one.signal
          )
        if (page === undefined) return null
        const { queued_at, signal, url } = page
        const attempts = page.attempts + 1
        const rest = rests[Math.min(attempts, rests.length) - 1]!
        pages.set(url, {
          ...page,
          attempts,
          reason: null,
          next_attempt_at: new Date(now.getTime() + 1_000 * rest)
        })
        const source_name = SourceName.make(signals.get(signal)!.source_name)
        return { url, signal: signal as SignalId, source_name, attempts, queued_at }
      }),
    states: (signals) =>
      Effect.map(DateTime.nowAsDate, (now) => {
        const urls = behind(signals)
        return [...pages.values()]
          .filter(({ url }) => urls.has(url))
          .sort((one, other) => (one.url < other.url ? -1 : 1))
          .map(({ next_attempt_at, reason, state, url }) => ({
            url,
            state,
            reason,
            due: next_attempt_at !== null && next_attempt_at <= now
          }))
      }),
    settle: Effect.fnUntraced(function* (url, identity, outcome, undated = []) {
      const now = yield* DateTime.nowAsDate
      const page = pages.get(url)
      if (page?.state !== "queued") return
      pages.set(url, { ...page, ...outcome, next_attempt_at: null, fetched_at: now })
      if (outcome.text !== null) for (const { id, url } of signals.values()) if (url === page.url) yield* change(id, {})
      const signal = signals.get(identities.get(identity) ?? 0)
      const date = outcome.published_at
      if (date === null || date > now || signal === undefined) return
      const days = (signal.published_at.getTime() - date.getTime()) / 86_400_000
      const isWrong = undated.some((name) => name === signal.source_name) && days > submittedWithinDays
      if (!signal.published_at_estimated && !isWrong) return
      const published_at = usableDate(date, signal.first_seen_at)
      if (published_at === null) return
      const story = storyOf({ ...signal, published_at })?.key ?? null
      yield* change(signal.id, { published_at, published_at_estimated: false, story })
    }),
    postpone: (url, { asked, reason, until }) =>
      Effect.sync(() => {
        const page = pages.get(url)
        if (page?.state !== "queued") return
        const next_attempt_at = asked && page.next_attempt_at! > until ? page.next_attempt_at : until
        pages.set(url, { ...page, reason, next_attempt_at, attempts: page.attempts - (asked ? 0 : 1) })
      }),
    ofSignal: (id) =>
      Effect.sync(() => {
        const page = pages.get(signals.get(id)?.url ?? "")
        if (page === undefined) return null
        const { author, fetched_at, language, published_at, reason, sha256, state, text } = page
        return shown({
          state,
          reason,
          opening: text,
          author,
          language,
          published_at: stamp(published_at),
          fetched_at: stamp(fetched_at),
          sha256
        })
      }),
    textsOf: (ids, until) =>
      Effect.sync(
        () =>
          new Map(
            ids.flatMap((id) => {
              const { fetched_at, state, text } = pages.get(signals.get(id)?.url ?? "") ?? {}
              return state === "read" && text != null && fetched_at! <= until
                ? [[id, [...text].slice(0, articleBeginning).join("")] as const]
                : []
            })
          )
      )
  }
  return { articles, textOf: (url: string): string | null => pages.get(url)?.text ?? null }
}
