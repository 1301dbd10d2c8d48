import { quoted } from "../document/Markdown.ts"
import { several } from "../check/Plural.ts"
import { add, days, type Kind, listed, numberAt, numbers, row, sum, textAt, texts } from "./ExhibitKind.ts"

const shown = 10

/** The stories that most independent publishers carried. */
export const mostCarried: Kind = {
  id: "most_carried",
  make: ({ market: { stories } }) => {
    const carried = stories
      .filter(({ n, publishers }) => n !== null && publishers.length > 1)
      .toSorted((one, other) => other.publishers.length - one.publishers.length || one.n! - other.n!)
    if (carried.length === 0) return null
    return {
      title: "Most carried stories",
      description: `Stories that this report may cite, by the number of publishers that carried them: ${carried.length} of the ${several(stories.length, "story", "stories")} found were carried by more than one.`,
      chart: "bars",
      columns: [texts("Story"), numbers("Publishers", "publishers"), days("Day")],
      rows: carried.slice(0, shown).map(({ day, headline, n, publishers }) => row(n, headline, publishers.length, day))
    }
  },
  tell: ({ rows }) => {
    const [first, ...others] = rows
    if (first === undefined) return []
    const of = (row: typeof first) => `${quoted(textAt(row, 0))}, by ${several(numberAt(row, 1) ?? 0, "publisher")}`
    const next = others.slice(0, 2)
    return [
      sum(`Most carried: ${of(first)}.`, first),
      ...(next.length === 0
        ? []
        : [
            add(`Also carried by several: ${listed(next.map(of))}.`, {
              citations: next.flatMap(({ citations }) => citations)
            })
          ])
    ]
  },
  counted: ["Publishers"]
}
