import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import type { Capture } from "../../../../harness/captures/Captures.ts"
import { markets, niches } from "../../../../src/demo/Markets.ts"
import { publish } from "../../../../src/demo/Story.ts"
import { localAccount } from "../../../../src/domain/Account.ts"
import { type ReportRequest, type ReportSource, ReportType } from "../../../../src/domain/Report.ts"
import { CalendarDate, toCalendarDate } from "../../../../src/domain/Timestamp.ts"
import { daysBetween } from "../../../../src/reports/check/Age.ts"
import { type Evidence, Evidences } from "../../../../src/reports/evidence/Evidence.ts"
import type { Piece } from "../../../../src/reports/evidence/Piece.ts"
import { render } from "../../../../src/reports/Render.ts"
import * as ExtractiveWriter from "../../../../src/reports/writers/extractive/ExtractiveWriter.ts"
import { ReportWriter } from "../../../../src/reports/writers/Writer.ts"
import { Accounts } from "../../../../src/storage/accounts/Accounts.ts"
import * as Storage from "../../../../src/storage/Storage.ts"
import { median } from "../../../Figures.ts"
import { niches as judgedNiches } from "../../retrieval/Niches.ts"
import { labels } from "../../stories/Labels.ts"
import { store, today } from "../../Stored.ts"
import { percent as share, recalled, statedIn } from "../rubrics/Recall.ts"
import { inDemo } from "../Written.ts"

/*
 * What confidence has meant: reports over evidence that is known to be about the niche or not, as it is and made worse
 * in steps, each with its confidence and with what is known of it from elsewhere.
 */

export interface Known {
  /** What was made of the evidence. */
  readonly step: string
  readonly confidence: number
  /** Cited news, and those of it that are about the niche: by its market in the demo, by judgement elsewhere. */
  readonly cited: number
  readonly onTopic: number
  /** Publishers of the news that is about the niche. */
  readonly publishers: number
  /** Median age of all cited news in days; null where nothing has a date. */
  readonly age: number | null
  /** Facts of the rubric that are stated, of 25; null where there is no rubric. */
  readonly stated: number | null
}

/** One way in which evidence gets worse. */
interface Step {
  readonly name: string
  readonly of: (evidence: Evidence) => Evidence
}

/** The same pseudo-random order each time, independent of what a piece is worth. */
const shuffled = (pieces: ReadonlyArray<Piece>, by: string): ReadonlyArray<Piece> => {
  const key = ({ title, url }: Piece) =>
    createHash("sha256")
      .update([by, title, url ?? ""].join("\n"))
      .digest("hex")
  return pieces.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
}

const renumbered = (evidence: Evidence, pieces: ReadonlyArray<Piece>): Evidence => ({
  ...evidence,
  pieces: pieces.map((piece, index) => ({ ...piece, n: index + 1 }))
})

const percent = (share: number): string => `${Math.round(100 * share)} %`

const thinned = (share: number): Step => ({
  name: `${percent(share)} of it`,
  of: (evidence) => {
    const kept = new Set(shuffled(evidence.pieces, "kept").slice(0, Math.ceil(share * evidence.pieces.length)))
    return renumbered(
      evidence,
      evidence.pieces.filter((piece) => kept.has(piece))
    )
  }
})

const ofPublishers = (count: number): Step => ({
  name: `the news of ${count} of its publishers, nothing else`,
  of: (evidence) => {
    const news = evidence.pieces.filter(({ kind }) => kind === "signal")
    const kept = new Set([...new Set(shuffled(news, "publishers").map(({ publisher }) => publisher))].slice(0, count))
    return renumbered(
      evidence,
      news.filter(({ publisher }) => kept.has(publisher))
    )
  }
})

const aged = (days: number): Step => ({
  name: `${days} days later, nothing new`,
  of: (evidence) => ({
    ...evidence,
    asOf: toCalendarDate(new Date(new Date(evidence.asOf!).getTime() + days * 86_400_000))
  })
})

