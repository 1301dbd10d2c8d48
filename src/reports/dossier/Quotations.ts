import { dayOf } from "../check/Age.ts"
import type { Piece } from "../evidence/Piece.ts"
import { days, type Row, texts } from "./ExhibitKind.ts"

/** A sentence of a piece of news, word for word. */
export interface Quotation {
  readonly piece: Piece
  readonly sentence: string
}

/**
 * What `find` finds in pieces of news, each sentence once. A headline counts only where the text has nothing: it says
 * again what the text says.
 */
export const quotationsIn = <Q extends Quotation>(
  pieces: ReadonlyArray<Piece>,
  find: (piece: Piece) => ReadonlyArray<Q>
): ReadonlyArray<Q> => {
  const found = pieces
    .filter(({ kind }) => kind === "signal")
    .flatMap((piece) => {
      const all = find(piece)
      const inText = all.filter(({ sentence }) => sentence !== piece.headline)
      return inText.length > 0 ? inText : all
    })
  const first = new Map(found.toReversed().map((one) => [one.sentence, one]))
  return found.filter((one) => first.get(one.sentence) === one)
}

/** The columns of quotations, with others behind the sentence. */
export const quotationColumns = (...others: ReadonlyArray<ReturnType<typeof days>>) => [
  texts("What is said"),
  ...others,
  texts("Who says so"),
  days("Published"),
  texts("Headline")
]

export const quotationRow = ({ piece, sentence }: Quotation, ...others: Row["cells"]): Row => ({
  cells: [sentence, ...others, piece.publisher, dayOf(piece), sentence === piece.headline ? null : piece.headline],
  citations: [piece.n]
})
