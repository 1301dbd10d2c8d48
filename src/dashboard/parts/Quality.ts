import type { ReportQuality } from "../../domain/Report.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import { count, percent } from "./Figure.ts"
import { day } from "./Time.ts"

const share = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : percent(value)
const number = (value: number | undefined): string => (value === undefined ? "–" : count(value))

const figure = (name: string, value: Part, meaning: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd class="value">${value}</dd>
    <dd class="quiet">${meaning}</dd>
  </div>`

const tried = (trial: ReportQuality["judge_trial"]): string =>
  trial === null || trial === undefined
    ? "It was never tested."
    : `In its test it refused ${count(trial.faults.refused)} of ${count(trial.faults.of)} false claims and ${count(trial.faithful.refused)} of ${count(trial.faithful.of)} faithful ones.`

/** What a report measured of itself, each figure with what it means. */
export const qualityFigures = (quality: ReportQuality): Html =>
  html`<dl class="measures">
    ${figure("Supported sentences", share(quality.citation_recall), "Share of factual sentences that the stored texts of the cited sources support. The service checks this itself.")}
    ${
      // Reports of earlier versions do not have these members.
      quality.sufficiency !== undefined &&
      html`${figure("Enough sources", share(quality.sufficiency), `Cited sources on topic, measured against 12, and their publishers (${number(quality.independent_publishers)}), measured against 8.`)}
      ${figure("Freshness", share(quality.freshness), "100 % for news of the last month, half of that half a year later.")}
      ${figure("On topic", share(quality.on_topic), "Share of the news that is about the niche. Confidence is the product of this, the two above and the supported sentences.")}`
    }
    ${quality.agreement !== undefined && figure("Agreement", share(quality.agreement), "“Enough sources” without the sources that others contradict on the same story.")}
    ${figure("Needed citations", share(quality.citation_precision), "Share of citations that their sentences need as support.")}
    ${figure("Grounded numbers", share(quality.numbers_grounded), "Of the numbers in it, those that a cited source has as well, or that follow from its figures. Whether they are said of the right thing is part of the supported sentences.")}
    ${figure("Uncited sentences", number(quality.uncited_factual_sentences), "Factual sentences that name no source.")}
    ${figure("Dropped sentences", number(quality.dropped_sentences), "Left out because the sources don't support them.")}
    ${figure("Sources used", count(quality.sources_used), `Of ${number(quality.evidence_found)} that were found, by ${count(quality.publishers)} publishers.`)}
    ${figure("Largest publisher", share(quality.largest_publisher_share), "Share of the sources that come from one publisher: the higher, the more one-sided.")}
    ${figure("Old sources", share(quality.stale_sources), "Share of dated sources that are older than 90 days.")}
    ${figure("Dates", quality.oldest_source === null || quality.newest_source === null ? "–" : html`${day(quality.oldest_source)} to ${day(quality.newest_source)}`, "Of the oldest and the newest source.")}
    ${quality.judge !== undefined && figure("Judge", quality.judge.replace(/^openai:/, ""), `A model that decided on ${number(quality.judged_sentences)} sentences; the others are quotations. ${tried(quality.judge_trial)}`)}
    ${figure("Writer", quality.writer === "extractive" ? "quotes only" : quality.writer.replace(/^openai:/, ""), quality.writer === "extractive" ? "It quotes its sources; no model has written." : `A model, with ${count(quality.tokens.input + quality.tokens.output)} tokens.`)}
  </dl>`
