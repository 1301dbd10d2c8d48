import { Clock, Effect } from "effect"
import { maxWideId } from "../../domain/Id.ts"
import { SignalId } from "../../domain/Signal.ts"
import { likest, questionOf, termsOf } from "../../search/Likeness.ts"
import type { CountsReader } from "./Counts.ts"
import type { Finder } from "./Finder.ts"
import type { SearchPlan } from "./SearchPlan.ts"
import { matchesAtMost, unitsOf } from "./Units.ts"

export const makeRelated = <E>({ corpusOf, read }: CountsReader, finder: Finder<E>) =>
  Effect.fnUntraced(function* (id: number, limit: number) {
    const own = yield* finder.document(id)
    if (own === null) return []
    const counts = yield* read
    const corpus = yield* corpusOf(counts, termsOf(own.terms))
    const plan = questionOf(own, corpus, [...counts.languages.keys()])
    if (plan.empty) return []
    const asOf = yield* Clock.currentTimeMillis
    const narrowed = { filters: { except: id }, asOf, newest: maxWideId, upTo: counts.newest }
    const units = unitsOf(plan, corpus, counts.languages)
    const asked: SearchPlan = { counts, corpus, plan, units, matches: matchesAtMost(units) }
    const candidates =
      asked.matches <= finder.few(asked)
        ? yield* finder.matching(asked, narrowed, finder.few(asked))
        : yield* finder.candidates(asked, narrowed, 0)
    return likest(own, candidates, plan, corpus, asOf)
      .slice(0, limit)
      .map((match) => SignalId.make(match.id))
  })
