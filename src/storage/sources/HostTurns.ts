import { Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { type HostTurns as Turns, longestHold, type Turn } from "../../domain/HostTurns.ts"
import { rowsAs } from "../database/Rows.ts"

/** Longer than any request takes that is waited for. */
const lease = "1 minute"

/** Turns that all processes of a database share. Times are the server's: machines' clocks differ. */
export class HostTurns extends Context.Service<HostTurns, Turns<SqlError | Schema.SchemaError>>()(
  "sonde/storage/HostTurns"
) {
  static readonly layer = Layer.effect(
    HostTurns,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** The token of a turn is the end of its lease: whoever has a turn later has it for longer. */
      const taken = (host: string, evenIfDown: boolean) =>
        rowsAs(Schema.Struct({ token: Schema.String })).first(sql`
        insert into host_turns as turn (host, free_at) values (${host}, now() + ${lease}::interval)
        on conflict (host) do update set free_at = excluded.free_at
        where turn.free_at <= now() and (turn.held_until <= now() or (turn.down and ${evenIfDown}::boolean))
        returning extract(epoch from free_at)::text as token`)

      const Standing = Schema.Struct({ millis: Schema.Number, seconds: Schema.Number, down: Schema.Boolean })
      const standing = (host: string) =>
        rowsAs(Standing).first(sql`
          select (extract(epoch from greatest(free_at - now(), '0')) * 1000)::float8 as millis, down,
                 case when held_until <= now() then 0 else ceil(extract(epoch from held_until - now())) end::float8 as seconds
          from host_turns where host = ${host}`)

      const take = Effect.fnUntraced(function* (
        host: string,
        evenIfDown: boolean
      ): Effect.fn.Return<Turn, SqlError | Schema.SchemaError> {
        const turn = yield* taken(host, evenIfDown)
        if (turn !== null) return { state: "taken", token: turn.token }
        const found = yield* standing(host)
        if (found === null) return { state: "waiting", millis: 0 }
        const { down, millis, seconds } = found
        if (seconds > 0 && !(down && evenIfDown)) return { state: "held", why: down ? "down" : "rest", seconds }
        return { state: "waiting", millis }
      })

      return {
        take,
        leave: (host, token, gap) =>
          Effect.asVoid(sql`
            update host_turns set free_at = now() + ${Duration.toMillis(gap)} * interval '1 millisecond'
            where host = ${host} and extract(epoch from free_at) = ${token}::numeric`),
        hold: (host, seconds, why) =>
          Effect.asVoid(sql`
            insert into host_turns as turn (host, free_at, held_until, down)
            values (${host}, now(), now() + ${Math.min(seconds, Duration.toSeconds(longestHold))} * interval '1 second', ${why === "down"})
            on conflict (host) do update set held_until = excluded.held_until, down = excluded.down
            where turn.held_until < excluded.held_until`),
        isUp: (host) =>
          Effect.asVoid(sql`update host_turns set held_until = '-infinity', down = false where host = ${host} and down`)
      }
    })
  )
}
