import type { ReportRequest } from "../../../../domain/Report.ts"
import { titleOf } from "../../../Outline.ts"
import { type Point, pointLine } from "../steps/Points.ts"
import type { Task } from "./Statements.ts"

/** Statements for the summary, from the report's own sentences. */
export const summaryTask = (request: ReportRequest, points: ReadonlyArray<Point>, answer: string | null): Task => ({
  step: "summary",
  task: [
    `Write the summary of a ${titleOf({ ...request, niche: "the niche below" })}. The evidence is the report's own sentences;`,
    "`citations` names those that a statement rests on.",
    ...(answer === null
      ? [
          "The first statement answers what was asked, as far as the report does: the one thing that its reader must know."
        ]
      : [
          `The summary begins with "${answer}" The first of your statements gives the weightiest reason for that, and the second`,
          "the weightiest reason against it."
        ]),
    "Up to five more give what else matters most, in few words: what it comes to, with the figures that decide. Don't copy",
    "sentences: what stands in the report word for word is deleted. `layout` is `list`."
  ],
  asked: [JSON.stringify({ niche: request.niche, context: request.context })],
  evidence: points.map(pointLine),
  numbers: points.map(({ n }) => n)
})
