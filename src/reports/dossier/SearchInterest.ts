import { earlier } from "../evidence/Facts.ts"
import { several } from "../check/Plural.ts"
import {
  add,
  changed,
  changeOf,
  figure,
  type Kind,
  listed,
  numberAt,
  numbers,
  type Row,
  row,
  sum,
  textAt,
  texts
} from "./ExhibitKind.ts"

/** How many new searches are named. */
const mostNew = 3

/** The searches of today that were not among those of the days before, if there were any then. */
const newIn = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const isKnown = (row: Row) => numberAt(row, 2) !== null || numberAt(row, 3) !== null
  return rows.some((row) => numberAt(row, 2) !== null) ? rows.filter((row) => !isKnown(row)).slice(0, mostNew) : []
}

/** What people search for, with the change since the day before. */
export const searchInterest: Kind = {
  id: "search_interest",
  make: ({ asOf, market: { searches } }) => {
    const known = searches
      .filter(({ n, volume }) => n !== null && volume !== null)
      .toSorted((one, other) => other.volume! - one.volume! || one.n! - other.n!)
    if (known.length === 0) return null
    const rows = known.map(({ before, country, keyword, n, volume }) => {
      const { day, week } = earlier(before, asOf)
      return row(
        n,
        `${keyword} (${country})`,
        volume,
        day?.volume ?? null,
        week?.volume ?? null,
        changeOf(volume, day?.volume ?? null)
      )
    })
    return {
      title: "What people search for",
      description: `Approximate volumes of ${several(rows.length, "trending search", "trending searches")} on ${asOf}, on the day before and a week before, by country, as this service stored them. The change is since the day before; where nothing is shown, the search was not among the trending ones then.`,
      chart: "bars",
      columns: [
        texts("Search"),
        numbers("Now", "searches"),
        numbers("Day before", "searches"),
        numbers("Week before", "searches"),
        numbers("Change", "%")
      ],
      rows
    }
  },
  tell: ({ rows }) => {
    const [busiest] = rows
    const moved = rows
      .filter((row) => (numberAt(row, 4) ?? 0) !== 0)
      .toSorted((one, other) => Math.abs(numberAt(other, 4)!) - Math.abs(numberAt(one, 4)!))
    const most = moved[0]
    const fresh = newIn(rows)
    return [
      ...(busiest === undefined
        ? []
        : [add(`Searched most: ${textAt(busiest, 0)}, about ${several(numberAt(busiest, 1) ?? 0, "time")}.`, busiest)]),
      ...(most === undefined
        ? []
        : [
            sum(
              `The biggest change in searches since the day before: ${textAt(most, 0)}, about ${figure(numberAt(most, 1) ?? 0)} after ${figure(numberAt(most, 2) ?? 0)}, ${changed(numberAt(most, 4)!)}.`,
              most
            )
          ]),
      ...(fresh.length === 0
        ? []
        : [
            add(
              `New among the trending searches: ${listed(fresh.map((row) => `${textAt(row, 0)}, about ${several(numberAt(row, 1) ?? 0, "time")}`))}.`,
              { citations: fresh.flatMap(({ citations }) => citations) }
            )
          ])
    ]
  },
  counted: ["Change"]
}