/** As retrieval lets in what it is least sure of. */
const mixed = (share: number, others: ReadonlyArray<Piece>): Step => ({
  name: `${percent(share)} of the news of another market`,
  of: (evidence) => {
    const news = evidence.pieces.filter(({ kind }) => kind === "signal")
    const count = Math.round(share * news.length)
    const gone = new Set(shuffled(news, "gone").slice(0, count))
    const added = shuffled(
      others.filter(({ kind }) => kind === "signal"),
      "added"
    ).slice(0, count)
    return renumbered(evidence, [
      ...evidence.pieces.filter((piece) => !gone.has(piece)),
      ...added.map((piece) => ({ ...piece, relevance: 0.55 }))
    ])
  }
})

const newsAlone: Step = {
  name: "the news alone",
  of: (evidence) =>
    renumbered(
      evidence,
      evidence.pieces.filter(({ kind }) => kind === "signal")
    )
}

const asItIs: Step = { name: "all of it", of: (evidence) => evidence }

const after = (...steps: ReadonlyArray<Step>): Step => ({
  name: steps.map(({ name }) => name).join("; "),
  of: (evidence) => steps.reduce((made, step) => step.of(made), evidence)
})

const known = Effect.fnUntraced(function* (
  request: ReportRequest,
  gathered: Evidence,
  step: Step,
  isAbout: (source: ReportSource) => boolean,
  rubric: boolean
) {
  const evidence = step.of(gathered)
  const draft = yield* Effect.orDie((yield* ReportWriter).write(request, evidence))
  const result = render(request, evidence, draft)
  const news = (result.sections.sources as unknown as ReadonlyArray<ReportSource>).filter(
    ({ kind }) => kind === "signal"
  )
  const about = news.filter(isAbout)
  const ages = news.flatMap(({ published_at, published_at_estimated }) =>
    published_at === null || published_at_estimated === true ? [] : [daysBetween(published_at, evidence.asOf!)]
  )
  return {
    step: step.name,
    confidence: result.confidence,
    cited: news.length,
    onTopic: about.length,
    publishers: new Set(about.map(({ publisher }) => publisher)).size,
    age: ages.length === 0 ? null : median(ages),
    stated: rubric ? recalled(request, statedIn(result)).stated.length : null
  } satisfies Known
})

/** Two kinds of report tell as much as four. */
const types: ReadonlyArray<ReportType> = ["comprehensive_analysis", "trend_report"]

/** Reports on the demo's markets over all that is stored, and over less, older and other news. */
export const knownOnDemo = inDemo(
  Effect.gen(function* () {
    const { id } = yield* (yield* Accounts).ensure(localAccount)
    const evidences = yield* Evidences
    const made: Array<Known> = []
    for (const [n, niche] of niches.entries()) {
      const titles = new Set(markets[niche]!.map((story) => publish(story, today).title))
      const isAbout = ({ title }: ReportSource) => titles.has(title)
      const gather = (niche: string) =>
        evidences.gather(id, { niche, report_type: ReportType.literals[0], context: null }, today)
      const evidence = yield* gather(niche)
      const others = (yield* gather(niches[(n + 1) % niches.length]!)).pieces.filter(({ title }) => !titles.has(title))
      const steps: ReadonlyArray<Step> = [
        asItIs,
        ...[0.5, 0.25, 0.1].map(thinned),
        ...[4, 2, 1].map(ofPublishers),
        ...[180, 720].map(aged),
        ...[0.5, 1].map((share) => mixed(share, others)),
        newsAlone,
        ...[180, 720].map((days) => after(newsAlone, aged(days))),
        ...[0.5, 1].map((share) => after(newsAlone, mixed(share, others))),
        after(newsAlone, mixed(0.5, others), aged(180)),
        after(newsAlone, mixed(0.5, others), thinned(0.5))
      ]
      for (const report_type of types)
        for (const step of steps)
          made.push(yield* known({ niche, report_type, context: null }, evidence, step, isAbout, true))
    }
    return made
  })
).pipe(Effect.provide(ExtractiveWriter.layer))

