import { Context, Effect, Layer } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { Competitor, CompetitorId } from "../domain/Competitor.ts"
import type { WatchKind, WatchSubject } from "../domain/Watch.ts"
import { Companies } from "../storage/Companies.ts"
import { Competitors } from "../storage/Competitors.ts"
import { Changes, untilChanged } from "../storage/database/Changes.ts"
import { type OwnedWatch, Watches } from "../storage/Watches.ts"
import { type Rule, ruleOf, ruleOfNames } from "./Rule.ts"
import { WatchIndex } from "./WatchIndex.ts"

/** The watch of one kind of subject. */
export type WatchOf<K extends WatchKind> = OwnedWatch & {
  readonly watch: { readonly subject: Extract<WatchSubject, { readonly kind: K }> }
}

/** The watches that are not paused, made ready to find those that something is for. */
export class ActiveWatches extends Context.Service<
  ActiveWatches,
  {
    readonly read: Effect.Effect<{
      /** Those of a kind, the oldest first. */
      readonly of: <K extends WatchKind>(kind: K) => ReadonlyArray<WatchOf<K>>
      /** Those that news is for, by its words. */
      readonly news: WatchIndex<OwnedWatch>
    }>
  }
>()("sonde/watches/ActiveWatches") {
  static readonly layer = Layer.effect(
    ActiveWatches,
    Effect.gen(function* () {
      const watches = yield* Watches
      const competitors = yield* Competitors
      const companies = yield* Companies
      const changes = yield* Changes

      const competitorsOf = Effect.fnUntraced(function* (accounts: Iterable<AccountId>) {
        const lists = yield* Effect.forEach(new Set(accounts), (account) =>
          competitors.list(account, { status: "active" })
        )
        return new Map<CompetitorId, Competitor>(lists.flat().map((competitor) => [competitor.id, competitor]))
      })

      const make = Effect.gen(function* () {
        const active = yield* watches.active
        const byKind = Map.groupBy(active, ({ watch }) => watch.subject.kind)
        const of = <K extends WatchKind>(kind: K) =>
          (byKind.get(kind) ?? []) as ReadonlyArray<unknown> as ReadonlyArray<WatchOf<K>>
        const named = yield* competitorsOf(of("competitor").map(({ account }) => account))
        const rules: Array<readonly [OwnedWatch, Rule]> = of("search").map((one) => [one, ruleOf(one.watch.subject)])
        for (const one of of("competitor")) {
          const competitor = named.get(one.watch.subject.competitor_id)
          if (competitor !== undefined) rules.push([one, ruleOfNames(competitor)])
        }
        for (const one of of("company")) {
          const { changes = ["filing"], company_id } = one.watch.subject
          if (!changes.includes("filing")) continue
          const company = yield* Effect.option(companies.get(company_id))
          if (company._tag === "Some") rules.push([one, ruleOfNames({ name: company.value.name })])
        }
        return { of, news: new WatchIndex(rules) }
      })

      const { read } = untilChanged(changes, ["watches", "competitors"], make)
      return { read }
    })
  )
}
