import { dayOf } from "../check/Age.ts"
import { several } from "../check/Plural.ts"
import { quoted } from "../document/Markdown.ts"
import { type Against, contradictedBy } from "../evidence/Conflicts.ts"
import { type Figure, figuresIn } from "../evidence/Figures.ts"
import { objectionBetween } from "../evidence/Objections.ts"
import type { Piece } from "../evidence/Piece.ts"
import { add, days, type Kind, type Row, textAt, texts } from "./ExhibitKind.ts"

/** Whether a sentence of a piece disputes a figure that another publisher reports, or reports one that is disputed. */
const isDisputed = (piece: Piece, sentence: string, news: ReadonlyArray<Piece>): boolean =>
  news.some((other) => other.publisher !== piece.publisher && objectionBetween(piece, other)?.[0] === sentence)

/** As many as a reader looks through. */
const mostRows = 60
const perPiece = 3

interface Said {
  readonly piece: Piece
  readonly sentence: string
  /** Another publisher's different figure for the same thing. */
  readonly against: Against | null
}

const keyOf = ({ kind, value }: Figure): string => `${kind} ${value}`

/**
 * The sentences of a piece that have figures, first those that others contradict, then those with most; the headline if
 * it has some of its own, or alone says what another contradicts.
 */
const saidBy = (piece: Piece, news: ReadonlyArray<Piece>): ReadonlyArray<Said> => {
  const contradicted = contradictedBy(piece, news)
  const all = piece.sentences
    .filter(({ verbatim }) => verbatim)
    .map(({ text }) => ({
      piece,
      sentence: text,
      figures: figuresIn(text),
      against: contradicted.get(text) ?? null
    }))
    .filter(({ against, figures }) => against !== null || figures.length > 0)
  const inText = all.filter(({ sentence }) => sentence !== piece.headline)
  const known = new Set(inText.flatMap(({ figures }) => figures.map(keyOf)))
  const addsTo = ({ against, figures }: (typeof all)[number]): boolean =>
    figures.some((one) => !known.has(keyOf(one))) ||
    (against !== null && !inText.some((other) => other.against?.other === against.other))
  return all
    .filter((said) => said.sentence !== piece.headline || addsTo(said))
    .toSorted(
      (one, other) =>
        Number(other.against !== null) - Number(one.against !== null) || other.figures.length - one.figures.length
    )
    .slice(0, perPiece)
}

/** The figures of a sentence. One that is written in words is only known from the figure that contradicts it. */
const figuresOf = (sentence: string, against: Against | null): string => {
  const written = figuresIn(sentence).map(({ text }) => text)
  return written.length > 0 ? written.join("; ") : (against?.figures[0] ?? "")
}

const mostTold = 3

const differing = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => rows.filter((row) => textAt(row, 4) !== "")

/** The table has signs, because each of its words must be from a source; sentences have words instead. */
const inWords = (figures: string): string =>
  figures.replace(/(?<=^|\s)\+(?=\S)/g, "a rise of ").replace(/(?<=^|\s)−(?=\S)/g, "a fall of ")

const saidIn = (row: Row): string => quoted(textAt(row, 0)).replace(/[.!]”$/, "”")

const differs = (row: Row): string => {
  const [, other = "", its = "", own = ""] = /^(.*): (.*) ≠ (.*)$/.exec(textAt(row, 4)) ?? []
  return `Sources differ: ${textAt(row, 2)} says ${saidIn(row)}; according to ${other} it is ${inWords(its)}, not ${inWords(own)}.`
}

/** The same in reports of earlier versions. */
const formerlyDiffers = (row: Row): ReadonlyArray<string> => [
  `Sources differ: ${textAt(row, 2)} says ${saidIn(row)}, against ${inWords(textAt(row, 4)).replace(" ≠ ", " instead of ")}.`,
  `Sources differ: ${textAt(row, 2)} says ${textAt(row, 1)}, against ${textAt(row, 4)}.`
]

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
        figuresOf(sentence, against),
        piece.publisher,
        dayOf(piece),
        against === null ? null : `${against.other.publisher ?? ""}: ${against.figures[1]} ≠ ${against.figures[0]}`,
        sentence === piece.headline ? null : piece.headline
      ],
      citations: [piece.n, ...(against === null ? [] : [against.other.n])]
    }))
    const stories = new Set(chosen.map(({ piece }) => piece.story ?? piece.n)).size
    const disputed = rows.filter(({ citations }) => citations.length > 1).length
    const objecting = chosen.filter(({ piece, sentence }) => isDisputed(piece, sentence, news)).length
    const differ =
      disputed === 0
        ? "Figures were compared only where two publishers name the same thing in the same words; none of these differ."
        : `In ${several(disputed, "row")}, another source says otherwise about the same thing.`
    const against =
      objecting === 0 ? "" : ` In ${several(objecting, "row")}, one source disputes a figure that another reports.`
    return {
      title: "Figures, and who says so",
      description: `${several(rows.length, "sentence")} with figures of ${several(stories, "story", "stories")}, word for word, with publisher and day. ${differ}${against}`,
      chart: "none",
      columns: [
        texts("What is said"),
        texts("Figures"),
        texts("Who says so"),
        days("Day"),
        texts("Differs from"),
        texts("Headline")
      ],
      rows
    }
  },
  tell: ({ rows }) =>
    differing(rows)
      .filter((row, at, all) => !all.slice(0, at).some((other) => areSidesOfOne(other, row)))
      .slice(0, mostTold)
      .map((row) => add(differs(row), row)),
  formerly: ({ rows }) => differing(rows).slice(0, mostTold).flatMap(formerlyDiffers),
  counted: []
}
