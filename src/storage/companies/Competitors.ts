import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountId } from "../../domain/Account.ts"
import { Competitor, CompetitorId, CompetitorStatus } from "../../domain/Competitor.ts"
import type { Conflict, NotFound } from "../../domain/Failure.ts"
import { type Interest, maxInterestsOfAccount } from "../../domain/Interest.ts"
import { missing, orMissing } from "../../domain/Missing.ts"
import { fromTimestamp, now } from "../../domain/Timestamp.ts"
import { timestamp } from "../database/Columns.ts"
import { orDefect } from "../database/Defect.ts"
import { arrayOf, type Json, jsonOf, toJson } from "../database/Json.ts"
import { rowsAs } from "../database/Rows.ts"
import { ShortReads } from "../database/ShortReads.ts"
import { makeIds } from "../memory/Ids.ts"
import { latestOf } from "../memory/Interests.ts"
import { WatchesVersion } from "../memory/WatchesVersion.ts"
import { competitorArchived, domainWatched } from "../Refusals.ts"

/** What else a competitor is called, and phrases in which its name means something else. */
interface OtherNames {
  readonly aliases?: ReadonlyArray<string>
  readonly exclude?: ReadonlyArray<string>
}

/** Companies that an account watches. */
export class Competitors extends Context.Service<
  Competitors,
  {
    /** Oldest first; active and paused ones, or those of one status. */
    readonly list: (
      account: AccountId,
      query: { readonly status?: CompetitorStatus }
    ) => Effect.Effect<ReadonlyArray<Competitor>>
    readonly listJson: (
      account: AccountId,
      query: { readonly status?: CompetitorStatus }
    ) => Effect.Effect<Json<ReadonlyArray<Competitor>>>
    /** `already_exists` when the account watches that domain, archived entries aside. */
    readonly create: (
      account: AccountId,
      competitor: { readonly name: string; readonly domain: string } & OtherNames
    ) => Effect.Effect<Competitor, Conflict>
    /** An active or paused one. */
    readonly find: (account: AccountId, id: CompetitorId) => Effect.Effect<Competitor, NotFound>
    /** Changes what is given. Archived is final: `competitor_archived` from then on. */
    readonly update: (
      account: AccountId,
      id: CompetitorId,
      change: { readonly name?: string; readonly status?: CompetitorStatus } & OtherNames
    ) => Effect.Effect<Competitor, NotFound | Conflict>
    /** Those of these that are active, of whatever account. */
    readonly active: (ids: ReadonlyArray<CompetitorId>) => Effect.Effect<ReadonlyArray<Competitor>>
    /** Names of active competitors, each once, over all accounts (of each the latest 25), the latest first. */
    readonly interests: (limit: number) => Effect.Effect<ReadonlyArray<Interest>>
  }
