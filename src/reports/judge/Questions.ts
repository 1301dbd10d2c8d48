import { Option, Schema } from "effect"
import type { ReportSource } from "../../domain/Report.ts"
import { Fact, type Verdict } from "../../domain/Verdict.ts"
import type { Question } from "../model/Chat.ts"
import { fencedQuestion } from "../model/Fence.ts"
import { jsonSchema, readJson } from "../model/Json.ts"
import { clean } from "../../text/Text.ts"
import type { Claim } from "./Judge.ts"

/*
 * What a judge is asked, in two forms: claims in batches, split into facts with the words that bear them out; or one
 * document and one claim, for small models that were trained to say yes or no (MiniCheck, arXiv 2404.10774).
 */

export const rules = [
  "You check claims against the evidence that they cite. For each claim decide: would a careful reader who has only this",
  "evidence agree that it says all of the claim? Answer with one JSON object and nothing else.",
  "",
  "Split the claim into its facts. Leave none out: each name, act, figure, date, reason and comparison belongs to a fact.",
  "Then look for each fact in the evidence, and ask:",
  "- Who did what to whom? The same act by the other party is another fact: who bought, sued, supplied or beat whom.",
  "- Who says it? A statement belongs to the speaker that the evidence names, and an opinion is not a fact.",
  "- How certain is it? May, could, plans, expects, reportedly, is in talks, if approved: a claim that drops such a word",
  "  or condition says more than the evidence.",
  "- How many, and of what? Some is not all, most is not every, up to is not exactly, one segment, country or product is",
  "  not the whole.",
  "- Which figure belongs to what? Check the thing, the unit, the magnitude, the period, and whether it rose or fell.",
  "- When? Check dates and years, and whether it has happened, happens or is to happen. Words like yesterday count from",
  "  the date of the evidence; first_seen is the day on which a text was found, and dates nothing.",
  "- Why? One thing caused another only if the evidence says so. That both happened is not enough.",
  "- Is it compared, or denied? More, less, first, largest, only, not: the evidence must say so.",
  "- Does each part of the claim rest on the source that speaks of it? Facts of one company are no facts of another.",
  "",
  "Meaning counts, not wording. A paraphrase, a passive, a translation, a general word for a special one, another form of",
  "the same number or date, a rounded figure that says so, and plain arithmetic over figures of the evidence all count as",
  "supported. So does what the evidence takes for granted: a national paper that writes of the economy, the courts or",
  "workers and names no country means its own, and its date says which year is meant; unless other words of the evidence",
  "point elsewhere. What you know from elsewhere does not count.",
  "",
  "For each fact give `fact` in a few words, and `verdict`: supported, contradicted, or not_stated. For a supported fact",
  "give `spans`: the words that bear it out, copied from `text` of the evidence `n` character by character, as short as",
  "they can be; without ellipses, changes or corrections. If a figure of the fact does not stand in the evidence but",
  "follows from figures that do, give `calculation`: those figures as they stand there, and what comes of them, as in",
  "240 - 215 = 25. Otherwise `calculation` is empty. A claim is `supported` only if all its facts are."
]

const answerOf = <Number extends Schema.Constraint, F extends Schema.Constraint>(claim: Number, fact: F) =>
  Schema.Struct({
    claims: Schema.Array(Schema.Struct({ claim, facts: Schema.Array(fact), supported: Schema.Boolean }))
  })

/** What servers that bind answers to a schema are asked for: every member is there. */
const StrictFact = Schema.Struct({ ...Fact.fields, calculation: Schema.String })

/** An answer is read claim by claim, so that one bad part does not spoil the others. */
const Answer = Schema.Struct({ claims: Schema.Array(Schema.Unknown) })

const AnsweredClaim = Schema.Struct({
  claim: Schema.Int,
  supported: Schema.Boolean,
  facts: Schema.Array(
    Schema.Struct({
      ...Fact.fields,
      spans: Schema.NullOr(Fact.fields.spans),
      calculation: Schema.optionalKey(Schema.NullOr(Schema.String))
    })
  )
})

