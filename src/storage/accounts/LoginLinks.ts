import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Buffer } from "node:buffer"
import { AccountId } from "../../domain/Account.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"

interface NewLoginLink {
  readonly account_id: AccountId
  /** SHA-256 of the link's code. */
  readonly hash: Uint8Array
  readonly expires_at: Date
}

/**
 * No link is good for longer: one that ends later than this was made while a clock was wrong, and would be good for as
 * long.
 */
const longestLifeMillis = 3_600_000

/** One-time links by which people sign in. */
export class LoginLinks extends Context.Service<
  LoginLinks,
  {
    readonly create: (link: NewLoginLink) => Effect.Effect<void>
    /** Uses it up: of many at once one gets the account; null for a link that is used, expired or unknown. */
    readonly redeem: (hash: Uint8Array) => Effect.Effect<AccountId | null>
  }
>()("sonde/storage/LoginLinks") {
  static readonly layer = Layer.effect(
    LoginLinks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const Redeemed = Schema.Struct({ account_id: AccountId })
      const redeem = (hash: Uint8Array, now: Date, latest: Date) =>
        rowsAs(Redeemed).first(sql`
          delete from login_links where hash = ${hash} and expires_at > ${now} and expires_at <= ${latest}
          returning account_id`)

      return {
        create: ({ account_id, expires_at, hash }) =>
          orDefect(
            Effect.asVoid(
              sql`insert into login_links (hash, account_id, expires_at) values (${hash}, ${account_id}, ${expires_at})`
            )
          ),
        redeem: Effect.fnUntraced(function* (hash) {
          const now = yield* DateTime.nowAsDate
          const redeemed = yield* redeem(hash, now, new Date(now.getTime() + longestLifeMillis))
          return redeemed?.account_id ?? null
        }, orDefect)
      }
    })
  )

  static readonly layerMemory = Layer.sync(LoginLinks, () => {
    const links = new Map<string, NewLoginLink>()
    const nameOf = (hash: Uint8Array) => Buffer.from(hash).toString("hex")
    return {
      create: (link) => Effect.sync(() => void links.set(nameOf(link.hash), link)),
      redeem: (hash) =>
        Effect.map(DateTime.nowAsDate, (now) => {
          const link = links.get(nameOf(hash))
          links.delete(nameOf(hash))
          if (link === undefined || link.expires_at <= now) return null
          return link.expires_at.getTime() > now.getTime() + longestLifeMillis ? null : link.account_id
        })
    }
  })
}
