import type { ReportQuality, ReportSource } from "../domain/Report.ts"
import { numbers } from "./Numbers.ts"
import { isFactual, type Sentence, sentencesOf } from "./Sentences.ts"
import { type Fault, faultOf, sentenceFault, ungrounded } from "./Support.ts"

/** One sentence with what the check found. */
export interface Finding {
  readonly sentence: Sentence
  readonly factual: boolean
  /** Null when nothing is wrong with it. */
  readonly fault: Fault | null
}

/** What is checked: the Markdown of the summary and of every section, the sources that its markers name, the niche. */
export interface Checked {
  readonly contents: ReadonlyArray<string>
  readonly sources: ReadonlyArray<ReportSource>
  readonly niche: string
}

const byNumber = (sources: ReadonlyArray<ReportSource>): ReadonlyMap<number, ReportSource> =>
  new Map(sources.map((source) => [source.n, source]))

/** Looks at one sentence. A sentence that claims nothing needs no support, but its markers must still resolve. */
export const inspect = (sentence: Sentence, sources: ReadonlyMap<number, ReportSource>, niche: string): Finding => {
  const factual = isFactual(sentence, niche)
  const resolved = sentence.citations.every((n) => sources.has(n))
  return { sentence, factual, fault: factual ? sentenceFault(sentence, sources) : resolved ? null : "unresolved" }
}

/** Looks at every sentence of a report. */
export const findings = ({ contents, sources, niche }: Checked): ReadonlyArray<Finding> => {
  const known = byNumber(sources)
  return contents.flatMap(sentencesOf).map((sentence) => inspect(sentence, known, niche))
}

/** What the check measures; the rest of ReportQuality is about the sources and the writer. */
export type Measured = Pick<
  ReportQuality,
  "citation_precision" | "citation_recall" | "uncited_factual_sentences" | "numbers_grounded"
> & { readonly confidence: number }

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 1000

/**
 * A citation counts as needed when it supports the sentence by itself, or when the others don't without it (ALCE's
 * citation precision, arXiv 2305.14627, with this room's support rule in place of a language model's).
 */
const needed = (sentence: Sentence, n: number, sources: ReadonlyMap<number, ReportSource>): boolean => {
  const others = sentence.citations.filter((other) => other !== n).map((other) => sources.get(other)!)
  return faultOf(sentence.text, [sources.get(n)!]) === null || faultOf(sentence.text, others) !== null
}

/**
 * Measures a report on its stored words, without any network. Recall: the share of factual sentences that their citations
 * support; an uncited one counts as unsupported. Precision: the share of citations that a supported sentence needs.
 * Null where there is nothing to measure; confidence is recall, and 0 then.
 */
export const measure = (checked: Checked): Measured => {
  const sources = byNumber(checked.sources)
  const factual = findings(checked).filter((finding) => finding.factual)
  const supported = factual.filter((finding) => finding.fault === null)
  const cited = factual.reduce((sum, { sentence }) => sum + sentence.citations.length, 0)
  const useful = supported.reduce(
    (sum, { sentence }) => sum + sentence.citations.filter((n) => needed(sentence, n, sources)).length,
    0
  )
  const named = (sentence: Sentence) => sentence.citations.flatMap((n) => sources.get(n) ?? [])
  const all = factual.reduce((sum, { sentence }) => sum + numbers(sentence.text).length, 0)
  const lost = factual.reduce((sum, { sentence }) => sum + ungrounded(sentence.text, named(sentence)).length, 0)
  const recall = share(supported.length, factual.length)
  return {
    citation_precision: share(useful, cited),
    citation_recall: recall,
    uncited_factual_sentences: factual.filter((finding) => finding.fault === "uncited").length,
    numbers_grounded: share(all - lost, all),
    confidence: recall ?? 0
  }
}
