import { earlier, scoreOf } from "../evidence/Facts.ts"
import { several } from "../check/Plural.ts"
import { add, figure, type Kind, numberAt, numbers, row, textAt, texts } from "./ExhibitKind.ts"

/** What people discuss, with the score of before. */
export const socialAttention: Kind = {
  id: "social_attention",
  make: ({ asOf, market: { topics } }) => {
    const cited = topics.filter(({ n }) => n !== null)
    if (cited.length === 0) return null
    const kinds = new Set(cited.map(({ score_kind }) => score_kind))
    const [kind] = kinds
    const unit = kinds.size > 1 ? undefined : kind === "rank" ? "place" : kind
    const places = kinds.has("rank") ? " Where a site gives only an order, it is the place: 1 is the first." : ""
    const rows = cited
      .toSorted((one, other) => one.n! - other.n!)
      .map(({ before, n, place, score, score_kind, title }) => {
        const { day, week } = earlier(before, asOf)
        const of = (score: number | undefined) => (score === undefined ? null : scoreOf(score, score_kind))
        return row(n, title, place, score_kind, of(score), of(day?.score), of(week?.score))
      })
    return {
      title: "What people discuss",
      description: `${several(rows.length, "topic")} about the niche on ${asOf}, with the score on the day before and a week before, as this service stored them.${places}`,
      // Places and points of several sites cannot be compared by the length of a bar.
      chart: kinds.size > 1 || kind === "rank" ? "none" : "bars",
      columns: [
        texts("Topic"),
        texts("Where"),
        texts("Measured in"),
        numbers("Now", unit),
        numbers("Day before", unit),
        numbers("Week before", unit)
      ],
      rows
    }
  },
  tell: ({ rows }) => {
    const stepOf = (row: (typeof rows)[number]) =>
      ((numberAt(row, 3) ?? 0) - (numberAt(row, 4) ?? 0)) * (textAt(row, 2) === "rank" ? -1 : 1)
    const known = rows.filter((row) => numberAt(row, 3) !== null && numberAt(row, 4) !== null)
    const [most] = known.filter((row) => stepOf(row) > 0).toSorted((one, other) => stepOf(other) - stepOf(one))
    if (most === undefined) return []
    const kind = textAt(most, 2)
    const of = (value: number) => (kind === "rank" ? `place ${value}` : `${figure(value)} ${kind}`)
    return [
      add(
        `Risen most in discussions since the day before: a topic on ${textAt(most, 1)}, ${of(numberAt(most, 3)!)} after ${of(numberAt(most, 4)!)}.`,
        most
      )
    ]
  },
  counted: []
}
