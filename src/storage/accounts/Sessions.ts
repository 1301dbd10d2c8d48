import { Context, DateTime, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Buffer } from "node:buffer"
import { AccountId } from "../../domain/Account.ts"
import { SignInKind } from "../../domain/Session.ts"
import { clockToleranceMillis } from "../../domain/Timestamp.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"

/** A session as the requests that belong to it need it. */
export const Session = Schema.Struct({ account_id: AccountId, kind: SignInKind })
export type Session = typeof Session.Type

interface NewSession extends Session {
  /** SHA-256 of what the browser holds. */
  readonly hash: Uint8Array
  readonly expires_at: Date
}

/** When a session was last used is kept to the minute, so that not every request is a write. */
const seenEvery = Duration.toMillis(Duration.minutes(1))

/** Sessions of signed-in people. */
export class Sessions extends Context.Service<
  Sessions,
  {
    readonly create: (session: NewSession) => Effect.Effect<void>
    /**
     * The session, used now; null when there is none, it is past its end, or nobody has used it for as long as `idle`.
     * One that was begun in the future has no end that could be right, and is none.
     */
    readonly use: (hash: Uint8Array, idle: Duration.Duration) => Effect.Effect<Session | null>
    /** The same without its being used: whether it is still open. */
    readonly peek: (hash: Uint8Array, idle: Duration.Duration) => Effect.Effect<Session | null>
    /** Ends it; null when there was none. */
    readonly remove: (hash: Uint8Array) => Effect.Effect<Session | null>
  }
>()("sonde/storage/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const OpenSession = Schema.Struct({ ...Session.fields, seen_at: Schema.Date })
      const find = (hash: Uint8Array, now: Date, soon: Date, idleSince: Date) =>
        rowsAs(OpenSession).first(sql`
          select account_id, kind, seen_at from sessions
          where hash = ${hash} and expires_at > ${now} and seen_at > ${idleSince} and created_at <= ${soon}`)

      const remove = (hash: Uint8Array) =>
        rowsAs(Session).first(sql`delete from sessions where hash = ${hash} returning account_id, kind`)

      const open = Effect.fnUntraced(function* (hash: Uint8Array, idle: Duration.Duration) {
        const now = yield* DateTime.nowAsDate
        const soon = new Date(now.getTime() + clockToleranceMillis)
        const found = yield* find(hash, now, soon, new Date(now.getTime() - Duration.toMillis(idle)))
        if (found === null) return null
        const { seen_at, ...session } = found
        return { session, seen_at, now, soon }
      })

      const use = Effect.fnUntraced(function* (hash: Uint8Array, idle: Duration.Duration) {
        const found = yield* open(hash, idle)
        if (found === null) return null
        const { now, seen_at, session, soon } = found
        if (now.getTime() - seen_at.getTime() >= seenEvery || seen_at > soon) {
          yield* sql`update sessions set seen_at = ${now} where hash = ${hash} and (seen_at < ${now} or seen_at > ${soon})`
        }
        return session
      }, orDefect)

      return {
        create: Effect.fnUntraced(function* ({ account_id, expires_at, hash, kind }) {
          const now = yield* DateTime.nowAsDate
          yield* sql`
            insert into sessions (hash, account_id, kind, created_at, seen_at, expires_at)
            values (${hash}, ${account_id}, ${kind}, ${now}, ${now}, ${expires_at})`
        }, orDefect),
        use,
        peek: (hash, idle) => orDefect(Effect.map(open(hash, idle), (found) => found?.session ?? null)),
        remove: (hash) => orDefect(remove(hash))
      }
    })
  )

  static readonly layerMemory = Layer.sync(Sessions, () => {
    const sessions = new Map<string, NewSession & { readonly created_at: number; seen_at: number }>()
    const nameOf = (hash: Uint8Array) => Buffer.from(hash).toString("hex")
    const open = (hash: Uint8Array, idle: Duration.Duration, now: number) => {
      const found = sessions.get(nameOf(hash))
      if (found === undefined || found.expires_at.getTime() <= now) return null
      if (found.seen_at <= now - Duration.toMillis(idle) || found.created_at > now + clockToleranceMillis) return null
      return found
    }
    const sessionOf = ({ account_id, kind }: Session): Session => ({ account_id, kind })
    return {
      create: (session) =>
        Effect.map(DateTime.nowAsDate, (now) => {
          sessions.set(nameOf(session.hash), { ...session, created_at: now.getTime(), seen_at: now.getTime() })
        }),
      use: (hash, idle) =>
        Effect.map(DateTime.nowAsDate, (date) => {
          const now = date.getTime()
          const found = open(hash, idle, now)
          if (found === null) return null
          if (now - found.seen_at >= seenEvery || found.seen_at > now + clockToleranceMillis) found.seen_at = now
          return sessionOf(found)
        }),
      peek: (hash, idle) =>
        Effect.map(DateTime.nowAsDate, (date) => {
          const found = open(hash, idle, date.getTime())
          return found === null ? null : sessionOf(found)
        }),
      remove: (hash) =>
        Effect.sync(() => {
          const found = sessions.get(nameOf(hash))
          sessions.delete(nameOf(hash))
          return found === undefined ? null : sessionOf(found)
        })
    }
  })
}
