import { quoted } from "../document/Markdown.ts"
import { several } from "../check/Plural.ts"
import { turnsIn } from "../evidence/Turns.ts"
import { add, days, type Kind, listed, numberAt, numbers, row, sum, textAt, texts } from "./ExhibitKind.ts"

const shown = 10

/** The stories of which most independent publishers tell: not all of them in the words of the headline. */
export const mostCarried: Kind = {
  id: "most_carried",
  make: ({ market: { stories }, pieces }) => {
    const overtaken = new Set(turnsIn(pieces).map(({ before }) => before.n))
    const carried = stories.filter(({ n, publishers }) => n !== null && publishers.length > 1)
    const standing = carried
      .filter(({ n }) => !overtaken.has(n!))
      .toSorted((one, other) => other.publishers.length - one.publishers.length || one.n! - other.n!)
    if (standing.length === 0) return null
    const gone = carried.length - standing.length
    const left = gone === 0 ? "" : ` Left out because of what came later: ${several(gone, "story", "stories")}.`
    return {
      title: "Most carried stories",
      description: `Stories that this report may cite, by the number of publishers that tell of them, in whatever words: of ${carried.length} of the ${several(stories.length, "story", "stories")} found more than one tells.${left}`,
      chart: "bars",
      columns: [texts("Story"), numbers("Publishers", "publishers"), days("Day")],
      rows: standing.slice(0, shown).map(({ day, headline, n, publishers }) => row(n, headline, publishers.length, day))
    }
  },
  tell: ({ rows }) => {
    const [first, ...others] = rows
    if (first === undefined) return []
    const of = (row: typeof first) => `${quoted(textAt(row, 0))} (${numberAt(row, 1) ?? 0} publishers tell of it)`
    const next = others.slice(0, 2)
    return [
      sum(`Most carried story: ${of(first)}.`, first),
      ...(next.length === 0
        ? []
        : [
            add(`Other stories of which several tell: ${listed(next.map(of))}.`, {
              citations: next.flatMap(({ citations }) => citations)
            })
          ])
    ]
  },
  formerly: ({ rows: [first, ...others] }) => {
    if (first === undefined) return []
    const of = (row: typeof first) => `${quoted(textAt(row, 0))}, by ${several(numberAt(row, 1) ?? 0, "publisher")}`
    const next = others.slice(0, 2)
    return [`Most carried: ${of(first)}.`, `Also carried by several: ${listed(next.map(of))}.`]
  },
  counted: ["Publishers"]
}
