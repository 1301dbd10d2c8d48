import type { ReportSource } from "../../../src/domain/Report.ts"
import { type Fault, faultOf } from "../../../src/reports/check/Support.ts"
import { hardKinds, kinds, type Planted, seeded } from "./Faults.ts"
import { sources, type Truth, truths } from "./Truths.ts"

/** How often something was found wrong. */
export interface Count {
  readonly of: number
  readonly found: number
  /** What should have been found and wasn't, or the other way round. */
  readonly wrong: ReadonlyArray<string>
}

export interface Judged {
  readonly planted: Readonly<Record<string, Count>>
  /** Kinds of which nothing is promised. */
  readonly hard: Readonly<Record<string, Count>>
  readonly controls: Readonly<Record<string, Count>>
  /** Truths told so freely that alarms are to be expected. */
  readonly free: Readonly<Record<string, Count>>
}

/** Decides which half a sentence is in, and what is planted where. */
const seed = 20_261_121

/** How often each fault is planted in a sentence, at other places where there are any. */
const rounds = 3

const shuffled = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => {
  const random = seeded(seed)
  return items
    .map((item) => [random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item)
}

/** One half to choose thresholds on, and the other to report. */
export const halves = (() => {
  const all = shuffled(truths)
  const middle = Math.floor(all.length / 2)
  return { chosen: all.slice(0, middle), reported: all.slice(middle) }
})()

const verdict = ({ citations, sources, text }: Planted, enough: number | undefined): Fault | null => {
  const cited = citations.map((n) => sources.find((source) => source.n === n))
  return cited.includes(undefined) ? "unresolved" : faultOf(text, cited as ReadonlyArray<ReportSource>, enough)
}

const marked = ({ citations, text }: Pick<Truth, "citations" | "text">): string => `${text} [${citations.join("] [")}]`

/** Plants every kind of fault wherever it fits, and looks at the truths as they are. */
export const judge = (half: ReadonlyArray<Truth>, enough?: number): Judged => {
  // Faults are planted in what a report would say; the untouched sentences are there to show that truth passes.
  const told = half.filter((truth) => truth.told !== "untouched")
  const counted = (plants: typeof kinds): Readonly<Record<string, Count>> =>
    Object.fromEntries(
      Object.entries(plants).map(([kind, plant]) => {
        const random = seeded(seed)
        const all = told.flatMap((truth) => {
          const made = Array.from({ length: rounds }, () => plant(truth, sources, random, told) ?? [])
          return [...new Map(made.flat().map((one) => [marked(one), one])).values()]
        })
        const missed = all.filter((one) => verdict(one, enough) === null)
        return [kind, { of: all.length, found: all.length - missed.length, wrong: missed.map(marked) }]
      })
    )
  const alarmed = (...kinds: ReadonlyArray<Truth["told"]>) => Object.fromEntries(kinds.map(alarmsOf))
  const alarmsOf = (kind: Truth["told"]): readonly [string, Count] => {
    const all = half.filter((truth) => truth.told === kind)
    const alarms = all.flatMap((truth) => {
      const fault = verdict({ ...truth, sources }, enough)
      return fault === null ? [] : [`${fault}: ${marked(truth)}`]
    })
    return [kind, { of: all.length, found: alarms.length, wrong: alarms }]
  }
  return {
    planted: counted(kinds),
    hard: counted(hardKinds),
    controls: alarmed("paraphrase", "retold", "untouched"),
    free: alarmed("free")
  }
}

/** Thresholds to choose from. */
const thresholds: ReadonlyArray<number> = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9]

const shareOf = ({ found, of }: Count): number => found / of

/**
 * The threshold that catches most faults of the worst kind while no control has more than one false alarm in twenty. Of
 * several, the one with the fewest alarms, then the strictest.
 */
export const chosenThreshold = (half: ReadonlyArray<Truth>, among = thresholds): number => {
  const judged = among.map((enough) => {
    const { controls, planted } = judge(half, enough)
    const caught = Math.min(...Object.values(planted).map(shareOf))
    const alarms = Math.max(...Object.values(controls).map(shareOf))
    return { enough, caught: alarms > 0.05 ? 0 : caught, alarms }
  })
  return judged.reduce((best, one) =>
    one.caught > best.caught || (one.caught === best.caught && one.alarms <= best.alarms) ? one : best
  ).enough
}
