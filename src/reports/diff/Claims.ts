import { Struct } from "effect"
import type { CitedSource, ReportClaim } from "../../domain/ReportDiff.ts"
import type { ReportSource } from "../../domain/Report.ts"
import { lettersOf } from "../check/Quotations.ts"
import type { Checked } from "../check/Check.ts"
import { contentsBySlug, type Written } from "../check/Recheck.ts"
import { isFactual } from "../check/Formulas.ts"
import { markdownSentences, sentenceOf } from "../check/Sentences.ts"
import { shown } from "../document/Markdown.ts"
import { type Measures, measuresOf } from "./Measures.ts"
import { type Statement, statementOf } from "./Statement.ts"

/** More sentences of one report are not compared. */
const most = 1_000

/** A claim of a report, ready to be compared. */
export interface Claim {
  readonly section: string
  readonly sentence: string
  /** As it stands in its report, with its markers. */
  readonly markdown: string
  readonly sources: ReadonlyArray<ReportSource>
  /** What it states: each of its quotations, or all of it. */
  readonly statements: ReadonlyArray<Statement>
  /** What the service itself has measured, if it says nothing else. */
  readonly measured: { readonly of: ReportSource; readonly measures: Measures } | null
}

/** Nothing but quotations, and who says it. */
const onlyQuotes = /^(?:“[^”]*”\s*)+(?:–\s.*)?$/su

const statementsIn = (text: string): ReadonlyArray<string> =>
  onlyQuotes.test(text) ? [...text.matchAll(/“([^”]*)”/g)].map(([, quote]) => quote!) : [text]

const measuredBy = (letters: string, sources: ReadonlyArray<ReportSource>): Claim["measured"] => {
  const [of, ...others] = sources
  const measures = of === undefined || others.length > 0 ? null : measuresOf(of)
  return measures !== null && lettersOf(shown(of!.quote)) === letters ? { of: of!, measures } : null
}

/**
 * The claims of a report: its sentences that state a fact and cite a source that is stored with it, each once. What it
 * says of itself and of other reports is left out.
 */
export function* claimsOf(report: Written, checked: Checked): Generator<void, ReadonlyArray<Claim>> {
  const known = new Map(checked.sources.map((source) => [source.n, source]))
  const claims = new Map<string, Claim>()
  let read = 0
  for (const [section, content] of contentsBySlug(report)) {
    for (const markdown of markdownSentences(content)) {
      if (read++ === most) return [...claims.values()]
      const sentence = sentenceOf(markdown)
      const sources = sentence.citations.flatMap((n) => known.get(n) ?? [])
      const letters = lettersOf(sentence.text)
      if (sources.length === 0 || letters.trim() === "" || claims.has(letters) || !isFactual(sentence, checked))
        continue
      const measured = measuredBy(letters, sources)
      claims.set(letters, {
        section,
        sentence: sentence.text,
        markdown,
        sources,
        statements: statementsIn(sentence.text).map(statementOf),
        measured
      })
      yield
    }
  }
  return [...claims.values()]
}

/** A source as a comparison shows it. */
export const citedSource: (source: ReportSource) => CitedSource = Struct.pick([
  "n",
  "kind",
  "title",
  "url",
  "publisher",
  "published_at",
  "quote",
  "hash"
])

/** A claim as a comparison shows it. */
export const reportClaim = ({ section, sentence, sources }: Claim): ReportClaim => ({
  section,
  sentence,
  citations: sources.map(citedSource)
})
