import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountId } from "../../domain/Account.ts"
import { inTurn, recordset } from "../database/Batch.ts"
import { orDefect } from "../database/Defect.ts"

/** How many streams somebody has open for an account. */
export interface HeldStreams {
  readonly account: AccountId
  readonly streams: number
}

/** Streams whose holder has not renewed them for so long no longer count: the holder has died. */
export const streamLeaseMillis = 20_000

/** The streams of events that accounts have open, counted over all processes. */
export class OpenStreams extends Context.Service<
  OpenStreams,
  {
    /**
     * Says that a holder wants so many streams for an account, those included that it has. True if all holders together
     * then have no more than `most`; otherwise nothing changes.
     */
    readonly take: (holder: string, wanted: HeldStreams, most: number) => Effect.Effect<boolean>
    /**
     * Says what a holder has, which counts for another {@link streamLeaseMillis}. A holder that was silent for too long
     * has its streams again, whether or not others have opened more meanwhile.
     */
    readonly renew: (holder: string, held: ReadonlyArray<HeldStreams>) => Effect.Effect<void>
    /** The holder has nothing any more. */
    readonly leave: (holder: string) => Effect.Effect<void>
  }
>()("sonde/storage/OpenStreams") {
  static readonly layer = Layer.effect(
    OpenStreams,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Also what was renewed in the future, by a clock that was wrong. Each row is held against the time at which it
      // is looked at: another process may have renewed it after this transaction began.
      const isOver = sql`(renewed_at <= clock_timestamp() - ${streamLeaseMillis} * interval '1 millisecond'
        or renewed_at > clock_timestamp())`

      const take = (holder: string, { account, streams }: HeldStreams, most: number) =>
        sql`
          insert into stream_places (account_id, holder, streams, renewed_at)
          select ${account}, ${holder}::uuid, ${streams}::integer, clock_timestamp()
          where ${streams} + coalesce((
            select sum(streams) from stream_places
            where account_id = ${account} and holder <> ${holder}::uuid and not ${isOver}
          ), 0) <= ${most}
          on conflict (account_id, holder) do update set streams = excluded.streams, renewed_at = excluded.renewed_at
          returning 1`.pipe(
          // One at a time, or two could both take the last place.
          inTurn(sql, "stream_places"),
          Effect.map(({ length }) => length > 0)
        )

      const renew = Effect.fnUntraced(function* (holder: string, held: ReadonlyArray<HeldStreams>) {
        yield* sql`
          insert into stream_places (account_id, holder, streams, renewed_at)
          select x.account, ${holder}::uuid, x.streams, clock_timestamp()
          from json_to_recordset(${recordset(held)}::json) as x(account integer, streams integer)
          join accounts on accounts.id = x.account
          on conflict (account_id, holder) do update set streams = excluded.streams, renewed_at = excluded.renewed_at`
        yield* sql`
          delete from stream_places using (
            select account_id, holder from stream_places where streams = 0 or ${isOver} for update skip locked
          ) gone
          where stream_places.account_id = gone.account_id and stream_places.holder = gone.holder`
      })

      return {
        take: (holder, wanted, most) => orDefect(take(holder, wanted, most)),
        renew: (holder, held) => orDefect(renew(holder, held)),
        leave: (holder) => orDefect(Effect.asVoid(sql`delete from stream_places where holder = ${holder}::uuid`))
      }
    })
  )

  /** For one process, or for several services in it. */
  static readonly layerMemory = Layer.sync(OpenStreams, () => {
    const accounts = new Map<AccountId, Map<string, { readonly streams: number; readonly renewedAt: number }>>()

    const set = (holder: string, { account, streams }: HeldStreams, now: number) => {
      const places = accounts.get(account) ?? new Map()
      accounts.set(account, places)
      if (streams === 0) places.delete(holder)
      else places.set(holder, { streams, renewedAt: now })
      if (places.size === 0) accounts.delete(account)
    }

    return {
      take: (holder, wanted, most) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          let others = 0
          for (const [other, { renewedAt, streams }] of accounts.get(wanted.account) ?? [])
            if (other !== holder && renewedAt > now - streamLeaseMillis && renewedAt <= now) others += streams
          const fits = others + wanted.streams <= most
          if (fits) set(holder, wanted, now)
          return fits
        }),
      renew: (holder, held) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          for (const one of held) set(holder, one, now)
        }),
      leave: (holder) =>
        Effect.sync(() => {
          for (const account of accounts.keys()) set(holder, { account, streams: 0 }, 0)
        })
    }
  })
}
