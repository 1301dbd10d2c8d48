import type { ReportRequest } from "../../../../domain/Report.ts"
import type { Question } from "../../../model/Chat.ts"
import { fencedQuestion } from "../../../model/Fence.ts"
import { recommendationSchema } from "../Answer.ts"
import { type Point, pointLine } from "../steps/Points.ts"

const rules = [
  "You weigh the numbered points of a decision brief. Each of them is borne out by its sources. Answer with one JSON object",
  "and nothing else.",
  "",
  "- What is to be decided stands first in the data, as `niche` and `context`. If no question is asked there, it is whether to",
  "  enter or expand in that market now.",
  "- `for`: the numbers of up to six points that speak for it, the weightiest first. `against`: the same for what speaks",
  "  against it. A point that speaks for neither stands in none.",
  "- `decision`: `for` or `against` if the points of that side clearly weigh more for the one who asks: larger, more",
  "  certain, harder to undo, of more independent sources. Otherwise `undecided`. Don't count points: weigh them.",
  "- Go by these points alone. What you know from elsewhere does not count."
]

/** Asks which way a brief's points weigh. */
export const recommendationQuestion = ({ context, niche }: ReportRequest, points: ReadonlyArray<Point>): Question =>
  fencedQuestion({
    step: "recommendation",
    rules,
    user: (fenced) => [fenced([JSON.stringify({ niche, context }), ...points.map(pointLine)])],
    schema: recommendationSchema(points.map(({ n }) => n))
  })
