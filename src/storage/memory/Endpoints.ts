import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import type { AccountId } from "../../domain/Account.ts"
import {
  type Attempt,
  type Delivery,
  type Endpoint,
  isSameReceiver,
  maxEndpoints,
  mostAttempts,
  mostInDigest
} from "../../domain/Endpoint.ts"
import { EndpointId } from "../../domain/EndpointId.ts"
import { missing } from "../../domain/Missing.ts"
import { nextDigest } from "../../domain/Schedule.ts"
import { now, toTimestamp } from "../../domain/Timestamp.ts"
import type { WatchEvent } from "../../domain/WatchEvent.ts"
import {
  Deliveries,
  leaseMillis,
  longestLeaseMillis,
  type QueuedEvent,
  quietNow,
  slowMillis,
  type Taken
} from "../watches/Deliveries.ts"
import { digestOf, Endpoints, unsubscribed } from "../watches/Endpoints.ts"
import { endpointLimitReached } from "../Refusals.ts"
import { Watches } from "../watches/Watches.ts"
import { makeIds } from "./Ids.ts"

interface EndpointRow {
  readonly account: AccountId
  endpoint: Omit<Endpoint, "previous_secret_until">
  secret: Redacted.Redacted | null
  previous: { readonly secret: Redacted.Redacted | null; readonly until: Date } | null
  lease: { readonly token: string; readonly until: Date } | null
  takenAt: number
  slow: boolean | null
  failingSince: Date | null
}

interface DeliveryRow {
  readonly event: QueuedEvent
  due: Date
  next: Date
  attempts: number
  tries: number
  since: Date | null
  log: ReadonlyArray<Attempt>
  delivered: Date | null
  givenUp: Date | null
  byHand: boolean
}

const waits = ({ delivered, givenUp }: DeliveryRow) => delivered === null && givenUp === null

