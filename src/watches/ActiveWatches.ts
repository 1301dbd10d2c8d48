import { Context, Effect, Layer } from "effect"
import type { Watch, WatchKind, WatchSubject } from "../domain/Watch.ts"
import { loadLexicon } from "../reports/evidence/Lexicon.ts"
import { knownCompetitors, needsTrade, withTrade } from "../reports/evidence/Trade.ts"
import { Companies } from "../storage/companies/Companies.ts"
import { Competitors } from "../storage/companies/Competitors.ts"
import { Changes } from "../storage/database/Changes.ts"
import { type ActiveWatch, Watches } from "../storage/watches/Watches.ts"
import { ruleOf, ruleOfCompany, ruleOfNames } from "./Rule.ts"
import { type Wanted, WatchIndex } from "./WatchIndex.ts"

/** The watch of one kind of subject. */
export interface WatchOf<K extends WatchKind> extends Pick<ActiveWatch, "account" | "since"> {
  readonly watch: Omit<Watch, "subject"> & { readonly subject: Extract<WatchSubject, { readonly kind: K }> }
}

/** Watches of news: their events are stories. */
export type NewsWatch = WatchOf<"search"> | WatchOf<"competitor"> | WatchOf<"company">

/** What is known of the active watches. */
interface Known {
  readonly version: number
  readonly names: number | undefined
  readonly all: ReadonlyArray<ActiveWatch>
  /** Whether stored companies tell what some of them watch. */
  readonly isOfCompanies: boolean
}

/** The watches that are not paused, made ready to find those that something is for. */
export class ActiveWatches extends Context.Service<
  ActiveWatches,
  {
    /**
     * As they are when it is read: in a transaction that stores something, whoever was there before it is among them.
     */
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

      const news = new WatchIndex<NewsWatch>()
      const trending = new WatchIndex<WatchOf<"trending">>()
      const social = new WatchIndex<WatchOf<"social">>()
      let known: Known = { version: -1, names: undefined, all: [], isOfCompanies: false }
      let byKind = new Map<WatchKind, ReadonlyArray<unknown>>()
      const of = <K extends WatchKind>(kind: K) => (byKind.get(kind) ?? []) as ReadonlyArray<WatchOf<K>>
      const active = { of, news, trending, social }

      const wordsOf = <W extends WatchOf<"trending"> | WatchOf<"social">>(of: ReadonlyArray<W>) =>
        of.flatMap((owner): ReadonlyArray<Wanted<W>> => {
          const { about, share } = owner.watch.subject
          if (about === undefined) return []
          return [{ owner, of: "", make: () => ruleOf({ q: about, ...(share !== undefined && { share }) }) }]
        })

      /** What changed is read, and filed anew. */
      const refresh = Effect.fnUntraced(function* (version: number, names: number | undefined) {
        const all = yield* watches.active(known.all)
        const kinds = Map.groupBy(all, ({ watch }) => watch.subject.kind)
        const ofKind = <K extends WatchKind>(kind: K) =>
          (kinds.get(kind) ?? []) as ReadonlyArray<unknown> as WatchOf<K>[]
        const followed = new Set(ofKind("competitor").map(({ watch }) => watch.subject.competitor_id))
        const inUse = followed.size === 0 ? [] : yield* competitors.active([...followed])
        const told = yield* Effect.provideService(knownCompetitors(inUse), Companies, companies)
        const rivals = new Map(told.map((rival) => [rival.id, rival]))
        const named = ofKind("company").filter(({ watch }) => watch.subject.changes?.includes("news") === true)
        const firms = yield* companies.ofIds([...new Set(named.map(({ watch }) => watch.subject.company_id))])
        const firmOf = new Map(firms.map((firm) => [firm.id, firm]))
        if (firms.some(needsTrade)) yield* loadLexicon
        // Another reader was faster, and knows more.
        if (known.version > version) return
        const ofRivals = ofKind("competitor").flatMap((owner): ReadonlyArray<Wanted<NewsWatch>> => {
          const rival = rivals.get(owner.watch.subject.competitor_id)
          return rival === undefined ? [] : [{ owner, of: JSON.stringify(rival), make: () => ruleOfNames(rival) }]
        })
        const ofFirms = named.flatMap((owner): ReadonlyArray<Wanted<NewsWatch>> => {
          const firm = firmOf.get(owner.watch.subject.company_id)
          return firm === undefined
            ? []
            : [{ owner, of: JSON.stringify(firm), make: () => ruleOfCompany(withTrade(firm)) }]
        })
        const ofSearches = ofKind("search").map((owner): Wanted<NewsWatch> => ({
          owner,
          of: "",
          make: () => ruleOf(owner.watch.subject)
        }))
        news.become([...ofSearches, ...ofRivals, ...ofFirms])
        trending.become(wordsOf(ofKind("trending")))
        social.become(wordsOf(ofKind("social")))
        byKind = kinds
        known = { version, names, all, isOfCompanies: named.length > 0 || inUse.some(needsTrade) }
      })

      return {
        read: Effect.gen(function* () {
          const version = yield* watches.version
          // Names of competitors count in the version. What is stored of companies is heard of within a second.
          const names = known.isOfCompanies ? changes.version(["companies"]) : 0
          if (known.version !== version || names === undefined || known.names !== names) yield* refresh(version, names)
          return active
        })
      }
    })
  )
}
