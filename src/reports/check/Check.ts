import type { ReportQuality, ReportSource } from "../../domain/Report.ts"
import { hashOf } from "./Hash.ts"
import { makeMemory } from "./Duplicates.ts"
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

/** What sentences are held against. */
export interface Grounds {
  readonly sources: ReadonlyArray<ReportSource>
  readonly niche: string
  /** The day of the report, `YYYY-MM-DD`: no source may be from a later one. Without it dates are not looked at. */
  readonly asOf?: string | undefined
  /** Who wrote it: the extractive writer may say uncited what it counted. Without it nobody may. */
  readonly writer?: string | undefined
}

/** What is checked: the Markdown of the summary and of every section, and what it must rest on. */
export interface Checked extends Grounds {
  readonly contents: ReadonlyArray<string>
}

const isAltered = ({ hash, quote }: ReportSource): boolean => hash !== undefined && hash !== hashOf(quote)

type Known = ReadonlyMap<number, ReportSource>

const byNumber = (sources: ReadonlyArray<ReportSource>): Known => new Map(sources.map((source) => [source.n, source]))

/** Looks at one sentence. A sentence that claims nothing needs no support, but its markers must still resolve. */
const inspect = (sentence: Sentence, known: Known, grounds: Grounds): Finding => {
  const { asOf } = grounds
  const factual = isFactual(sentence, grounds)
  const cited = sentence.citations.map((n) => known.get(n))
  const fault: Fault | null = cited.includes(undefined)
    ? "unresolved"
    : asOf !== undefined && cited.some((source) => (source!.published_at ?? "") > asOf)
      ? "future"
      : cited.some((source) => isAltered(source!))
        ? "altered"
        : factual
          ? sentenceFault(sentence, known)
          : null
  return { sentence, factual, fault }
}

/** Looks at sentences one by one. */
export const inspector = (grounds: Grounds): ((sentence: Sentence) => Finding) => {
  const known = byNumber(grounds.sources)
  return (sentence) => inspect(sentence, known, grounds)
}

/** Looks at every sentence of a report. */
export const findings = (checked: Checked): ReadonlyArray<Finding> =>
  checked.contents.flatMap(sentencesOf).map(inspector(checked))

/** What the check measures; the rest of ReportQuality is about the evidence and the writer. */
export type Measured = Pick<
  ReportQuality,
  | "citation_precision"
  | "citation_recall"
  | "uncited_factual_sentences"
  | "numbers_grounded"
  | "factual_sentences"
  | "effective_citations"
  | "markers_resolved"
  | "duplicated_sentences"
> & { readonly confidence: number }

/** A share with three digits, or null of nothing. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 1000

/**
 * The citations that a supported sentence needs: those that support it by themselves, and those without which the
 * others don't (ALCE's citation precision, arXiv 2305.14627, with this room's support rule in place of a language
 * model's).
 */
export const needed = ({ citations, text }: Sentence, sources: ReadonlyArray<ReportSource>): ReadonlyArray<number> => {
  const known = byNumber(sources)
  const of = (all: ReadonlyArray<number>) => all.flatMap((n) => known.get(n) ?? [])
  if (citations.length === 1) return citations
  return citations.filter(
    (n) => faultOf(text, of([n])) === null || faultOf(text, of(citations.filter((other) => other !== n))) !== null
  )
}

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((all, count) => all + count, 0)

/**
 * Measures a report on its stored words, without any network. Recall: the share of factual sentences that their
 * citations support; an uncited one counts as unsupported. Precision: the share of their citations that a supported
 * sentence needs; their number is that of effective citations (FACT, DeepResearch Bench, arXiv 2506.11763). Null where
 * there is nothing to measure; confidence is recall, and 0 then.
 */
export const measure = (checked: Checked): Measured => {
  const all = findings(checked)
  const known = byNumber(checked.sources)
  const named = (sentence: Sentence) => sentence.citations.flatMap((n) => known.get(n) ?? [])
  const factual = all.filter((finding) => finding.factual)
  const supported = factual.filter((finding) => finding.fault === null)
  const effective = sum(supported.map(({ sentence }) => needed(sentence, checked.sources).length))
  const figures = sum(factual.map(({ sentence }) => numbers(sentence.text).length))
  const lost = sum(factual.map(({ sentence }) => ungrounded(sentence.text, named(sentence)).length))
  const markers = all.flatMap(({ sentence }) => sentence.citations)
  const isRepeated = makeMemory()
  const recall = share(supported.length, factual.length)
  return {
    citation_precision: share(effective, sum(factual.map(({ sentence }) => sentence.citations.length))),
    citation_recall: recall,
    uncited_factual_sentences: factual.filter((finding) => finding.fault === "uncited").length,
    numbers_grounded: share(figures - lost, figures),
    factual_sentences: factual.length,
    effective_citations: effective,
    markers_resolved: share(markers.filter((n) => known.has(n)).length, markers.length),
    duplicated_sentences: all.filter(({ sentence }) => isRepeated(sentence.text)).length,
    confidence: recall ?? 0
  }
}
