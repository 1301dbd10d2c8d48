import { Schema } from "effect"
import { clean } from "../../../text/Text.ts"
import { jsonSchema, readJson } from "../../model/Json.ts"
import { Paragraph } from "../Writer.ts"

/*
 * What a model is to answer. The schemas that it is bound to name the sections and the evidence that there are; answers
 * are read with looser ones, since servers that bind nothing answer too, and each part is bounded. What one part lacks
 * does not take the others with it.
 */

const Form = Schema.Literals(["none", "amount", "percent", "times"])

const statementOf = <Citation extends Schema.Constraint>(citation: Citation) =>
  Schema.Struct({
    text: Schema.String,
    citations: Schema.Array(citation),
    formula: Schema.String,
    form: Form,
    conflict: Schema.Boolean
  })

/** The JSON Schema of statements that cite these numbers. */
export const statementsSchema = (numbers: ReadonlyArray<number>) =>
  jsonSchema(
    Schema.Struct({ layout: Paragraph.fields.form, statements: Schema.Array(statementOf(Schema.Literals(numbers))) })
  )

/** The JSON Schema of replacements for these statements. */
export const replacementsSchema = (statements: ReadonlyArray<number>, numbers: ReadonlyArray<number>) =>
  jsonSchema(
    Schema.Struct({
      replacements: Schema.Array(
        Schema.Struct({ statement: Schema.Literals(statements), ...statementOf(Schema.Literals(numbers)).fields })
      )
    })
  )

/** The JSON Schema of a plan of these sections over this evidence. */
export const planSchema = (slugs: ReadonlyArray<string>, numbers: ReadonlyArray<number>) => {
  const slug = Schema.Literals(slugs)
  return jsonSchema(
    Schema.Struct({
      questions: Schema.Array(Schema.Struct({ question: Schema.String, sections: Schema.Array(slug) })),
      sections: Schema.Array(
        Schema.Struct({ slug, evidence: Schema.Array(Schema.Literals(numbers)), point: Schema.String })
      )
    })
  )
}

const recommendationOf = <Number extends Schema.Constraint>(number: Number) =>
  Schema.Struct({
    for: Schema.Array(number),
    against: Schema.Array(number),
    decision: Schema.Literals(["for", "against", "undecided"])
  })

/** The JSON Schema of a recommendation that rests on these points. */
export const recommendationSchema = (numbers: ReadonlyArray<number>) =>
  jsonSchema(recommendationOf(Schema.Literals(numbers)))

/** No text is longer, nor has an answer more statements or questions, or a statement more citations. */
export const limits = { text: 1_000, statements: 12, citations: 6, questions: 8, point: 300 }

/** What a text may be longer by before it is tidied: markers and white space. What is longer still is not looked at. */
const slack = 1_000

/** `[3]` in a text names evidence all the same. White space is looked at once, from where it begins. */
const marker = /(?:(?<!\s)\s+)?\[(\d{1,3})\]/g

