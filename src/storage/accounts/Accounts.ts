import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Account, AccountId, AccountName } from "../../domain/Account.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"

/** The accounts that data belongs to. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** The account of that name, created when it does not exist; safe to race. */
    readonly ensure: (name: AccountName) => Effect.Effect<Account & { readonly created: boolean }>
    readonly find: (name: AccountName) => Effect.Effect<Account | null>
    /** What the account is called; accounts stay once they are there. */
    readonly name: (id: AccountId) => Effect.Effect<AccountName>
  }
>()("sonde/storage/Accounts") {
  static readonly layer = Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const byName = (name: AccountName) =>
        rowsAs(Account).first(sql`select id, name from accounts where name = ${name}`)

      const byId = (id: AccountId) => rowsAs(Account).one(sql`select id, name from accounts where id = ${id}`)

      const insert = (name: AccountName) =>
        rowsAs(Account).first(
          Effect.flatMap(
            DateTime.nowAsDate,
            (now) => sql`
              insert into accounts (name, created_at) values (${name}, ${now})
              on conflict (name) do nothing returning id, name`
          )
        )

      const find = (name: AccountName) => orDefect(byName(name))

      // Looked up first: an insert that loses to the unique name uses up an id every time, and this runs for every
      // sign-in.
      const ensure = Effect.fnUntraced(function* (name: AccountName) {
        const known = yield* byName(name)
        if (known !== null) return { ...known, created: false }
        const created = yield* insert(name)
        if (created !== null) return { ...created, created: true }
        const winner = yield* Effect.flatMap(byName(name), Effect.fromNullishOr)
        return { ...winner, created: false }
      }, Effect.orDie)

      return { ensure, find, name: (id) => orDefect(Effect.map(byId(id), ({ name }) => name)) }
    })
  )

  static readonly layerMemory = Layer.sync(Accounts, () => {
    const accounts = new Map<AccountName, Account>()
    return {
      ensure: (name) =>
        Effect.sync(() => {
          const known = accounts.get(name)
          if (known !== undefined) return { ...known, created: false }
          const account = { id: AccountId.make(accounts.size + 1), name }
          accounts.set(name, account)
          return { ...account, created: true }
        }),
      find: (name) => Effect.sync(() => accounts.get(name) ?? null),
      name: (id) => Effect.sync(() => [...accounts.values()].find((account) => account.id === id)!.name)
    }
  })
}

/**
 * Locks the account's row until the transaction ends, so that what is counted and then added to an account can't race.
 * `no key update` is the mode that excludes itself but lets rows that refer to the account be inserted meanwhile.
 */
export const lockAccount = (sql: SqlClient.SqlClient, account: AccountId) =>
  sql`select 1 from accounts where id = ${account} for no key update`
