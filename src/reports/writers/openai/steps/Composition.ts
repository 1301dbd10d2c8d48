import { Effect } from "effect"
import type { ModelFailed } from "../../../../outbound/ModelFailed.ts"
import type { Grounds } from "../../../check/Check.ts"
import { split } from "../../../check/Sentences.ts"
import type { Judge } from "../../../judge/Judge.ts"
import { otherForm } from "../../../model/Calls.ts"
import type { Question } from "../../../model/Chat.ts"
import type { Paragraph, Statement } from "../../Writer.ts"
import { limits, readReplacements, readStatements, type Said } from "../Answer.ts"
import { repairQuestion, statementsQuestion, type Task } from "../prompts/Statements.ts"
import { type Attempt, judged } from "./Judged.ts"
import { withFigure } from "./Figures.ts"

/** Who writes, who decides, and by what. */
export interface Desk {
  /** The model's answer; fails for one that is of no use. */
  readonly ask: (question: Question) => Effect.Effect<string, ModelFailed>
  readonly judge: Judge["Service"]
  readonly grounds: Grounds
}

/** Statements that hold, and how many do not. */
export interface Composed {
  readonly form: Paragraph["form"]
  readonly statements: ReadonlyArray<Statement>
  readonly dropped: number
  /** Those of them about which the judge said nothing usable. */
  readonly unjudged: number
}

/** What is written, and what its numbers stand for. */
export interface Composition {
  readonly task: Task
  /** The sources behind the numbers that a statement cites. */
  readonly sourcesOf: (citations: ReadonlyArray<number>) => ReadonlyArray<number>
  /** Sentences that stand in the report already, or will. */
  readonly said: ReadonlyArray<string>
}

/** Sentence by sentence, each with its figure worked out. */
const attemptsOf = (
  { citations, conflict, formula, text }: Said,
  sourcesOf: Composition["sourcesOf"],
  { sources }: Grounds
): ReadonlyArray<Attempt> => {
  const cited = sourcesOf(citations)
  const found = sources.filter(({ n }) => cited.includes(n))
  return split(text).map((sentence) => {
    const figured = withFigure(sentence, formula, found)
    const statement: Statement = {
      lead: null,
      text: figured?.text ?? sentence,
      citations: cited,
      ...(conflict && cited.length > 1 && { conflict })
    }
    return {
      statement,
      fact: figured?.fact ?? null,
      wrong: figured === null ? "its formula is not one over two figures as they stand in what it cites" : null
    }
  })
}

/**
 * Has statements written, checked and judged. Those that do not hold are sent back once; then they go. What holds of
 * the first answer is kept, whatever becomes of the second.
 */
export const compose = Effect.fnUntraced(function* (
  { ask, grounds, judge }: Desk,
  { said, sourcesOf, task }: Composition
): Effect.fn.Return<Composed, ModelFailed> {
  const answer = readStatements(yield* ask(statementsQuestion(task)))
  if (answer === null) return yield* otherForm
  const { form, statements } = answer
  /** Each statement's sentences, together with where they came from. */
  const attempts = statements
    .flatMap((one) => attemptsOf(one, sourcesOf, grounds).map((attempt) => ({ attempt, given: one })))
    .slice(0, limits.statements)
  const decided = yield* judged(
    judge,
    attempts.map(({ attempt }) => attempt),
    grounds,
    said
  ).pipe(Effect.mapError((failure) => failure.of(`what it wrote could not be judged by ${judge.name}`)))
  const places = decided.map((one, place) => ({ one, place }))
  const held = places.flatMap(({ one, place }) => (one?.wrong === null ? [{ place, statement: one.statement }] : []))
  const rejected = places.flatMap(({ one, place }) =>
    one === null || one.wrong === null
      ? []
      : [{ statement: place, text: one.statement.text, citations: attempts[place]!.given.citations, wrong: one.wrong }]
  )
  const unjudged = decided.filter((one) => one === null).length

  const mended = Effect.gen(function* () {
    if (rejected.length === 0) return []
    const replacements = readReplacements(yield* ask(repairQuestion(task, rejected)))
    const again = rejected.flatMap(({ statement: place }) => {
      const replacement = replacements.get(place) ?? null
      const all = replacement === null ? [] : attemptsOf(replacement, sourcesOf, grounds)
      return all.map((attempt) => ({ place, attempt }))
    })
    const known = [...said, ...held.map(({ statement }) => statement.text)]
    const second = yield* judged(
      judge,
      again.map(({ attempt }) => attempt),
      grounds,
      known
    )
    return second.flatMap((one, index) =>
      one?.wrong === null ? [{ place: again[index]!.place, statement: one.statement }] : []
    )
  }).pipe(Effect.orElseSucceed(() => []))

  const kept = [...held, ...(yield* mended)].toSorted((one, other) => one.place - other.place)
  return {
    form,
    statements: kept.map(({ statement }) => statement),
    dropped: Math.max(0, attempts.length - kept.length),
    unjudged
  }
})
