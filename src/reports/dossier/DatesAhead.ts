import { several } from "../check/Plural.ts"
import { sentencesAhead, type TimeAhead } from "../evidence/Open.ts"
import type { Piece } from "../evidence/Piece.ts"
import { dayOf } from "../check/Age.ts"
import { days, type Kind, texts } from "./ExhibitKind.ts"

/** As many as a reader looks through. */
const mostRows = 30
const perPiece = 3

interface Said extends TimeAhead {
  readonly piece: Piece
  readonly sentence: string
}

/** The sentences of a piece that name a time ahead, by the first of these times, which ends first. */
const saidBy = (piece: Piece, asOf: string): ReadonlyArray<Said> => {
  const said = sentencesAhead(piece).flatMap(({ text, times }) => {
    const [first] = times.filter(({ from }) => from > asOf).toSorted((one, other) => one.to.localeCompare(other.to))
    return first === undefined ? [] : [{ piece, sentence: text, ...first }]
  })
  // The headline says again what the text says.
  const inText = said.filter(({ sentence }) => sentence !== piece.headline)
  return (inText.length > 0 ? inText : said).slice(0, perPiece)
}

/** What sources say about times after the day of the report, word for word, the nearest first. */
export const datesAhead: Kind = {
  id: "dates_ahead",
  make: ({ asOf, pieces }) => {
    const said = pieces
      .filter(({ kind }) => kind === "signal")
      .flatMap((piece) => saidBy(piece, asOf))
      .filter(({ sentence }, at, all) => all.findIndex((other) => other.sentence === sentence) === at)
    if (said.length === 0) return null
    const shown = said
      .toSorted((one, other) => one.to.localeCompare(other.to) || one.from.localeCompare(other.from))
      .slice(0, mostRows)
    const left = said.length - shown.length
    const rest = left === 0 ? "" : ` Left out: ${several(left, "later one")}.`
    return {
      title: "Dates ahead",
      description: `${several(shown.length, "sentence")} in which sources name a time after the day of this report, word for word, the nearest first, with the first and the last day of that time. Plans and forecasts may fail.${rest}`,
      chart: "none",
      columns: [
        texts("What is said"),
        days("From"),
        days("To"),
        texts("Who says so"),
        days("Published"),
        texts("Headline")
      ],
      rows: shown.map(({ from, piece, sentence, to }) => ({
        cells: [sentence, from, to, piece.publisher, dayOf(piece), sentence === piece.headline ? null : piece.headline],
        citations: [piece.n]
      }))
    }
  },
  tell: () => [],
  counted: ["From", "To"]
}
