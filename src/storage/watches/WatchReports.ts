import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { ReportId } from "../../domain/Report.ts"
import { WatchId } from "../../domain/Watch.ts"
import { orDefect } from "../database/Defect.ts"
import { inTransaction } from "../database/Transaction.ts"
import { Watches } from "./Watches.ts"

/** Reports that watches have made on their schedules. */
export class WatchReports extends Context.Service<
  WatchReports,
  {
    /**
     * Orders a report for a time of the watch's schedule, unless there is one for that time or a later one, or the
     * watch is gone or paused; says whether it was ordered. The order and the note of it are stored together: when
     * `order` fails the time is free again.
     */
    readonly order: <E, R>(
      watch: WatchId,
      slot: Date,
      order: Effect.Effect<ReportId, E, R>
    ) => Effect.Effect<boolean, E, R>
    /** The watch that made a report; null when none did. */
    readonly watchOf: (report: ReportId) => Effect.Effect<WatchId | null>
  }
>()("sonde/storage/WatchReports") {
  static readonly layer = Layer.effect(
    WatchReports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const claim = (watch: WatchId, slot: Date) =>
        orDefect(
          Effect.map(
            sql`
              insert into watch_reports (watch_id, slot)
              select id, ${slot} from watches
              where id = ${watch} and status = 'active'
                and not exists (select from watch_reports where watch_id = ${watch} and slot >= ${slot})
              on conflict do nothing returning watch_id`,
            (rows) => rows.length === 1
          )
        )

      const find = SqlSchema.findOneOption({
        Request: ReportId,
        Result: Schema.Struct({ watch_id: WatchId }),
        execute: (report) => sql`select watch_id from watch_reports where report_id = ${report}`
      })

      return {
        order: (watch, slot, order) =>
          Effect.gen(function* () {
            if (!(yield* claim(watch, slot))) return false
            const report = yield* order
            yield* orDefect(
              sql`update watch_reports set report_id = ${report} where watch_id = ${watch} and slot = ${slot}`
            )
            return true
          }).pipe(inTransaction(sql)),
        watchOf: (report) => orDefect(Effect.map(find(report), (found) => Option.getOrNull(found)?.watch_id ?? null))
      }
    })
  )

  /** Over the watches in memory. */
  static readonly layerMemory = Layer.effect(
    WatchReports,
    Effect.gen(function* () {
      const { active } = yield* Watches
      const latest = new Map<WatchId, number>()
      const watches = new Map<ReportId, WatchId>()
      return {
        order: Effect.fnUntraced(function* (watch, slot, order) {
          if (!(yield* active()).some((one) => one.watch.id === watch)) return false
          const before = latest.get(watch)
          if (before !== undefined && before >= slot.getTime()) return false
          latest.set(watch, slot.getTime())
          return yield* order.pipe(
            Effect.map((report) => (watches.set(report, watch), true)),
            Effect.tapCause(() =>
              Effect.sync(() => (before === undefined ? latest.delete(watch) : latest.set(watch, before)))
            )
          )
        }),
        watchOf: (report) => Effect.sync(() => watches.get(report) ?? null)
      }
    })
  )
}
