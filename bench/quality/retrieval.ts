import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { absent, captures } from "../../harness/captures/Captures.ts"
import { limits } from "../../src/reports/evidence/Evidence.ts"
import { loadLexicon } from "../../src/reports/evidence/Lexicon.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import { newsFor, storeCaptures } from "./retrieval/Gathering.ts"
import { type Counts, count, macro, micro, type Shares } from "./retrieval/Measure.ts"
import { type Niche, niches } from "./retrieval/Niches.ts"
import { recordedModel, recording } from "./retrieval/Recorded.ts"
import { labels, storyOf } from "./stories/Labels.ts"

/** As many answers of the search as a report takes of news without a model. */
const depth = limits.signal

interface Way {
  readonly name: string
  readonly counts: ReadonlyMap<Niche, Counts>
}

const percent = (share: number | null): string => (share === null ? "–" : (100 * share).toFixed(1))

const cells = ({ precision, recall, recallMost }: Shares) => [percent(precision), percent(recall), percent(recallMost)]

const rowOf = ({ counts, name }: Way, asked: ReadonlyArray<Niche>): ReadonlyArray<string> => {
  const own = asked.map((niche) => counts.get(niche)!)
  const total = (key: keyof Counts) => String(own.reduce((sum, each) => sum + each[key], 0))
  return [
    name,
    total("given"),
    total("right"),
    total("wanted"),
    total("found"),
    ...cells(micro(own)),
    ...cells(macro(own))
  ]
}

const head = ["", "pieces", "right", "stories", "found", "P", "R", "R of 2", "macro P", "macro R", "macro R of 2"]

/**
 * What the retrieval with the first lexicon (638 topics) gave, as this bench measured it on 2026-11-22 with the same
 * niches.
 */
const before: Readonly<Record<string, ReadonlyArray<string>>> = {
  "half for tuning": ["295", "221", "366", "205", "74.9", "56.0", "59.5", "78.6", "50.7", "57.9"],
  "half for tuning, topics of the lexicon": [
    "174",
    "134",
    "188",
    "125",
    "77.0",
    "66.5",
    "69.4",
    "77.8",
    "63.0",
    "69.3"
  ],
  "half for tuning, other niches": ["121", "87", "178", "80", "71.9", "44.9", "50.4", "79.3", "43.0", "50.7"],
  "half for reporting": ["103", "48", "190", "46", "46.6", "24.2", "28.1", "64.3", "28.5", "34.6"],
  "half for reporting, topics of the lexicon": ["58", "18", "69", "18", "31.0", "26.1", "34.4", "56.2", "32.1", "39.0"],
  "half for reporting, other niches": ["45", "30", "121", "28", "66.7", "23.1", "25.6", "69.4", "26.9", "32.6"]
}

const parts: ReadonlyArray<readonly [string, (niche: Niche) => boolean]> = (["tuning", "reporting"] as const).flatMap(
  (half) => [
    [`half for ${half}`, (niche: Niche) => niche.half === half],
    [`half for ${half}, topics of the lexicon`, (niche: Niche) => niche.half === half && niche.named],
    [`half for ${half}, other niches`, (niche: Niche) => niche.half === half && !niche.named]
  ]
)

/** How much of what is stored about a niche a report gets to read, and how much of what it gets is about the niche. */
export const retrieval: Bench = {
  name: "retrieval",
  document: null,
  run: () =>
    Effect.gen(function* () {
      const files = captures()
      if (files === null) return { figures: {}, lines: [absent] }
      const labelled = labels()
      const { stored } = yield* storeCaptures(files)
      const key = ({ title, url }: { readonly title: string; readonly url: string | null }) =>
        JSON.stringify([url, title])
      const idsOf = new Map(stored.map((signal) => [key(signal), signal.ids]))
      const began = performance.now()
      yield* loadLexicon
      const loading = performance.now() - began
      const all = niches()
      const signals = yield* Signals
      const measured = Effect.fnUntraced(function* <R>(
        name: string,
        find: (
          niche: string
        ) => Effect.Effect<ReadonlyArray<{ readonly title: string; readonly url: string | null }>, never, R>
      ) {
        const counts = new Map<Niche, Counts>()
        for (const niche of all) {
          const pieces = (yield* find(niche.niche)).map((piece) => idsOf.get(key(piece)) ?? [])
          counts.set(niche, count(niche, pieces, storyOf(labelled)))
        }
        return { name, counts } satisfies Way
      })
      const recorded = recording()
      const naming = recordedModel(recorded, false)
      const judging = recordedModel(recorded, true)
      const ways = [
        yield* measured("a report's evidence", (niche) => newsFor(niche, null)),
        yield* measured("with a model's words", (niche) => newsFor(niche, naming)),
        yield* measured("and with its judgement", (niche) => newsFor(niche, judging)),
        yield* measured(`search, first ${depth}`, (niche) => signals.list({ q: niche, limit: depth }))
      ]
      const figures = Object.fromEntries(
        (["tuning", "reporting"] as const).flatMap((half) => {
          const own = all.filter((niche) => niche.half === half)
          const shares = ({ counts }: Way) => micro(own.map((niche) => counts.get(niche)!))
          const [byWords, byModel] = [shares(ways[0]!), shares(ways[2]!)]
          return [
            [`${half}: precision`, byWords.precision ?? 0],
            [`${half}: recall`, byWords.recall],
            [`${half}, with a model: precision`, byModel.precision ?? 0],
            [`${half}, with a model: recall`, byModel.recall]
          ]
        })
      )
      return {
        figures,
        lines: [
          `${stored.length} signals in memory, ${all.length} niches; P and R in percent, all niches in one pot and as means over niches`,
          `the model's words: ${recorded.words.from}; its judgements: ${recorded.texts.from}; ${judging.answered} of ${judging.answered + [...judging.unanswered.values()].reduce((sum, texts) => sum + texts.size, 0)} texts have a recorded judgement`,
          `the lexicon was loaded in ${Math.round(loading)} ms`,
          ...parts.flatMap(([part, has]) => {
            const asked = all.filter(has)
            return [
              `${part}: ${asked.length} niches`,
              ...aligned([
                head,
                ...ways.map((way) => rowOf(way, asked)),
                ["before, on the niches judged until then, recorded 2026-11-22", ...before[part]!]
              ]).map((line) => `  ${line}`)
            ]
          }),
          ...ways.slice(0, 3).flatMap(({ counts, name }) => [
            `half for tuning, ${name}, by niche`,
            ...aligned([
              ["", "pieces", "right", "stories", "found"],
              ...all
                .filter(({ half }) => half === "tuning")
                .map((niche) => {
                  const { found, given, right, wanted } = counts.get(niche)!
                  return [niche.niche, ...[given, right, wanted, found].map(String)]
                })
            ]).map((line) => `  ${line}`)
          ])
        ]
      }
    }).pipe(Effect.provide(Layer.provideMerge(Storage.layerMemory, TestClock.layer())))
}
