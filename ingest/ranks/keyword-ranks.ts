import { DateTime, Duration, Effect, Result } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { toCalendarDate } from "../../src/domain/Timestamp.ts"
import { TrackedKeywords } from "../../src/storage/keywords/TrackedKeywords.ts"
import { hostOf } from "../../src/text/Host.ts"
import { progressed } from "../fetch/RunContext.ts"
import { idle, type Source, SourceFailed, stored, tally } from "../Source.ts"
import type { Ranks } from "./RankSource.ts"

/** With thirty look-ups in each run, nearly three thousand keywords have their turn in a day. */
const every = Duration.minutes(15)
const perRun = 30

/**
 * A run is cut off after nine minutes; no look-up, three pages of 20 seconds at worst, is begun that could meet that.
 */
const longest = Duration.minutes(7)

/** A look-up that failed is tried again after so long. */
const rest = Duration.hours(1)

/** After so many failures in a row the service is at fault, not the keywords. */
const mostFailures = 3

/** The service does not seem to be at fault: the other keywords are looked up at the usual times. */
const paced = ({ message, restSeconds, state }: SourceFailed): SourceFailed =>
  new SourceFailed({ state, message, restSeconds, paced: true })

/**
 * Positions of tracked keywords, each looked up once a UTC day. Found, it has a position of the day; not found, a null
 * one; a look-up that failed leaves the day without, and is tried again later. Each answer is stored before the next
 * question.
 */
export const keywordRanks = Effect.fnUntraced(function* ({ look, missing, title, url }: Ranks) {
  const keywords = yield* TrackedKeywords
  /** What failed in the last run that looked anything up. */
  let lastFailure: SourceFailed | null = null
  return {
    name: SourceName.make("keyword-ranks"),
    kind: "keywords",
    platform: null,
    title,
    url,
    missing,
    every,
    run: Effect.fnUntraced(function* () {
      const begun = yield* DateTime.now
      const day = toCalendarDate(begun)
      const before = DateTime.toDateUtc(DateTime.subtractDuration(begun, rest))
      const waiting = yield* keywords.unchecked({ day, before, limit: perRun })
      if (waiting.length === 0) {
        // Keywords that failed lately wait; until they are tried again, the source shows their failure.
        const now = DateTime.toDateUtc(begun)
        const resting = yield* keywords.unchecked({ day, before: now, limit: 1 })
        if (resting.length > 0 && lastFailure !== null) return yield* paced(lastFailure)
        // Tomorrow every keyword is to be looked up.
        const tomorrow = toCalendarDate(DateTime.add(begun, { days: 1 }))
        const later = DateTime.toDateUtc(DateTime.add(begun, { days: 1 }))
        const tracked = yield* keywords.unchecked({ day: tomorrow, before: later, limit: 1 })
        return tracked.length === 0 ? idle("no keyword is tracked") : stored(null)
      }
      const skipped: Array<string> = []
      let answered = 0
      let failures = 0
      let failed: SourceFailed | null = null
      let stopped = false
      for (const [n, { ids, keyword, target_url }] of waiting.entries()) {
        yield* progressed(n, waiting.length)
        const now = yield* DateTime.now
        if (now.epochMilliseconds - begun.epochMilliseconds > Duration.toMillis(longest)) break
        const found = yield* Effect.result(look(keyword, hostOf(target_url) ?? ""))
        if (Result.isSuccess(found)) {
          const { position, url } = found.success ?? { position: null, url: null }
          // The day is that of the question: a run may go on past midnight.
          yield* keywords.lookedUp(ids, { date: toCalendarDate(now), position, url })
          answered++
          failures = 0
          continue
        }
        const { failure, final } = found.failure
        failed = failure
        skipped.push("lookup_failed")
        yield* keywords.lookedUp(ids, null)
        stopped = final || ++failures === mostFailures
        if (stopped) break
      }
      lastFailure = failed
      if (failed !== null && answered === 0) return yield* stopped ? failed : paced(failed)
      return stored({ fetched: answered, new: answered, changed: 0, skipped: tally(skipped) }, failed?.restSeconds)
    })
  } satisfies Source
})
