import type { JudgeRecord } from "../../domain/JudgeTrial.ts"
import type { ReportSource } from "../../domain/Report.ts"
import { threshold } from "../evidence/Relevance.ts"
import { dayOf, daysBetween } from "./Age.ts"

/*
 * How sure a reader may be of a report: the product of five measured parts, each from 0 to 1. No part is anybody's
 * opinion. Fewer, older, off-topic or contradicted sources never raise the product.
 */

/** Publishers and sources on topic that a report needs to be sure. */
export const needed = { publishers: 8, sources: 12 }

/** So many of the sources may be figures that the service keeps itself: they are always fresh and on topic. */
const mostOwn = 4

/** With fewer independent publishers on topic a report is never surer than this. */
export const few = { publishers: 5, confidence: 0.5 }

/** News keeps its full weight for a month, and then loses half of it in every half year. */
const freshDays = 30
const halfLifeDays = 180

/** The weight of what has no date of its own. */
const undated = 0.5

/**
 * News must be more relevant than evidence has to be at least. What a model takes for evidence, though its own words
 * fall short of the threshold, is given just that: somebody's word that it is on topic, and nothing that can be
 * checked.
 */
const leastRelevance = threshold

/**
 * News with at least this relevance counts as surely on topic. On the judged niches for tuning (docs/retrieval.md), 97
 * of 100 such pieces were right. Below, the share of right pieces was about their relevance: 52 of 100 from 0.55 on, 74
 * from 0.6 to 0.8.
 */
const sureRelevance = 0.85

/** The share of faults that a judge is taken to catch that nobody has tried. */
const untried = 0.9

const freshnessOf = (source: ReportSource, asOf: string | undefined): number => {
  // What the service counts itself is as of the day of the report.
  if (source.kind !== "signal") return 1
  const day = dayOf(source)
  if (day === null || asOf === undefined) return undated
  return 0.5 ** (Math.max(0, daysBetween(day, asOf) - freshDays) / halfLifeDays)
}

/** Whether a source is about the niche. Only news can be off topic; that of earlier versions has no relevance. */
const isOnTopic = ({ kind, relevance = 1 }: ReportSource): boolean => kind !== "signal" || relevance > leastRelevance

/** How likely a source that counts as on topic is about the niche. */
const likelihood = ({ kind, relevance = 1 }: ReportSource): number =>
  kind !== "signal" || relevance >= sureRelevance ? 1 : relevance

const sum = (values: ReadonlyArray<number>): number => values.reduce((all, value) => all + value, 0)

/** The publisher of a source; the parts of one platform (`Reddit, r/tea`) are one publisher. */
const publisherOf = ({ kind, publisher }: ReportSource): string | undefined => {
  const name = publisher?.trim().toLowerCase()
  return kind === "social_trend" ? name?.split(", ")[0] : name
}

/** The publishers of sources that are on topic; sources without a publisher are left out. */
export const independentPublishers = (sources: ReadonlyArray<ReportSource>): number =>
  new Set(sources.flatMap((source) => (isOnTopic(source) ? (publisherOf(source) ?? []) : []))).size

/** How many publishers are likely to be on topic. Each counts by the most likely of its sources. */
const likelyPublishers = (sources: ReadonlyArray<ReportSource>): number => {
  const likeliest = new Map<string, number>()
  for (const source of sources) {
    const publisher = publisherOf(source)
    if (publisher === undefined || !isOnTopic(source)) continue
    likeliest.set(publisher, Math.max(likeliest.get(publisher) ?? 0, likelihood(source)))
  }
  return sum([...likeliest.values()])
}

/** Whether a report whose sentences cite these sources has to begin by saying that there is little evidence. */
export const isLittle = (sources: ReadonlyArray<ReportSource>): boolean =>
  sources.length > 0 && independentPublishers(sources) < few.publishers

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
const digits = (value: number): number => Math.round(value * 1_000) / 1_000

