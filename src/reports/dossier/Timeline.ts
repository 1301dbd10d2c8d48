import { several } from "../check/Plural.ts"
import { contradictionsIn } from "../evidence/Conflicts.ts"
import type { Piece } from "../evidence/Piece.ts"
import { days, type Kind, numbers, row, texts } from "./ExhibitKind.ts"

/** For each piece, those that contradict it, one of each publisher. Figures that differ have a table of their own. */
const againstIn = (pieces: ReadonlyArray<Piece>): ReadonlyMap<number, ReadonlyArray<Piece>> => {
  const pairs = contradictionsIn(pieces).flatMap(({ figures, pieces: [one, other] }) =>
    figures === null ? [[one, other] as const, [other, one] as const] : []
  )
  return new Map(
    [...Map.groupBy(pairs, ([{ n }]) => n)].map(([n, against]) => [
      n,
      [...new Map(against.toReversed().map(([, other]) => [other.publisher, other])).values()].toReversed()
    ])
  )
}

/** What happened when, by story. What has no date of its own is not placed. */
export const timeline: Kind = {
  id: "timeline",
  make: ({ market: { stories }, pieces }) => {
    const cited = stories.filter(({ n }) => n !== null)
    const dated = cited
      .filter((story): story is typeof story & { readonly day: string } => story.day !== null)
      .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.n! - other.n!))
    if (dated.length < 2) return null
    const undated = cited.length - dated.length
    const left = undated === 0 ? "" : ` Left out because they have no date: ${several(undated, "story", "stories")}.`
    const against = againstIn(pieces)
    // Who contradicts a story does not count among those who tell of it.
    const isDisputed = dated.some(({ n }) => against.has(n!))
    return {
      title: "What happened when",
      description: `${dated.length} of the ${several(stories.length, "story", "stories")} found, cited in this report and dated ${dated[0]!.day} to ${dated.at(-1)!.day}; each with the number of publishers that tell of it.${left}`,
      chart: "timeline",
      columns: [
        texts("Story"),
        days("Day"),
        numbers("Publishers", "publishers"),
        ...(isDisputed ? [texts("Contradicted by")] : [])
      ],
      rows: dated.map(({ day, headline, n, publishers }) => {
        const others = against.get(n!) ?? []
        const names = others.length === 0 ? null : others.flatMap(({ publisher }) => publisher ?? []).join(", ")
        const { cells, citations } = row(n, headline, day, publishers.length)
        return {
          cells: isDisputed ? [...cells, names] : cells,
          citations: [...citations, ...others.map((other) => other.n)]
        }
      })
    }
  },
  tell: () => [],
  counted: ["Publishers"]
}
