import { dayOf } from "../check/Age.ts"
import { several } from "../check/Plural.ts"
import { type Against, contradictedBy } from "../evidence/Conflicts.ts"
import { type Figure, figuresIn } from "../evidence/Figures.ts"
import type { Piece } from "../evidence/Piece.ts"
import { add, days, type Kind, type Row, textAt, texts } from "./ExhibitKind.ts"

/** As many as a reader looks through. */
const mostRows = 60
const perPiece = 3

interface Said {
  readonly piece: Piece
  readonly sentence: string
  /** Who says otherwise about the same thing. */
  readonly against: Against | null
}

/**
 * The sentences of a piece that have figures, first those that others contradict, then those with most; the headline if
 * it has some of its own.
 */
const saidBy = (piece: Piece, news: ReadonlyArray<Piece>): ReadonlyArray<Said> => {
  const contradicted = contradictedBy(piece, news)
  const all = piece.sentences
    .filter(({ verbatim }) => verbatim)
    .map(({ text }) => ({ piece, sentence: text, figures: figuresIn(text) }))
    .filter(({ figures }) => figures.length > 0)
    .map((said) => ({ ...said, against: contradicted.get(said.sentence) ?? null }))
  const keyOf = ({ kind, value }: Figure) => `${kind} ${value}`
  const inText = new Set(
    all.flatMap(({ figures, sentence }) => (sentence === piece.headline ? [] : figures.map(keyOf)))
  )
  return all
    .filter(({ figures, sentence }) => sentence !== piece.headline || figures.some((one) => !inText.has(keyOf(one))))
    .toSorted(
      (one, other) =>
        Number(other.against !== null) - Number(one.against !== null) || other.figures.length - one.figures.length
    )
    .slice(0, perPiece)
}

const mostTold = 3

const differing = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => rows.filter((row) => textAt(row, 4) !== "")

const differs = (row: Row): string =>
  `Sources differ: ${textAt(row, 2)} says ${textAt(row, 1)}, against ${textAt(row, 4)}.`

/** Whether two rows tell of one difference, from either side. */
const areSidesOfOne = ({ citations: [one, other] }: Row, { citations }: Row): boolean =>
  citations[0] === other && citations[1] === one

/** Figures with who says so, word for word, and where sources differ. */
export const figures: Kind = {
  id: "figures",
  make: ({ pieces }) => {
    const news = pieces.filter(({ kind }) => kind === "signal")
    const said = news.map((piece) => saidBy(piece, news))
    const chosen = Array.from({ length: perPiece }, (_, round) => said.flatMap((own) => own.slice(round, round + 1)))
      .flat()
      .slice(0, mostRows)
      .toSorted((one, other) => one.piece.n - other.piece.n)
    if (chosen.length === 0) return null
    const rows = chosen.map(({ against, piece, sentence }) => ({
      cells: [
        sentence,
        figuresIn(sentence)
          .map(({ text }) => text)
          .join("; "),
        piece.publisher,
        dayOf(piece),
        against === null ? null : `${against.other.publisher ?? ""}: ${against.figures[1]}`
      ],
      citations: [piece.n, ...(against === null ? [] : [against.other.n])]
    }))
    const stories = new Set(chosen.map(({ piece }) => piece.n)).size
    const disputed = rows.filter(({ citations }) => citations.length > 1).length
    const differ =
      disputed === 0
        ? "No two of them give different figures for the same thing in so many words."
        : `In ${several(disputed, "row")}, another source says otherwise about the same thing.`
    return {
      title: "Figures, and who says so",
      description: `${several(rows.length, "sentence")} with figures of ${several(stories, "story", "stories")}, word for word, with publisher and day. ${differ}`,
      chart: "none",
      columns: [texts("What is said"), texts("Figures"), texts("Who says so"), days("Day"), texts("Differs from")],
      rows
    }
  },
  tell: ({ rows }) =>
    differing(rows)
      .filter((row, at, all) => !all.slice(0, at).some((other) => areSidesOfOne(other, row)))
      .slice(0, mostTold)
      .map((row) => add(differs(row), row)),
  formerly: ({ rows }) => differing(rows).slice(0, mostTold).map(differs),
  counted: []
}
