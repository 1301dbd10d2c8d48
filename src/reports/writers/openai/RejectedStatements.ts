import { type Grounds, inspector } from "../../check/Check.ts"
import { sentencesOf } from "../../check/Sentences.ts"
import { limits } from "./Answer.ts"
import { single, statementMarkdown } from "../Compose.ts"
import type { Fault } from "../../check/Support.ts"
import type { Draft, Paragraph, Statement } from "../Writer.ts"
import type { RejectedStatement } from "./Prompt.ts"

export type Written = Pick<Draft, "executive_summary" | "sections">

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
  merged: "it puts together what stands in different places",
  unsupported: "what it cites does not say all of it"
}

/** How much of a judge's words a writer is told. */
const told = { facts: 4, characters: 200 }

/** What is wrong with a statement, in words; of a judge's verdict the facts that do not hold. */
const wrongWith = (fault: Fault, { verdict }: Statement): string => {
  const facts = fault === "unsupported" ? (verdict?.facts ?? []).filter(({ verdict }) => verdict !== "supported") : []
  const said = facts.slice(0, told.facts).map(({ fact }) => fact.slice(0, told.characters))
  return said.length === 0 ? words[fault] : `${words[fault]}, which is: ${said.join("; ")}`
}

/** Changes each statement by its place in reading order, or leaves it out. */
export const edited = (written: Written, edit: (statement: Statement, place: number) => Statement | null): Written => {
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

/** What was written, with a statement for each sentence, as many as a report may have: each is judged by itself. */
export const sentenceBySentence = (written: Written): Written => {
  let left = limits.statements
  const paragraphs = (given: ReadonlyArray<Paragraph>): ReadonlyArray<Paragraph> =>
    given.map(({ form, statements }) => {
      const sentences = statements.flatMap(single).slice(0, left)
      left -= sentences.length
      return { form, statements: sentences }
    })
  return {
    executive_summary: paragraphs(written.executive_summary),
    sections: written.sections.map((section) => ({ slug: section.slug, paragraphs: paragraphs(section.paragraphs) }))
  }
}

/** The statements that the check would not let through. */
export const rejectedStatements = (written: Written, grounds: Grounds): ReadonlyArray<RejectedStatement> => {
  const look = inspector(grounds)
  const rejected: Array<RejectedStatement> = []
  edited(written, (statement, place) => {
    const { citations, text, verdict } = statement
    const faults = sentencesOf(statementMarkdown(statement)).flatMap((sentence) => look(sentence, verdict).fault ?? [])
    const [fault] = faults
    if (fault !== undefined) {
      rejected.push({ statement: place, text, citations, wrong: wrongWith(fault, statement) })
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

/** Takes all offending statements back. */
export const withdrawals = (rejected: ReadonlyArray<RejectedStatement>): ReadonlyMap<number, null> =>
  new Map(rejected.map(({ statement }) => [statement, null]))
