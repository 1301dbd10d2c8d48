import { Buffer } from "node:buffer"
import type { ReportSource } from "../../../domain/Report.ts"
import type { Piece } from "../../evidence/Piece.ts"
import { bytesPerToken } from "../../model/Tokens.ts"
import { isInstruction, withoutInstructions } from "./Instructions.ts"

/**
 * Tokens of evidence that a model gets at most: the 8,000 that are gathered for a report (see Evidence.ts), and a
 * quarter more for what stands around each piece.
 */
const budget = 10_000

/** One piece as a line of JSON, which cannot end the fence around it. */
export const lineOf = ({ kind, n, published_at, published_at_estimated, publisher, quote }: ReportSource): string =>
  JSON.stringify({
    n,
    kind,
    ...(publisher !== null && { publisher }),
    ...(published_at !== null && { [published_at_estimated === true ? "first_seen" : "date"]: published_at }),
    text: quote
  })

const plainOf = ({
  kind,
  n,
  published_at,
  published_at_estimated = false,
  publisher,
  quote,
  title,
  url
}: Piece): ReportSource => ({
  n,
  kind,
  // A title is all that a source without other words has; the quote of news begins with it.
  title: isInstruction(title) ? "" : title,
  url,
  publisher: publisher !== null && isInstruction(publisher) ? null : publisher,
  published_at,
  published_at_estimated,
  quote: withoutInstructions(quote)
})

/**
 * What a model may write from: the pieces without what is addressed to a model, the most important first, as many as
 * the budget allows. What it writes is checked against these words and not against those left out.
 */
export const materialOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReportSource> => {
  let left = budget * bytesPerToken
  return pieces
    .map(plainOf)
    .filter(({ quote }) => quote !== "")
    .filter((source) => {
      left -= Buffer.byteLength(lineOf(source))
      return left >= 0
    })
}
