import { daysBetween } from "../check/Age.ts"
import { several } from "../check/Plural.ts"
import { add, days, type Kind, numbers, row, textAt, texts } from "./ExhibitKind.ts"

const week = 7

/** What happened when, by story. What has no date of its own is not placed. */
export const timeline: Kind = {
  id: "timeline",
  make: ({ market: { stories } }) => {
    const cited = stories.filter(({ n }) => n !== null)
    const dated = cited
      .filter((story): story is typeof story & { readonly day: string } => story.day !== null)
      .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.n! - other.n!))
    if (dated.length < 2) return null
    const undated = cited.length - dated.length
    const left = undated === 0 ? "" : ` Left out, for want of a date: ${several(undated, "story", "stories")}.`
    return {
      title: "What happened when",
      description: `${several(dated.length, "story", "stories")} that this report cites, of ${several(stories.length, "story", "stories")} found, dated ${dated[0]!.day} to ${dated.at(-1)!.day}; each with the number of publishers that carried it.${left}`,
      chart: "timeline",
      columns: [texts("Story"), days("Day"), numbers("Publishers", "publishers")],
      rows: dated.map(({ day, headline, n, publishers }) => row(n, headline, day, publishers.length))
    }
  },
  tell: ({ rows }) => {
    const newest = rows.length === 0 ? "" : textAt(rows.at(-1)!, 1)
    const late = rows.filter((row) => daysBetween(textAt(row, 1), newest) < week).length
    return late < 2 || late === rows.length
      ? []
      : [add(`Of ${several(rows.length, "dated story", "dated stories")}, ${late} are of the week up to ${newest}.`)]
  },
  counted: ["Publishers"]
}
