import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountId } from "../../domain/Account.ts"
import { AuditEvent } from "../../domain/AuditEvent.ts"
import { toTimestamp } from "../../domain/Timestamp.ts"
import { timestamp } from "../database/Columns.ts"
import { chunks, recordset } from "../database/Batch.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"
import { makeIds } from "../memory/Ids.ts"

/** What is about no key, or no source, need not say so. */
export type NewAuditEvent = Omit<AuditEvent, "id" | "at" | "key" | "source" | "detail"> &
  Partial<Pick<AuditEvent, "key" | "source" | "detail">>

/** What happened to accounts, for good or as long as the operator keeps it. */
export class AuditTrail extends Context.Service<
  AuditTrail,
  {
    /** Joins the caller's transaction: what is remembered is what was done. */
    readonly record: (account: AccountId, ...events: ReadonlyArray<NewAuditEvent>) => Effect.Effect<void>
    /** A page, newest first; `total` counts all of the account's. */
    readonly list: (
      account: AccountId,
      page: { readonly skip: number; readonly limit: number }
    ) => Effect.Effect<{ readonly events: ReadonlyArray<AuditEvent>; readonly total: number }>
  }
>()("sonde/storage/AuditTrail") {
  static readonly layer = Layer.effect(
    AuditTrail,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const page = (account: AccountId, skip: number, limit: number) =>
        rowsAs(AuditEvent).all(sql`
          select id, ${timestamp("at")} as at, action, by, address, user_agent, key, source, detail
          from audit_events where account_id = ${account}
          order by seq desc limit ${limit} offset ${skip}`)

      const Count = Schema.Struct({ total: Schema.Int })
      const count = (account: AccountId) =>
        rowsAs(Count).one(sql`select count(*)::int as total from audit_events where account_id = ${account}`)

      return {
        record: Effect.fnUntraced(function* (account, ...events) {
          const now = yield* DateTime.nowAsDate
          for (const rows of chunks(events))
            yield* sql`
              insert into audit_events (account_id, at, action, by, address, user_agent, key, source, detail)
              select ${account}, ${now}, x.* from json_to_recordset(${recordset(rows)}::json)
                as x(action text, by text, address text, user_agent text, key json, source text, detail text)`
        }, orDefect),
        list: (account, { limit, skip }) =>
          orDefect(
            Effect.zipWith(page(account, skip, limit), count(account), (events, { total }) => ({ events, total }))
          )
      }
    })
  )

  static readonly layerMemory = Layer.sync(AuditTrail, () => {
    const trail: Array<{ readonly account: AccountId; readonly event: AuditEvent }> = []
    const nextId = makeIds(AuditEvent.fields.id)
    return {
      record: (account, ...events) =>
        Effect.map(DateTime.nowAsDate, (now) => {
          const at = toTimestamp(now)
          for (const event of events)
            trail.push({ account, event: { key: null, source: null, detail: null, ...event, id: nextId(), at } })
        }),
      list: (owner, { limit, skip }) =>
        Effect.sync(() => {
          const own = trail.filter(({ account }) => account === owner).toReversed()
          const events = own.slice(skip, skip + limit).map(({ event }) => event)
          return { events, total: own.length }
        })
    }
  })
}