>()("sonde/storage/Competitors") {
  static readonly layer = Layer.effect(
    Competitors,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const short = yield* ShortReads
      const columns = sql`id, name, domain, status, aliases, exclude, ${timestamp("created_at")} as created_at`

      const listed = jsonOf(Schema.Array(Competitor))
      const select = (account: AccountId, statuses: ReadonlyArray<CompetitorStatus>) =>
        short(
          arrayOf(
            sql,
            sql`
              select ${columns} from competitors
              where account_id = ${account} and status = any(${statuses}::text[])
              order by competitors.created_at, seq`
          )
        )

      const refuseChange = Effect.fnUntraced(function* (account: AccountId, id: CompetitorId) {
        const known = yield* sql`select 1 from competitors where id = ${id} and account_id = ${account}`
        return yield* known.length === 0 ? missing("competitor_not_found") : competitorArchived()
      })

      const Name = Schema.Struct({ text: Schema.String, since: Schema.Date })
      const names = (limit: number) =>
        rowsAs(Name).all(sql`
          select name as text, max(created_at) as since
          from (
            select name, created_at,
                   row_number() over (partition by account_id order by created_at desc, seq desc) as n
            from competitors where status = 'active'
          ) latest
          where n <= ${maxInterestsOfAccount}
          group by name order by since desc, name collate "C" limit ${limit}`)

      return {
        list: (account, { status }) => orDefect(listed.value(select(account, status ? [status] : watched))),
        listJson: (account, { status }) => orDefect(listed.json(select(account, status ? [status] : watched))),
        active: (ids) =>
          orDefect(
            rowsAs(Competitor).all(
              sql`select ${columns} from competitors where id = any(${ids}::integer[]) and status = 'active'`
            )
          ),
        create: (account, { aliases = [], domain, exclude = [], name }) =>
          DateTime.nowAsDate.pipe(
            Effect.flatMap((created_at) =>
              rowsAs(Competitor).one(sql`
                insert into competitors (account_id, name, domain, aliases, exclude, created_at)
                values (${account}, ${name}, ${domain}, ${aliases}::text[], ${exclude}::text[], ${created_at})
                on conflict (account_id, domain) where status <> 'archived' do nothing
                returning ${columns}`)
            ),
            Effect.catchTag("NoSuchElementError", () => Effect.fail(domainWatched())),
            orDefect
          ),
        find: (account, id) =>
          rowsAs(Competitor)
            .first(sql`
              select ${columns} from competitors where id = ${id} and account_id = ${account} and status <> 'archived'`)
            .pipe(Effect.flatMap(orMissing("competitor_not_found")), orDefect),
        update: (account, id, { aliases = null, exclude = null, name = null, status = null }) =>
          rowsAs(Competitor)
            .one(sql`
              update competitors set name = coalesce(${name}, name), status = coalesce(${status}, status),
                aliases = coalesce(${aliases}::text[], aliases), exclude = coalesce(${exclude}::text[], exclude)
              where id = ${id} and account_id = ${account} and status <> 'archived'
              returning ${columns}`)
            .pipe(
              Effect.catchTag("NoSuchElementError", () => refuseChange(account, id)),
              orDefect
            ),
        interests: (limit) =>
          orDefect(Effect.map(names(limit), (rows) => rows.map((row) => ({ ...row, kind: "competitor" as const }))))
      }
    })
  )

  static readonly layerMemory = Layer.effect(
    Competitors,
    Effect.map(WatchesVersion, (version): Competitors["Service"] => {
      const rows = new Map<CompetitorId, { readonly account: AccountId; readonly competitor: Competitor }>()
      const nextId = makeIds(CompetitorId)

      const find: Competitors["Service"]["find"] = (account, id) => {
        const known = rows.get(id)
        return known?.account === account && known.competitor.status !== "archived"
          ? Effect.succeed(known.competitor)
          : Effect.fail(missing("competitor_not_found"))
      }

      const list: Competitors["Service"]["list"] = (account, { status }) =>
        Effect.sync(() => {
          const statuses = status ? [status] : watched
          return [...rows.values()]
            .filter((row) => row.account === account && statuses.includes(row.competitor.status))
            .map((row) => row.competitor)
        })

      return {
        find,
        list,
        listJson: (account, query) => Effect.map(list(account, query), toJson),
        active: (ids) =>
          Effect.sync(() =>
            ids.flatMap((id) => {
              const known = rows.get(id)?.competitor
              return known?.status === "active" ? [known] : []
            })
          ),

        create: Effect.fnUntraced(function* (account, { aliases = [], domain, exclude = [], name }) {
          const created_at = yield* now
          const known = rows
            .values()
            .some(
              (row) =>
                row.account === account && row.competitor.domain === domain && row.competitor.status !== "archived"
            )
          if (known) return yield* domainWatched()
          const id = nextId()
          const competitor: Competitor = { id, name, domain, status: "active", aliases, exclude, created_at }
          rows.set(id, { account, competitor })
          version.count()
          return competitor
        }),

        update: Effect.fnUntraced(function* (account, id, { aliases, exclude, name, status }) {
          const known = rows.get(id)
          if (known === undefined || known.account !== account) return yield* missing("competitor_not_found")
          const { competitor } = known
          if (competitor.status === "archived") return yield* competitorArchived()
          const changed = {
            ...competitor,
            name: name ?? competitor.name,
            status: status ?? competitor.status,
            aliases: aliases ?? competitor.aliases,
            exclude: exclude ?? competitor.exclude
          }
          rows.set(id, { account, competitor: changed })
          version.count()
          return changed
        }),

        interests: (limit) =>
          Effect.sync(() =>
            latestOf(
              "competitor",
              [...rows.values()]
                .filter(({ competitor }) => competitor.status === "active")
                .map(({ account, competitor }) => ({
                  account,
                  text: competitor.name,
                  since: fromTimestamp(competitor.created_at)
                })),
              limit
            )
          )
      }
    })
  ).pipe(Layer.provide(WatchesVersion.layer))
}

/** What a list shows unless a status is asked for. */
const watched: ReadonlyArray<CompetitorStatus> = ["active", "paused"]
