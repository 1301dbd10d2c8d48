import type { Exhibit } from "../../domain/Exhibit.ts"
import type { ReportQuality, ReportSource } from "../../domain/Report.ts"
import type { SinceLastReport } from "../../domain/ReportDiff.ts"
import type { Verdict } from "../../domain/Verdict.ts"
import { atOnce } from "../../storage/database/Batch.ts"
import { paused } from "../evidence/Steps.ts"
import { hashOf } from "./Hash.ts"
import { makeMemory } from "./Duplicates.ts"
import { type Sentence, sentencesOf } from "./Sentences.ts"
import type { JudgeRecord } from "../../domain/JudgeTrial.ts"
import { type Derivation, derivationsOf } from "./Calculation.ts"
import { confidenceOf } from "./Confidence.ts"
import { isBorneOut, restsOn } from "./Spans.ts"
import { isFactual, isPointer } from "./Formulas.ts"
import { quotationOf } from "./OtherSide.ts"
import { exactFaultOf, type Fault, faultOf, figuresIn, ungrounded } from "./Support.ts"

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
  /** Those of them that the report's sentences cite (see {@link citedIn}). */
  readonly cited?: ReadonlyArray<ReportSource> | undefined
  /** The report's sentences, which it may repeat where it points to them. */
  readonly sentences?: ReadonlySet<string> | undefined
  readonly niche: string
  /** The day of the report, `YYYY-MM-DD`: no source may be from a later one. Without it dates are not looked at. */
  readonly asOf?: string | undefined
  /** Who wrote it: the extractive writer of earlier versions said uncited what it had counted. */
  readonly writer?: string | undefined
  /** The report's tables: what our own code says of them was counted. */
  readonly exhibits?: ReadonlyArray<Exhibit> | undefined
  /** What an earlier report is compared with, for the section that does: of that it may speak without a source. */
  readonly since?: SinceLastReport | undefined
  /** What a judge said of sentences, by their text. Rules decide about those that none was asked about. */
  readonly verdicts?: ReadonlyMap<string, Verdict> | undefined
}

/** What is checked: the Markdown of the summary and of every section, and what it must rest on. */
export interface Checked extends Grounds {
  readonly contents: ReadonlyArray<string>
  /** How the judge did when it was tried; null if it never was. */
  readonly trial?: JudgeRecord | null
  /** The numbers of the sources that others contradict. */
  readonly contradicted?: ReadonlySet<number>
  /** Whether any source was compared with another one on the same story. */
  readonly compared?: boolean
}

const isAltered = ({ hash, quote }: ReportSource): boolean => hash !== undefined && hash !== hashOf(quote)

type Known = ReadonlyMap<number, ReportSource>

const byNumber = (sources: ReadonlyArray<ReportSource>): Known => new Map(sources.map((source) => [source.n, source]))

/** The figures that a judge says follow from those of the sources, where the calculation is right. */
const derivedIn = (verdict: Verdict | undefined, sources: ReadonlyArray<ReportSource>): ReadonlyArray<Derivation> =>
  (verdict?.facts ?? []).flatMap(({ calculation = "" }) =>
    calculation === "" ? [] : derivationsOf(calculation, sources)
  )

/**
 * What keeps the cited sources from supporting a sentence. The rules come first: no verdict makes up for a number or a
 * quotation that no source has. Then a judge decides; without a verdict the rules do.
 */
export const supportFault = (
  text: string,
  sources: ReadonlyArray<ReportSource>,
  verdict: Verdict | undefined
): Fault | null => {
  if (sources.length === 0) return "uncited"
  if (verdict === undefined) return faultOf(quotationOf(text, sources), sources)
  return (
    exactFaultOf(text, sources, derivedIn(verdict, sources)) ?? (isBorneOut(verdict, sources) ? null : "unsupported")
  )
}

/** Looks at one sentence. A sentence that claims nothing needs no support, but its markers must still resolve. */
const inspect = (sentence: Sentence, known: Known, grounds: Grounds, verdict: Verdict | undefined): Finding => {
  const { asOf } = grounds
  const factual = isFactual(sentence, grounds)
  const cited = sentence.citations.flatMap((n) => known.get(n) ?? [])
  const fault: Fault | null =
    cited.length < sentence.citations.length
      ? "unresolved"
      : asOf !== undefined && cited.some((source) => (source.published_at ?? "") > asOf)
        ? "future"
        : cited.some(isAltered)
          ? "altered"
          : factual
            ? supportFault(sentence.text, cited, verdict)
            : null
  return { sentence, factual, fault }
}

/** Looks at sentences one by one, each with what a judge said of it. */
export const inspector = (grounds: Grounds): ((sentence: Sentence, verdict?: Verdict) => Finding) => {
  const known = byNumber(grounds.sources)
  return (sentence, verdict) => inspect(sentence, known, grounds, verdict)
}

