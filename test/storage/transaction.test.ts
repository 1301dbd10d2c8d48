import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Transaction } from "../../src/storage/database/Transaction.ts"
import { contract } from "../support/Contract.ts"
import { forEachDatabase } from "../support/Databases.ts"
import { newAccount, race } from "./NewAccount.ts"
import { assertMatches } from "../support/Matches.ts"

const store = Layer.mergeAll(Transaction.layer, Competitors.layer, Accounts.layer)

const domains = ["a.example", "b.example"]

contract("Transaction", store, (it) => {
  it.effect("keeps what succeeds and gives back its value", () =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const competitors = yield* Competitors
      const account = yield* newAccount
      const made = yield* transaction.run(
        Effect.forEach(domains, (domain) => competitors.create(account, { name: domain, domain }))
      )
      assert.deepStrictEqual(yield* competitors.list(account, {}), made)
    })
  )

  it.effect("passes on a failure as it is", () =>
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const competitors = yield* Competitors
      const account = yield* newAccount
      const create = competitors.create(account, { name: "A", domain: "a.example" })
      yield* create
      assertMatches(yield* Effect.flip(transaction.run(create)), { _tag: "Conflict", code: "already_exists" })
      assert.strictEqual(yield* Effect.flip(transaction.run(Effect.fail("mine"))), "mine")
    })
  )
})

forEachDatabase((name, database) => {
  const services = Layer.mergeAll(Transaction.layer, Competitors.layer, Accounts.layer)

  layer(Layer.provideMerge(services, database))(`Transaction on ${name}`, (it) => {
    const createAll = Effect.fnUntraced(function* (account: Effect.Success<typeof newAccount>) {
      const competitors = yield* Competitors
      for (const domain of domains) yield* competitors.create(account, { name: domain, domain })
    })

    const stored = Effect.fnUntraced(function* (account: Effect.Success<typeof newAccount>) {
      const competitors = yield* Competitors
      return (yield* competitors.list(account, {})).map(({ domain }) => domain)
    })

    it.effect("undoes all that was written before a failure, a defect or an interruption", () =>
      Effect.gen(function* () {
        const transaction = yield* Transaction
        const account = yield* newAccount
        for (const end of [Effect.fail("no"), Effect.die("no"), Effect.interrupt]) {
          const exit = yield* Effect.exit(transaction.run(Effect.andThen(createAll(account), end)))
          assert.strictEqual(Exit.isFailure(exit), true)
          assert.deepStrictEqual(yield* stored(account), [])
        }
      })
    )

    it.effect("undoes only the inner part of a transaction in a transaction", () =>
      Effect.gen(function* () {
        const transaction = yield* Transaction
        const competitors = yield* Competitors
        const account = yield* newAccount
        yield* transaction.run(
          Effect.gen(function* () {
            yield* competitors.create(account, { name: "Outer", domain: "outer.example" })
            yield* Effect.exit(transaction.run(Effect.andThen(createAll(account), Effect.fail("no"))))
          })
        )
        assert.deepStrictEqual(yield* stored(account), ["outer.example"])
      })
    )

    it.effect("shows nothing to others before it ends", () =>
      Effect.gen(function* () {
        const transaction = yield* Transaction
        const account = yield* newAccount
        const seen = yield* race([
          transaction.run(Effect.as(createAll(account), [...domains])),
          stored(account),
          stored(account)
        ])
        for (const list of seen) assert.deepInclude([[], domains], list)
      })
    )

    it.effect("turns what the database refuses into a defect", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const transaction = yield* Transaction
        const exit = yield* Effect.exit(transaction.run(sql`select no_such_column from accounts`))
        assert.strictEqual(Exit.isFailure(exit) && Cause.hasDies(exit.cause) && !Cause.hasFails(exit.cause), true)
      })
    )
  })
})
