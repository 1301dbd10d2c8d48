import type { ReportSource } from "../domain/Report.ts"
import { inspect } from "./Check.ts"
import { citationsOf, statementMarkdown } from "./Compose.ts"
import { sentencesOf, split } from "./Sentences.ts"
import { contentStems } from "./Words.ts"
import type { Draft, Paragraph, Statement } from "./Writer.ts"

/** A statement per sentence, each with the citations of the whole. */
const single = ({ lead, text, citations }: Statement): ReadonlyArray<Statement> =>
  split(text).map((sentence, index) => ({ lead: index === 0 ? lead : null, text: sentence, citations }))

/**
 * The draft without the sentences that must not be stored: those that their citations don't support, that cite nothing or
 * what isn't there, and those said before. What is left of a section that cites nothing goes too: without evidence it has no opening to keep.
 */
export const admit = (draft: Draft, sources: ReadonlyArray<ReportSource>, niche: string): Draft => {
  const known = new Map(sources.map((source) => [source.n, source]))
  const said = new Set<string>()

  const passes = (statement: Statement): boolean => {
    const findings = sentencesOf(statementMarkdown(statement)).map((sentence) => inspect(sentence, known, niche))
    const key = contentStems(`${statement.lead ?? ""} ${statement.text}`).join(" ") || statement.text
    if (findings.length === 0 || findings.some(({ fault }) => fault !== null) || said.has(key)) return false
    said.add(key)
    return true
  }

  const kept = (paragraphs: ReadonlyArray<Paragraph>): ReadonlyArray<Paragraph> => {
    const left = paragraphs.map(({ form, statements }) => ({
      form,
      statements: statements.flatMap(single).filter(passes)
    }))
    return citationsOf(left).length === 0 ? [] : left
  }

  return {
    ...draft,
    executive_summary: kept(draft.executive_summary),
    sections: draft.sections.map(({ slug, paragraphs }) => ({ slug, paragraphs: kept(paragraphs) }))
  }
}
