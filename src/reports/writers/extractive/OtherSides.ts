import { otherSide } from "../../check/OtherSide.ts"
import { quoted } from "../../document/Markdown.ts"
import { contradictionsIn } from "../../evidence/Conflicts.ts"
import type { Piece } from "../../evidence/Piece.ts"
import { say, type Statement } from "../Writer.ts"

/** What a piece says, and what another says against it. */
interface Side {
  readonly piece: Piece
  readonly text: string
}

/** Stored words as they stand within a quotation. */
const within = (text: string): string => quoted(text).slice(1, -1)

const quotes = ({ citations, lead, text }: Statement, side: Side): boolean =>
  citations.includes(side.piece.n) && `${lead ?? ""} ${text}`.includes(within(side.text))

/** A piece that says nothing but one sentence. */
const saying = (piece: Piece, sentence: Piece["sentences"][number]): Piece => ({
  ...piece,
  title: sentence.text,
  headline: sentence.text,
  quote: sentence.text,
  sentences: [sentence]
})

/** The sentences of a piece that another contradicts, each with what that says: a headline and its text may say one. */
const sidesOf = (piece: Piece, other: Piece, ofFigures: boolean) =>
  piece.sentences.flatMap((sentence) =>
    contradictionsIn([saying(piece, sentence), other]).flatMap(({ figures, sentences: [, against] }) =>
      ofFigures === (figures !== null)
        ? [{ side: { piece, text: sentence.text }, against: { piece: other, text: against } }]
        : []
    )
  )

/**
 * What others say against the words of these pieces, so that no side of a contradiction that the report knows is quoted
 * without the other.
 */
export const otherSidesIn = (pieces: ReadonlyArray<Piece>) => {
  const all = contradictionsIn(pieces).flatMap(({ figures, pieces: [one, other] }) => [
    ...sidesOf(one, other, figures !== null),
    ...sidesOf(other, one, figures !== null)
  ])
  return {
    /** What others say against a sentence of a piece. */
    of: (piece: Piece, text: string): ReadonlyArray<Side> =>
      all.flatMap(({ against, side }) => (side.piece === piece && side.text === text ? [against] : [])),
    /** What others say against what these statements quote, and none of these does. */
    missingIn: (statements: ReadonlyArray<Statement>): ReadonlyArray<Side> => {
      const quoted = (side: Side) => statements.some((statement) => quotes(statement, side))
      const isAnswered = (piece: Piece, by: Piece) =>
        all.some(({ against, side }) => side.piece === by && against.piece === piece && quoted(side))
      const found = all.flatMap(({ against, side }) =>
        quoted(side) && !isAnswered(side.piece, against.piece) ? [against] : []
      )
      return found.filter(({ piece }, at) => found.findIndex((other) => other.piece === piece) === at)
    }
  }
}

/** The other side in the words of its source. */
export const saysOtherwise = ({ piece: { n, publisher }, text }: Side, isRunning: boolean): Statement =>
  say(otherSide(publisher ?? "", text, isRunning), [n])