const make = Effect.gen(function* () {
  const watches = yield* Watches
  const rows = new Map<EndpointId, EndpointRow>()
  const deliveries = new Map<EndpointId, Array<DeliveryRow>>()
  const nextId = makeIds(EndpointId)
  let takes = 0

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

  const deliveryOf = (row: DeliveryRow): Delivery => ({
    event: row.event.id,
    title: row.event.content.title,
    attempts: row.attempts,
    last_attempt: row.log.at(-1) ?? null,
    log: row.log,
    delivered_at: row.delivered === null ? null : toTimestamp(row.delivered),
    given_up_at: row.givenUp === null ? null : toTimestamp(row.givenUp),
    next_attempt_at: waits(row) ? toTimestamp(row.next) : null
  })

  const waitingFor = (id: EndpointId) => (deliveries.get(id) ?? []).filter(waits)

  const mailOf = (id: EndpointId) => {
    const row = rows.get(id)
    return row?.endpoint.target.kind === "mail" ? { row, address: row.endpoint.target.address } : null
  }

  /** Changes deliveries by hand, all or none. */
  const byHand = (change: (row: DeliveryRow, now: Date) => Partial<DeliveryRow>) =>
    Effect.fnUntraced(function* (account: AccountId, id: EndpointId, events: ReadonlyArray<number>) {
      yield* find(account, id)
      const now = yield* DateTime.nowAsDate
      const found = (yield* deliveriesOf(account, id)).filter(({ row }) => events.includes(row.event.id))
      if (found.length < events.length) return yield* missing("delivery_not_found")
      return found.map(({ row }) => deliveryOf(Object.assign(row, change(row, now))))
    })

  /** Without those of watches that were deleted, in the order of their events. */
  const deliveriesOf = Effect.fnUntraced(function* (account: AccountId, id: EndpointId) {
    const known = new Map((yield* watches.list(account)).map((watch) => [watch.id, watch]))
    return (deliveries.get(id) ?? [])
      .flatMap((row) => {
        const watch = known.get(row.event.watch)
        if (watch === undefined) return []
        return [{ row, watch: { id: watch.id, name: watch.name }, conditions: watch.conditions }]
      })
      .toSorted((one, other) => one.row.event.id - other.row.event.id)
  })

  const endpoints = Endpoints.of({
    list: (account) => Effect.suspend(() => Effect.forEach(of(account), shown)),
    get: (account, id) => Effect.flatMap(find(account, id), shown),
    create: Effect.fnUntraced(function* (account, given, secret) {
      const created_at = yield* now
      if (of(account).length >= maxEndpoints) return yield* endpointLimitReached()
      const confirmed = given.target.kind !== "mail"
      const endpoint = { id: nextId(), ...given, status: "active" as const, notice: null, confirmed, created_at }
      const row = { account, endpoint, secret, previous: null, lease: null, takenAt: 0, slow: null, failingSince: null }
      rows.set(endpoint.id, row)
      return yield* shown(row)
    }),
    update: Effect.fnUntraced(function* (account, id, change) {
      const row = yield* find(account, id)
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const now = yield* DateTime.nowAsDate
      const before = row.endpoint
      row.endpoint = { ...before, ...given, ...("status" in given && { notice: null }) }
      const { status, target } = row.endpoint
      const moved = !isSameReceiver(before.target, target)
      if (moved && target.kind === "mail") row.endpoint = { ...row.endpoint, confirmed: false }
      const digest = digestOf(target)
      if (JSON.stringify(digest) !== JSON.stringify(digestOf(before.target)))
        for (const waiting of waitingFor(id)) {
          const due = digest === null ? waiting.event.send_at! : nextDigest(digest, now)
          Object.assign(waiting, { due, next: due })
        }
      if (moved || (before.status !== "active" && status === "active")) {
        row.failingSince = null
        for (const waiting of waitingFor(id)) Object.assign(waiting, { next: waiting.due, tries: 0, since: null })
      }
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
    mailKey: (id) =>
      Effect.sync(() => {
        const mail = mailOf(id)
        return mail === null ? null : { address: mail.address, secret: mail.row.secret! }
      }),
    confirm: (id, address) =>
      Effect.sync(() => {
        const mail = mailOf(id)
        if (mail?.address !== address) return
        const { endpoint } = mail.row
        const taken = endpoint.notice === unsubscribed ? { status: "active" as const, notice: null } : {}
        mail.row.endpoint = { ...endpoint, ...taken, confirmed: true }
      }),
    unsubscribe: Effect.fnUntraced(function* (id, address) {
      const now = yield* DateTime.nowAsDate
      const mail = mailOf(id)
      if (mail?.address !== address) return
      mail.row.endpoint = { ...mail.row.endpoint, confirmed: false, status: "disabled", notice: unsubscribed }
      for (const waiting of waitingFor(id)) waiting.givenUp = now
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
            if (rows.get(id)?.account === account && rows.get(id)!.endpoint.confirmed) {
              const digest = digestOf(rows.get(id)!.endpoint.target)
              const due = digest === null ? send_at : nextDigest(digest, event.at)
              const none = { since: null, log: [], delivered: null, givenUp: null, byHand: false }
              const row = { event, due, next: due, attempts: 0, tries: 0, ...none }
              const before = deliveries.get(id)
              if (before === undefined) deliveries.set(id, [row])
              else before.push(row)
            }
        }
      }),
      take: Effect.fnUntraced(function* (most, { mail = most, slow = most } = {}) {
        const now = yield* DateTime.nowAsDate
        const wrong = now.getTime() + longestLeaseMillis
        const taken: Array<Taken> = []
        const isFree = ({ lease }: EndpointRow) => lease === null || lease.until <= now || lease.until.getTime() > wrong
        const isDue = ({ endpoint }: EndpointRow) =>
          endpoint.status === "active" &&
          endpoint.confirmed &&
          waitingFor(endpoint.id).some((one) => one.due <= now && one.next <= now)
        const accounts = Map.groupBy(
          [...rows.values()].toSorted((one, other) => one.takenAt - other.takenAt),
          ({ account }) => account
        )
        const ready = [...accounts.values()].flatMap((own) => {
          const free = own.filter(isFree)
          const held = own.length - free.length
          return free.filter(isDue).map((row, n) => ({ row, turn: held + n + 1 }))
        })
        const left = { mail, slow }
        const inTurn = ready.toSorted((one, other) => one.turn - other.turn || one.row.takenAt - other.row.takenAt)
        for (const { row, turn } of inTurn) {
          const { account, endpoint } = row
          const isMail = endpoint.target.kind === "mail"
          const isSlow = row.slow ?? turn > 1
          if (taken.length === most || (isMail && left.mail === 0) || (isSlow && left.slow === 0)) continue
          const due = (yield* deliveriesOf(account, endpoint.id)).filter(({ row }) => waits(row) && row.due <= now)
          const [first] = due
          if (first === undefined || first.row.next > now) continue
          const quiet = first.row.byHand || digestOf(endpoint.target) !== null ? null : quietNow(first.conditions, now)
          if (quiet !== null) {
            for (const { row, watch } of due)
              if (watch.id === first.watch.id && !row.byHand)
                Object.assign(row, { due: quiet, next: row.next > quiet ? row.next : quiet })
            continue
          }
          const others =
            digestOf(endpoint.target) === null
              ? []
              : due.slice(1).filter(({ row }) => row.due.getTime() === first.row.due.getTime())
          row.lease = { token: randomUUID(), until: new Date(now.getTime() + leaseMillis) }
          row.takenAt = ++takes
          if (isMail) left.mail--
          if (isSlow) left.slow--
          taken.push({
            lease: row.lease.token,
            account,
            endpoint: endpoint.id,
            target: endpoint.target,
            secrets: secretsOf(row, now),
            attempts: first.row.tries,
            since: first.row.since,
            failingSince: row.failingSince,
            event: eventOf(first),
            others: others.slice(0, mostInDigest - 1).map(eventOf)
          })
        }
        return taken
      }),
      settle: Effect.fnUntraced(function* ({ endpoint: id, event, lease, others }, attempt, verdict) {
        const now = yield* DateTime.nowAsDate
        const row = rows.get(id)
        if (row === undefined || row.lease?.token !== lease) return
        row.lease = null
        row.slow = attempt.took_ms >= slowMillis
        if (typeof verdict === "object" && "disabled" in verdict && row.endpoint.status === "active")
          row.endpoint = { ...row.endpoint, status: "disabled", notice: verdict.disabled }
        row.failingSince = verdict === "delivered" ? null : (row.failingSince ?? now)
        const settled = new Set([event, ...others].map((one) => one.id))
        for (const delivery of deliveries.get(id) ?? []) {
          if (!settled.has(delivery.event.id)) continue
          delivery.attempts++
          delivery.tries++
          delivery.since ??= now
          delivery.log = [...delivery.log, attempt].slice(-mostAttempts)
          delivery.next = typeof verdict === "object" && "retryAt" in verdict ? verdict.retryAt : now
          delivery.delivered = verdict === "delivered" ? now : null
          if (verdict === "delivered") Object.assign(delivery, { givenUp: null, byHand: false })
          if (verdict === "given_up") delivery.givenUp = now
        }
      }),
      list: Effect.fnUntraced(function* (account, id, { limit, skip }) {
        yield* find(account, id)
        const newestFirst = (yield* deliveriesOf(account, id)).toReversed()
        return newestFirst.slice(skip, skip + limit).map(({ row }) => deliveryOf(row))
      }),
      redeliver: byHand(({ due }, now) => ({
        byHand: true,
        delivered: null,
        givenUp: null,
        tries: 0,
        since: null,
        due: due < now ? due : now,
        next: now
      })),
      skip: byHand(({ delivered, givenUp }, now) => ({ givenUp: delivered === null ? (givenUp ?? now) : null }))
    })
  )
})

const eventOf = ({
  row: { event },
  watch
}: {
  readonly row: DeliveryRow
  readonly watch: WatchEvent["watch"]
}): WatchEvent => ({
  id: event.id,
  watch,
  ...event.content,
  at: toTimestamp(event.at),
  send_at: event.send_at === null ? null : toTimestamp(event.send_at)
})

/** Endpoints and what is on its way to them, over the watches in memory. */
export const layer = Layer.effectContext(make)
