import { Schema } from "effect"
import { clean } from "../../../text/Text.ts"
import { jsonSchema, readJson } from "../../model/Json.ts"
import { Draft, Paragraph, Statement } from "../Writer.ts"

/*
 * What a model is to answer: the parts of a Draft that are the model's to write. The schemas that it is bound to name
 * the sections and the evidence that there are; answers are read with looser ones, since servers that bind nothing
 * answer too.
 */

const statementOf = <Citation extends Schema.Constraint>(citation: Citation) =>
  Schema.Struct({ text: Statement.fields.text, citations: Schema.Array(citation) })

const answerOf = <Slug extends Schema.Constraint, Citation extends Schema.Constraint>(
  slug: Slug,
  citation: Citation
) => {
  const paragraph = Schema.Struct({ form: Paragraph.fields.form, statements: Schema.Array(statementOf(citation)) })
  return Schema.Struct({
    executive_summary: Schema.Array(paragraph),
    sections: Schema.Array(Schema.Struct({ slug, paragraphs: Schema.Array(paragraph) }))
  })
}

const replacementsOf = <Number extends Schema.Constraint, Citation extends Schema.Constraint>(
  number: Number,
  citation: Citation
) =>
  Schema.Struct({ replacements: Schema.Array(Schema.Struct({ statement: number, ...statementOf(citation).fields })) })

/** The JSON Schema of an answer that has these sections and cites these numbers. */
export const answerSchema = (slugs: ReadonlyArray<string>, numbers: ReadonlyArray<number>) =>
  jsonSchema(answerOf(Schema.Literals(slugs), Schema.Literals(numbers)))

/** The JSON Schema of replacements for these statements. */
export const replacementsSchema = (statements: ReadonlyArray<number>, numbers: ReadonlyArray<number>) =>
  jsonSchema(replacementsOf(Schema.Literals(statements), Schema.Literals(numbers)))

const Answer = answerOf(Schema.String, Schema.Int)
const Replacements = replacementsOf(Schema.Int, Schema.Int)

/** No sentence is longer, nor has a report more statements or a statement more citations: what is more is left out. */
export const limits = { text: 1_000, statements: 150, citations: 6 }

/** What a text may be longer by before it is tidied: markers and white space. What is longer still is not looked at. */
const slack = 1_000

/** `[3]` in a text names evidence all the same. White space is looked at once, from where it begins. */
const marker = /(?:(?<!\s)\s+)?\[(\d{1,3})\]/g

/** Whether a sentence ends as one; what does not would be read together with the next. */
const hasEnd = /[.!?…。！？]["”’»')\]]{0,3}$/

/** A statement in clean text, its citations each once; null when it says nothing. */
const tidied = (statement: Omit<Statement, "lead">): Statement | null => {
  if (statement.text.length > limits.text + slack) return null
  const said = clean(statement.text.replace(marker, ""))
  if (said === "" || said.length > limits.text) return null
  const text = hasEnd.test(said.slice(-4)) ? said : `${said}.`
  const marked = [...statement.text.matchAll(marker)].map(([, n]) => Number(n))
  return { lead: null, text, citations: [...new Set([...statement.citations, ...marked])].slice(0, limits.citations) }
}

/** What an answer says, or null when it has another form. Sections that the outline doesn't have are left out. */
export const readAnswer = (
  text: string,
  slugs: ReadonlyArray<string>
): Pick<Draft, "executive_summary" | "sections"> | null => {
  const answer = readJson(Answer, text)
  if (answer === null) return null
  let left = limits.statements
  const tidy = (paragraphs: (typeof answer)["executive_summary"]): ReadonlyArray<Paragraph> =>
    paragraphs.map(({ form, statements }) => {
      const kept = statements.flatMap((statement) => tidied(statement) ?? []).slice(0, left)
      left -= kept.length
      return { form, statements: kept }
    })
  const executive_summary = tidy(answer.executive_summary)
  return {
    executive_summary,
    sections: slugs.map((slug) => ({
      slug,
      paragraphs: tidy(
        answer.sections.filter((section) => section.slug === slug).flatMap((section) => section.paragraphs)
      )
    }))
  }
}

/** The replacements by the statement's number, null for one that is to go; empty when the answer has another form. */
export const readReplacements = (text: string): ReadonlyMap<number, Statement | null> =>
  new Map(
    (readJson(Replacements, text)?.replacements ?? [])
      .slice(0, limits.statements)
      .map((given) => [given.statement, tidied(given)])
  )
