import { several } from "../check/Plural.ts"
import { sentencesAhead, type TimeAhead } from "../evidence/Open.ts"
import { days, type Kind } from "./ExhibitKind.ts"
import { type Quotation, quotationColumns, quotationRow, quotationsIn } from "./Quotations.ts"

/** As many as a reader looks through. */
const mostRows = 30
const mostOfPiece = 3

/** A sentence that names a time ahead, with the nearest of these times. */
interface Ahead extends Quotation, TimeAhead {}

/** The last day of a time, or the first if it has no end. */
const dayOf = ({ from, to }: TimeAhead): string => to ?? from!

const nearestFirst = (one: TimeAhead, other: TimeAhead): number => dayOf(one).localeCompare(dayOf(other))

const firstOf = (times: ReadonlyArray<TimeAhead>, asOf: string): TimeAhead | undefined =>
  times.filter(({ from, to }) => (from ?? to!) > asOf).toSorted(nearestFirst)[0]

/** What sources say about times after the day of the report, word for word, the nearest first. */
export const datesAhead: Kind = {
  id: "dates_ahead",
  make: ({ asOf, pieces }) => {
    const ahead = quotationsIn(pieces, (piece): ReadonlyArray<Ahead> =>
      sentencesAhead(piece).flatMap(({ text, times }) => {
        const first = firstOf(times, asOf)
        return first === undefined ? [] : [{ piece, sentence: text, ...first }]
      })
    )
    const said = [...Map.groupBy(ahead, ({ piece }) => piece).values()].flatMap((own) => own.slice(0, mostOfPiece))
    if (said.length === 0) return null
    const shown = said.toSorted(nearestFirst).slice(0, mostRows)
    const left = said.length - shown.length
    const rest = left === 0 ? "" : ` Left out: ${several(left, "later one")}.`
    return {
      title: "Dates ahead",
      description: `${several(shown.length, "sentence")} in which sources name a time after the day of this report, word for word, with the first and the last day of that time, sorted by its last day, or by the first if it has no end. Plans and forecasts may fail.${rest}`,
      chart: "none",
      columns: quotationColumns(days("From"), days("To")),
      rows: shown.map((one) => quotationRow(one, one.from, one.to))
    }
  },
  tell: () => [],
  counted: ["From", "To"]
}