/** Whether a sentence has its end; without one it would be read together with the next. */
const hasEnd = /[.!?…。！？]["”’»')\]]{0,3}$/

/** What a model says in one statement. */
export interface Said {
  readonly text: string
  readonly citations: ReadonlyArray<number>
  /** How the figure follows that stands as {figure} in the text; null without one. */
  readonly formula: { readonly text: string; readonly form: "amount" | "percent" | "times" } | null
  /** Whether it tells of sources that contradict each other. */
  readonly conflict: boolean
}

const AnsweredStatement = Schema.Struct({
  text: Schema.String,
  citations: Schema.Array(Schema.Int),
  formula: Schema.optionalKey(Schema.NullOr(Schema.String)),
  form: Schema.optionalKey(Schema.NullOr(Form)),
  conflict: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
})

/** A statement in clean text, its citations each once; null when it says nothing. */
const tidied = (given: typeof AnsweredStatement.Type): Said | null => {
  if (given.text.length > limits.text + slack) return null
  const said = clean(given.text.replace(marker, ""))
  if (said === "" || said.length > limits.text) return null
  const marked = [...given.text.matchAll(marker)].map(([, n]) => Number(n))
  const { conflict, form, formula } = given
  return {
    text: hasEnd.test(said.slice(-4)) ? said : `${said}.`,
    citations: [...new Set([...given.citations, ...marked])].slice(0, limits.citations),
    formula:
      formula === undefined || formula === null || formula.trim() === ""
        ? null
        : { text: formula.slice(0, limits.text), form: form === "none" ? "amount" : (form ?? "amount") },
    conflict: conflict === true
  }
}

/** The first so many parts of a list that have the form; the others are left out. */
const readAll = <A>(
  schema: Schema.Codec<A, unknown>,
  given: ReadonlyArray<unknown>,
  most: number
): ReadonlyArray<A> => {
  const is = Schema.is(schema)
  return given.slice(0, most).filter((one): one is A => is(one))
}

const Statements = Schema.Struct({
  layout: Schema.optionalKey(Paragraph.fields.form),
  statements: Schema.Array(Schema.Unknown)
})

/** What an answer says, or null when it has another form. */
export const readStatements = (
  text: string
): { readonly form: Paragraph["form"]; readonly statements: ReadonlyArray<Said> } | null => {
  const answer = readJson(Statements, text)
  if (answer === null) return null
  return {
    form: answer.layout ?? "prose",
    statements: readAll(AnsweredStatement, answer.statements, limits.statements).flatMap((said) => tidied(said) ?? [])
  }
}

const Replacements = Schema.Struct({ replacements: Schema.Array(Schema.Unknown) })
const Replacement = Schema.Struct({ statement: Schema.Int, ...AnsweredStatement.fields })

/** The replacements by the statement's number, null for one that is to go; empty when the answer has another form. */
export const readReplacements = (text: string): ReadonlyMap<number, Said | null> =>
  new Map(
    readAll(Replacement, readJson(Replacements, text)?.replacements ?? [], limits.statements).map((given) => [
      given.statement,
      tidied(given)
    ])
  )

/** What a plan says, without what it names that is not there. */
export interface AnsweredPlan {
  readonly questions: ReadonlyArray<{ readonly question: string; readonly sections: ReadonlyArray<string> }>
  readonly sections: ReadonlyArray<{
    readonly slug: string
    readonly evidence: ReadonlyArray<number>
    readonly point: string
  }>
}

const Plan = Schema.Struct({
  questions: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  sections: Schema.Array(Schema.Unknown)
})
const PlannedQuestion = Schema.Struct({ question: Schema.String, sections: Schema.Array(Schema.String) })
const PlannedSection = Schema.Struct({
  slug: Schema.String,
  evidence: Schema.Array(Schema.Int),
  point: Schema.optionalKey(Schema.String)
})

/** What of a list of sections is looked at: more than any outline has. */
const mostSections = 20

/** One line of clean text. */
const lineOf = (text: string): string => clean(text.slice(0, limits.point)).replaceAll("\n", " ")

/** A plan, or null when the answer has another form. */
export const readPlan = (text: string): AnsweredPlan | null => {
  const answer = readJson(Plan, text)
  if (answer === null) return null
  return {
    questions: readAll(PlannedQuestion, answer.questions ?? [], limits.questions).map(({ question, sections }) => ({
      question: lineOf(question),
      sections: sections.slice(0, mostSections)
    })),
    sections: readAll(PlannedSection, answer.sections, mostSections).map(({ evidence, point = "", slug }) => ({
      slug,
      evidence: [...new Set(evidence)],
      point: lineOf(point)
    }))
  }
}

const Recommendation = recommendationOf(Schema.Int)

/** Which way points weigh, or null when the answer has another form. */
export const readRecommendation = (text: string): typeof Recommendation.Type | null => readJson(Recommendation, text)