/**
 * Reports on the judged niches of the captured feeds: on the bench's day and on the day of the newest news, over all
 * and over less.
 */
export const knownOnCaptures = (files: ReadonlyArray<Capture>) =>
  Effect.gen(function* () {
    const { stored } = yield* store(files, labels().seen)
    const key = ({ title, url }: { readonly title: string; readonly url: string | null }) =>
      JSON.stringify([url, title])
    const idsOf = new Map(stored.map((signal) => [key(signal), signal.ids]))
    const { id } = yield* (yield* Accounts).ensure(localAccount)
    const evidences = yield* Evidences
    const made: Array<Known> = []
    for (const { niche, relevant } of judgedNiches()) {
      const isAbout = (source: ReportSource) => (idsOf.get(key(source)) ?? []).some((id) => relevant.has(id))
      const request = { niche, report_type: ReportType.literals[0], context: null }
      const evidence = yield* evidences.gather(id, { ...request, since: CalendarDate.make("1970-01-01") }, today)
      const newest = evidence.pieces
        .flatMap(({ published_at }) => published_at ?? [])
        .toSorted()
        .at(-1)
      if (newest === undefined) continue
      const then: Step = {
        name: "on the day of the newest",
        of: (evidence) => ({ ...evidence, asOf: CalendarDate.make(newest) })
      }
      const steps = [asItIs, then, ...[0.5, 0.25].flatMap((share) => [thinned(share), after(then, thinned(share))])]
      for (const step of steps) made.push(yield* known(request, evidence, step, isAbout, false))
    }
    return made
  }).pipe(
    Effect.provide(
      Layer.merge(Evidences.layer, ExtractiveWriter.layer).pipe(
        Layer.provideMerge(Storage.layerMemory),
        Layer.provideMerge(TestClock.layer())
      )
    )
  )

/** From here up to below the next one. */
const bounds = [0, 0.2, 0.5, 0.75, 1.001]

const middle = (values: ReadonlyArray<number>): number | null => (values.length === 0 ? null : median(values))

const shown = (value: number | null): string => (value === null ? "–" : String(value))

/** What stands above {@link byConfidence} and {@link byStep}. */
export const head = ["reports", "confidence", "news on topic", "publishers on topic", "age in days", "facts of 25"]

/** What reports had in common: medians, but for the share of all cited news that is about the niche. */
const row = (name: string, own: ReadonlyArray<Known>): ReadonlyArray<string> => {
  const sum = (of: (one: Known) => number) => own.reduce((all, one) => all + of(one), 0)
  return [
    name,
    String(own.length),
    shown(middle(own.map(({ confidence }) => confidence))),
    share({ part: sum(({ onTopic }) => onTopic), of: sum(({ cited }) => cited) }),
    shown(middle(own.map(({ publishers }) => publishers))),
    shown(middle(own.flatMap(({ age }) => age ?? []))),
    shown(middle(own.flatMap(({ stated }) => stated ?? [])))
  ]
}

/** By ranges of confidence. */
export const byConfidence = (all: ReadonlyArray<Known>): ReadonlyArray<ReadonlyArray<string>> =>
  bounds.slice(0, -1).map((from, n) => {
    const to = bounds[n + 1]!
    return row(
      to > 1 ? `${from} to 1` : `${from} to below ${to}`,
      all.filter(({ confidence }) => confidence >= from && confidence < to)
    )
  })

/** By what was made of the evidence. */
export const byStep = (all: ReadonlyArray<Known>): ReadonlyArray<ReadonlyArray<string>> =>
  [...Map.groupBy(all, ({ step }) => step)].map(([step, own]) => row(step, own))
