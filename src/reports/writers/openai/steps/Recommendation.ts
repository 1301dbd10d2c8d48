import { independentPublishers } from "../../../check/Confidence.ts"
import { briefAnswers, decisions, pointerTo, weighed } from "../../../check/Formulas.ts"
import type { ReportSource } from "../../../../domain/Report.ts"
import { type Paragraph, say, type Statement } from "../../Writer.ts"
import { limits, readRecommendation } from "../Answer.ts"
import { citationsOfPoints, type Point } from "./Points.ts"

/** A side with fewer independent publishers decides nothing. */
const enough = 3

/** What a brief recommends, and the sentence that answers its question. */
export interface Recommendation {
  readonly paragraphs: ReadonlyArray<Paragraph>
  readonly decision: keyof typeof decisions
  /** Null where it does not even say what speaks for and against. */
  readonly answer: Statement | null
}

/** Reasons that are told for each side; the others are among the sources of the answer. */
const mostReasons = 3

/** The weightiest points of a side, in the report's own words. */
const reasonsOf = (
  side: "for" | "against",
  points: ReadonlyArray<Point>,
  numbers: ReadonlyArray<number>
): ReadonlyArray<Statement> =>
  [...new Set(numbers)]
    .flatMap((n) => points.find((point) => point.n === n) ?? [])
    .slice(0, mostReasons)
    .map(({ citations, text }) => say(pointerTo(weighed[side], text), citations))

/**
 * What an answer recommends, in sentences of our own that name the points' sources; null when it has another form. A
 * side on which too few independent sources stand decides nothing, whatever the model says.
 */
export const recommendationOf = (
  niche: string,
  text: string,
  points: ReadonlyArray<Point>,
  sources: ReadonlyArray<ReportSource>
): Recommendation | null => {
  const given = readRecommendation(text)
  if (given === null) return null
  const cited = {
    for: citationsOfPoints(points, given.for, limits.citations),
    against: citationsOfPoints(points, given.against, limits.citations)
  }
  const weight = (side: "for" | "against") => independentPublishers(sources.filter(({ n }) => cited[side].includes(n)))
  const decision =
    given.decision !== "undecided" && weight(given.decision) >= enough ? given.decision : ("undecided" as const)
  const { step } = decisions[decision]
  const sides = (["for", "against"] as const).flatMap((side) => reasonsOf(side, points, given[side]))
  if (sides.length === 0) return { paragraphs: [], decision, answer: null }
  const deciding =
    decision === "undecided" ? [...new Set([...cited.for.slice(0, 3), ...cited.against.slice(0, 3)])] : cited[decision]
  return {
    paragraphs: [
      { form: "prose", statements: [say(step), say(weighed.how)] },
      { form: "list", statements: sides }
    ],
    decision,
    answer: say(briefAnswers(niche)[decision], deciding)
  }
}
