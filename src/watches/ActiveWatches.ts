import { Context, Effect, Layer } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { Competitor, CompetitorId } from "../domain/Competitor.ts"
import type { Watch, WatchKind, WatchSubject } from "../domain/Watch.ts"
import { Companies } from "../storage/Companies.ts"
import { Competitors } from "../storage/Competitors.ts"
import { Changes, untilChanged } from "../storage/database/Changes.ts"
import { Watches } from "../storage/Watches.ts"
import { type Rule, ruleOf, ruleOfNames } from "./Rule.ts"
import { WatchIndex } from "./WatchIndex.ts"

/** The watch of one kind of subject. */
export interface WatchOf<K extends WatchKind> {
  readonly account: AccountId
  readonly watch: Omit<Watch, "subject"> & { readonly subject: Extract<WatchSubject, { readonly kind: K }> }
}

/** Watches of news: their events are stories. */
export type NewsWatch = WatchOf<"search"> | WatchOf<"competitor"> | WatchOf<"company">

/** The watches that are not paused, made ready to find those that something is for. */
export class ActiveWatches extends Context.Service<
  ActiveWatches,
  {
    readonly read: Effect.Effect<{
      /** Those of a kind, the oldest first. */
      readonly of: <K extends WatchKind>(kind: K) => ReadonlyArray<WatchOf<K>>
      /** Those that news is for, by its words. */
      readonly news: WatchIndex<NewsWatch>
      /** Those of trends that name words; the others are for any. */
      readonly trending: WatchIndex<WatchOf<"trending">>
      readonly social: WatchIndex<WatchOf<"social">>
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

        const rules: Array<readonly [NewsWatch, Rule]> = of("search").map((one) => [one, ruleOf(one.watch.subject)])
        const rivals = yield* competitorsOf(of("competitor").map(({ account }) => account))
        for (const one of of("competitor")) {
          const competitor = rivals.get(one.watch.subject.competitor_id)
          if (competitor !== undefined) rules.push([one, ruleOfNames(competitor)])
        }
        const filing = of("company").filter(({ watch }) => watch.subject.changes?.includes("filing") ?? true)
        const known = yield* companies.ofIds([...new Set(filing.map(({ watch }) => watch.subject.company_id))])
        const names = new Map(known.map(({ id, name }) => [id, name]))
        for (const one of filing) {
          const name = names.get(one.watch.subject.company_id)
          if (name !== undefined) rules.push([one, ruleOfNames({ name })])
        }

        const withWords = <W extends WatchOf<"trending"> | WatchOf<"social">>(of: ReadonlyArray<W>) =>
          new WatchIndex<W>(
            of.flatMap((one): ReadonlyArray<readonly [W, Rule]> => {
              const { about, share } = one.watch.subject
              return about === undefined ? [] : [[one, ruleOf({ q: about, ...(share !== undefined && { share }) })]]
            })
          )
        return {
          of,
          news: new WatchIndex(rules),
          trending: withWords(of("trending")),
          social: withWords(of("social"))
        }
      })

      const { read } = untilChanged(changes, ["watches", "competitors"], make)
      return { read }
    })
  )
}