/** No claim has more facts, no fact more words or spans; an answer beyond that is no answer. */
const limits = { facts: 24, fact: 400, spans: 8, span: 1_000, calculation: 200 }

/** A verdict in clean text; null where there is too much of it. */
const tidied = ({ facts, supported }: typeof AnsweredClaim.Type): Verdict | null => {
  const fits =
    facts.length > 0 &&
    facts.length <= limits.facts &&
    facts.every(
      ({ calculation, fact, spans }) =>
        fact.length <= limits.fact &&
        (calculation ?? "").length <= limits.calculation &&
        (spans ?? []).length <= limits.spans &&
        (spans ?? []).every(({ text }) => text.length <= limits.span)
    )
  if (!fits) return null
  return {
    supported,
    facts: facts.map(({ calculation, fact, spans, verdict }) => ({
      fact: clean(fact),
      verdict,
      spans: (spans ?? []).map(({ n, text }) => ({ n, text: clean(text) })),
      ...((calculation ?? "") !== "" && { calculation: clean(calculation!) })
    }))
  }
}

/** A quote of news begins with its title; others do not. */
const textOf = ({ quote, title }: Pick<ReportSource, "quote" | "title">): string =>
  quote.startsWith(title) ? quote : `${title}\n${quote}`

const lineOf = ({ sources, text }: Claim, claim: number): string =>
  JSON.stringify({
    claim,
    text,
    evidence: sources.map(({ n, published_at, published_at_estimated, publisher, quote, title }) => ({
      n,
      ...(publisher !== null && { publisher }),
      ...(published_at !== null && { [published_at_estimated === true ? "first_seen" : "date"]: published_at }),
      text: textOf({ quote, title })
    }))
  })

/** Asks about several claims at once. They are numbered from 1. */
export const factsQuestion = (claims: ReadonlyArray<Claim>): Question => {
  const lines = claims.map((claim, index) => lineOf(claim, index + 1))
  return fencedQuestion({
    step: "judge",
    rules,
    user: (fenced) => [fenced(lines)],
    schema: jsonSchema(answerOf(Schema.Literals(claims.map((_, index) => index + 1)), StrictFact))
  })
}

/**
 * What a model makes of several claims, in their order; null for one that it has left out, answered twice or in another
 * form, or not split into facts.
 */
export const readVerdicts = (text: string, count: number): ReadonlyArray<Verdict | null> => {
  const answers = (readJson(Answer, text)?.claims ?? [])
    .slice(0, 2 * count)
    .flatMap((claim) => Option.toArray(Schema.decodeUnknownOption(AnsweredClaim)(claim)))
  return Array.from({ length: count }, (_, index) => {
    const [own, ...others] = answers.filter(({ claim }) => claim === index + 1)
    return own === undefined || others.length > 0 ? null : tidied(own)
  })
}

/** Asks about one claim, in the form of MiniCheck. */
export const yesOrNoQuestion = ({ sources, text }: Claim): Question => {
  // On one line, or a publisher could write the next "Claim:".
  const document = sources.map(textOf).join(" ")
  return {
    step: "judge",
    fence: "",
    system: "Does the document say everything that the claim says? Answer yes or no.",
    user: [`Document: ${document.replace(/\s+/g, " ")}\nClaim: ${text}`],
    schema: null
  }
}

/** What yes or no says, behind thoughts if there are any; null for any other answer. */
export const readYesOrNo = (text: string): Verdict | null => {
  const said = text.slice(text.lastIndexOf("</think>") + 1).replace("/think>", "")
  const word = said.length > 200 ? undefined : /^\W*(yes|no)\W*$/i.exec(said)?.[1]?.toLowerCase()
  return word === undefined ? null : { supported: word === "yes", facts: [] }
}
