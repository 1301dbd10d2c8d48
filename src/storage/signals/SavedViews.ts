import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AccountId } from "../../domain/Account.ts"
import type { Conflict, NotFound } from "../../domain/Failure.ts"
import { missing } from "../../domain/Missing.ts"
import { maxSavedViews, SavedView, SavedViewId, ViewSearch } from "../../domain/SavedView.ts"
import { now } from "../../domain/Timestamp.ts"
import { inTurn } from "../database/Batch.ts"
import { timestamp } from "../database/Columns.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"
import { makeIds } from "../memory/Ids.ts"
import { viewLimitReached, viewNamed } from "../Refusals.ts"

/** What an account gives of a saved view. */
export interface NewSavedView extends Pick<SavedView, "name" | "search"> {}

/** Searches that accounts have kept under names. */
export class SavedViews extends Context.Service<
  SavedViews,
  {
    /** By name, as people sort. */
    readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<SavedView>>
    /** `already_exists` when the account has one of that name, `view_limit_reached` when it has as many as it may. */
    readonly create: (account: AccountId, view: NewSavedView) => Effect.Effect<SavedView, Conflict>
    /** `already_exists` when the account has another one of that name. */
    readonly rename: (
      account: AccountId,
      id: SavedViewId,
      name: string
    ) => Effect.Effect<SavedView, NotFound | Conflict>
    readonly remove: (account: AccountId, id: SavedViewId) => Effect.Effect<void, NotFound>
  }
>()("sonde/storage/SavedViews") {
  static readonly layer = Layer.effect(
    SavedViews,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`id, name, search, ${timestamp("created_at")} as created_at`
      // One writer at a time, so that neither the number nor a name is taken twice.
      const writing = inTurn(sql, "saved_views")

      const all = (account: AccountId) =>
        rowsAs(SavedView).all(sql`select ${columns} from saved_views where account_id = ${account}`)

      const insert = SqlSchema.findOne({
        Request: Schema.Struct({
          account: AccountId,
          name: Schema.String,
          search: Schema.fromJsonString(ViewSearch),
          at: Schema.Date
        }),
        Result: SavedView,
        execute: ({ account, at, name, search }) => sql`
          insert into saved_views (account_id, name, search, created_at) values (${account}, ${name}, ${search}::json, ${at})
          returning ${columns}`
      })

      return {
        list: (account) => orDefect(Effect.map(all(account), sorted)),
        create: (account, view) =>
          Effect.gen(function* () {
            yield* admitted(yield* all(account), view.name)
            return yield* insert({ account, ...view, at: yield* DateTime.nowAsDate })
          }).pipe(writing, orDefect),
        rename: (account, id, name) =>
          Effect.gen(function* () {
            yield* renamable(yield* all(account), id, name)
            return yield* rowsAs(SavedView).one(sql`
              update saved_views set name = ${name} where id = ${id} and account_id = ${account} returning ${columns}`)
          }).pipe(writing, orDefect),
        remove: (account, id) =>
          Effect.gen(function* () {
            const gone = yield* sql`delete from saved_views where id = ${id} and account_id = ${account} returning id`
            if (gone.length === 0) return yield* missing("view_not_found")
          }).pipe(orDefect)
      }
    })
  )

  static readonly layerMemory = Layer.sync(SavedViews, () => {
    const rows = new Map<SavedViewId, { readonly account: AccountId; readonly view: SavedView }>()
    const nextId = makeIds(SavedViewId)
    const all = (account: AccountId) =>
      [...rows.values()].filter((row) => row.account === account).map(({ view }) => view)
    return {
      list: (account) => Effect.sync(() => sorted(all(account))),
      create: Effect.fnUntraced(function* (account, { name, search }) {
        yield* admitted(all(account), name)
        const view: SavedView = { id: nextId(), name, search, created_at: yield* now }
        rows.set(view.id, { account, view })
        return view
      }),
      rename: Effect.fnUntraced(function* (account, id, name) {
        const view = { ...(yield* renamable(all(account), id, name)), name }
        rows.set(id, { account, view })
        return view
      }),
      remove: Effect.fnUntraced(function* (account, id) {
        if (rows.get(id)?.account !== account) return yield* missing("view_not_found")
        rows.delete(id)
      })
    }
  })
}

const { compare } = new Intl.Collator("en", { numeric: true })

const sorted = (views: ReadonlyArray<SavedView>): ReadonlyArray<SavedView> =>
  views.toSorted((one, other) => compare(one.name, other.name) || one.id - other.id)

const admitted = (views: ReadonlyArray<SavedView>, name: string): Effect.Effect<void, Conflict> =>
  views.some((view) => view.name === name)
    ? Effect.fail(viewNamed())
    : views.length < maxSavedViews
      ? Effect.void
      : Effect.fail(viewLimitReached())

const renamable = (
  views: ReadonlyArray<SavedView>,
  id: SavedViewId,
  name: string
): Effect.Effect<SavedView, NotFound | Conflict> => {
  const view = views.find((view) => view.id === id)
  if (view === undefined) return Effect.fail(missing("view_not_found"))
  return views.some((other) => other.id !== id && other.name === name) ? Effect.fail(viewNamed()) : Effect.succeed(view)
}
