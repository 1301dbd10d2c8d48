import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import type { AccountId } from "../../domain/Account.ts"
import { type Attempt, type Delivery, type Endpoint, maxEndpoints } from "../../domain/Endpoint.ts"
import { EndpointId } from "../../domain/EndpointId.ts"
import { missing } from "../../domain/Missing.ts"
import { now, toTimestamp } from "../../domain/Timestamp.ts"
import { Deliveries, leaseMillis, longestLeaseMillis, type QueuedEvent, type Taken } from "../Deliveries.ts"
import { Endpoints } from "../Endpoints.ts"
import { endpointLimitReached } from "../Refusals.ts"
import { Watches } from "../Watches.ts"
import { makeIds } from "./Ids.ts"

interface EndpointRow {
  readonly account: AccountId
  endpoint: Omit<Endpoint, "previous_secret_until">
  secret: Redacted.Redacted | null
  previous: { readonly secret: Redacted.Redacted | null; readonly until: Date } | null
  lease: { readonly token: string; readonly until: Date } | null
  takenAt: number
}

interface DeliveryRow {
  readonly event: QueuedEvent
  due: Date
  next: Date
  attempts: number
  since: Date | null
  last: Attempt | null
  delivered: Date | null
}

const make = Effect.gen(function* () {
  const watches = yield* Watches
  const rows = new Map<EndpointId, EndpointRow>()
  const deliveries = new Map<EndpointId, Array<DeliveryRow>>()
  const nextId = makeIds(EndpointId)
  let turn = 0

  const of = (account: AccountId) => [...rows.values()].filter((row) => row.account === account)

  const find = (account: AccountId, id: EndpointId) => {
    const row = rows.get(id)
    return row?.account === account ? Effect.succeed(row) : Effect.fail(missing("endpoint_not_found"))
  }

  const shown = ({ endpoint, previous }: EndpointRow) =>
    Effect.map(DateTime.nowAsDate, (now): Endpoint => ({
      ...endpoint,
      previous_secret_until: previous !== null && previous.until > now ? toTimestamp(previous.until) : null
    }))

  const secretsOf = ({ previous, secret }: EndpointRow, now: Date) =>
    [secret, previous !== null && previous.until > now ? previous.secret : null].filter((one) => one !== null)

  const deliveryOf = ({ attempts, delivered, event, last, next }: DeliveryRow): Delivery => ({
    event: event.id,
    title: event.content.title,
    attempts,
    last_attempt: last,
    delivered_at: delivered === null ? null : toTimestamp(delivered),
    next_attempt_at: delivered === null ? toTimestamp(next) : null
  })

  /** Without those of watches that were deleted, in the order of their events. */
  const deliveriesOf = Effect.fnUntraced(function* (account: AccountId, id: EndpointId) {
    const names = new Map((yield* watches.list(account)).map((watch) => [watch.id, watch.name]))
    return (deliveries.get(id) ?? [])
      .flatMap((row) => {
        const name = names.get(row.event.watch)
        return name === undefined ? [] : [{ row, watch: { id: row.event.watch, name } }]
      })
      .toSorted((one, other) => one.row.event.id - other.row.event.id)
  })

  const endpoints = Endpoints.of({
    list: (account) => Effect.suspend(() => Effect.forEach(of(account), shown)),
    get: (account, id) => Effect.flatMap(find(account, id), shown),
    create: Effect.fnUntraced(function* (account, given, secret) {
      const created_at = yield* now
      if (of(account).length >= maxEndpoints) return yield* endpointLimitReached()
      const endpoint = { id: nextId(), ...given, status: "active" as const, notice: null, created_at }
      const row: EndpointRow = { account, endpoint, secret, previous: null, lease: null, takenAt: 0 }
      rows.set(endpoint.id, row)
      return yield* shown(row)
    }),
    update: Effect.fnUntraced(function* (account, id, change) {
      const row = yield* find(account, id)
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const before = row.endpoint.status
      row.endpoint = { ...row.endpoint, ...given, ...("status" in given && { notice: null }) }
      if (before !== "active" && row.endpoint.status === "active")
        for (const waiting of deliveries.get(id) ?? [])
          if (waiting.delivered === null) Object.assign(waiting, { next: waiting.due, attempts: 0, since: null })
      return yield* shown(row)
    }),
    rotate: Effect.fnUntraced(function* (account, id, secret, until) {
      const row = yield* find(account, id)
      row.previous = { secret: row.secret, until }
      row.secret = secret
      return yield* shown(row)
    }),
    secrets: Effect.fnUntraced(function* (account, id) {
      return secretsOf(yield* find(account, id), yield* DateTime.nowAsDate)
    }),
    remove: Effect.fnUntraced(function* (account, id) {
      yield* find(account, id)
      rows.delete(id)
      deliveries.delete(id)
      for (const watch of yield* watches.list(account))
        if (watch.endpoints.includes(id)) {
          const left = watch.endpoints.filter((endpoint) => endpoint !== id)
          yield* Effect.ignore(watches.update(account, watch.id, { endpoints: left }))
        }
    })
  })

  return Context.make(Endpoints, endpoints).pipe(
    Context.add(Deliveries, {
      queue: Effect.fnUntraced(function* (events) {
        for (const event of events) {
          const { account, send_at } = event
          const watch = (yield* watches.list(account)).find(({ id }) => id === event.watch)
          if (send_at === null || watch === undefined) continue
          for (const id of watch.endpoints)
            if (rows.get(id)?.account === account) {
              const row = { event, due: send_at, next: send_at, attempts: 0, since: null, last: null, delivered: null }
              deliveries.set(id, [...(deliveries.get(id) ?? []), row])
            }
        }
      }),
      take: Effect.fnUntraced(function* (most) {
        const now = yield* DateTime.nowAsDate
        const wrong = now.getTime() + longestLeaseMillis
        const taken: Array<Taken> = []
        for (const row of [...rows.values()].toSorted((one, other) => one.takenAt - other.takenAt)) {
          const { account, endpoint, lease } = row
          if (taken.length === most || endpoint.status !== "active") continue
          if (lease !== null && lease.until > now && lease.until.getTime() <= wrong) continue
          const first = (yield* deliveriesOf(account, endpoint.id)).find(
            ({ row }) => row.delivered === null && row.due <= now
          )
          if (first === undefined || first.row.next > now) continue
          const { attempts, event, since } = first.row
          row.lease = { token: randomUUID(), until: new Date(now.getTime() + leaseMillis) }
          row.takenAt = ++turn
          taken.push({
            lease: row.lease.token,
            account,
            endpoint: endpoint.id,
            target: endpoint.target,
            secrets: secretsOf(row, now),
            attempts,
            since,
            event: {
              id: event.id,
              watch: first.watch,
              ...event.content,
              at: toTimestamp(event.at),
              send_at: event.send_at === null ? null : toTimestamp(event.send_at)
            }
          })
        }
        return taken
      }),
      settle: Effect.fnUntraced(function* ({ endpoint: id, event, lease }, attempt, verdict) {
        const now = yield* DateTime.nowAsDate
        const row = rows.get(id)
        if (row === undefined || row.lease?.token !== lease) return
        row.lease = null
        if (typeof verdict === "object" && "disabled" in verdict && row.endpoint.status === "active")
          row.endpoint = { ...row.endpoint, status: "disabled", notice: verdict.disabled }
        const delivery = deliveries.get(id)?.find((one) => one.event.id === event.id)
        if (delivery === undefined) return
        delivery.attempts++
        delivery.since ??= now
        delivery.last = attempt
        delivery.next = typeof verdict === "object" && "retryAt" in verdict ? verdict.retryAt : now
        delivery.delivered = verdict === "delivered" ? now : null
      }),
      list: Effect.fnUntraced(function* (account, id, { limit, skip }) {
        yield* find(account, id)
        const newestFirst = (yield* deliveriesOf(account, id)).toReversed()
        return newestFirst.slice(skip, skip + limit).map(({ row }) => deliveryOf(row))
      }),
      redeliver: Effect.fnUntraced(function* (account, id, events) {
        yield* find(account, id)
        const now = yield* DateTime.nowAsDate
        const found = (yield* deliveriesOf(account, id)).filter(({ row }) => events.includes(row.event.id))
        return found.map(({ row }) => {
          const due = row.due < now ? row.due : now
          return deliveryOf(Object.assign(row, { delivered: null, attempts: 0, since: null, due, next: now }))
        })
      })
    })
  )
})

/** Endpoints and what is on its way to them, over the watches in memory. */
export const layer = Layer.effectContext(make)
