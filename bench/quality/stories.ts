import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { absent, captures } from "../../harness/captures/Captures.ts"
import type { NewSignal } from "../../src/domain/Signal.ts"
import * as MemorySignals from "../../src/storage/memory/Signals.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import type { Bench } from "../Bench.ts"
import { aligned } from "../Figures.ts"
import { store, type Stored } from "./Stored.ts"
import { labels } from "./stories/Labels.ts"
import { bCubed, mixed } from "./stories/Measure.ts"

/** Words of a title as they are: independent of the rule under test. */
const words = (title: string): ReadonlySet<string> => new Set(title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])

const likeness = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  one.size === 0 ? 0 : one.intersection(other).size / one.union(other).size

/** Titles of two hosts that share this much and were told apart are worth a look. */
const looksAlike = 0.6
const days = 3 * 86_400_000

const show = ({ published_at, title, url }: NewSignal): string =>
  `    ${published_at?.toISOString().slice(0, 16) ?? "(no date)".padEnd(16)} ${title}  ${url.slice(0, 90)}`

/**
 * How many stories the captured feeds tell, how well they are told apart, which items were taken for one, and which
 * were not though alike.
 */
export const stories: Bench = {
  name: "stories",
  document: null,
  run: () =>
    Effect.gen(function* () {
      const files = captures()
      if (files === null) return { figures: {}, lines: [absent] }
      const signals = yield* Signals
      const { halves, seen, stories: told } = labels()
      const { items, stored } = yield* store(files, seen)
      const clustersBy = (keyOf: (signal: Stored) => unknown) =>
        new Map(stored.flatMap((signal) => signal.ids.map((each) => [each, String(keyOf(signal))])))
      const clusters = clustersBy(({ story_id }) => story_id)
      const copies = clustersBy(({ id }) => id)
      const halfOf = (half: keyof typeof halves, name: string, found: ReadonlyMap<string, string>) => ({
        half,
        name,
        ...bCubed(told, found, halves[half])
      })
      const judged = (["tuning", "reporting"] as const).map((half) => halfOf(half, `half for ${half}`, clusters))
      const asCopies = (["tuning", "reporting"] as const).map((half) =>
        halfOf(half, `half for ${half}, copies alone`, copies)
      )
      const alone = (["tuning", "reporting"] as const).map((half) =>
        halfOf(half, `half for ${half}, were each signal a story`, new Map())
      )
      const grouped = Map.groupBy(stored, ({ story_id }) => story_id)
      const identities = new Set(items.map(({ identity }) => identity))
      const listed = yield* signals.list({ limit: items.length })
      const merged = listed.flatMap(({ also_in, url }) =>
        also_in.filter((other) => other.url !== url).map((other) => [url, other.url] as const)
      )
      const known = new Set(merged.map((pair) => pair.toSorted().join(" ")))
      const byUrl = new Map(items.map((item) => [item.url, item]))
      const bags = items.map(({ title }) => words(title))
      const near: Array<readonly [NewSignal, NewSignal]> = []
      items.forEach((one, n) => {
        for (let m = n + 1; m < items.length; m++) {
          const other = items[m]!
          if (one.identity === other.identity || likeness(bags[n]!, bags[m]!) < looksAlike) continue
          if (Math.abs((one.published_at?.getTime() ?? 0) - (other.published_at?.getTime() ?? 0)) > days) continue
          if (new URL(one.url).host === new URL(other.url).host) continue
          if (!known.has([one.url, other.url].toSorted().join(" "))) near.push([one, other])
        }
      })
      const pairs = (list: ReadonlyArray<readonly [NewSignal | undefined, NewSignal | undefined]>) =>
        list.flatMap(([one, other]) => (one && other ? [show(one), show(other), ""] : []))
      return {
        figures: {
          items: items.length,
          "one URL": items.length - identities.size,
          "one title": identities.size - stored.length,
          signals: stored.length,
          stories: grouped.size,
          ...Object.fromEntries(
            judged.flatMap(({ f1, half, precision }) => [
              [`${half}: B³ precision`, precision],
              [`${half}: B³ F1`, f1]
            ])
          )
        },
        lines: [
          `${files.length} captured feeds: ${items.length} items, ${identities.size} pages, ${stored.length} signals, ${grouped.size} stories`,
          `B³ of ${halves.tuning.length + halves.reporting.length} signals, and ${mixed(told, clusters)} clusters of ${told.size} signals that mix stories`,
          ...aligned([
            ["", "signals", "precision", "recall", "F1"],
            ...[...judged, ...asCopies, ...alone].map(({ f1, half, name, precision, recall }) => [
              name,
              String(halves[half].length),
              ...[precision, recall, f1].map((share) => share.toFixed(3))
            ])
          ]).map((line) => `  ${line}`),
          `  taken for one by their titles: ${merged.length}`,
          ...pairs(merged.map(([one, other]) => [byUrl.get(one), byUrl.get(other)])),
          "  told as one story:",
          ...[...grouped.values()].flatMap((signals) =>
            signals.length < 2 ? [] : [...signals.map(({ url }) => show(byUrl.get(url)!)), ""]
          ),
          `  told apart, of two hosts within three days, with ${looksAlike * 100} % of their words in common: ${near.length}`,
          ...pairs(near.slice(0, 20))
        ]
      }
    }).pipe(Effect.provide(Layer.merge(MemorySignals.layer, TestClock.layer())))
}
