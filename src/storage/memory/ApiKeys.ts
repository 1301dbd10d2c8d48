import { DateTime, Effect, Layer, Struct } from "effect"
import { Buffer } from "node:buffer"
import type { AccountId } from "../../domain/Account.ts"
import { activityDays, type ApiKey, ApiKeyId, type KeyActivity, maxActiveKeys } from "../../domain/ApiKey.ts"
import { missing } from "../../domain/Missing.ts"
import { toCalendarDate, toTimestamp } from "../../domain/Timestamp.ts"
import { ApiKeys, type KeyMaterial, type NewApiKey } from "../accounts/ApiKeys.ts"
import { keyLimitReached, keyNotActive } from "../Refusals.ts"
import { makeIds } from "./Ids.ts"

interface Row extends NewApiKey, KeyMaterial {
  readonly id: ApiKeyId
  readonly account: AccountId
  readonly created_at: Date
  deactivated_at: Date | null
  last_used_at: Date | null
  /** Counts by the start of the hour, then by endpoint. */
  readonly usage: Map<number, Map<string, number>>
}

const hour = 3_600_000

const statusAt = (row: Row, now: Date): ApiKey["status"] => {
  if (row.deactivated_at !== null) return "deactivated"
  return row.expires_at !== null && row.expires_at <= now ? "expired" : "active"
}

const show = (row: Row, now: Date): ApiKey => {
  const byEndpoint = new Map<string, number>()
  let recent = 0
  for (const [start, counts] of row.usage) {
    for (const [endpoint, count] of counts) {
      byEndpoint.set(endpoint, (byEndpoint.get(endpoint) ?? 0) + count)
      if (start > now.getTime() - 24 * hour) recent += count
    }
  }
  return {
    ...Struct.pick(row, ["id", "name", "prefix", "last4", "scopes"]),
    status: statusAt(row, now),
    expires_at: row.expires_at && toTimestamp(row.expires_at),
    created_at: toTimestamp(row.created_at),
    last_used_at: row.last_used_at && toTimestamp(row.last_used_at),
    usage: {
      total: byEndpoint.values().reduce((sum, count) => sum + count, 0),
      last_24h: recent,
      by_endpoint: Object.fromEntries(byEndpoint)
    }
  }
}

const activityOf = (row: Row, now: Date): KeyActivity => {
  const days = new Map(
    Array.from({ length: activityDays }, (_, n) => [
      toCalendarDate(new Date(now.getTime() - (activityDays - 1 - n) * 24 * hour)),
      0
    ])
  )
  const endpoints = new Map<string, number>()
  for (const [start, counts] of row.usage) {
    const day = toCalendarDate(new Date(start))
    const soFar = days.get(day)
    if (soFar === undefined) continue
    days.set(day, soFar + counts.values().reduce((sum, count) => sum + count, 0))
    for (const [endpoint, count] of counts) endpoints.set(endpoint, (endpoints.get(endpoint) ?? 0) + count)
  }
  return {
    days: Array.from(days, ([date, calls]) => ({ date, calls })),
    endpoints: Array.from(endpoints, ([endpoint, calls]) => ({ endpoint, calls })).toSorted(
      (one, other) => other.calls - one.calls || (one.endpoint < other.endpoint ? -1 : 1)
    )
  }
}

/** The keys in a map: each method is one synchronous step, so nothing can come between counting and adding. */
const make = (): ApiKeys["Service"] => {
  const rows = new Map<ApiKeyId, Row>()
  const nextId = makeIds(ApiKeyId)

  const insert = (account: AccountId, key: NewApiKey, material: KeyMaterial, now: Date): ApiKey => {
    const row: Row = {
      ...key,
      ...material,
      id: nextId(),
      account,
      created_at: now,
      deactivated_at: null,
      last_used_at: null,
      usage: new Map()
    }
    rows.set(row.id, row)
    return show(row, now)
  }

  const owned = (account: AccountId, id: ApiKeyId) => {
    const row = rows.get(id)
    return row?.account === account ? Effect.succeed(row) : Effect.fail(missing("key_not_found"))
  }

  const countActive = (account: AccountId, now: Date): number =>
    [...rows.values()].filter((row) => row.account === account && statusAt(row, now) === "active").length

  const switchOff = Effect.fnUntraced(function* (account: AccountId, id: ApiKeyId, now: Date) {
    const row = yield* owned(account, id)
    if (statusAt(row, now) !== "active") return yield* keyNotActive()
    row.deactivated_at = now
    return row
  })

  return {
    list: Effect.fnUntraced(function* (account) {
      const now = yield* DateTime.nowAsDate
      return [...rows.values()]
        .filter((row) => row.account === account)
        .map((row) => show(row, now))
        .toReversed()
    }),

    countActive: (account) => Effect.map(DateTime.nowAsDate, (now) => countActive(account, now)),

    create: Effect.fnUntraced(function* (account, key, material) {
      const now = yield* DateTime.nowAsDate
      if (countActive(account, now) >= maxActiveKeys) return yield* keyLimitReached()
      return insert(account, key, material, now)
    }),

    deactivate: Effect.fnUntraced(function* (account, id) {
      const now = yield* DateTime.nowAsDate
      return show(yield* switchOff(account, id, now), now)
    }),

    remove: Effect.fnUntraced(function* (account, id) {
      const { name, last4 } = yield* owned(account, id)
      rows.delete(id)
      return { id, name, last4 }
    }),

    rotate: Effect.fnUntraced(function* (account, id, material) {
      const now = yield* DateTime.nowAsDate
      const { name, scopes, expires_at } = yield* switchOff(account, id, now)
      return insert(account, { name, scopes, expires_at }, material, now)
    }),

    activity: Effect.fnUntraced(function* (account, id) {
      return activityOf(yield* owned(account, id), yield* DateTime.nowAsDate)
    }),

    findByHash: (hash) =>
      Effect.sync(() => {
        const row = rows.values().find((row) => Buffer.compare(row.hash, hash) === 0)
        return row === undefined
          ? null
          : {
              id: row.id,
              account_id: row.account,
              scopes: row.scopes,
              expires_at: row.expires_at,
              deactivated: row.deactivated_at !== null
            }
      }),

    recordUsage: (counts) =>
      Effect.sync(() => {
        for (const { key_id, endpoint, at, count } of counts) {
          const row = rows.get(key_id)
          if (row === undefined) continue
          if (row.last_used_at === null || row.last_used_at < at) row.last_used_at = at
          const start = Math.floor(at.getTime() / hour) * hour
          const byEndpoint = row.usage.get(start) ?? new Map<string, number>()
          row.usage.set(start, byEndpoint.set(endpoint, (byEndpoint.get(endpoint) ?? 0) + count))
        }
      })
  }
}

export const layer = Layer.sync(ApiKeys, make)
