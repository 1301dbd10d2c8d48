import type { Verdict } from "../../domain/Verdict.ts"
import { sentencesOf, split } from "../check/Sentences.ts"
import { escape, markers } from "../document/Markdown.ts"
import type { Paragraph, Statement } from "./Writer.ts"

/** A statement as one line of Markdown: its lead in bold, its markers before the full stop or after who says it. */
export const statementMarkdown = ({ lead, text, citations }: Statement): string => {
  const said = escape(text)
  const cited = markers(citations)
  const [, body, stop] = /^([^]*?)([.!?]?)$/.exec(said)!
  const marked = cited === "" ? said : `${body} ${cited}${stop}`
  return lead === null || lead === "" ? marked : `**${escape(lead)}** ${marked}`
}

const paragraphMarkdown = ({ form, statements }: Paragraph): string =>
  form === "list"
    ? statements.map((statement) => `- ${statementMarkdown(statement)}`).join("\n")
    : statements.map(statementMarkdown).join(" ")

/** Paragraphs as Markdown; those without a statement are left out. */
export const markdown = (paragraphs: ReadonlyArray<Paragraph>): string =>
  paragraphs
    .filter(({ statements }) => statements.length > 0)
    .map(paragraphMarkdown)
    .join("\n\n")

/** The numbers that paragraphs cite, each once, in reading order. */
export const citationsOf = (paragraphs: ReadonlyArray<Paragraph>): ReadonlyArray<number> => [
  ...new Set(paragraphs.flatMap(({ statements }) => statements.flatMap(({ citations }) => citations)))
]

/** A statement per sentence, each with the citations of the whole. */
export const single = ({ lead, text, citations, conflict, quoting, verdict }: Statement): ReadonlyArray<Statement> => {
  const sentences = split(text)
  return sentences.map((sentence, index) => ({
    lead: index === 0 ? lead : null,
    text: sentence,
    citations,
    // A verdict is about all that it was given.
    ...(verdict !== undefined && sentences.length === 1 && { verdict }),
    ...(quoting === true && { quoting }),
    ...(conflict === true && { conflict })
  }))
}

/** What a judge said of the statements, by the sentences that they become. */
export const verdictsOf = (paragraphs: ReadonlyArray<Paragraph>): ReadonlyMap<string, Verdict> =>
  new Map(
    paragraphs
      .flatMap(({ statements }) => statements)
      .flatMap((statement) => {
        const [sentence] = statement.verdict === undefined ? [] : sentencesOf(statementMarkdown(statement))
        return sentence === undefined ? [] : [[sentence.text, statement.verdict!] as const]
      })
  )