/** The sources that sentences cite. A sentence that only points to sources rests on none of them. */
export const citedIn = (
  niche: string,
  sentences: ReadonlyArray<Sentence>,
  sources: ReadonlyArray<ReportSource>
): ReadonlyArray<ReportSource> => {
  const cited = new Set(sentences.flatMap(({ citations, text }) => (isPointer(niche, text) ? [] : citations)))
  return sources.filter(({ n }) => cited.has(n))
}

/** A report with what its sentences cite, and these sentences. */
export const withContents = <A extends Checked>(checked: A): A & Pick<Grounds, "cited" | "sentences"> => {
  const all = checked.contents.flatMap(sentencesOf)
  return {
    ...checked,
    cited: citedIn(checked.niche, all, checked.sources),
    sentences: new Set(all.map(({ text }) => text))
  }
}

/** Looks at every sentence of a report, in steps. */
function* looking(given: Checked): Generator<void, ReadonlyArray<Finding>> {
  const checked = given.cited === undefined ? withContents(given) : given
  const look = inspector(checked)
  return yield* paused(checked.contents.flatMap(sentencesOf), (sentence) =>
    look(sentence, checked.verdicts?.get(sentence.text))
  )
}

/** The same at once. */
export const findings = (given: Checked): ReadonlyArray<Finding> => atOnce(looking(given))

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
  | "support"
  | "sufficiency"
  | "agreement"
  | "freshness"
  | "on_topic"
  | "independent_publishers"
  | "counted_sources"
  | "counted_publishers"
> & { readonly confidence: number }

/** A share with three digits, or null of nothing. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 1000

/**
 * The citations that a supported sentence needs: those that a judge's verdict rests on, else those that support it by
 * themselves, and those without which the others don't (ALCE's citation precision, arXiv 2305.14627, with this room's
 * support rule in place of a language model's).
 */
export const needed = (
  { citations, text }: Sentence,
  sources: ReadonlyArray<ReportSource>,
  verdict?: Verdict
): ReadonlyArray<number> => {
  const known = byNumber(sources)
  const of = (all: ReadonlyArray<number>) => all.flatMap((n) => known.get(n) ?? [])
  if (citations.length === 1) return citations
  if (verdict !== undefined) {
    const rests = restsOn(verdict)
    const named = citations.filter((n) => rests?.has(n) ?? true)
    // A figure may stand in a source of which the judge names no words.
    return supportFault(text, of(named), verdict) === null ? named : citations
  }
  return citations.filter(
    (n) => faultOf(text, of([n])) === null || faultOf(text, of(citations.filter((other) => other !== n))) !== null
  )
}

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((all, count) => all + count, 0)

/**
 * Measures a report on its stored words, without any network. Recall: the share of factual sentences that their
 * citations support; an uncited one counts as unsupported. Precision: the share of their citations that a supported
 * sentence needs; their number is that of effective citations (FACT, DeepResearch Bench, arXiv 2506.11763). Null where
 * there is nothing to measure. Confidence and its parts are explained in Confidence.ts.
 */
export function* measuring(given: Checked): Generator<void, Measured> {
  const checked = withContents(given)
  const all = yield* looking(checked)
  const known = byNumber(checked.sources)
  const named = (sentence: Sentence) => sentence.citations.flatMap((n) => known.get(n) ?? [])
  const factual = all.filter((finding) => finding.factual)
  const supported = factual.filter((finding) => finding.fault === null)
  const effective = sum(
    yield* paused(
      supported,
      ({ sentence }) => needed(sentence, checked.sources, checked.verdicts?.get(sentence.text)).length
    )
  )
  const figures = sum(factual.map(({ sentence }) => figuresIn(sentence.text)))
  const lost = sum(
    yield* paused(factual, ({ sentence }) => {
      const sources = named(sentence)
      return ungrounded(sentence.text, sources, derivedIn(checked.verdicts?.get(sentence.text), sources)).length
    })
  )
  const markers = all.flatMap(({ sentence }) => sentence.citations)
  const isRepeated = makeMemory()
  const byJudge = supported.filter(({ sentence }) => checked.verdicts?.has(sentence.text) === true).length
  const { confidence, parts } = confidenceOf(
    { factual: factual.length, byRules: supported.length - byJudge, byJudge, trial: checked.trial ?? null },
    checked.cited ?? [],
    checked.asOf,
    checked.contradicted,
    checked.compared
  )
  return {
    citation_precision: share(effective, sum(factual.map(({ sentence }) => sentence.citations.length))),
    citation_recall: share(supported.length, factual.length),
    uncited_factual_sentences: factual.filter((finding) => finding.fault === "uncited").length,
    numbers_grounded: share(figures - lost, figures),
    factual_sentences: factual.length,
    effective_citations: effective,
    markers_resolved: share(markers.filter((n) => known.has(n)).length, markers.length),
    duplicated_sentences: factual.filter(({ sentence }) => isRepeated(sentence.text)).length,
    ...parts,
    confidence
  }
}

/** The same at once. */
export const measure = (given: Checked): Measured => atOnce(measuring(given))
