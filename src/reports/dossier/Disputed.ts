import { several } from "../check/Plural.ts"
import type { Kind } from "./ExhibitKind.ts"
import { quotationColumns, quotationRow, quotationsIn } from "./Quotations.ts"

/** As many as a reader looks through. */
const mostRows = 20

/** What is rejected where somebody denies what others say: claims, and not offers or calls. */
const claims =
  "(?:the |all |any |such |these |those |its |that )*(?:\\p{L}+ )?(?:claims?|allegations?|accusations?|reports?|criticisms?|suggestions?|findings?|rumou?rs?|charges?|idea|view|notion|ruling|figures?|numbers?|study|survey|assessment)"

/** Expressions with which somebody denies, disputes or doubts what others say. */
const disputing = [
  /\b(?:deny|denies|denied|denying)\b(?! (?:access|entry|bail|boarding|entrance|service|permission|visas?)\b)/iu,
  /\b(?:disput(?:es|ed|ing)|dispute (?:the|that|its|this|these|those|how|whether))\b/iu,
  new RegExp(
    String.raw`\b(?:reject|dismiss|refut|rebut|challeng|contest|question)(?:e?s|e?d|ted|ing|e)? ${claims}\b`,
    "iu"
  ),
  /\b(?:untrue|unfounded|baseless|groundless|misleading|at odds with|sits? badly with|inconsistent with|contrary to what)\b/iu,
  /\b(?:contradict(?:s|ed|ing)?|disagree(?:s|d)?|critici[sz](?:es|ed|ing)|critics (?:say|said|argue)|(?:says?|said|argues?) otherwise)\b/iu,
  /\b(?:doubt(?:s|ed)? (?:that|whether|the)|objects? to|objected to|(?:is|are|was|were) (?:sceptical|skeptical))\b/iu,
  // The same in German, French, Spanish, Italian and Russian.
  /(?<!\p{L})(?:bestreite\p{L}*|bestritt\p{L}*|dementier\p{L}*|widersprich\p{L}*|widersprach\p{L}*|zurückgewiesen|dément(?:i|ent|it)?|conteste(?:nt)?|desmient\p{L}*|niega[ns]?|cuestiona[ns]?|smentisc\p{L}*|опроверг\p{L}*)(?!\p{L})/iu
]

const isDisputing = (sentence: string): boolean => disputing.some((pattern) => pattern.test(sentence))

/** Sentences in which somebody denies, disputes or doubts what others say, word for word. */
export const disputed: Kind = {
  id: "disputed",
  make: ({ pieces }) => {
    const said = quotationsIn(pieces, (piece) =>
      piece.sentences.flatMap(({ text, verbatim }) =>
        verbatim && isDisputing(text) ? [{ piece, sentence: text }] : []
      )
    )
    if (said.length === 0) return null
    const shown = said.slice(0, mostRows)
    const left = said.length - shown.length
    const rest = left === 0 ? "" : ` Left out: ${left} more.`
    return {
      title: "What is disputed",
      description: `${several(shown.length, "sentence")} in which somebody denies, disputes or doubts what others say, word for word. Who is right is not decided here.${rest}`,
      chart: "none",
      columns: quotationColumns(),
      rows: shown.map((one) => quotationRow(one))
    }
  },
  tell: () => [],
  counted: []
}
