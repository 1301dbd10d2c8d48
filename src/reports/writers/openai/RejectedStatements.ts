import { findings, type Grounds } from "../../check/Check.ts"
import { statementMarkdown } from "../Compose.ts"
import type { Fault } from "../../check/Support.ts"
import type { Draft, Paragraph, Statement } from "../Writer.ts"
import type { RejectedStatement } from "./Prompt.ts"

type Written = Pick<Draft, "executive_summary" | "sections">

/** What the check found, as a writer is told it. */
const words: Readonly<Record<Fault, string>> = {
  uncited: "it cites nothing",
  unresolved: "it cites a number that is not listed",
  altered: "what it cites was changed",
  future: "what it cites is from after the report",
  number: "a number in it is not in what it cites",
  name: "a name in it is not in what it cites",
  quotation: "it quotes words that are not in what it cites",
  words: "too many of its words are not in what it cites",
  direction: "what it cites says the opposite",
  negation: "what it cites says the opposite",
  merged: "it puts together what stands in different places"
}

/** Changes each statement by its place in reading order, or leaves it out. */
const edited = (written: Written, edit: (statement: Statement, place: number) => Statement | null): Written => {
  let place = 0
  const paragraphs = (given: ReadonlyArray<Paragraph>): ReadonlyArray<Paragraph> =>
    given.map(({ form, statements }) => ({
      form,
      statements: statements.flatMap((statement) => edit(statement, place++) ?? [])
    }))
  const executive_summary = paragraphs(written.executive_summary)
  return {
    executive_summary,
    sections: written.sections.map((section) => ({ slug: section.slug, paragraphs: paragraphs(section.paragraphs) }))
  }
}

/** The statements that the check would not let through. */
export const rejectedStatements = (written: Written, grounds: Grounds): ReadonlyArray<RejectedStatement> => {
  const rejected: Array<RejectedStatement> = []
  edited(written, (statement, place) => {
    const { citations, text } = statement
    const found = findings({ contents: [statementMarkdown(statement)], ...grounds }).find(({ fault }) => fault !== null)
    const fault = found?.fault ?? null
    if (fault !== null) {
      rejected.push({ statement: place, text, citations, wrong: words[fault] })
    }
    return statement
  })
  return rejected
}

/** The answer with the statements that were replaced; of others than the offending ones nothing is taken. */
export const repaired = (
  written: Written,
  rejected: ReadonlyArray<RejectedStatement>,
  replacements: ReadonlyMap<number, Statement | null>
): Written => {
  const offending = new Set(rejected.map(({ statement }) => statement))
  return edited(written, (statement, place) => {
    const replacement = offending.has(place) ? replacements.get(place) : undefined
    return replacement === undefined ? statement : replacement
  })
}
