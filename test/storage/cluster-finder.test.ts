import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Candidate } from "../../src/search/Ranking.ts"
import { makeClusterFinder } from "../../src/storage/search/ClusterFinder.ts"
import { stages } from "../../src/storage/search/Finder.ts"
import type { ClusterQuestion, SearchCluster } from "../../src/storage/search/SearchCluster.ts"
import type { SearchPlan } from "../../src/storage/search/SearchPlan.ts"
import type { Unit } from "../../src/storage/search/Units.ts"

const unit = (kind: Unit["kind"], word: string): Unit => ({
  kind,
  rows: [[word]],
  among: 5_000,
  sought: [word],
  byLanguage: new Map([["en", word]]),
  languages: []
})

const candidate = (id: number): Candidate => ({ id, at: id, language: "en", terms: "" })

const asOf = Date.UTC(2026, 2, 1)

/** What the cluster is asked for at a stage: words, those that must match with a plus, and how many documents. */
const askedFor = Effect.fnUntraced(function* (units: ReadonlyArray<Unit>, stage: number) {
  const asked: Array<string> = []
  const answer = (what: string, { limit, units }: ClusterQuestion & { readonly limit: number }) =>
    Effect.sync(() => {
      const signs = { must: "+", any: "", not: "-" }
      const words = units.map(({ kind, rows }) => `${signs[kind]}${rows[0]![0]}`).join(" ")
      asked.push(`${what} ${limit}: ${words}`)
      return [candidate(1), candidate(asked.length + 1)]
    })
  const cluster: Pick<SearchCluster, "best" | "latest"> = {
    best: (question) => answer("best", question),
    latest: (question) => answer("latest", question)
  }
  const finder = makeClusterFinder(cluster as SearchCluster)
  const scope = { filters: {}, newest: 9, asOf, upTo: asOf }
  const found = yield* finder.candidates({ units } as unknown as SearchPlan, scope, stage)
  assert.deepStrictEqual(
    found.map(({ id }) => id),
    [1, ...asked.keys().map((n) => n + 2)],
    "each document once"
  )
  return asked
})

describe("candidates of a search cluster", () => {
  it.effect("are the best and the newest, at each stage more", () =>
    Effect.gen(function* () {
      for (const [stage, limit] of stages.entries())
        assert.deepStrictEqual(yield* askedFor([unit("any", "tin"), unit("not", "can")], stage), [
          `best ${limit}: tin -can`,
          `latest ${Math.max(400, limit)}: tin -can`
        ])
    })
  )

  it.effect("are of several words also the newest that have all of them", () =>
    Effect.gen(function* () {
      for (const [stage, limit] of stages.entries())
        assert.deepStrictEqual(
          yield* askedFor([unit("any", "tin"), unit("must", "price"), unit("not", "can"), unit("any", "peru")], stage),
          [
            `best ${limit}: tin +price -can peru`,
            `latest ${Math.max(400, limit)}: tin +price -can peru`,
            `latest ${Math.max(400, limit)}: +tin +price -can +peru`
          ]
        )
      assert.deepStrictEqual(yield* askedFor([unit("must", "tin"), unit("must", "price")], 0), [
        "best 100: +tin +price",
        "latest 400: +tin +price"
      ])
    })
  )
})