/** How many of a report's factual sentences its citations support, and who says so. */
export interface Supported {
  readonly factual: number
  /** Borne out by rules: quotations, and what stands there nearly word for word. */
  readonly byRules: number
  /** Borne out by a judge's verdict. */
  readonly byJudge: number
  /** How the judge did when it was tried; null if it never was. */
  readonly trial: JudgeRecord | null
}

/**
 * So many sources count where so many are contradicted. Were it always as many as a report needs, others would stand in
 * for the contradicted ones, and a report with many sources could not tell that they disagree.
 */
const mostOf = (contradicted: number): number =>
  Math.floor((needed.sources * needed.sources) / (needed.sources + contradicted))

/**
 * How fresh the freshest sources on topic are, and what share of the sources that a report needs there are likely to
 * be. Each is as much of a source as it is likely to be one, in both: else a report would be surer without an old one
 * that counts for little and makes all of them seem old.
 */
const enoughOf = (sources: ReadonlyArray<ReportSource>, asOf: string | undefined, contradicted = 0) => {
  const own = sources.filter(({ kind }) => kind !== "signal").slice(0, mostOwn)
  const onTopic = [...sources.filter((source) => source.kind === "signal" && isOnTopic(source)), ...own]
  const most = mostOf(contradicted)
  const freshest = onTopic
    .map((source) => ({ fresh: freshnessOf(source, asOf), likely: likelihood(source) }))
    .toSorted((one, other) => other.fresh - one.fresh)
  let [likely, fresh] = [0, 0]
  for (const source of freshest) {
    const part = Math.min(most - likely, source.likely)
    likely += part
    fresh += part * source.fresh
  }
  const counted = {
    sources: likely,
    publishers: Math.min(needed.publishers, likelyPublishers(sources))
  }
  return {
    freshness: share(fresh, likely),
    counted,
    publishers: independentPublishers(sources),
    enough: (counted.sources / needed.sources) * (counted.publishers / needed.publishers)
  }
}

/**
 * `support`: the share of factual sentences that their citations support; of those that only a judge says so of, the
 * share that the judge can be trusted with. `sufficiency`: publishers and sources on topic, each as far as it is likely
 * to be, against what a report needs.
 * `agreement`: what is left of that without the sources that others contradict, and with fewer of the others the more
 * are contradicted, where any was `compared` with another; else there is none. `freshness`: of the freshest on topic
 * that are left. `on_topic`: the share of the news that is on topic, without what is contradicted of it. A contradicted
 * source counts for nothing: if it counted for anything, a report would be surer with it than without. What it takes
 * from the others it takes as long as the contradiction is known, cited or not: else a report would be surer once it is
 * left out. `sources` are those that its sentences cite.
 */
export const confidenceOf = (
  { byJudge, byRules, factual, trial }: Supported,
  sources: ReadonlyArray<ReportSource>,
  asOf: string | undefined,
  contradicted: ReadonlySet<number> = new Set(),
  compared = contradicted.size > 0
) => {
  const trusted = trial === null ? untried : share(trial.faults.refused, trial.faults.of)
  const support = share(byRules + byJudge * trusted, factual)
  const all = enoughOf(sources, asOf)
  const { enough, freshness, publishers } = enoughOf(
    sources.filter(({ n }) => !contradicted.has(n)),
    asOf,
    contradicted.size
  )
  // Figures that the service keeps itself neither hide news that is off topic, nor are they off topic.
  const news = sources.filter(
    (source) => source.kind === "signal" && !(isOnTopic(source) && contradicted.has(source.n))
  )
  const onTopic = news.length === 0 ? 1 : share(news.filter(isOnTopic).length, news.length)
  const product = support * enough * freshness * onTopic
  return {
    confidence: digits(publishers < few.publishers ? Math.min(product, few.confidence) : product),
    parts: {
      support: digits(support),
      sufficiency: digits(all.enough),
      ...(compared && { agreement: digits(all.enough === 0 ? 1 : enough / all.enough) }),
      freshness: digits(freshness),
      on_topic: digits(onTopic),
      independent_publishers: all.publishers,
      counted_sources: digits(all.counted.sources),
      counted_publishers: digits(all.counted.publishers)
    }
  }
}
