import { DateTime, Effect, Layer } from "effect"
import type { AccountId } from "../../domain/Account.ts"
import { missing } from "../../domain/Missing.ts"
import { type CalendarDate, now, type Timestamp, toTimestamp } from "../../domain/Timestamp.ts"
import { historyDays, type Position, type TrackedKeyword, TrackedKeywordId } from "../../domain/TrackedKeyword.ts"
import { keywordTracked } from "../Refusals.ts"
import { type NewTrackedKeyword, TrackedKeywords } from "../keywords/TrackedKeywords.ts"
import { makeIds } from "./Ids.ts"

interface Row {
  readonly account: AccountId
  readonly keyword: NewTrackedKeyword & { readonly id: TrackedKeywordId; readonly created_at: Timestamp }
  readonly positions: Map<CalendarDate, Position>
  lookedUpAt: number
}

const show = ({ keyword, positions }: Row): TrackedKeyword => {
  const history = [...positions.values()].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-historyDays)
  return { ...keyword, position_history: history, current_position: history.at(-1)?.position ?? null }
}

/** The keywords in a map by their id: each method is one synchronous step. */
const make = (): TrackedKeywords["Service"] => {
  const rows = new Map<TrackedKeywordId, Row>()
  const nextId = makeIds(TrackedKeywordId)

  const owned = (account: AccountId, id: TrackedKeywordId) => {
    const row = rows.get(id)
    return row?.account === account ? Effect.succeed(row) : Effect.fail(missing("keyword_not_found"))
  }

  const find = (account: AccountId, { keyword, target_url }: Pick<NewTrackedKeyword, "keyword" | "target_url">) =>
    rows
      .values()
      .find(
        (row) => row.account === account && row.keyword.keyword === keyword && row.keyword.target_url === target_url
      )

  const track = (account: AccountId, keyword: NewTrackedKeyword, created_at: Timestamp): Row => {
    const id = nextId()
    const row: Row = { account, keyword: { ...keyword, id, created_at }, positions: new Map(), lookedUpAt: -Infinity }
    rows.set(id, row)
    return row
  }

  return {
    list: (account) =>
      Effect.sync(() =>
        [...rows.values()]
          .filter((row) => row.account === account)
          .map(show)
          .toReversed()
      ),

    create: Effect.fnUntraced(function* (account, keyword) {
      const created_at = yield* now
      if (find(account, keyword) !== undefined) return yield* keywordTracked()
      return show(track(account, keyword, created_at))
    }),

    remove: Effect.fnUntraced(function* (account, id) {
      yield* owned(account, id)
      rows.delete(id)
    }),

    record: Effect.fnUntraced(function* (account, id, positions) {
      const row = yield* owned(account, id)
      for (const position of positions) row.positions.set(position.date, position)
      return show(row)
    }),

    import: (account, keywords) =>
      Effect.map(DateTime.now, (at) => {
        const imported = { keywords: 0, new: 0, changed: 0 }
        for (const { keyword, positions, target_url } of keywords) {
          const known = find(account, { keyword, target_url })
          if (known === undefined) imported.keywords++
          const row = known ?? track(account, { keyword, target_url, search_volume: null }, toTimestamp(at))
          for (const position of new Map(positions.map((position) => [position.date, position])).values()) {
            const day = row.positions.get(position.date)
            if (day === undefined) imported.new++
            else if (day.position !== position.position || day.url !== position.url) imported.changed++
            row.positions.set(position.date, position)
          }
        }
        return imported
      }),

    unchecked: ({ before, day, limit }) =>
      Effect.sync(() => {
        const unchecked = [...rows.values()].filter(
          (row) => row.lookedUpAt <= before.getTime() && !row.positions.has(day)
        )
        const turns = new Map<AccountId, number>()
        const turnOf = new Map<Row, number>()
        const longestAgo = unchecked.toSorted((one, other) =>
          one.lookedUpAt === other.lookedUpAt ? 0 : one.lookedUpAt - other.lookedUpAt
        )
        for (const row of longestAgo) {
          const turn = turns.get(row.account) ?? 0
          turns.set(row.account, turn + 1)
          turnOf.set(row, turn)
        }
        // In the order in which they were made, as the groups are and what is in them.
        const pairs = Map.groupBy(unchecked, ({ keyword: { keyword, target_url } }) =>
          JSON.stringify([keyword, target_url])
        )
        const turn = (pair: ReadonlyArray<Row>) => Math.min(...pair.map((row) => turnOf.get(row)!))
        return [...pairs.values()]
          .toSorted((one, other) => turn(one) - turn(other))
          .slice(0, limit)
          .map((pair) => {
            const { keyword, target_url } = pair[0]!.keyword
            return { ids: pair.map((row) => row.keyword.id), keyword, target_url }
          })
      }),

    lookedUp: (ids, position) =>
      Effect.map(DateTime.now, (at) => {
        for (const id of ids) {
          const row = rows.get(id)
          if (row === undefined) continue
          row.lookedUpAt = DateTime.toEpochMillis(at)
          if (position !== null && !row.positions.has(position.date)) row.positions.set(position.date, position)
        }
      })
  }
}

export const layer = Layer.sync(TrackedKeywords, make)
