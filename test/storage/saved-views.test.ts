import { assert } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { maxSavedViews, SavedViewId } from "../../src/domain/SavedView.ts"
import { CalendarDate, now } from "../../src/domain/Timestamp.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { SavedViews } from "../../src/storage/signals/SavedViews.ts"
import { contract } from "../support/Contract.ts"
import { newAccount, race } from "./NewAccount.ts"

const store = Layer.merge(SavedViews.layer, Accounts.layer)

const search = {
  q: `"heat pumps" -gas größe`,
  sort: "newest",
  since: CalendarDate.make("2026-01-01"),
  before: CalendarDate.make("2026-02-01"),
  source: ["A & B “Daily”", "O'Neil"],
  language: "de",
  tag: ["food", "eu"]
} as const

contract("SavedViews", store, (it) => {
  it.effect("keeps a search as it is, lists by name, renames and removes", () =>
    Effect.gen(function* () {
      const views = yield* SavedViews
      const account = yield* newAccount
      const tea = yield* views.create(account, { name: "Tea 10", search: { q: "tea" } })
      const all = yield* views.create(account, { name: "Everything’s “here”", search })
      assert.deepStrictEqual(all, { id: all.id, name: "Everything’s “here”", search, created_at: yield* now })
      const early = yield* views.create(account, { name: "tea 9", search: { sort: "newest" } })
      assert.deepStrictEqual(yield* views.list(account), [all, early, tea])
      const renamed = yield* views.rename(account, tea.id, "Coffee")
      assert.deepStrictEqual(renamed, { ...tea, name: "Coffee" })
      assert.deepStrictEqual(yield* views.rename(account, tea.id, "Coffee"), renamed)
      yield* views.remove(account, all.id)
      assert.deepStrictEqual(yield* views.list(account), [renamed, early])
    })
  )

  it.effect("refuses a name that the account has, also of two at once, and not another account's", () =>
    Effect.gen(function* () {
      const views = yield* SavedViews
      const [account, other] = [yield* newAccount, yield* newAccount]
      const view = { name: "Tea", search: { q: "tea" } }
      const made = yield* race(Array.from({ length: 8 }, () => Effect.result(views.create(account, view))))
      assert.lengthOf(made.filter(Result.isSuccess), 1)
      const coffee = yield* views.create(account, { ...view, name: "Coffee" })
      assert.strictEqual((yield* Effect.flip(views.rename(account, coffee.id, "Tea"))).code, "already_exists")
      assert.strictEqual((yield* views.create(other, view)).name, "Tea")
    })
  )

  it.effect("keeps as many as an account may have, and no more of those that come at once", () =>
    Effect.gen(function* () {
      const views = yield* SavedViews
      const account = yield* newAccount
      const create = (n: number) => Effect.result(views.create(account, { name: `${n}`, search: { q: "tea" } }))
      const made = yield* race(Array.from({ length: maxSavedViews + 3 }, (_, n) => create(n)))
      assert.lengthOf(made.filter(Result.isSuccess), maxSavedViews)
      assert.strictEqual((yield* Effect.flip(Effect.fromResult(yield* create(99)))).code, "view_limit_reached")
      const [first] = yield* views.list(account)
      yield* views.remove(account, first!.id)
      assert.isTrue(Result.isSuccess(yield* create(99)))
    })
  )

  it.effect("knows nothing of other accounts' views", () =>
    Effect.gen(function* () {
      const views = yield* SavedViews
      const [account, other] = [yield* newAccount, yield* newAccount]
      const { id } = yield* views.create(account, { name: "Tea", search: { q: "tea" } })
      for (const refused of [
        views.rename(other, id, "Mine"),
        views.remove(other, id),
        views.remove(account, SavedViewId.make(1))
      ])
        assert.strictEqual((yield* Effect.flip(refused)).code, "view_not_found")
      assert.deepStrictEqual(yield* views.list(other), [])
      assert.lengthOf(yield* views.list(account), 1)
    })
  )
})
