import { otherSide } from "../../check/OtherSide.ts"
import { quoted } from "../../document/Markdown.ts"
import { contradictionsIn, readingClaims } from "../../evidence/Conflicts.ts"
import { objectionsOf } from "../../evidence/Objections.ts"
import type { Piece } from "../../evidence/Piece.ts"
import { paused } from "../../evidence/Steps.ts"
import { say, type Statement } from "../Writer.ts"

/** What a piece says, and what another says against it. */
interface Side {
  readonly piece: Piece
  readonly text: string
}

/** Stored words as they stand within a quotation. */
const within = (text: string): string => quoted(text).slice(1, -1)

/** Whether it only disputes a figure, so that the rest of what both say may be true. */
const isObjection = ({ piece, text }: Side): boolean => objectionsOf(piece).some(({ sentence }) => sentence === text)

const quotes = ({ citations, lead, text }: Statement, side: Side): boolean =>
  citations.includes(side.piece.n) && `${lead ?? ""} ${text}`.includes(within(side.text))

/**
 * How many contradictions are looked for in all sentences of both pieces. Of the others only the sentences that showed
 * them are known, because a report quotes few of them.
 */
const readClosely = 12

/** A piece for each sentence of a piece. */
const sayingsOf = (piece: Piece): ReadonlyArray<Piece> =>
  piece.sentences.map((sentence) => ({
    ...piece,
    title: sentence.text,
    headline: sentence.text,
    quote: sentence.text,
    sentences: [sentence]
  }))

/**
 * What other pieces say against the words of these pieces, so that a report never quotes only one side of a
 * contradiction that it knows. A headline and several sentences of its text may be the same side.
 */
export function* otherSidesIn(pieces: ReadonlyArray<Piece>) {
  const contradictions = contradictionsIn(pieces)
  const close = contradictions.slice(0, readClosely)
  const sayings = new Map([...new Set(close.flatMap((one) => one.pieces))].map((one) => [one, sayingsOf(one)]))
  yield* readingClaims([...sayings.values()].flat())
  const sidesOf = (piece: Piece, other: Piece, ofFigures: boolean) =>
    sayings
      .get(piece)!
      .flatMap((saying) =>
        contradictionsIn([saying, other]).flatMap(({ figures, sentences: [text, against] }) =>
          ofFigures === (figures !== null)
            ? [{ side: { piece, text }, against: { piece: other, text: against }, ofFigures }]
            : []
        )
      )
  const plain = contradictions
    .slice(readClosely)
    .flatMap(({ figures, pieces: [one, other], sentences: [own, its] }) => {
      const sides = [
        { piece: one, text: own },
        { piece: other, text: its }
      ] as const
      const ofFigures = figures !== null
      return [
        { side: sides[0], against: sides[1], ofFigures },
        { side: sides[1], against: sides[0], ofFigures }
      ]
    })
  const read = yield* paused(close, ({ figures, pieces: [one, other] }) => [
    ...sidesOf(one, other, figures !== null),
    ...sidesOf(other, one, figures !== null)
  ])
  const all = [...read.flat(), ...plain]
  return {
    /** What others say against a sentence of a piece. */
    of: (piece: Piece, text: string): ReadonlyArray<Side> =>
      all.flatMap(({ against, side }) => (side.piece === piece && side.text === text ? [against] : [])),
    /** Whether others deny a sentence of a piece as a whole, so that its other sentences may be untrue with it. */
    isDenied: (piece: Piece, text: string): boolean =>
      all.some(
        ({ against, ofFigures, side }) =>
          side.piece === piece && side.text === text && !ofFigures && !isObjection(side) && !isObjection(against)
      ),
    /** What others say against these statements, and none of the statements quotes. */
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

export type OtherSides = ReturnType<typeof otherSidesIn> extends Generator<void, infer A> ? A : never

/** The other side in the words of its source. */
export const saysOtherwise = ({ piece: { n, publisher }, text }: Side, isRunning: boolean): Statement =>
  say(otherSide(publisher ?? "", text, isRunning), [n])
